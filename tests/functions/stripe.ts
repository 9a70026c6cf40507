// How the tests stand in for people at Stripe's pages, for banks, and for Stripe itself.
import Stripe from 'stripe'
import { stripeKey, stripeWebhookSecret } from '../../supabase/local/settings.ts'
import { sign } from '../../supabase/local/stripe/events.ts'
import type { Person } from '../people.ts'
import { call, tokenOf } from './calls.ts'

const url = process.env.STRIPE_URL ?? ''

/** Whether the functions talk to the stand-in for Stripe. */
export const hasStripe = url !== ''
export const needsStripe = hasStripe ? '' : ' (needs the stand-in for Stripe)'

const { hostname, port } = new URL(url || 'http://127.0.0.1:1')
/** Looks into the account at Stripe, as the merchant. */
export const stripe = new Stripe(stripeKey, { host: hostname, port, protocol: 'http', telemetry: false })

const ask = (path: string, init: RequestInit = {}) =>
  fetch(new URL(path, url), {
    method: 'POST',
    redirect: 'manual',
    headers: { authorization: `Bearer ${stripeKey}` },
    ...init,
  })

/** Makes Stripe's next answers failures, or holds its events back. Waits until all that were sent have arrived. */
export async function atStripe(change: { fail?: number; hold?: boolean } = {}): Promise<void> {
  await ask('/test', {
    body: JSON.stringify(change),
    headers: { authorization: `Bearer ${stripeKey}`, 'content-type': 'application/json' },
  })
}

/** Something happens at Stripe, such as `subscriptions/{id}/renew`; its events have arrived. */
export async function happens(what: string): Promise<void> {
  const response = await ask(`/test/${what}`)
  if (response.status !== 303) throw new Error(`${what}: ${response.status}`)
  await atStripe()
}

/** Pays at the address of a checkout; the events have arrived. Returns where the page leads. */
export async function pay(checkout: string, way = ''): Promise<string | null> {
  const response = await ask(`${checkout}/pay${way && `?way=${way}`}`)
  await atStripe()
  return response.headers.get('location')
}

/** Asks for a checkout in somebody's name. */
export async function askForCheckout(someone: Person, body: object): Promise<Response> {
  const headers = { authorization: `Bearer ${await tokenOf(someone)}` }
  return call('create-checkout', { headers, body: JSON.stringify(body) })
}

/** Asks for the portal in somebody's name. */
export async function askForPortal(someone: Person): Promise<Response> {
  const headers = { authorization: `Bearer ${await tokenOf(someone)}` }
  return call('billing-portal', { headers, body: '{}' })
}

/** Buys a plan from choosing it to paying it. */
export async function buy(someone: Person, plan: string): Promise<void> {
  const { url: checkout } = (await (await askForCheckout(someone, { plan })).json()) as { url: string }
  await pay(checkout)
}

/** The one customer with somebody's address. */
export async function customerOf({ email }: Person): Promise<Stripe.Customer> {
  const { data } = await stripe.customers.list({ email })
  const [customer] = data
  if (!customer || data.length !== 1) throw new Error(`${email} has ${data.length} customers`)
  return customer
}

/** The newest subscription of somebody. */
export async function subscriptionOf(someone: Person): Promise<Stripe.Subscription> {
  const { id } = await customerOf(someone)
  const { data } = await stripe.subscriptions.list({ customer: id, status: 'all' })
  if (!data[0]) throw new Error(`${someone.name} has no subscription`)
  return data[0]
}

/** The newest charge of somebody. */
export async function chargeOf(someone: Person): Promise<Stripe.Charge> {
  const { id } = await customerOf(someone)
  const { data } = await stripe.paymentIntents.list({ customer: id, expand: ['data.latest_charge'] })
  const charge = data[0]?.latest_charge
  if (!charge || typeof charge === 'string') throw new Error(`${someone.name} has paid nothing`)
  return charge
}

/** An event as Stripe words it. */
export function eventOf(type: string, object: object): { id: string } & Record<string, unknown> {
  return {
    id: `evt_${crypto.randomUUID()}`,
    object: 'event',
    api_version: '2026-10-28.endive',
    created: Math.floor(Date.now() / 1000),
    livemode: false,
    type,
    data: { object },
  }
}

/** Sends a payload to the webhook, signed unless told otherwise. `age` in seconds. */
export async function deliver(
  payload: string,
  {
    secret = stripeWebhookSecret,
    age = 0,
    signature,
  }: { secret?: string; age?: number; signature?: string } = {},
): Promise<Response> {
  const header = signature ?? (await sign(payload, secret, Math.floor(Date.now() / 1000) - age))
  return call('stripe-webhook', { headers: header ? { 'stripe-signature': header } : {}, body: payload })
}
