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
