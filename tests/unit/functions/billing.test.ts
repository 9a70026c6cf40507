// @vitest-environment node
import type Stripe from 'stripe'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { z } from 'zod'
import { offers as shownOffers } from '@/features/billing/offers'
import type { Rpc } from '../../../supabase/functions/_shared/clients.ts'
import {
  cancelMembership,
  cancelMembershipOf,
  syncMembership,
} from '../../../supabase/functions/_shared/membership.ts'
import { type PlanId, plans } from '../../../supabase/functions/_shared/plans.ts'
import { createPrices } from '../../../supabase/functions/_shared/prices.ts'
import { createStripe } from '../../../supabase/functions/_shared/stripe.ts'
import { billingPortal } from '../../../supabase/functions/billing-portal/handler.ts'
import { createCheckout } from '../../../supabase/functions/create-checkout/handler.ts'
import { emptyAccount, Ledger, priceIds } from '../../../supabase/local/stripe/account.ts'
import { createApi } from '../../../supabase/local/stripe/api.ts'

const key = 'sk_test_unit'
const stripeEnv = {
  STRIPE_SECRET_KEY: key,
  STRIPE_WEBHOOK_SECRET: 'whsec_unit',
  STRIPE_PRICE_MONTHLY: priceIds.monthly,
  STRIPE_PRICE_ANNUAL: priceIds.annual,
  STRIPE_PRICE_LIFETIME: priceIds.lifetime,
  STRIPE_API_BASE: 'https://stripe.example',
}
const planIds: PlanId[] = ['monthly', 'annual', 'lifetime']

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

/** A database that knows one person with this customer, and keeps what is written. */
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

describe('prices', () => {
  it.each(planIds)('of the plan %s are the same in the app and in the functions', (plan) => {
    const { amount, currency, interval } = plans[plan]
    const dollars = (amount / 100).toFixed(amount % 100 === 0 ? 0 : 2)
    const shown = shownOffers.find(({ id }) => id === plan)?.price
    expect(currency).toBe('usd')
    expect(shown).toBe(`$${dollars} ${interval ? `per ${interval}` : 'once'}`)
  })

  it('are compared with Stripe once', async () => {
    const priceOf = createPrices(stripe, stripeEnv)
    for (const plan of [...planIds, ...planIds]) expect(await priceOf(plan)).toBe(priceIds[plan])
    expect(asked).toHaveLength(3)
    expect(console.error).not.toHaveBeenCalled()
  })

  it.each<[string, () => void]>([
    [
      'another amount',
      () => Object.assign(ledger.account.prices[priceIds.monthly] ?? {}, { unit_amount: 1099 }),
    ],
    [
      'another currency',
      () => Object.assign(ledger.account.prices[priceIds.monthly] ?? {}, { currency: 'eur' }),
    ],
    [
      'another interval',
      () =>
        Object.assign(ledger.account.prices[priceIds.monthly] ?? {}, {
          recurring: { interval: 'year', interval_count: 1 },
        }),
    ],
    [
      'several months',
      () =>
        Object.assign(ledger.account.prices[priceIds.monthly] ?? {}, {
          recurring: { interval: 'month', interval_count: 3 },
        }),
    ],
    ['no interval', () => Object.assign(ledger.account.prices[priceIds.monthly] ?? {}, { recurring: null })],
    ['an end', () => Object.assign(ledger.account.prices[priceIds.monthly] ?? {}, { active: false })],
  ])(
    'at Stripe with %s stand in the log and are not charged, until they are put right',
    async (_, change) => {
      const priceOf = createPrices(stripe, stripeEnv)
      const right = structuredClone(ledger.account.prices)
      change()
      const { rpc } = database(ledger.createCustomer('olive@example.com', {}).id)
      const handler = createCheckout({
        requireUser: async () => ({ id: 'user' }),
        rpc,
        stripe,
        priceOf,
        appOrigin: 'https://app.example',
      })
      const ask = (plan: string) =>
        handler(new Request('https://f.example', { method: 'POST', body: JSON.stringify({ plan }) }))
      await expect(ask('monthly')).rejects.toMatchObject({ status: 502, code: 'stripe_unavailable' })
      expect(Object.keys(ledger.account.sessions)).toEqual([])
      const logged = vi.mocked(console.error).mock.calls.flat().join()
      expect(logged).toContain('WrongPriceError')
      expect(logged).toContain('"plan":"monthly"')
      expect(await ask('annual')).toEqual({ url: expect.stringContaining('/checkout/') })
      Object.assign(ledger.account.prices, right)
      expect(await ask('monthly')).toEqual({ url: expect.stringContaining('/checkout/') })
    },
  )
})

describe('without Stripe', () => {
  const deps = (billing_enabled: boolean) => ({
    requireUser: async () => ({ id: 'user' }),
    rpc: database(null, { billing_enabled }).rpc,
    stripe: null,
    appOrigin: 'https://app.example',
    priceOf: () => Promise.reject(new Error('never asked')),
  })
  const request = () => new Request('https://f.example', { method: 'POST', body: '{"plan": "monthly"}' })

  it('checkout and portal say whether membership is charged for at all', async () => {
    for (const handler of [createCheckout, billingPortal]) {
      await expect(handler(deps(false))(request())).rejects.toMatchObject({
        status: 409,
        code: 'billing_off',
      })
      await expect(handler(deps(true))(request())).rejects.toMatchObject({
        status: 502,
        code: 'stripe_unavailable',
      })
    }
  })
})

