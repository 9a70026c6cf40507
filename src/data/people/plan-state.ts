import type { Profile } from '@/data/account/profiles'
import type { Tables } from '@/lib/database.types'
import { parseTimestamp } from '@/lib/dates'

/**
 * Whether the visibility hold hides a plan from the designees before its release. A hold that was lifted for some days
 * is on again when they have passed, even though the row does not change.
 * @param profile the owner's profile
 */
export function isHoldOn(
  { visibility_hold, hold_lifted_until }: Pick<Tables<'profiles'>, 'visibility_hold' | 'hold_lifted_until'>,
  now: Date = new Date(),
): boolean {
  const end = parseTimestamp(hold_lifted_until)
  return visibility_hold || (end !== null && end <= now)
}

/** Whether a plan has opened after its owner's death, and not because its living owner shared it. */
export function isReleased(
  { death_review, release_at }: Pick<Profile, 'death_review' | 'release_at'>,
  now = new Date(),
): boolean {
  const opens = parseTimestamp(release_at)
  return death_review === 'approved' && opens !== null && opens <= now
}
