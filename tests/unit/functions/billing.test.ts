// @vitest-environment node
import type Stripe from 'stripe'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { z } from 'zod'
import { offers as shownOffers } from '@/words/offers'
import type { Rpc } from '../../../supabase/functions/_shared/database.ts'
import {
  cancelMembership,
  membershipOf,
  syncMembership,
} from '../../../supabase/functions/_shared/membership.ts'
import { createPriceOf, offerIdSchema, offers } from '../../../supabase/functions/_shared/offers.ts'
import { createStripe } from '../../../supabase/functions/_shared/stripe.ts'
import { billingPortal } from '../../../supabase/functions/billing-portal/handler.ts'
import { createCheckout } from '../../../supabase/functions/create-checkout/handler.ts'
import { createApi } from '../../../supabase/local/stripe/api.ts'
import { emptyAccount, Ledger, priceIds } from '../../../supabase/local/stripe/ledger.ts'

const key = 'sk_test_unit'
const stripeEnv = {
  STRIPE_SECRET_KEY: key,
  STRIPE_WEBHOOK_SECRET: 'whsec_unit',
  STRIPE_PRICE_MONTHLY: priceIds.monthly,
  STRIPE_PRICE_ANNUAL: priceIds.annual,
  STRIPE_PRICE_LIFETIME: priceIds.lifetime,
  STRIPE_API_BASE: 'https://stripe.example',
}
const offerIds = offerIdSchema.options

let ledger: Ledger
let stripe: Stripe
let asked: string[]

beforeEach(() => {
  asked = []
  ledger = new Ledger(emptyAccount(), { url: 'https://stripe.example', onEvent: () => {} })
  const api = createApi(ledger, key)
  stripe = createStripe(stripeEnv, async (input, init) => {
    asked.push(`${init?.method} ${new URL(String(input)).pathname}`)
    return api(new Request(input, init))
  })
  vi.spyOn(console, 'error').mockImplementation(() => {})
})

afterEach(() => {
  vi.restoreAllMocks()
})

/** A database with one person who has this customer; it records the calls. */
function database(customer: string | null = null, context: object = {}) {
  const calls: { name: string; args: Record<string, unknown> }[] = []
  const answers: Record<string, unknown> = {
    billing_context: [{ stripe_customer_id: customer, ...person, ...context }],
    begin_checkout: [{ stripe_customer_id: customer, ...person, ...context }],
    begin_stripe_sync: 1,
    apply_stripe_state: null,
  }
  const rpc: Rpc = async <T>(name: string, args: Record<string, unknown>, answer: z.ZodType<T>) => {
    calls.push({ name, args })
    return answer.parse(name === 'save_stripe_customer' ? args.p_customer_id : answers[name])
  }
  const written = () => calls.find(({ name }) => name === 'apply_stripe_state')?.args.p_state
  return { rpc, calls, written }
}

const person = {
  billing_enabled: true,
  email: 'olive@example.com',
  is_deceased: false,
  free_trial_end: null,
}

/** A call of create-checkout for the offer, with the prices at Stripe compared again. */
function checkoutWith(rpc: Rpc) {
  const handler = createCheckout({
    requireUser: async () => ({ id: 'user' }),
    rpc,
    stripe,
    priceOf: createPriceOf(stripe, stripeEnv),
    appOrigin: 'https://app.example',
  })
  return (plan: string) => handler(post({ plan }))
}

const post = (body: object) =>
  new Request('https://f.example', { method: 'POST', body: JSON.stringify(body) })

