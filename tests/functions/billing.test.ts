// Paying for a membership, from choosing a plan to the end of it, at the stand-in for Stripe.
import './own-stack.ts'
import { describe, expect, it } from 'vitest'
import type { Person } from '../people.ts'

const {
  address,
  asAdministrator,
  changeAddress,
  decide,
  deleteAccount,
  designate,
  household,
  person,
  submitCertificate,
  succeed,
} = await import('../people.ts')
const { answers, appOrigin, call, secretKey } = await import('./calls.ts')
const {
  askForCheckout,
  askForPortal,
  atStripe,
  buy,
  chargeOf,
  customerOf,
  deliver,
  eventOf,
  happens,
  hasStripe,
  needsStripe,
  pay,
  stripe,
  subscriptionOf,
} = await import('./stripe.ts')

const day = 24 * 60 * 60 * 1000

const membershipOf = async ({ client, id }: Person) =>
  (
    await succeed(
      client
        .from('subscriptions')
        .select('plan, status, lifetime, trial_end, current_period_end, cancel_at_period_end')
        .eq('user_id', id),
    )
  )[0]

const hasPremium = ({ client }: Person) => succeed(client.rpc('has_premium'))

/** Moves the end of somebody's free days. */
const freeDaysEnd = async ({ id, email }: Person, days: number) => {
  const end = new Date(Date.now() + days * day).toISOString()
  await asAdministrator(
    'update private.used_trials set trial_end = $2 where email_hash = private.trial_hash($1)',
    [email, end],
  )
  await asAdministrator('update public.subscriptions set trial_end = $2 where user_id = $1', [id, end])
  return end
}

/** Somebody whose free days are over. */
const afterTrial = async (name: string) => {
  const someone = await person(name)
  await freeDaysEnd(someone, -1)
  return someone
}

const checkoutFor = async (someone: Person, plan: string, more: object = {}): Promise<string> => {
  const response = await askForCheckout(someone, { plan, ...more })
  const body = await response.json()
  expect([response.status, Object.keys(body)]).toEqual([200, ['url']])
  return body.url
}

const sessionOf = (url: string) => stripe.checkout.sessions.retrieve(url.split('/').at(-1) ?? '')

const keepHouse = async () => (await call('housekeeping', { headers: { apikey: secretKey } })).json()

/** Lets cancellations that failed come due again. */
const letTimePass = () =>
  asAdministrator('update private.membership_cancellations set next_attempt_at = now() where true')

