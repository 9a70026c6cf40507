import type Stripe from 'stripe'
import type { StripeEnv } from './env.ts'
import { type PlanId, plans } from './plans.ts'

/** The price that Stripe would charge is not the one that people are shown. */
export class WrongPriceError extends Error {
  override name = 'WrongPriceError'
}

/**
 * The prices to charge, each compared with Stripe once in the life of a function.
 * @returns the id of a plan's price; it throws WrongPriceError, also into the log, or what Stripe answered instead
 */
export function createPrices(stripe: Stripe, env: StripeEnv): (plan: PlanId) => Promise<string> {
  const ids: Record<PlanId, string> = {
    monthly: env.STRIPE_PRICE_MONTHLY,
    annual: env.STRIPE_PRICE_ANNUAL,
    lifetime: env.STRIPE_PRICE_LIFETIME,
  }
  const checked = new Map<PlanId, Promise<string>>()
  return (plan) => {
    const earlier = checked.get(plan)
    if (earlier) return earlier
    const check = compare(stripe, plan, ids[plan]).catch((error) => {
      // Put right in Stripe's dashboard, it is found out at the next call.
      checked.delete(plan)
      throw error
    })
    checked.set(plan, check)
    return check
  }
}

async function compare(stripe: Stripe, plan: PlanId, id: string): Promise<string> {
  const price = await stripe.prices.retrieve(id)
  const shown = plans[plan]
  const found = {
    amount: price.unit_amount,
    currency: price.currency,
    interval: price.recurring?.interval ?? null,
  }
  const isShown =
    price.active &&
    found.amount === shown.amount &&
    found.currency === shown.currency &&
    found.interval === shown.interval &&
    (price.recurring?.interval_count ?? 1) === 1
  if (!isShown) {
    console.error(JSON.stringify({ error: 'WrongPriceError', plan, shown, found, active: price.active }))
    throw new WrongPriceError(`The price of the plan ${plan} at Stripe is not the one that is shown.`)
  }
  return id
}
