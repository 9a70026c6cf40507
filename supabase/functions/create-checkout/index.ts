import { createAdminClient, createRequireUser, createRpc } from '../_shared/clients.ts'
import { readEnv, readStripeEnv } from '../_shared/env.ts'
import { serveJson } from '../_shared/http.ts'
import { createPrices } from '../_shared/prices.ts'
import { createStripe } from '../_shared/stripe.ts'
import { createCheckout } from './handler.ts'

const env = readEnv(Deno.env.toObject())
const stripeEnv = readStripeEnv(Deno.env.toObject())
const stripe = stripeEnv && createStripe(stripeEnv)
const priceOf = stripe && createPrices(stripe, stripeEnv)

// Looked at right away, so that a wrong price stands in the log before somebody meets it.
if (priceOf) for (const plan of ['monthly', 'annual', 'lifetime'] as const) priceOf(plan).catch(() => {})

Deno.serve(
  serveJson(
    createCheckout({
      requireUser: createRequireUser(env),
      rpc: createRpc(createAdminClient(env)),
      stripe,
      priceOf: priceOf ?? (() => Promise.reject(new Error('Stripe is not set up'))),
      appOrigin: env.APP_ORIGIN,
    }),
    env.APP_ORIGIN,
  ),
)
