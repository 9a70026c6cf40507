import { createAdminClient, createRequireUser, createRpc } from '../_shared/clients.ts'
import { readEnv, readStripeEnv } from '../_shared/env.ts'
import { serveJson } from '../_shared/http.ts'
import { createStripe } from '../_shared/stripe.ts'
import { billingPortal } from './handler.ts'

const env = readEnv(Deno.env.toObject())
const stripeEnv = readStripeEnv(Deno.env.toObject())

Deno.serve(
  serveJson(
    billingPortal({
      requireUser: createRequireUser(env),
      rpc: createRpc(createAdminClient(env)),
      stripe: stripeEnv && createStripe(stripeEnv),
      appOrigin: env.APP_ORIGIN,
    }),
    env.APP_ORIGIN,
  ),
)
