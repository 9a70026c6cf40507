// Acts in the tests as the people on Stripe's pages, as banks, and as Stripe itself.
import Stripe from 'stripe'
import { stripeKey, stripeWebhookSecret } from '../../supabase/local/settings.ts'
import { sign } from '../../supabase/local/stripe/events.ts'
import type { Person } from '../support/people.ts'
import { call, tokenOf } from './calls.ts'

const url = process.env.STRIPE_URL ?? ''

/** Whether the functions use the stand-in for Stripe. */
export const hasStripe = url !== ''
export const needsStripe = hasStripe ? '' : ' (needs the stand-in for Stripe)'

const { hostname, port } = new URL(url || 'http://127.0.0.1:1')
/** The account at Stripe, as the merchant sees it. */
export const stripe = new Stripe(stripeKey, { host: hostname, port, protocol: 'http', telemetry: false })

const ask = (path: string, init: RequestInit = {}) =>
  fetch(new URL(path, url), {
    method: 'POST',
    redirect: 'manual',
    headers: { authorization: `Bearer ${stripeKey}` },
    ...init,
  })

/** Makes Stripe's next answers fail, or holds its events back. Resolves when all events that were sent have arrived. */
export async function atStripe(change: { fail?: number; hold?: boolean } = {}): Promise<void> {
  await ask('/test', {
    body: JSON.stringify(change),
    headers: { authorization: `Bearer ${stripeKey}`, 'content-type': 'application/json' },
  })
}

/** Triggers something at Stripe, such as `subscriptions/{id}/renew`, and waits for its events. */
export async function happens(what: string): Promise<void> {
  const response = await ask(`/test/${what}`)
  if (response.status !== 303) throw new Error(`${what}: ${response.status}`)
  await atStripe()
}

/** Pays at the address of a checkout and waits for the events. Returns where the page leads. */
export async function pay(checkout: string, way = ''): Promise<string | null> {
  const response = await ask(`${checkout}/pay${way && `?way=${way}`}`)
  await atStripe()
  return response.headers.get('location')
}

/** Calls create-checkout as a person. */
export async function askForCheckout(someone: Person, body: object): Promise<Response> {
  const headers = { authorization: `Bearer ${await tokenOf(someone)}` }
  return call('create-checkout', { headers, body: JSON.stringify(body) })
}

/** Calls billing-portal as a person. */
export async function askForPortal(someone: Person): Promise<Response> {
  const headers = { authorization: `Bearer ${await tokenOf(someone)}` }
  return call('billing-portal', { headers, body: '{}' })
}

/** Opens the checkout for an offer and pays. */
export async function buy(someone: Person, offer: string): Promise<void> {
  const { url: checkout } = (await (await askForCheckout(someone, { plan: offer })).json()) as { url: string }
  await pay(checkout)
}

/** The only customer with a person's address. */
export async function customerOf({ email }: Person): Promise<Stripe.Customer> {
  const { data } = await stripe.customers.list({ email })
  const [customer] = data
  if (!customer || data.length !== 1) throw new Error(`${email} has ${data.length} customers`)
  return customer
}

/** A person's newest subscription. */
export async function subscriptionOf(someone: Person): Promise<Stripe.Subscription> {
  const { id } = await customerOf(someone)
  const { data } = await stripe.subscriptions.list({ customer: id, status: 'all' })
  if (!data[0]) throw new Error(`${someone.name} has no subscription`)
  return data[0]
}

/** A person's newest charge. */
export async function chargeOf(someone: Person): Promise<Stripe.Charge> {
  const { id } = await customerOf(someone)
  const { data } = await stripe.paymentIntents.list({ customer: id, expand: ['data.latest_charge'] })
  const charge = data[0]?.latest_charge
  if (!charge || typeof charge === 'string') throw new Error(`${someone.name} has paid nothing`)
  return charge
}

/** An event in Stripe's format. */
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

/** Sends a payload to the webhook, by default with a valid signature. `age` in seconds. */
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
