import type { Enums } from '@/lib/database.types'

/** A way to pay for membership, as shown. The server alone decides what is charged. */
export interface Offer {
  id: Enums<'plan_id'>
  label: string
  price: string
  description: string
  badge?: string
}

export const offers: readonly Offer[] = [
  {
    id: 'monthly',
    label: 'Monthly',
    price: '$9.99 per month',
    description: 'All planning tools. Cancel anytime.',
  },
  {
    id: 'annual',
    label: 'Annual',
    price: '$99 per year',
    description: 'All planning tools, paid once a year.',
    badge: 'Best value · Save 17%',
  },
  {
    id: 'lifetime',
    label: 'Lifetime',
    price: '$299 once',
    description: 'All planning tools, for life. Pay once.',
  },
]
