import type { Profile } from '@/data/account/profiles'
import { formatDateTime, parseTimestamp } from '@/lib/dates'

/** Says how long a designee can come back to a plan that is open to them now. */
export function comingBack(
  owner: Pick<Profile, 'full_name' | 'death_review' | 'release_at' | 'hold_lifted_until'>,
  now = new Date(),
): string {
  const name = owner.full_name ?? 'the owner'
  if (owner.death_review === 'approved') {
    const opens = parseTimestamp(owner.release_at)
    return opens && opens > now
      ? `You can see this plan because it was shared with you before the death was verified. From ${formatDateTime(owner.release_at)} on, there's no time limit.`
      : "You can come back as often as you like. There's no time limit, and you'll never have to pay. The plan would close only if the death was reported by mistake."
  }
  return owner.hold_lifted_until
    ? `You can come back until ${formatDateTime(owner.hold_lifted_until)}, unless ${name} makes the plan private again before then.`
    : `You can come back as long as ${name} hasn't made the plan private again or ended your access.`
}
