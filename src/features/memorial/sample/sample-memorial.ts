import { memorialParts } from '@/sections/facts'
import type { ReadPart } from '@/sections/plan'
import documentUrl from './document.pdf?url&no-inline'
import messageUrl from './message.mp4?url&no-inline'

/** A plan that is nobody's, as a memorial takes it. */
export const sampleParts: readonly ReadPart[] = memorialParts.map((part) => ({
  ...part,
  query: { data: part.facts.sample, error: null, isFetching: false, refetch: async () => {} },
}))

/** The files of the sample: they come with the app and open like real ones. */
export async function openSample(tab: string): Promise<string> {
  return tab === 'messages' ? messageUrl : documentUrl
}
