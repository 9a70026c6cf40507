// The Stripe stand-in must be as strict as Stripe, and must never be taken for the real one.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Stripe from 'stripe'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { stripeKey } from '../../supabase/local/settings.ts'
import { startStack } from '../../supabase/local/stack.ts'
import { type Bench, startBench } from './bench.ts'

let bench: Bench
let stripe: Stripe
let customer: string

const connect = (url: string | null, key = stripeKey) => {
  const { hostname, port } = new URL(url ?? '')
  return new Stripe(key, { host: hostname, port, protocol: 'http', maxNetworkRetries: 0, telemetry: false })
}

beforeAll(async () => {
  bench = await startBench({ stripe: true })
  stripe = connect(bench.stack.stripeUrl)
  customer = (await stripe.customers.create({ email: 'ann@example.com' })).id
})
afterAll(() => bench.stack.stop())

const checkout = (changes: Partial<Stripe.Checkout.SessionCreateParams> = {}) => ({
  customer,
  mode: 'subscription' as const,
  line_items: [{ price: 'price_heartwood_monthly', quantity: 1 }],
  success_url: 'http://127.0.0.1:5173/billing',
  cancel_url: 'http://127.0.0.1:5173/billing',
  ...changes,
})
const inDays = (days: number) => Math.floor(Date.now() / 1000) + days * 24 * 3600

describe('API', () => {
  it('the API of the Stripe stand-in requires the secret key', async () => {
    const stranger = connect(bench.stack.stripeUrl, 'sk_test_other')
    await expect(stranger.customers.retrieve(customer)).rejects.toMatchObject({ statusCode: 401 })
  })

  it.each<[string, Partial<Stripe.Checkout.SessionCreateParams>, object]>([
    ['a parameter it does not know', { allow_promotion_codes: true }, { code: 'parameter_unknown' }],
    ['a customer it does not have', { customer: 'cus_1' }, { code: 'resource_missing' }],
    [
      'a price it does not have',
      { line_items: [{ price: 'price_1', quantity: 1 }] },
      { code: 'resource_missing' },
    ],
    ['a price that does not fit', { mode: 'payment' }, { statusCode: 400 }],
    ['a relative address', { success_url: '/billing' }, { code: 'url_invalid' }],
    [
      'free days that end within two days',
      { subscription_data: { trial_end: inDays(1.9) } },
      { param: 'subscription_data[trial_end]' },
    ],
  ])('refuses %s', async (_, changes, refusal) => {
    await expect(stripe.checkout.sessions.create(checkout(changes))).rejects.toMatchObject(refusal)
  })

  it('the API of the Stripe stand-in runs a request once per idempotency key, and refuses another request with the same key', async () => {
    const idempotencyKey = crypto.randomUUID()
    const first = await stripe.checkout.sessions.create(checkout(), { idempotencyKey })
    const again = await stripe.checkout.sessions.create(checkout(), { idempotencyKey })
    expect(again.id).toBe(first.id)
    const other = checkout({ metadata: { plan: 'annual' } })
    await expect(stripe.checkout.sessions.create(other, { idempotencyKey })).rejects.toMatchObject({
      statusCode: 400,
    })
  })

  it('the API of the Stripe stand-in lists page by page, newest first', async () => {
    const { id } = await stripe.customers.create({})
    const made: string[] = []
    for (let n = 0; n < 5; n += 1)
      made.push((await stripe.checkout.sessions.create(checkout({ customer: id }))).id)
    const listed: string[] = []
    for await (const session of stripe.checkout.sessions.list({ customer: id, limit: 2 }))
      listed.push(session.id)
    expect(listed).toEqual(made.reverse())
  })
})

describe('pages', () => {
  it('the pages of the Stripe stand-in say that they are a test', async () => {
    const { url } = await stripe.checkout.sessions.create(checkout())
    const portal = await stripe.billingPortal.sessions.create({
      customer,
      return_url: 'http://127.0.0.1:5173/',
    })
    for (const page of [url, portal.url, bench.stack.stripeUrl]) {
      const text = await (await fetch(page ?? '')).text()
      expect(text).toMatch(/<title>Test: /)
      expect(text).toContain('<strong>This is a test.</strong>')
    }
  })

  it('the pages of the Stripe stand-in refuse a form posted from another site', async () => {
    const { url, id } = await stripe.checkout.sessions.create(checkout())
    for (const origin of ['https://evil.example', undefined]) {
      const response = await fetch(`${url}/pay`, {
        method: 'POST',
        ...(origin ? { headers: { origin } } : {}),
      })
      expect(response.status).toBe(404)
    }
    expect((await stripe.checkout.sessions.retrieve(id)).status).toBe('open')
    const own = new URL(url ?? '').origin
    const paid = await fetch(`${url}/pay`, { method: 'POST', headers: { origin: own }, redirect: 'manual' })
    expect(paid.headers.get('location')).toBe('http://127.0.0.1:5173/billing')
    expect((await stripe.checkout.sessions.retrieve(id)).status).toBe('complete')
    expect((await fetch(url ?? '')).status).toBe(410)
  })
})

describe('data', () => {
  it('the data of the Stripe stand-in survives a restart, including undelivered events', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'heartwood-stripe-'))
    try {
      // Without functions, the events are not delivered.
      const deaf = await startStack({ dataDir, stripe: true })
      const { id } = await connect(deaf.stripeUrl).customers.create({ email: 'ann@example.com' })
      const user = crypto.randomUUID()
      await deaf.sql(
        `insert into auth.users (id, aud, role, email, email_confirmed_at)
         values ($1, 'authenticated', 'authenticated', 'ann@example.com', now())`,
        [user],
      )
      await deaf.sql('select public.save_stripe_customer($1, $2)', [user, id])
      const session = await connect(deaf.stripeUrl).checkout.sessions.create(checkout({ customer: id }))
      await fetch(`${session.url}/pay`, {
        method: 'POST',
        headers: { origin: deaf.stripeUrl ?? '' },
        redirect: 'manual',
      })
      await deaf.stop()

      const listening = await startStack({ dataDir, stripe: true, functions: true })
      const settled = { method: 'POST', headers: { authorization: `Bearer ${stripeKey}` }, body: '{}' }
      await fetch(`${listening.stripeUrl}/test`, settled)
      const [membership] = await listening.sql(
        'select plan, status from public.subscriptions where user_id = $1',
        [user],
      )
      await listening.stop()
      expect(membership).toEqual({ plan: 'monthly', status: 'active' })
    } finally {
      await rm(dataDir, { recursive: true })
    }
  })
})
