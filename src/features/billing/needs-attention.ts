import type { Subscription } from '@/data/membership/membership'

/** Whether a payment is overdue. */
export function isPastDue({ status }: Subscription): boolean {
  return status === 'past_due' || status === 'unpaid'
}

/** Whether a payment failed or was not completed, so that the person has to act. */
export function needsAttention(subscription: Subscription): boolean {
  return !subscription.lifetime && (isPastDue(subscription) || subscription.status === 'incomplete')
}