describe.skipIf(!hasStripe)(`a checkout${needsStripe}`, () => {
  it('keeps the free days that are left, and takes no money before', async () => {
    const owner = await person('Olive Owner')
    const before = await membershipOf(owner)
    const url = await checkoutFor(owner, 'monthly')
    expect(await sessionOf(url)).toMatchObject({ mode: 'subscription', payment_status: 'unpaid' })
    expect(await pay(url)).toBe(`${appOrigin}/billing?checkout=success&plan=monthly`)
    const membership = await membershipOf(owner)
    expect(membership).toMatchObject({ plan: 'monthly', status: 'trialing', lifetime: false })
    // Stripe counts whole seconds.
    const gained = Date.parse(membership?.trial_end ?? '') - Date.parse(before?.trial_end ?? '')
    expect(gained).toBeGreaterThanOrEqual(0)
    expect(gained).toBeLessThan(1000)
    await expect(chargeOf(owner)).rejects.toThrow('paid nothing')
  })

  it('gives those in their last hours the two days that Stripe wants', async () => {
    const owner = await person('Olive Owner')
    await freeDaysEnd(owner, 0.1)
    await buy(owner, 'annual')
    const left = Date.parse((await membershipOf(owner))?.trial_end ?? '') - Date.now()
    expect(left / day).toBeGreaterThan(2)
    expect(left / day).toBeLessThan(2.1)
  })

  it.each([
    ['monthly', 999, 30],
    ['annual', 9900, 365],
  ])('of the %s plan charges at once when the free days are over', async (plan, cents, days) => {
    const owner = await afterTrial('Olive Owner')
    expect(await hasPremium(owner)).toBe(false)
    await buy(owner, plan)
    const membership = await membershipOf(owner)
    expect(membership).toMatchObject({ plan, status: 'active', trial_end: null, cancel_at_period_end: false })
    expect((Date.parse(membership?.current_period_end ?? '') - Date.now()) / day).toBeCloseTo(days, 1)
    expect(await chargeOf(owner)).toMatchObject({ amount: cents })
    expect(await hasPremium(owner)).toBe(true)
  })

  it('of the lifetime plan is paid once', async () => {
    const owner = await person('Olive Owner')
    await buy(owner, 'lifetime')
    expect(await membershipOf(owner)).toEqual({
      plan: 'lifetime',
      status: 'active',
      lifetime: true,
      trial_end: null,
      current_period_end: null,
      cancel_at_period_end: false,
    })
    expect(await chargeOf(owner)).toMatchObject({ amount: 29_900 })
  })

  it('of the lifetime plan by a slow bank opens when the money is there, and is not offered twice meanwhile', async () => {
    const [owner, unlucky] = await Promise.all([afterTrial('Olive Owner'), afterTrial('Ulla Unlucky')])
    for (const who of [owner, unlucky]) {
      await pay(await checkoutFor(who, 'lifetime'), 'slow')
      expect(await hasPremium(who)).toBe(false)
      expect(await checkoutFor(who, 'lifetime')).toContain('/portal/')
      const { data } = await stripe.paymentIntents.list({ customer: (await customerOf(who)).id })
      await happens(`payments/${data[0]?.id}/${who === owner ? 'arrive' : 'bounce'}`)
    }
    expect(await membershipOf(owner)).toMatchObject({ lifetime: true })
    expect(await membershipOf(unlucky)).toMatchObject({ lifetime: false })
    expect(await hasPremium(unlucky)).toBe(false)
    expect(await checkoutFor(unlucky, 'lifetime')).toContain('/checkout/')
  })

  it('of the lifetime plan ends a running subscription', async () => {
    const owner = await afterTrial('Olive Owner')
    await buy(owner, 'annual')
    await buy(owner, 'lifetime')
    expect(await subscriptionOf(owner)).toMatchObject({ status: 'canceled' })
    expect(await membershipOf(owner)).toMatchObject({ plan: 'lifetime', lifetime: true })
  })

  it('begins the free days of somebody who came by an invitation', async () => {
    const [owner, email] = [await person('Olive Owner'), address('Ann')]
    await designate(owner, email, 'executor')
    const ann = await person('Ann', { email })
    expect(await membershipOf(ann)).toBeUndefined()
    await buy(ann, 'monthly')
    const left = Date.parse((await membershipOf(ann))?.trial_end ?? '') - Date.now()
    expect(left / day).toBeGreaterThan(6.99)
  })

  it('is one for a person: asked for again it is the same, and another plan closes it', async () => {
    const owner = await person('Olive Owner')
    const first = await checkoutFor(owner, 'monthly')
    expect(await checkoutFor(owner, 'monthly')).toBe(first)
    const second = await checkoutFor(owner, 'annual')
    expect(await sessionOf(first)).toMatchObject({ status: 'expired' })
    expect(await sessionOf(second)).toMatchObject({ status: 'open' })
    const third = await checkoutFor(owner, 'monthly')
    expect(third).not.toBe(first)
    expect(await sessionOf(third)).toMatchObject({ status: 'open' })
  })

  it('makes one customer and one checkout, however often it is asked for at once', async () => {
    const owner = await person('Olive Owner')
    const urls = await Promise.all(Array.from({ length: 5 }, () => checkoutFor(owner, 'monthly')))
    expect(new Set(urls).size).toBe(1)
    const { id, metadata } = await customerOf(owner)
    expect(metadata).toEqual({ user_id: owner.id })
    const { data } = await stripe.checkout.sessions.list({ customer: id })
    expect(data).toHaveLength(1)
  })

  it('leads a member to the portal, even before the news of the payment has come', async () => {
    const [owner, lifetime] = await Promise.all([afterTrial('Olive Owner'), afterTrial('Liv Lifetime')])
    await atStripe({ hold: true })
    await buy(owner, 'monthly')
    await buy(lifetime, 'lifetime')
    expect(await hasPremium(owner)).toBe(false)
    for (const plan of ['monthly', 'annual']) expect(await checkoutFor(owner, plan)).toContain('/portal/')
    for (const plan of ['monthly', 'annual', 'lifetime'])
      expect(await checkoutFor(lifetime, plan)).toContain('/portal/')
    // What was found out on the way is kept.
    expect(await membershipOf(owner)).toMatchObject({ plan: 'monthly', status: 'active' })
    await atStripe({ hold: false })
    expect(await membershipOf(owner)).toMatchObject({ plan: 'monthly', status: 'active' })
    expect(await membershipOf(lifetime)).toMatchObject({ lifetime: true })
  })

  it('leads a member whose payment failed to the portal, and one who has left to a new checkout', async () => {
    const owner = await afterTrial('Olive Owner')
    await buy(owner, 'monthly')
    const { id } = await subscriptionOf(owner)
    await happens(`subscriptions/${id}/fail`)
    expect(await checkoutFor(owner, 'annual')).toContain('/portal/')
    await happens(`subscriptions/${id}/cancel`)
    expect(await checkoutFor(owner, 'annual')).toContain('/checkout/')
  })

  it('takes nothing from the caller but the plan', async () => {
    const owner = await person('Olive Owner')
    const url = await checkoutFor(owner, 'annual', {
      price: 'price_1',
      amount: 1,
      success_url: 'https://evil.example',
      customer: 'cus_1',
      user_id: crypto.randomUUID(),
    })
    expect(await sessionOf(url)).toMatchObject({
      customer: (await customerOf(owner)).id,
      success_url: `${appOrigin}/billing?checkout=success&plan=annual`,
      cancel_url: `${appOrigin}/billing?checkout=cancelled`,
      metadata: { plan: 'annual', price: 'price_heartwood_annual' },
    })
  })

  it.each(['weekly', '', 'Monthly', 'constructor', '__proto__', 'price_heartwood_monthly'])(
    'knows no plan “%s”',
    async (plan) => {
      await answers(await askForCheckout(await person('Olive Owner'), { plan }), 400, 'unknown_plan')
    },
  )

  it('is for people who are signed in', async () => {
    for (const name of ['create-checkout', 'billing-portal']) {
      const body = JSON.stringify({ plan: 'monthly' })
      await answers(await call(name, { body }), 401, 'unauthorized')
      await answers(await call(name, { method: 'GET' }), 405, 'method_not_allowed')
    }
  })

  it('is not there once the death is verified', async () => {
    const { owner } = await household('released', ['executor'])
    await answers(await askForCheckout(owner, { plan: 'monthly' }), 409, 'plan_frozen')
  })

  it('says so when Stripe does not answer, and works again when it does', async () => {
    const owner = await person('Olive Owner')
    await atStripe({ fail: 1 })
    await answers(await askForCheckout(owner, { plan: 'monthly' }), 502, 'stripe_unavailable')
    await atStripe({ fail: 1 })
    await answers(await askForPortal(owner), 502, 'stripe_unavailable')
    expect(await checkoutFor(owner, 'monthly')).toContain('/checkout/')
  })

  it('and the portal are refused while nobody is charged', async () => {
    const owner = await person('Olive Owner')
    await asAdministrator('select admin.set_billing(false)')
    try {
      await answers(await askForCheckout(owner, { plan: 'monthly' }), 409, 'billing_off')
      await answers(await askForPortal(owner), 409, 'billing_off')
      await expect(customerOf(owner)).rejects.toThrow('0 customers')
    } finally {
      await asAdministrator('select admin.set_billing(true)')
    }
  })
})

