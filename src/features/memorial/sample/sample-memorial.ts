import { late } from '@/browser/late'
import { memorialParts, type ReadPart } from '@/reading/use-plan'
import { asLoaded } from '@/ui/base/loaded'
import documentUrl from './document.pdf?url&no-inline'
import messageUrl from './message.mp4?url&no-inline'

/** The parts of an invented plan, in the form that a memorial takes. */
export const sampleParts = late(
  (): Promise<readonly ReadPart[]> =>
    Promise.all(memorialParts.map(async (part) => ({ ...part, query: asLoaded(await part.sample.get()) }))),
)
// They come along with the practice they are shown in.
sampleParts.ahead()

/** A link to a sample file: these files are part of the app and open like real ones. */
export async function openSample(tab: string): Promise<string> {
  return tab === 'messages' ? messageUrl : documentUrl
}
