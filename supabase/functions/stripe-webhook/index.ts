import { createAdminClient, createRpc } from '../_shared/clients.ts'
import { readEnv, readStripeEnv } from '../_shared/env.ts'
import { serveJson } from '../_shared/http.ts'
import { createStripe } from '../_shared/stripe.ts'
import { stripeWebhook } from './handler.ts'

const env = readEnv(Deno.env.toObject())
const stripeEnv = readStripeEnv(Deno.env.toObject())

Deno.serve(
  serveJson(
    stripeWebhook({
      rpc: createRpc(createAdminClient(env)),
      stripe: stripeEnv && createStripe(stripeEnv),
      webhookSecret: stripeEnv?.STRIPE_WEBHOOK_SECRET ?? '',
    }),
    env.APP_ORIGIN,
  ),
)