describe.skipIf(!hasStripe)(`the portal${needsStripe}`, () => {
  it('opens for the caller’s own customer, who is told the present address', async () => {
    const owner = await person('Olive Owner')
    const first = await askForPortal(owner)
    expect(first.status).toBe(200)
    const { id } = await customerOf(owner)
    const email = address('Olive')
    await changeAddress(owner, email)
    expect((await askForPortal(owner)).status).toBe(200)
    expect((await customerOf({ ...owner, email })).id).toBe(id)
  })

  it('opens for somebody whose customer was deleted at Stripe, with a new one', async () => {
    const owner = await afterTrial('Olive Owner')
    await buy(owner, 'monthly')
    const { id } = await customerOf(owner)
    await stripe.customers.del(id)
    await atStripe()
    expect(await membershipOf(owner)).toMatchObject({ status: 'canceled' })
    expect((await askForPortal(owner)).status).toBe(200)
    expect((await customerOf(owner)).id).not.toBe(id)
  })
})

describe.skipIf(!hasStripe)(`a membership${needsStripe}`, () => {
  const member = async (plan: string) => {
    const owner = await afterTrial('Olive Owner')
    await buy(owner, plan)
    return owner
  }

  it('whose payment fails stays open for seven days, and recovers', async () => {
    const owner = await member('monthly')
    const { id } = await subscriptionOf(owner)
    await happens(`subscriptions/${id}/fail`)
    const membership = await membershipOf(owner)
    expect(membership?.status).toBe('past_due')
    // Not the end of the month that Stripe has opened already.
    expect(Math.abs(Date.parse(membership?.current_period_end ?? '') - Date.now())).toBeLessThan(day)
    expect(await hasPremium(owner)).toBe(true)
    await asAdministrator(
      `update public.subscriptions set current_period_end = current_period_end - interval '8 days' where user_id = $1`,
      [owner.id],
    )
    expect(await hasPremium(owner)).toBe(false)
    await happens(`subscriptions/${id}/pay`)
    expect(await membershipOf(owner)).toMatchObject({ status: 'active' })
    expect(await hasPremium(owner)).toBe(true)
  })

  it.each([['fail', 'unpaid'], ['fail', 'give-up'], ['cancel'], ['pause']])(
    'that ends by %s closes',
    async (...ends) => {
      const owner = await member('monthly')
      const { id } = await subscriptionOf(owner)
      for (const end of ends) await happens(`subscriptions/${id}/${end}`)
      expect(await hasPremium(owner)).toBe(false)
    },
  )

  it('that is to end with its period is open until then', async () => {
    const owner = await member('annual')
    const { id } = await subscriptionOf(owner)
    await stripe.subscriptions.update(id, { cancel_at_period_end: true })
    await atStripe()
    expect(await membershipOf(owner)).toMatchObject({ status: 'active', cancel_at_period_end: true })
    await stripe.subscriptions.update(id, { cancel_at_period_end: false })
    await atStripe()
    expect(await membershipOf(owner)).toMatchObject({ status: 'active', cancel_at_period_end: false })
  })

  it('can change its plan', async () => {
    const owner = await member('monthly')
    const { id, items } = await subscriptionOf(owner)
    await stripe.subscriptions.update(id, {
      items: [{ id: items.data[0]?.id ?? '', price: 'price_heartwood_annual' }],
    })
    await atStripe()
    expect(await membershipOf(owner)).toMatchObject({ plan: 'annual', status: 'active' })
  })

  it('given up in the free days leaves the free days', async () => {
    const owner = await person('Olive Owner')
    const before = await membershipOf(owner)
    await buy(owner, 'monthly')
    await happens(`subscriptions/${(await subscriptionOf(owner)).id}/cancel`)
    expect(await membershipOf(owner)).toEqual(before)
    await freeDaysEnd(owner, -0.01)
    expect(await hasPremium(owner)).toBe(false)
  })

  it('for life ends with a full refund, not with a part of it, and comes back when the bank returns it', async () => {
    const owner = await member('lifetime')
    const { id } = await chargeOf(owner)
    await stripe.refunds.create({ charge: id, amount: 10_000 })
    await atStripe()
    expect(await membershipOf(owner)).toMatchObject({ lifetime: true })
    await stripe.refunds.create({ charge: id })
    await atStripe()
    expect(await membershipOf(owner)).toMatchObject({ lifetime: false, plan: null, status: 'canceled' })
    expect(await hasPremium(owner)).toBe(false)
    const { data } = await stripe.refunds.list({ charge: id })
    await happens(`refunds/${data[0]?.id}/fail`)
    expect(await membershipOf(owner)).toMatchObject({ lifetime: true })
  })

  it.each([
    ['win', true],
    ['lose', false],
  ])('for life in dispute stays, until the %s decides', async (end, stays) => {
    const owner = await member('lifetime')
    const { id } = await chargeOf(owner)
    await happens(`charges/${id}/dispute`)
    expect(await hasPremium(owner)).toBe(true)
    const { data } = await stripe.disputes.list({ charge: id })
    await happens(`disputes/${data[0]?.id}/${end}`)
    expect(await hasPremium(owner)).toBe(stays)
  })
})

