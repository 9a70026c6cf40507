import type { Subscription } from '@/data/membership/membership'

/** Whether a payment is owed. */
export function isPastDue({ status }: Subscription): boolean {
  return status === 'past_due' || status === 'unpaid'
}

/** Whether a payment failed or was not finished, so that the person has something to do. */
export function needsAttention(subscription: Subscription): boolean {
  return !subscription.lifetime && (isPastDue(subscription) || subscription.status === 'incomplete')
}
