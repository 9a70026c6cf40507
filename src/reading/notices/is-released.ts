import type { Profile } from '@/data/account/profiles'
import { parseTimestamp } from '@/lib/dates'

/** Whether a plan has opened after its owner's death, and not because its living owner shared it. */
export function isReleased(
  { death_review, release_at }: Pick<Profile, 'death_review' | 'release_at'>,
  now = new Date(),
): boolean {
  const opens = parseTimestamp(release_at)
  return death_review === 'approved' && opens !== null && opens <= now
}