describe.skipIf(!hasStripe)(`the webhook${needsStripe}`, () => {
  /** Somebody who has paid, with the news held back: one good event would open. */
  const paidInSilence = async () => {
    const owner = await afterTrial('Olive Owner')
    await askForCheckout(owner, { plan: 'monthly' })
    const customer = (await customerOf(owner)).id
    await atStripe({ hold: true })
    await buy(owner, 'monthly')
    const payload = JSON.stringify(
      eventOf('customer.subscription.updated', { object: 'subscription', id: 'sub_1', customer }),
    )
    return { owner, customer, payload }
  }

  it.each<[string, (payload: string) => Promise<Response>]>([
    ['unsigned', (payload) => deliver(payload, { signature: '' })],
    ['signed with nonsense', (payload) => deliver(payload, { signature: 't=1,v1=00' })],
    ['signed for somebody else', (payload) => deliver(payload, { secret: 'whsec_other' })],
    ['signed with an empty secret', (payload) => deliver(payload, { secret: ' ' })],
    ['older than five minutes', (payload) => deliver(payload, { age: 301 })],
    [
      'changed on the way',
      async (payload) => {
        const { sign } = await import('../../supabase/local/stripe/events.ts')
        const { stripeWebhookSecret } = await import('../../supabase/local/settings.ts')
        const signature = await sign(payload.replace('updated', 'deleted'), stripeWebhookSecret)
        return deliver(payload, { signature })
      },
    ],
  ])('refuses an event that is %s', async (_, send) => {
    const { owner, payload } = await paidInSilence()
    const before = await membershipOf(owner)
    await answers(await send(payload), 400, 'invalid_signature')
    expect(await membershipOf(owner)).toEqual(before)
    expect(
      await asAdministrator('select from private.stripe_events where id = $1', [JSON.parse(payload).id]),
    ).toEqual([])
    // The same event, whole and signed, would have opened.
    expect((await deliver(payload, { age: 290 })).status).toBe(200)
    expect(await hasPremium(owner)).toBe(true)
    await atStripe({ hold: false })
  })

  it('reads nothing in an event but whom it is about', async () => {
    const [owner, attacker] = await Promise.all([afterTrial('Olive Owner'), afterTrial('Max Mallory')])
    await askForCheckout(attacker, { plan: 'monthly' })
    const own = (await customerOf(attacker)).id
    const claims = {
      status: 'active',
      metadata: { user_id: owner.id, plan: 'lifetime' },
      payment_status: 'paid',
    }
    for (const [type, object] of [
      ['customer.subscription.updated', { object: 'subscription', id: 'sub_1', customer: own, ...claims }],
      [
        'checkout.session.completed',
        { object: 'checkout.session', id: 'cs_1', customer: own, client_reference_id: owner.id, ...claims },
      ],
      [
        'customer.subscription.updated',
        { object: 'subscription', id: 'sub_1', customer: 'cus_of_nobody', ...claims },
      ],
      [
        'checkout.session.completed',
        { object: 'checkout.session', id: 'cs_1', customer: null, client_reference_id: owner.id, ...claims },
      ],
    ] as const) {
      const response = await deliver(JSON.stringify(eventOf(type, object)))
      expect([type, response.status]).toEqual([type, 200])
    }
    for (const who of [owner, attacker]) {
      expect(await hasPremium(who)).toBe(false)
      expect(await membershipOf(who)).toMatchObject({ lifetime: false, status: 'trialing' })
    }
  })

  it('finds the person by the customer that was stored, whatever the customer says', async () => {
    const owner = await afterTrial('Olive Owner')
    const stranger = await stripe.customers.create({ email: owner.email, metadata: { user_id: owner.id } })
    const session = await stripe.checkout.sessions.create({
      customer: stranger.id,
      mode: 'payment',
      line_items: [{ price: 'price_heartwood_lifetime', quantity: 1 }],
      success_url: 'https://app.example',
      cancel_url: 'https://app.example',
      client_reference_id: owner.id,
      metadata: { user_id: owner.id, plan: 'lifetime' },
      payment_intent_data: { metadata: { user_id: owner.id, plan: 'lifetime' } },
    })
    await pay(session.url ?? '')
    expect(await hasPremium(owner)).toBe(false)
  })

  it('accepts and ignores what it does not know', async () => {
    for (const type of ['customer.created', 'price.updated', 'a.word.of.tomorrow', 'v1.billing.meter']) {
      const response = await deliver(JSON.stringify(eventOf(type, { object: 'thing', id: 'x' })))
      expect([type, response.status, await response.json()]).toEqual([type, 200, { received: true }])
    }
  })

  it('works an event off once', async () => {
    const { owner, customer, payload } = await paidInSilence()
    expect((await deliver(payload)).status).toBe(200)
    const { syncs_begun } =
      (
        await asAdministrator(
          'select syncs_begun from private.billing_customers where stripe_customer_id = $1',
          [customer],
        )
      )[0] ?? {}
    expect((await deliver(payload)).status).toBe(200)
    const events = await asAdministrator('select type from private.stripe_events where id = $1', [
      JSON.parse(payload).id,
    ])
    expect(events).toEqual([{ type: 'customer.subscription.updated' }])
    const after = await asAdministrator(
      'select syncs_begun from private.billing_customers where stripe_customer_id = $1',
      [customer],
    )
    expect(after).toEqual([{ syncs_begun }])
    expect(await hasPremium(owner)).toBe(true)
    await atStripe({ hold: false })
  })

  it('asks for the event again when Stripe cannot be read, and nothing is lost', async () => {
    const { owner, payload } = await paidInSilence()
    const before = await membershipOf(owner)
    await atStripe({ fail: 2 })
    await answers(await deliver(payload), 502, 'stripe_unavailable')
    await atStripe({ fail: 0 })
    expect(await membershipOf(owner)).toEqual(before)
    expect((await deliver(payload)).status).toBe(200)
    expect(await hasPremium(owner)).toBe(true)
    await atStripe({ hold: false })
  })

  it('takes no body over a megabyte, and nothing but POST', async () => {
    await answers(await deliver('x'.repeat(1024 * 1024 + 1)), 413, 'body_too_large')
    await answers(await call('stripe-webhook', { method: 'GET' }), 405, 'method_not_allowed')
  })
})

