import { readStripeEnv } from '../_shared/env.ts'
import { createPriceOf, offerIdSchema } from '../_shared/offers.ts'
import { serve } from '../_shared/serve.ts'
import { createStripe } from '../_shared/stripe.ts'
import { createCheckout } from './handler.ts'

const variables = Deno.env.toObject()
const stripeEnv = readStripeEnv(variables)
const stripe = stripeEnv && createStripe(stripeEnv)
const priceOf = stripe
  ? createPriceOf(stripe, stripeEnv)
  : () => Promise.reject(new Error('Stripe is not set up'))

// Compared at the start, so that a wrong price is in the log before a person asks for it.
for (const offer of offerIdSchema.options) priceOf(offer).catch(() => {})

Deno.serve(serve((services) => createCheckout({ ...services, stripe, priceOf }), variables))
