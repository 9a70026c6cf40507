import type { Designation } from '@/data/designations'
import { PlanClosedError } from '@/data/guarded-update'
import { UploadCancelledError } from '@/data/uploads'
import type { VideoMessage } from '@/data/video-messages'
import { formatDate } from '@/lib/dates'
import { designationState } from '@/lib/designation-state'
import { errorCode, errorSentence } from '@/lib/errors'
import { roleWords } from '@/lib/wording'
import { InvalidDetailsError } from './invalid-details-error'

/** Why a video is not saved. */
export function problemWords(problem: unknown): string {
  if (problem instanceof InvalidDetailsError) return 'Please look at the fields above first.'
  if (problem instanceof UploadCancelledError) return 'You cancelled the upload.'
  return errorSentence(errorCode(problem) === '42501' ? new PlanClosedError() : problem)
}

/** People who can receive a message: named, and neither taken back nor declined. */
export function liveDesignations(people: readonly Designation[]): Designation[] {
  return people.filter((person) => {
    const state = designationState(person)
    return state !== 'revoked' && state !== 'declined'
  })
}

/** "Anna Ellis (Executor)", with what stands in the way when there is something. */
export function personWords(person: Designation): string {
  const state = designationState(person)
  const name = `${person.person_name} (${roleWords[person.role].name})`
  if (state === 'revoked') return `${name}, whose access you revoked`
  return state === 'declined' ? `${name}, who declined` : name
}

/** Who receives a video, in words. */
export function recipientWords(video: VideoMessage, people: readonly Designation[]): string {
  if (video.for_beneficiary === null) return 'Everyone you have named'
  const person = people.find(({ id }) => id === video.for_beneficiary)
  return person ? `Only ${personWords(person)}` : 'Only one person'
}

/** When a video is handed over, in words. */
export function deliveryWords({ deliver_on }: Pick<VideoMessage, 'deliver_on'>): string {
  return deliver_on === null ? 'As soon as the memorial opens' : `From ${formatDate(deliver_on)} on`
}

/**
 * Who will see a video and when, as one sentence.
 * @param person the name of the only recipient; null is everyone
 * @param day the day from which on, as yyyy-MM-dd; '' while it is not chosen; null is the opening
 */
export function visibilityWords(person: string | null, day: string | null): string {
  const who = person === null ? 'Everyone you have named and who has accepted' : `Only ${person}`
  const opening = 'after your death has been verified, or earlier if you lift the visibility hold'
  if (day === null) return `${who} will see this as soon as your memorial opens: ${opening}.`
  return `${who} will see this from ${formatDate(day, 'the day you choose')} on, provided that your memorial is open by then: ${opening}. Before that day nobody sees it.`
}
