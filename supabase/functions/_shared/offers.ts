import { isDeepStrictEqual } from 'node:util'
import type Stripe from 'stripe'
import { z } from 'zod'
import type { StripeEnv } from './env.ts'
import { HttpError } from './http.ts'
import { logFailure } from './log.ts'

export const offerIdSchema = z.enum(['monthly', 'annual', 'lifetime'])
export type OfferId = z.infer<typeof offerIdSchema>

interface Offer {
  /** In cents. */
  amount: number
  currency: 'usd'
  /** Null: paid once. */
  interval: 'month' | 'year' | null
}

/** What is charged. The app shows the same prices, and those at Stripe must be the same. */
export const offers: Record<OfferId, Offer> = {
  monthly: { amount: 999, currency: 'usd', interval: 'month' },
  annual: { amount: 9900, currency: 'usd', interval: 'year' },
  lifetime: { amount: 29_900, currency: 'usd', interval: null },
}

/**
 * Finds the id of an offer's price at Stripe. Throws HttpError 502 `stripe_unavailable` when Stripe would charge another
 * price than the app shows, or what Stripe answered instead.
 */
export type PriceOf = (offer: OfferId) => Promise<string>

/** @returns a lookup that compares each price with Stripe once in the life of a function, and logs a wrong one */
export function createPriceOf(stripe: Stripe, env: StripeEnv): PriceOf {
  const ids: Record<OfferId, string> = {
    monthly: env.STRIPE_PRICE_MONTHLY,
    annual: env.STRIPE_PRICE_ANNUAL,
    lifetime: env.STRIPE_PRICE_LIFETIME,
  }
  const checked = new Map<OfferId, Promise<string>>()
  return (offer) => {
    const retryLater = (error: unknown) => {
      // A price can be corrected in Stripe's dashboard at any time, so the next call compares it again.
      checked.delete(offer)
      throw error
    }
    const check = checked.get(offer) ?? comparePrice(stripe, offer, ids[offer]).catch(retryLater)
    checked.set(offer, check)
    return check
  }
}

async function comparePrice(stripe: Stripe, offer: OfferId, id: string): Promise<string> {
  const { unit_amount: amount, currency, recurring, active } = await stripe.prices.retrieve(id)
  const shown = { ...offers[offer], interval_count: 1, active: true }
  const { interval, interval_count } = recurring ?? { interval: null, interval_count: 1 }
  const found = { amount, currency, interval, interval_count, active }
  if (!isDeepStrictEqual(found, shown)) {
    logFailure('create-checkout', { error: 'WrongPriceError', offer, shown, found })
    const message = `The price of the plan ${offer} at Stripe is not the one that is shown.`
    throw new HttpError('stripe_unavailable', message)
  }
  return id
}
