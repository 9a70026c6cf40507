import type { Tables } from '@/lib/database.types'
import { parseTimestamp } from '@/lib/dates'

/**
 * Whether the visibility hold keeps a plan from the designees while its owner lives. A hold that was lifted for some
 * days is on again once they are over, whatever still stands in the row.
 * @param profile the owner's
 */
export function isHoldOn(
  { visibility_hold, hold_lifted_until }: Pick<Tables<'profiles'>, 'visibility_hold' | 'hold_lifted_until'>,
  now: Date = new Date(),
): boolean {
  const end = parseTimestamp(hold_lifted_until)
  return visibility_hold || (end !== null && end <= now)
}
