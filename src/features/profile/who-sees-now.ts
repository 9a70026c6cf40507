import { isVisible, type Profile } from '@/data/account/profiles'
import { designationState } from '@/data/people/designation-state'
import type { Designation } from '@/data/people/designations'
import { formatDateTime } from '@/lib/dates'
import { inWords } from '@/lib/text'
import { namesInWords } from '@/words/part-readers'

/**
 * Who can see the plan at this moment, in one sentence or two.
 * @param people everyone the owner has named; those who have not accepted see nothing
 * @param circle the names of those to whom the first hours are open now
 */
export function whoSeesNow(
  profile: Profile,
  people: readonly Designation[],
  { circle = [], now = new Date() }: { circle?: readonly string[]; now?: Date } = {},
): string {
  const seers = people.filter((person) => designationState(person) === 'accepted')
  const isVerified = profile.death_review === 'approved'
  if (isVisible(profile, now)) {
    if (seers.length === 0) {
      return 'Right now, only you can see your plan. Anyone who accepts your invitation will see it at once.'
    }
    const until = isVerified ? null : profile.hold_lifted_until
    return `Right now, ${namesInWords(seers.map(({ person_name }) => person_name))} can see your plan${until ? `, until ${formatDateTime(until)}` : ''}.`
  }
  if (circle.length > 0) {
    return `Right now, ${inWords(circle)} can see what you chose for the first hours, and no one can see the rest.`
  }
  if (isVerified) {
    return `Right now, only you can see your plan. It will open on ${formatDateTime(profile.release_at)} unless you stop it.`
  }
  return 'Right now, only you can see your plan.'
}
