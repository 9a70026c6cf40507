import { memorialParts } from '@/parts/facts'
import { sampleOf } from '@/parts/samples'
import type { ReadPart } from '@/reading/use-plan'
import documentUrl from './document.pdf?url&no-inline'
import messageUrl from './message.mp4?url&no-inline'

/** The parts of an invented plan, in the form that a memorial takes. */
export const sampleParts: readonly ReadPart[] = memorialParts.map((part) => ({
  ...part,
  query: { data: sampleOf(part.key), error: null, isFetching: false, refetch: async () => {} },
}))

/** A link to a sample file: these files are part of the app and open like real ones. */
export async function openSample(tab: string): Promise<string> {
  return tab === 'messages' ? messageUrl : documentUrl
}
