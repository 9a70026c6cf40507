import type { Enums } from '@/lib/database.types'

/** What is charged, in US dollars. `supabase/functions/_shared/offers.ts` has the same amounts. */
const dollars: Record<Enums<'plan_id'>, number> = { monthly: 9.99, annual: 99, lifetime: 299 }

/** How long everyone uses all of it for free. The database has the same number: `private.start_trial`. */
export const TRIAL_DAYS = 7

export const trialName = `${TRIAL_DAYS}-day free trial`
export const trialStarts = `Your ${trialName} starts when you start your plan.`

/** A way to pay for membership, as shown. The server alone decides what is charged. */
export interface Offer {
  id: Enums<'plan_id'>
  label: string
  price: string
  description: string
  badge?: string
}

function price(id: Enums<'plan_id'>, term: string): string {
  const amount = dollars[id]
  return `$${amount.toFixed(Number.isInteger(amount) ? 0 : 2)} ${term}`
}

export const monthlyPrice = price('monthly', 'per month')
const saving = Math.floor(100 - (100 * dollars.annual) / (12 * dollars.monthly))

export const offers: readonly Offer[] = [
  {
    id: 'monthly',
    label: 'Monthly',
    price: monthlyPrice,
    description: 'All planning tools. Cancel anytime.',
  },
  {
    id: 'annual',
    label: 'Annual',
    price: price('annual', 'per year'),
    description: 'All planning tools, paid once a year.',
    badge: `Best value · Save ${saving}%`,
  },
  {
    id: 'lifetime',
    label: 'Lifetime',
    price: price('lifetime', 'once'),
    description: 'All planning tools, for life. Pay once.',
  },
]
