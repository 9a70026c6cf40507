import type { AlertsOwner } from '@/reading/notices/memorial-alerts'
import { obituaryFacts, writeObituary } from '@/reading/obituary/obituary'
import type { ReadPart } from '@/reading/use-plan'

interface Props {
  owner: Pick<AlertsOwner, 'full_name'>
  /** The parts that the reader may see. */
  parts: readonly ReadPart[]
}

/** The draft of the obituary as executors will get it, to be read where nothing can be done yet. */
export function ObituaryDraft({ owner, parts }: Props) {
  const text = writeObituary('long', {
    ...obituaryFacts(parts),
    who: owner.full_name,
    diedOn: null,
    service: null,
  })
  return (
    <details className="mt-3">
      <summary className="tall-link underline">The draft that executors can start from</summary>
      <p className="max-w-prose rounded-control bg-well px-4 py-2.5 font-serif wrap-anywhere whitespace-pre-line">
        {text}
      </p>
    </details>
  )
}