describe.skipIf(!hasStripe)(`no more money is taken${needsStripe}`, () => {
  const subscribed = async () => {
    const home = await household('open', ['executor', 'beneficiary'])
    await freeDaysEnd(home.owner, -1)
    await buy(home.owner, 'monthly')
    return home
  }

  it('once the death is verified; the memorial does not notice', async () => {
    const { owner, executor, beneficiary } = await subscribed()
    await submitCertificate(executor, owner)
    await decide(owner, 'approved')
    const look = () =>
      Promise.all([
        succeed(executor.client.from('financial_accounts').select()),
        succeed(executor.client.from('funeral_plan').select()),
        succeed(beneficiary.client.from('video_messages').select()),
        succeed(beneficiary.client.rpc('memorial_access', { owner_id: owner.id })),
        succeed(executor.client.from('profiles').select().eq('user_id', owner.id)),
      ])
    const before = await look()
    expect(before.map(({ length }) => length)).toEqual([1, 1, 1, 1, 1])
    await atStripe({ fail: 1 })
    expect(await keepHouse()).toMatchObject({ membershipsCancelled: 0, cancellationsFailed: 1 })
    expect(await subscriptionOf(owner)).toMatchObject({ status: 'active' })
    await letTimePass()
    expect(await keepHouse()).toMatchObject({ membershipsCancelled: 1, cancellationsFailed: 0 })
    await atStripe()
    expect(await subscriptionOf(owner)).toMatchObject({ status: 'canceled' })
    expect(await membershipOf(owner)).toMatchObject({ status: 'canceled' })
    expect(await look()).toEqual(before)
    expect(await keepHouse()).toMatchObject({ membershipsCancelled: 0 })
  })

  it('by a checkout that was open when the death was verified', async () => {
    const { owner, executor } = await household('hidden', ['executor'])
    const url = await checkoutFor(owner, 'monthly')
    await submitCertificate(executor, owner)
    await decide(owner, 'approved')
    await keepHouse()
    expect(await sessionOf(url)).toMatchObject({ status: 'expired' })
  })

  it('by a checkout that was paid while the death was verified', async () => {
    const { owner, executor } = await household('hidden', ['executor'])
    const url = await checkoutFor(owner, 'monthly')
    await submitCertificate(executor, owner)
    await decide(owner, 'approved')
    await asAdministrator('delete from private.membership_cancellations where true')
    await pay(url)
    expect(await keepHouse()).toMatchObject({ membershipsCancelled: 1 })
    expect(await subscriptionOf(owner)).toMatchObject({ status: 'canceled' })
  })

  it('unless the owner says in time to be alive', async () => {
    const { owner, executor } = await subscribed()
    await submitCertificate(executor, owner)
    await decide(owner, 'approved')
    await succeed(owner.client.rpc('stop_release'))
    expect(await keepHouse()).toMatchObject({ membershipsCancelled: 0 })
    expect(await subscriptionOf(owner)).toMatchObject({ status: 'active' })
  })

  it('once the account is deleted, however that was done', async () => {
    const { owner } = await subscribed()
    await deleteAccount(owner)
    expect(await keepHouse()).toMatchObject({ membershipsCancelled: 1 })
    await atStripe()
    expect(await subscriptionOf(owner)).toMatchObject({ status: 'canceled' })
  })
})
