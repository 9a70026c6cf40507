import type { Subscription } from '@/data/membership/membership'
import { json, type Routes } from '../../fake-supabase'

const DAY = 24 * 60 * 60 * 1000

/** The time that many days from now, in ISO format. */
export function inDays(days: number): string {
  return new Date(Date.now() + days * DAY).toISOString()
}

/** A subscription row; by default a trial with five and a half days left. */
export function subscription(values: Partial<Subscription> = {}): Subscription {
  return {
    plan: null,
    status: 'trialing',
    current_period_end: null,
    trial_end: inDays(5.5),
    cancel_at_period_end: false,
    lifetime: false,
    ...values,
  }
}

export const states = {
  trial: subscription(),
  'trial over': subscription({ trial_end: inDays(-1) }),
  active: subscription({ plan: 'monthly', status: 'active', current_period_end: inDays(20) }),
  'in grace': subscription({ plan: 'monthly', status: 'past_due', current_period_end: inDays(-2) }),
  unpaid: subscription({ plan: 'annual', status: 'unpaid', current_period_end: inDays(-20) }),
  incomplete: subscription({ plan: 'annual', status: 'incomplete', current_period_end: inDays(20) }),
  canceled: subscription({ plan: 'monthly', status: 'canceled', current_period_end: inDays(-3) }),
  lifetime: subscription({ plan: 'lifetime', status: 'active', lifetime: true }),
} satisfies Record<string, Subscription>

/** The routes that answer for a person's membership. */
export function membershipRoutes(
  row: Subscription | null,
  { premium = true, billingEnabled = true }: { premium?: boolean; billingEnabled?: boolean } = {},
): Routes {
  return {
    'GET subscriptions': json(row ? [row] : []),
    'POST rpc/has_premium': json(premium),
    'POST rpc/billing_enabled': json(billingEnabled),
    'GET profiles': json([]),
  }
}