/** A customer with a subscription that runs. */
function subscriber(): { customer: string; subscription: string } {
  const customer = ledger.createCustomer('olive@example.com', {}).id
  const session = ledger.openCheckout(
    {
      customer,
      mode: 'subscription',
      success_url: 'https://app.example',
      cancel_url: 'https://app.example',
      client_reference_id: null,
      metadata: {},
    },
    { price: priceIds.monthly, trialEnd: null, metadata: {} },
  )
  return { customer, subscription: ledger.payCheckout(session.id).subscription ?? '' }
}

describe('what Stripe may say one day', () => {
  it('as the status of a subscription is kept as it is, and counts as running', async () => {
    const { customer, subscription } = subscriber()
    Object.assign(ledger.subscription(subscription), { status: 'word_of_tomorrow' })
    const { rpc, written } = database(customer)
    await syncMembership({ rpc, stripe }, customer)
    expect(written()).toMatchObject({ lifetime: false, status: 'word_of_tomorrow' })
    const handler = createCheckout({
      requireUser: async () => ({ id: 'user' }),
      rpc,
      stripe,
      priceOf: createPrices(stripe, stripeEnv),
      appOrigin: 'https://app.example',
    })
    const answer = await handler(
      new Request('https://f.example', { method: 'POST', body: '{"plan": "monthly"}' }),
    )
    expect(answer).toEqual({ url: expect.stringContaining('/portal/') })
  })

  it('as an interval is no plan of ours', async () => {
    const { customer, subscription } = subscriber()
    Object.assign(ledger.subscription(subscription).items.data[0].price, { recurring: { interval: 'week' } })
    const { rpc, written } = database(customer)
    await syncMembership({ rpc, stripe }, customer)
    expect(written()).toMatchObject({ plan: null, status: 'active' })
  })

  it('of a dispute takes the lifetime away', async () => {
    const customer = ledger.createCustomer('olive@example.com', {}).id
    const session = ledger.openCheckout(
      {
        customer,
        mode: 'payment',
        success_url: 'https://app.example',
        cancel_url: 'https://app.example',
        client_reference_id: null,
        metadata: {},
      },
      { price: priceIds.lifetime, trialEnd: null, metadata: { plan: 'lifetime' } },
    )
    const payment = ledger.payment(ledger.payCheckout(session.id).payment_intent ?? '')
    const dispute = ledger.openDispute(payment.latest_charge ?? '')
    for (const [status, lifetime] of [
      ['warning_closed', true],
      ['prevented', true],
      ['appeal_under_review', false],
      ['word_of_tomorrow', false],
    ]) {
      Object.assign(dispute, { status })
      const { rpc, written } = database(customer)
      await syncMembership({ rpc, stripe }, customer)
      expect(written()).toMatchObject({ lifetime })
    }
  })
})

describe('a customer that Stripe does not know', () => {
  it('is nobody’s loss: nothing is written, as the key may be that of another account', async () => {
    const { rpc, calls } = database('cus_elsewhere')
    await expect(syncMembership({ rpc, stripe }, 'cus_elsewhere')).rejects.toMatchObject({
      code: 'resource_missing',
    })
    expect(calls.map(({ name }) => name)).toEqual(['begin_stripe_sync'])
    await expect(cancelMembership(stripe, 'cus_elsewhere')).rejects.toMatchObject({
      code: 'resource_missing',
    })
  })
})

describe('an event of nobody’s customer', () => {
  it('asks Stripe nothing', async () => {
    const rpc: Rpc = async (_name, _args, answer) => answer.parse(null)
    expect(await syncMembership({ rpc, stripe }, 'cus_1', { id: 'evt_1', type: 'invoice.paid' })).toBeNull()
    expect(asked).toEqual([])
  })
})

describe('the end of a membership', () => {
  it('comes at once, closes what is open, and may be repeated', async () => {
    const { customer, subscription } = subscriber()
    const open = ledger.openCheckout(
      {
        customer,
        mode: 'payment',
        success_url: 'https://app.example',
        cancel_url: 'https://app.example',
        client_reference_id: null,
        metadata: {},
      },
      { price: priceIds.lifetime, trialEnd: null, metadata: {} },
    )
    const { rpc } = database(customer)
    for (const _ of ['first', 'again']) {
      await cancelMembershipOf('user', { rpc, stripe })
      expect(ledger.subscription(subscription).status).toBe('canceled')
      expect(ledger.session(open.id).status).toBe('expired')
    }
  })

  it('is nothing for somebody who never paid, and needs Stripe for others', async () => {
    await cancelMembershipOf('user', { rpc: database(null).rpc, stripe: null })
    await expect(cancelMembershipOf('user', { rpc: database('cus_1').rpc, stripe: null })).rejects.toThrow(
      'not set up',
    )
    const { id } = ledger.createCustomer('olive@example.com', {})
    ledger.deleteCustomer(id)
    await cancelMembership(stripe, id)
    expect(asked).toEqual([`GET /v1/customers/${id}`])
  })
})
