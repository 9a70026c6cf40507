import { UploadCancelledError } from '@/data/files/uploads'
import { PlanClosedError } from '@/data/rows/versioned-update'
import { formatDate } from '@/lib/dates'
import { errorCode, errorSentence } from '@/lib/errors'
import { InvalidDetailsError } from './invalid-details-error'

/** Explains why a video is not saved. */
export function problemWords(problem: unknown): string {
  if (problem instanceof InvalidDetailsError) return 'Please look at the fields above first.'
  if (problem instanceof UploadCancelledError) return 'You cancelled the upload.'
  return errorSentence(errorCode(problem) === '42501' ? new PlanClosedError() : problem)
}

/**
 * Describes in one sentence who will see a video and when.
 * @param person the name of the single recipient; null for everyone
 * @param day the first day as yyyy-MM-dd; '' while none is chosen; null for the day when the plan opens
 */
export function visibilityWords(person: string | null, day: string | null): string {
  const who = person === null ? 'Everyone you have named and who has accepted' : `Only ${person}`
  const opening = 'after your death has been verified, or earlier if you lift the visibility hold'
  if (day === null) return `${who} will see this as soon as your memorial opens: ${opening}.`
  return `${who} will see this from ${formatDate(day, 'the day you choose')} on, provided that your memorial is open by then: ${opening}. Before that day nobody sees it.`
}
