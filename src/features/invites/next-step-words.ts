import { isHoldOn, needsAnother, type Profile } from '@/data/account/profiles'
import type { FirstHours } from '@/data/people/first-hours'
import { formatDateTime, parseTimestamp } from '@/lib/dates'
import { count } from '@/lib/text'
import { deathAnnounced } from '@/words/first-hours'

/** First hours that someone opened or asked to open, and who did: see useOpenedBy. */
interface Announced extends Pick<FirstHours, 'reason' | 'opens_at' | 'died_opens_at'> {
  openedBy: string | null
}

/**
 * What a person who accepted has to do now, and from when they can read the plan.
 * @param profile the owner's; null while it is not known
 * @param owner the owner's name
 * @param given firstHours: those of the plan, once someone opened them or asked to; isPracticing: whether the owner has asked
 * for a practice run that isn't done
 */
export function nextStepWords(
  profile: Profile | null,
  owner: string,
  { firstHours, isPracticing }: { firstHours: Announced | null; isPracticing: boolean },
  now = new Date(),
): string {
  const come = `You don’t need to do anything ${isPracticing ? 'else ' : ''}now. When ${owner} has died, come back here.`
  if (profile === null) return come
  switch (profile.death_review) {
    case 'approved':
      // A plan that was open before stays open during the waiting period.
      return isPast(profile.release_at, now) || (profile.open_until && !isPast(profile.open_until, now))
        ? `${owner}’s death has been verified. You can read the plan now. There’s no hurry.`
        : `${owner}’s death has been verified. You can read the plan from ${formatDateTime(profile.release_at)}.`
    case 'pending':
      return 'You don’t need to do anything now. A death certificate is being reviewed: choose “View plan” to see what happens next.'
    default: {
      if (needsAnother(profile))
        return 'We need another photo of the death certificate: choose “View plan” to send one.'
      if (firstHours) return `${firstHoursWords(firstHours, owner, now)} Choose “View plan” to see more.`
      if (!isHoldOn(profile, now))
        return `${come} They’ve shared the plan with you, so you can already read it.`
      const days = profile.release_wait_days
      const wait = days === 0 ? '' : ` and a waiting period of ${count(days, 'day')} is over`
      return `${come} You can read the plan once their death has been verified${wait}, or sooner if they choose to share it.`
    }
  }
}

function firstHoursWords(
  { reason, opens_at, died_opens_at, openedBy }: Announced,
  owner: string,
  now: Date,
): string {
  const opened = isPast(opens_at, now)
    ? `${openedBy} opened the first hours of ${owner}’s plan.`
    : `${openedBy} asked to open the first hours of ${owner}’s plan. They open on ${formatDateTime(opens_at)}, unless ${owner} says no.`
  return reason === 'ill' && died_opens_at && !isPast(died_opens_at, now)
    ? `${opened} ${deathAnnounced(owner, died_opens_at)}`
    : opened
}

function isPast(time: string | null, now: Date): boolean {
  return (parseTimestamp(time)?.getTime() ?? Number.POSITIVE_INFINITY) <= now.getTime()
}

/**
 * What follows when a person steps down.
 * @param profile the owner's; null while it is not known
 * @param owner the owner's name
 */
export function stepDownWords(profile: Profile | null, owner: string): string {
  const ends = `You won’t be able to open ${owner}’s plan anymore, now or later.`
  switch (profile?.death_review) {
    case undefined:
      return `${ends} Only ${owner} can name you again.`
    case 'approved':
      return `${ends} We’ll tell any other trustees and executors. This can’t be undone: ${owner}’s death has been verified, so no one can name you again.`
    case 'pending':
      return `${ends} We’ll tell ${owner}, and any other trustees and executors. Only ${owner} can name you again.`
    default:
      return `${ends} We’ll tell ${owner}, so they can choose someone else. They can also name you again.`
  }
}