describe('prices of offers', () => {
  it.each(offerIds)('the price of the offer %s is the same in the app and in the functions', (offer) => {
    const { amount, currency, interval } = offers[offer]
    const dollars = (amount / 100).toFixed(amount % 100 === 0 ? 0 : 2)
    const shown = shownOffers.find(({ id }) => id === offer)?.price
    expect(currency).toBe('usd')
    expect(shown).toBe(`$${dollars} ${interval ? `per ${interval}` : 'once'}`)
  })

  it('each price is compared with Stripe once', async () => {
    const priceOf = createPriceOf(stripe, stripeEnv)
    for (const offer of [...offerIds, ...offerIds]) expect(await priceOf(offer)).toBe(priceIds[offer])
    expect(asked).toHaveLength(3)
    expect(console.error).not.toHaveBeenCalled()
  })

  it.each<[string, object]>([
    ['another amount', { unit_amount: 1099 }],
    ['another currency', { currency: 'eur' }],
    ['another interval', { recurring: { interval: 'year', interval_count: 1 } }],
    ['an interval of several months', { recurring: { interval: 'month', interval_count: 3 } }],
    ['no interval', { recurring: null }],
    ['an inactive state', { active: false }],
  ])('a price at Stripe with %s is logged and not charged until it is corrected', async (_, change) => {
    const { rpc } = database(ledger.createCustomer('olive@example.com', {}).id)
    const ask = checkoutWith(rpc)
    const right = structuredClone(ledger.account.prices)
    Object.assign(ledger.account.prices[priceIds.monthly] ?? {}, change)
    await expect(ask('monthly')).rejects.toMatchObject({ status: 502, code: 'stripe_unavailable' })
    expect(Object.keys(ledger.account.sessions)).toEqual([])
    const logged = vi.mocked(console.error).mock.calls.flat().join()
    expect(logged).toContain('WrongPriceError')
    expect(logged).toContain('"offer":"monthly"')
    expect(await ask('annual')).toEqual({ url: expect.stringContaining('/checkout/') })
    Object.assign(ledger.account.prices, right)
    expect(await ask('monthly')).toEqual({ url: expect.stringContaining('/checkout/') })
  })
})

describe('deletion', () => {
  const ask = async (contextAfter: object[] | Error) => {
    const { id: customer } = ledger.createCustomer('olive@example.com', {})
    const { rpc } = database(customer)
    const answer: Rpc = async (name, args, schema) => {
      if (name !== 'billing_context') return rpc(name, args, schema)
      if (contextAfter instanceof Error) throw contextAfter
      return schema.parse(contextAfter)
    }
    await expect(checkoutWith(answer)('lifetime')).rejects.toMatchObject(
      contextAfter instanceof Error ? contextAfter : { status: 401, code: 'unauthorized' },
    )
    return Object.values(ledger.account.sessions).map(({ status }) => status)
  }

  it('create-checkout while the account is being deleted closes what it has just opened, which the deletion did not see, so that it cannot be paid', async () => {
    expect(await ask([])).toEqual(['expired'])
  })

  it('create-checkout while the account is being deleted closes and cancels nothing when it is not known whether the account is gone', async () => {
    expect(await ask(new Error('the database did not answer'))).toEqual(['open'])
  })
})

it('billing-portal still opens for a person who paid before, while billing is off', async () => {
  const handler = billingPortal({
    requireUser: async () => ({ id: 'user' }),
    rpc: database('cus_known', { billing_enabled: false }).rpc,
    stripe: null,
    appOrigin: 'https://app.example',
  })
  // Without Stripe it gets as far as asking Stripe.
  await expect(handler(post({}))).rejects.toMatchObject({ status: 503, code: 'payments_not_set_up' })
})

describe('create-checkout and billing-portal without Stripe', () => {
  const deps = (billing_enabled: boolean) => ({
    requireUser: async () => ({ id: 'user' }),
    rpc: database(null, { billing_enabled }).rpc,
    stripe: null,
    appOrigin: 'https://app.example',
    priceOf: () => Promise.reject(new Error('never asked')),
  })

  it.each([
    ['create-checkout', createCheckout],
    ['billing-portal', billingPortal],
  ])('%s answers 409 while billing is off and 503 while it is on', async (_, createHandler) => {
    const ask = (isBillingOn: boolean) => createHandler(deps(isBillingOn))(post({ plan: 'monthly' }))
    await expect(ask(false)).rejects.toMatchObject({ status: 409, code: 'billing_off' })
    await expect(ask(true)).rejects.toMatchObject({ status: 503, code: 'payments_not_set_up' })
  })
})

function openCheckout(customer: string, mode: 'subscription' | 'payment', metadata = {}) {
  const address = 'https://app.example'
  return ledger.openCheckout(
    { customer, mode, success_url: address, cancel_url: address, client_reference_id: null, metadata: {} },
    { price: mode === 'payment' ? priceIds.lifetime : priceIds.monthly, trialEnd: null, metadata },
  )
}

/** A customer with an active subscription. */
function subscriber(): { customer: string; subscription: string } {
  const customer = ledger.createCustomer('olive@example.com', {}).id
  const { id } = openCheckout(customer, 'subscription')
  return { customer, subscription: ledger.payCheckout(id).subscription ?? '' }
}

