/** What is charged. The app shows the same prices (src/lib/plans.ts), and Stripe must have them (prices.ts). */
export const plans = {
  monthly: { amount: 999, currency: 'usd', interval: 'month' },
  annual: { amount: 9900, currency: 'usd', interval: 'year' },
  lifetime: { amount: 29_900, currency: 'usd', interval: null },
} as const

export type PlanId = keyof typeof plans
