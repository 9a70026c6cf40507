import { parseTimestamp } from '@/lib/dates'
import type { Subscription } from './membership'

const DAY = 24 * 60 * 60 * 1000

/** How many free days are left, a started day included; 0 when no trial runs, or when something else has replaced it. */
export function freeDays(subscription: Subscription): number {
  const end = parseTimestamp(subscription.trial_end)
  if (!end || subscription.lifetime || subscription.status !== 'trialing') return 0
  return Math.max(0, Math.ceil((end.getTime() - Date.now()) / DAY))
}
