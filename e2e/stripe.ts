import Stripe from 'stripe'
import { stripeKey } from '../supabase/local/settings.ts'
import { env, moveClock, test } from './fixtures.ts'

/** Skips the test on a stack without the Stripe stand-in, because tests must not pay real money. */
export function needsStripe(): void {
  test.skip(!process.env.STRIPE_URL, 'needs the stand-in for Stripe')
}

/** Moves the end of a person's 7 free days to yesterday. */
export function endTrial(email: string): Promise<void> {
  return moveClock(
    `with over as (
       update private.used_trials set trial_end = now() - interval '1 day'
        where email_hash = private.trial_hash($1) returning trial_end)
     update public.subscriptions s set trial_end = over.trial_end
       from over, auth.users u where u.email = $1 and s.user_id = u.id`,
    [email],
  )
}

async function ask(path: string): Promise<void> {
  const response = await fetch(`${env('STRIPE_URL')}/test${path}`, {
    method: 'POST',
    redirect: 'manual',
    headers: { authorization: `Bearer ${stripeKey}`, 'content-type': 'application/json' },
    body: '{}',
  })
  if (response.status >= 400) throw new Error(`${path} at Stripe: ${response.status}`)
}

/** Makes the next payment of a person's subscription fail, and waits until its events have arrived. */
export async function failNextPayment(email: string): Promise<void> {
  const { hostname, port } = new URL(env('STRIPE_URL'))
  const stripe = new Stripe(stripeKey, { host: hostname, port, protocol: 'http', telemetry: false })
  const [customer] = (await stripe.customers.list({ email })).data
  if (!customer) throw new Error(`${email} has no customer at Stripe`)
  const [subscription] = (await stripe.subscriptions.list({ customer: customer.id })).data
  if (!subscription) throw new Error(`${email} has no subscription`)
  await ask(`/subscriptions/${subscription.id}/fail`)
  await ask('')
}
