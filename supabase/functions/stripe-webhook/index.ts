import { readStripeEnv } from '../_shared/env.ts'
import { serve } from '../_shared/serve.ts'
import { createStripe } from '../_shared/stripe.ts'
import { stripeWebhook } from './handler.ts'

const variables = Deno.env.toObject()
const stripeEnv = readStripeEnv(variables)
const stripe = stripeEnv && createStripe(stripeEnv)
const webhookSecret = stripeEnv?.STRIPE_WEBHOOK_SECRET ?? ''

Deno.serve(serve((services) => stripeWebhook({ ...services, stripe, webhookSecret }), variables))
