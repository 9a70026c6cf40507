import type { Subscription } from '@/data/membership/membership'

/** Whether a payment is overdue. */
export function isPastDue({ status }: Subscription): boolean {
  return status === 'past_due' || status === 'unpaid'
}

/** Whether a payment failed or was not completed, so that the person has to act. */
export function needsAttention(subscription: Subscription): boolean {
  return !subscription.lifetime && (isPastDue(subscription) || subscription.status === 'incomplete')
}

/** What is wrong with a payment that needs attention. */
export function attentionTitle({ status }: Subscription): string {
  return status === 'incomplete' ? 'Your payment isn’t finished' : 'Your last payment didn’t go through'
}

/** The one reason why the plan takes no changes, when it is not the owner's verified death. */
export function closedTitle(subscription: Subscription | null): string {
  if (subscription && needsAttention(subscription)) return attentionTitle(subscription)
  return subscription?.plan ? 'Your membership has ended' : 'Your free trial has ended'
}