describe('values that Stripe may add in the future', () => {
  it('an unknown status of a subscription is stored unchanged and counts as running', async () => {
    const { customer, subscription } = subscriber()
    Object.assign(ledger.subscription(subscription), { status: 'status_of_tomorrow' })
    const { rpc, written } = database(customer)
    await syncMembership({ rpc, stripe }, customer)
    expect(written()).toMatchObject({ lifetime: false, status: 'status_of_tomorrow' })
    expect(await checkoutWith(rpc)('monthly')).toEqual({ url: expect.stringContaining('/portal/') })
  })

  it('an unknown interval of a subscription is stored without an offer', async () => {
    const { customer, subscription } = subscriber()
    Object.assign(ledger.subscription(subscription).items.data[0].price, { recurring: { interval: 'week' } })
    const { rpc, written } = database(customer)
    await syncMembership({ rpc, stripe }, customer)
    expect(written()).toMatchObject({ plan: null, status: 'active' })
  })

  it('an unknown status of a dispute counts as lost and ends the lifetime membership', async () => {
    const customer = ledger.createCustomer('olive@example.com', {}).id
    const session = openCheckout(customer, 'payment', { plan: 'lifetime' })
    const payment = ledger.payment(ledger.payCheckout(session.id).payment_intent ?? '')
    const dispute = ledger.openDispute(payment.latest_charge ?? '')
    for (const [status, lifetime] of [
      ['warning_closed', true],
      ['prevented', true],
      ['appeal_under_review', false],
      ['status_of_tomorrow', false],
    ]) {
      Object.assign(dispute, { status })
      const { rpc, written } = database(customer)
      await syncMembership({ rpc, stripe }, customer)
      expect(written()).toMatchObject({ lifetime })
    }
  })
})

describe('sync', () => {
  it('syncMembership writes nothing for a customer that Stripe does not know, as the key may belong to another account', async () => {
    const { rpc, calls } = database('cus_elsewhere')
    await expect(syncMembership({ rpc, stripe }, 'cus_elsewhere')).rejects.toMatchObject({
      code: 'resource_missing',
    })
    expect(calls.map(({ name }) => name)).toEqual(['begin_stripe_sync'])
    await expect(cancelMembership(stripe, 'cus_elsewhere')).rejects.toMatchObject({
      code: 'resource_missing',
    })
  })

  it('syncMembership does not ask Stripe about a customer that belongs to no account', async () => {
    const rpc: Rpc = async (_name, _args, result) => result.parse(null)
    expect(await syncMembership({ rpc, stripe }, 'cus_1', { id: 'evt_1', type: 'invoice.paid' })).toBeNull()
    expect(asked).toEqual([])
  })
})

describe('ending', () => {
  it('membershipOf ends subscriptions and open checkouts at once and may be repeated', async () => {
    const { customer, subscription } = subscriber()
    const open = openCheckout(customer, 'payment')
    const membership = await membershipOf('user', { rpc: database(customer).rpc, stripe })
    for (const _ of ['first', 'again']) {
      await membership.cancel()
      expect(ledger.subscription(subscription).status).toBe('canceled')
      expect(ledger.session(open.id).status).toBe('expired')
    }
  })

  it('membershipOf closes open checkouts alone when no more is asked for', async () => {
    const { customer, subscription } = subscriber()
    const open = openCheckout(customer, 'payment')
    await (await membershipOf('user', { rpc: database(customer).rpc, stripe })).closeCheckouts()
    expect(ledger.session(open.id).status).toBe('expired')
    expect(ledger.subscription(subscription).status).not.toBe('canceled')
  })

  it('membershipOf needs Stripe only for a person with a customer, and does nothing for a deleted customer', async () => {
    const none = await membershipOf('user', { rpc: database(null).rpc, stripe: null })
    await none.closeCheckouts()
    await none.cancel()
    await expect(membershipOf('user', { rpc: database('cus_1').rpc, stripe: null })).rejects.toThrow(
      'not set up',
    )
    const { id } = ledger.createCustomer('olive@example.com', {})
    ledger.deleteCustomer(id)
    await cancelMembership(stripe, id)
    expect(asked).toEqual([`GET /v1/customers/${id}`])
  })
})
