import type { Subscription } from '@/data/membership/membership'
import { freeDays } from '@/data/membership/trial'
import { formatDate, parseTimestamp } from '@/lib/dates'
import { count } from '@/lib/text'
import type { BadgeTone } from '@/ui/base/badge'
import { type Offer, offers, trialStarts } from '@/words/offers'
import { attentionTitle, isPastDue, needsAttention } from './needs-attention'

/** How many days the plan stays open after a payment failed. The database uses the same number. */
const GRACE_DAYS = 7
const DAY = 24 * 60 * 60 * 1000

/** The states in which payments are collected. */
const running = new Set(['trialing', 'active', 'past_due', 'unpaid'])

/** Whether free days are left; before the trial has begun, all of them are. */
export function hasFreeDays(subscription: Subscription | null): boolean {
  return subscription === null || freeDays(subscription) > 0
}

/** "6 days left (ends Nov 28, 2026)". */
export function trialWords(subscription: Subscription | null): string {
  if (!subscription) return trialStarts
  const days = freeDays(subscription)
  const end = formatDate(subscription.trial_end)
  if (days > 0) return `${count(days, 'day')} left (ends ${end})`
  // A person who has paid may have free days ahead that no longer matter.
  return isPast(subscription.trial_end) ? `Ended ${end}` : 'None'
}

function isPast(time: string | null | undefined): boolean {
  const moment = parseTimestamp(time)
  return moment !== null && moment < new Date()
}

/** The badge for a subscription. */
export function statusBadge(subscription: Subscription): { words: string; tone: BadgeTone } {
  const { status, lifetime } = subscription
  if (lifetime) return { words: 'Lifetime', tone: 'good' }
  if (isPastDue(subscription)) return { words: 'Past due', tone: 'danger' }
  if (status === 'active') return { words: 'Active', tone: 'good' }
  if (status === 'trialing') {
    return subscription.plan === null && freeDays(subscription) === 0
      ? { words: 'Trial ended', tone: 'warning' }
      : { words: 'Trialing', tone: 'waiting' }
  }
  // A status from Stripe without words of its own, now or in the future.
  return { words: status.replaceAll('_', ' '), tone: status === 'incomplete' ? 'warning' : 'neutral' }
}

/** The offer that the person chose last, whether or not it still runs. */
function chosenOffer(subscription: Subscription | null): Offer | null {
  const id = subscription?.lifetime ? 'lifetime' : subscription?.plan
  return offers.find((offer) => offer.id === id) ?? null
}

/** The offer that the person pays for now; null if none was chosen yet. */
export function runningOffer(subscription: Subscription | null): Offer | null {
  const runs = subscription?.lifetime || running.has(subscription?.status ?? '')
  return runs ? chosenOffer(subscription) : null
}

/**
 * The offer that was bought at the checkout, once the database knows of it; null until then.
 * @param wanted the offer that the checkout was for, if known
 */
export function boughtOffer(subscription: Subscription | null, wanted: Offer | undefined): Offer | null {
  const offer = runningOffer(subscription)
  const isPaid = subscription?.lifetime || ['active', 'trialing'].includes(subscription?.status ?? '')
  return isPaid && (wanted === undefined || wanted.id === offer?.id) ? offer : null
}

/** Whether the payment provider has anything to manage. */
export function isAtStripe(subscription: Subscription | null): boolean {
  return chosenOffer(subscription) !== null
}

/** "Monthly"; "Free trial" if no offer was chosen yet. */
export function offerName(subscription: Subscription | null): string {
  return chosenOffer(subscription)?.label ?? 'Free trial'
}

const nothingCharged = 'None. Nothing will be charged.'

/** The date of the next payment, in a sentence. */
export function renewalWords(subscription: Subscription | null): string {
  if (!subscription) return nothingCharged
  const { status, lifetime, current_period_end, trial_end, cancel_at_period_end } = subscription
  if (lifetime) return 'None. You’re paid up for life.'
  if (status === 'unpaid' || status === 'incomplete') return 'None until your payment is settled.'
  const offer = runningOffer(subscription)
  const end = formatDate(status === 'trialing' ? trial_end : current_period_end)
  if (!offer || !end) return nothingCharged
  if (cancel_at_period_end) return `None. You’ve canceled, and your membership ends on ${end}.`
  return status === 'past_due' ? `It was due on ${end} (${offer.price}).` : `${end}, ${offer.price}`
}

/** When it ended and what to do about it; shown after closedTitle. */
export function closedWords(subscription: Subscription | null): string {
  if (subscription && needsAttention(subscription)) {
    return 'To keep adding to your plan, please update your payment details.'
  }
  const end = subscription?.plan ? subscription.current_period_end : subscription?.trial_end
  // A membership that was ended immediately still had time left.
  return `${isPast(end) ? `It ended on ${formatDate(end)}. ` : ''}To keep adding to your plan, choose a membership.`
}

const closed = 'you can’t add to your plan or change it'

/** What a failed payment means for the person, in a title and a sentence. */
export function attentionWords(
  subscription: Subscription,
  premium: boolean,
): { title: string; text: string } {
  if (subscription.status === 'incomplete') {
    return {
      title: attentionTitle(subscription),
      text: `Your bank may be waiting for you to confirm it.${premium ? '' : ` Until you do, ${closed}.`}`,
    }
  }
  const due = subscription.status === 'past_due' ? parseTimestamp(subscription.current_period_end) : null
  const until = due && new Date(due.getTime() + GRACE_DAYS * DAY)
  return {
    title: attentionTitle(subscription),
    text:
      premium && until && until > new Date()
        ? `You still have access until ${formatDate(until.toISOString())}. Please update your payment details before then.`
        : `Until it does, ${closed}. Everything you’ve recorded is still there.`,
  }
}
