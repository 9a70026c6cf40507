import { queryOptions } from '@tanstack/react-query'
import { isReadBy } from '@/parts/kit/part'
import { memorialParts, type ReadPart } from '@/reading/use-plan'
import { asLoaded } from '@/ui/base/loaded'
import documentUrl from './document.pdf?url&no-inline'
import messageUrl from './message.mp4?url&no-inline'

/**
 * The parts of an invented plan, in the form that a memorial takes: only those that a reader of the real one gets to see,
 * because each comes with its code.
 */
export function sampleQuery(openParts: readonly string[]) {
  return queryOptions({
    queryKey: ['sample-memorial', openParts] as const,
    queryFn: (): Promise<readonly ReadPart[]> =>
      Promise.all(
        memorialParts
          .filter((part) => isReadBy(part, { canView: true, openParts }))
          .map(async (part) => ({ ...part, query: asLoaded(await part.sample.get()) })),
      ),
    staleTime: Number.POSITIVE_INFINITY,
  })
}

/** A link to a sample file: these files are part of the app and open like real ones. */
export async function openSample(tab: string): Promise<string> {
  return tab === 'messages' ? messageUrl : documentUrl
}
