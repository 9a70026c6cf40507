// A membership from the checkout to its end, with the stand-in for Stripe.
import './own-stack.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Person } from '../support/people.ts'

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
  turnBillingOn,
} = await import('../support/people.ts')
const { answers, appOrigin, call, runHousekeeping } = await import('./calls.ts')
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

// Put back before this file's own stack ends.
let putBillingBack = async () => {}
beforeAll(async () => {
  putBillingBack = await turnBillingOn()
})
afterAll(() => putBillingBack())

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

/** Moves the end of a person's free trial. */
const setTrialEnd = async ({ id, email }: Person, days: number) => {
  const end = new Date(Date.now() + days * day).toISOString()
  await asAdministrator(
    'update private.used_trials set trial_end = $2 where email_hash = private.trial_hash($1)',
    [email, end],
  )
  await asAdministrator('update public.subscriptions set trial_end = $2 where user_id = $1', [id, end])
  return end
}

/** A person whose free trial is over. */
const afterTrial = async (name: string) => {
  const someone = await person(name)
  await setTrialEnd(someone, -1)
  return someone
}

const checkoutFor = async (someone: Person, offer: string, more: object = {}): Promise<string> => {
  const response = await askForCheckout(someone, { plan: offer, ...more })
  const body = await response.json()
  expect([response.status, Object.keys(body)]).toEqual([200, ['url']])
  return body.url
}

const sessionOf = (url: string) => stripe.checkout.sessions.retrieve(url.split('/').at(-1) ?? '')

/** Makes failed cancellations due again. */
const letTimePass = () =>
  asAdministrator('update private.membership_cancellations set next_attempt_at = now() where true')

describe.skipIf(!hasStripe)(`checkout${needsStripe}`, () => {
  it('create-checkout keeps the rest of the free trial and charges nothing before it ends', async () => {
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

  it('create-checkout extends the last hours of a trial to the two days that Stripe requires', async () => {
    const owner = await person('Olive Owner')
    await setTrialEnd(owner, 0.1)
    await buy(owner, 'annual')
    const left = Date.parse((await membershipOf(owner))?.trial_end ?? '') - Date.now()
    expect(left / day).toBeGreaterThan(2)
    expect(left / day).toBeLessThan(2.1)
  })

  it.each([
    ['monthly', 999, 30],
    ['annual', 9900, 365],
  ])(
    'create-checkout charges the %s offer at once when the free trial is over',
    async (offer, cents, days) => {
      const owner = await afterTrial('Olive Owner')
      expect(await hasPremium(owner)).toBe(false)
      await buy(owner, offer)
      const membership = await membershipOf(owner)
      expect(membership).toMatchObject({
        plan: offer,
        status: 'active',
        trial_end: null,
        cancel_at_period_end: false,
      })
      expect((Date.parse(membership?.current_period_end ?? '') - Date.now()) / day).toBeCloseTo(days, 1)
      expect(await chargeOf(owner)).toMatchObject({ amount: cents })
      expect(await hasPremium(owner)).toBe(true)
    },
  )

  it('create-checkout charges the lifetime offer once and makes the membership permanent', async () => {
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

  it('create-checkout opens a lifetime membership when a delayed payment arrives and sells no second one meanwhile', async () => {
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

  it('create-checkout ends a running subscription when the lifetime offer is bought', async () => {
    const owner = await afterTrial('Olive Owner')
    await buy(owner, 'annual')
    await buy(owner, 'lifetime')
    expect(await subscriptionOf(owner)).toMatchObject({ status: 'canceled' })
    expect(await membershipOf(owner)).toMatchObject({ plan: 'lifetime', lifetime: true })
  })

  it('create-checkout starts the free trial of a person who joined through an invitation', async () => {
    const [owner, email] = [await person('Olive Owner'), address('Ann')]
    await designate(owner, email, 'executor')
    const ann = await person('Ann', { email })
    expect(await membershipOf(ann)).toBeUndefined()
    await buy(ann, 'monthly')
    const left = Date.parse((await membershipOf(ann))?.trial_end ?? '') - Date.now()
    expect(left / day).toBeGreaterThan(6.99)
  })

  it('create-checkout returns the same open checkout for the same offer and closes it for another offer', async () => {
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

  it('create-checkout creates one customer and one checkout for overlapping requests', async () => {
    const owner = await person('Olive Owner')
    const urls = await Promise.all(Array.from({ length: 5 }, () => checkoutFor(owner, 'monthly')))
    expect(new Set(urls).size).toBe(1)
    const { id, metadata } = await customerOf(owner)
    expect(metadata).toEqual({ user_id: owner.id })
    const { data } = await stripe.checkout.sessions.list({ customer: id })
    expect(data).toHaveLength(1)
  })

  it('create-checkout returns the portal for a member even before the event of the payment arrives', async () => {
    const [owner, lifetime] = await Promise.all([afterTrial('Olive Owner'), afterTrial('Liv Lifetime')])
    await atStripe({ hold: true })
    await buy(owner, 'monthly')
    await buy(lifetime, 'lifetime')
    expect(await hasPremium(owner)).toBe(false)
    for (const offer of ['monthly', 'annual']) expect(await checkoutFor(owner, offer)).toContain('/portal/')
    for (const offer of ['monthly', 'annual', 'lifetime'])
      expect(await checkoutFor(lifetime, offer)).toContain('/portal/')
    // The call stored the state that it read at Stripe.
    expect(await membershipOf(owner)).toMatchObject({ plan: 'monthly', status: 'active' })
    await atStripe({ hold: false })
    expect(await membershipOf(owner)).toMatchObject({ plan: 'monthly', status: 'active' })
    expect(await membershipOf(lifetime)).toMatchObject({ lifetime: true })
  })

  it('create-checkout returns the portal after a failed payment and a new checkout after a cancellation', async () => {
    const owner = await afterTrial('Olive Owner')
    await buy(owner, 'monthly')
    const { id } = await subscriptionOf(owner)
    await happens(`subscriptions/${id}/fail`)
    expect(await checkoutFor(owner, 'annual')).toContain('/portal/')
    await happens(`subscriptions/${id}/cancel`)
    expect(await checkoutFor(owner, 'annual')).toContain('/checkout/')
  })

  it('create-checkout ignores prices, addresses and ids in the body', async () => {
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
    'answers 400 unknown_plan to the offer “%s”',
    async (offer) => {
      await answers(await askForCheckout(await person('Olive Owner'), { plan: offer }), 400, 'unknown_plan')
    },
  )

  it.each(['create-checkout', 'billing-portal'])(
    '%s answers 401 to a caller who is not signed in and 405 to GET',
    async (name) => {
      const body = JSON.stringify({ plan: 'monthly' })
      await answers(await call(name, { body }), 401, 'unauthorized')
      await answers(await call(name, { method: 'GET' }), 405, 'method_not_allowed')
    },
  )

  it('opens no checkout once the death is verified', async () => {
    const { owner } = await household('released', ['executor'])
    await answers(await askForCheckout(owner, { plan: 'monthly' }), 409, 'HW005')
  })

  it('answers 502 while Stripe fails and works again afterward', async () => {
    const owner = await person('Olive Owner')
    await atStripe({ fail: 1 })
    await answers(await askForCheckout(owner, { plan: 'monthly' }), 502, 'stripe_unavailable')
    await atStripe({ fail: 1 })
    await answers(await askForPortal(owner), 502, 'stripe_unavailable')
    expect(await checkoutFor(owner, 'monthly')).toContain('/checkout/')
  })

  it('create-checkout and billing-portal answer 409 while billing is off', async () => {
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

describe.skipIf(!hasStripe)(`billing-portal${needsStripe}`, () => {
  it('opens the portal for the caller’s own customer and updates its address', async () => {
    const owner = await person('Olive Owner')
    const first = await askForPortal(owner)
    expect(first.status).toBe(200)
    const { id } = await customerOf(owner)
    const email = address('Olive')
    await changeAddress(owner, email)
    expect((await askForPortal(owner)).status).toBe(200)
    expect((await customerOf({ ...owner, email })).id).toBe(id)
  })

  it('opens the portal with a new customer when the old one was deleted at Stripe', async () => {
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

describe.skipIf(!hasStripe)(`membership${needsStripe}`, () => {
  const member = async (offer: string) => {
    const owner = await afterTrial('Olive Owner')
    await buy(owner, offer)
    return owner
  }

  it('premium lasts seven days after a failed payment and returns when it is paid', async () => {
    const owner = await member('monthly')
    const { id } = await subscriptionOf(owner)
    await happens(`subscriptions/${id}/fail`)
    const membership = await membershipOf(owner)
    expect(membership?.status).toBe('past_due')
    // The end of the paid month, not of the month that Stripe has already started.
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
    'premium ends when the subscription ends by %s',
    async (...ends) => {
      const owner = await member('monthly')
      const { id } = await subscriptionOf(owner)
      for (const end of ends) await happens(`subscriptions/${id}/${end}`)
      expect(await hasPremium(owner)).toBe(false)
    },
  )

  it('a subscription stays active when it is set to end with its period', async () => {
    const owner = await member('annual')
    const { id } = await subscriptionOf(owner)
    await stripe.subscriptions.update(id, { cancel_at_period_end: true })
    await atStripe()
    expect(await membershipOf(owner)).toMatchObject({ status: 'active', cancel_at_period_end: true })
    await stripe.subscriptions.update(id, { cancel_at_period_end: false })
    await atStripe()
    expect(await membershipOf(owner)).toMatchObject({ status: 'active', cancel_at_period_end: false })
  })

  it('a subscription switches to another offer', async () => {
    const owner = await member('monthly')
    const { id, items } = await subscriptionOf(owner)
    await stripe.subscriptions.update(id, {
      items: [{ id: items.data[0]?.id ?? '', price: 'price_heartwood_annual' }],
    })
    await atStripe()
    expect(await membershipOf(owner)).toMatchObject({ plan: 'annual', status: 'active' })
  })

  it('a subscription that is canceled during the free trial leaves the trial', async () => {
    const owner = await person('Olive Owner')
    const before = await membershipOf(owner)
    await buy(owner, 'monthly')
    await happens(`subscriptions/${(await subscriptionOf(owner)).id}/cancel`)
    expect(await membershipOf(owner)).toEqual(before)
    await setTrialEnd(owner, -0.01)
    expect(await hasPremium(owner)).toBe(false)
  })

  it('a lifetime ends with a full refund, not with a partial one, and returns when the refund fails', async () => {
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
  ])('a lifetime stays during a dispute until it is decided: %s', async (end, stays) => {
    const owner = await member('lifetime')
    const { id } = await chargeOf(owner)
    await happens(`charges/${id}/dispute`)
    expect(await hasPremium(owner)).toBe(true)
    const { data } = await stripe.disputes.list({ charge: id })
    await happens(`disputes/${data[0]?.id}/${end}`)
    expect(await hasPremium(owner)).toBe(stays)
  })
})

describe.skipIf(!hasStripe)(`webhook${needsStripe}`, () => {
  /** A person who has paid while events are held back: one valid event would give premium. */
  const paidWithoutEvents = async () => {
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
    ['signed with a malformed signature', (payload) => deliver(payload, { signature: 't=1,v1=00' })],
    ['signed with another secret', (payload) => deliver(payload, { secret: 'whsec_other' })],
    ['signed with an empty secret', (payload) => deliver(payload, { secret: ' ' })],
    ['older than five minutes', (payload) => deliver(payload, { age: 301 })],
    [
      'changed after signing',
      async (payload) => {
        const { sign } = await import('../../supabase/local/stripe/events.ts')
        const { stripeWebhookSecret } = await import('../../supabase/local/settings.ts')
        const signature = await sign(payload.replace('updated', 'deleted'), stripeWebhookSecret)
        return deliver(payload, { signature })
      },
    ],
  ])('answers 400 to an event that is %s and changes nothing', async (_, send) => {
    const { owner, payload } = await paidWithoutEvents()
    const before = await membershipOf(owner)
    await answers(await send(payload), 400, 'invalid_signature')
    expect(await membershipOf(owner)).toEqual(before)
    expect(
      await asAdministrator('select from private.stripe_events where id = $1', [JSON.parse(payload).id]),
    ).toEqual([])
    // The same event with a valid signature gives premium.
    expect((await deliver(payload, { age: 290 })).status).toBe(200)
    expect(await hasPremium(owner)).toBe(true)
    await atStripe({ hold: false })
  })

  it('stripe-webhook reads only the customer from an event and no other claim', async () => {
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

  it('stripe-webhook finds the person by the stored customer and not by the metadata of a customer', async () => {
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

  it('stripe-webhook answers 200 to unknown types of events and ignores them', async () => {
    for (const type of ['customer.created', 'price.updated', 'a.word.of.tomorrow', 'v1.billing.meter']) {
      const response = await deliver(JSON.stringify(eventOf(type, { object: 'thing', id: 'x' })))
      expect([type, response.status, await response.json()]).toEqual([type, 200, { received: true }])
    }
  })

  it('stripe-webhook processes an event once', async () => {
    const { owner, customer, payload } = await paidWithoutEvents()
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

  it('stripe-webhook answers 502 when Stripe cannot be read, and processes the event when it is sent again', async () => {
    const { owner, payload } = await paidWithoutEvents()
    const before = await membershipOf(owner)
    await atStripe({ fail: 2 })
    await answers(await deliver(payload), 502, 'stripe_unavailable')
    await atStripe({ fail: 0 })
    expect(await membershipOf(owner)).toEqual(before)
    expect((await deliver(payload)).status).toBe(200)
    expect(await hasPremium(owner)).toBe(true)
    await atStripe({ hold: false })
  })

  it('stripe-webhook answers 413 to a body over 1 MB and 405 to GET', async () => {
    await answers(await deliver('x'.repeat(1024 * 1024 + 1)), 413, 'body_too_large')
    await answers(await call('stripe-webhook', { method: 'GET' }), 405, 'method_not_allowed')
  })
})

describe.skipIf(!hasStripe)(`cancellation of a membership${needsStripe}`, () => {
  const subscribed = async () => {
    const home = await household('open', ['executor', 'beneficiary'])
    await setTrialEnd(home.owner, -1)
    await buy(home.owner, 'monthly')
    return home
  }

  it('a verified death cancels the membership and leaves what designees see unchanged', async () => {
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
    expect(await runHousekeeping()).toMatchObject({ membershipsCancelled: 0, cancellationsFailed: 1 })
    expect(await subscriptionOf(owner)).toMatchObject({ status: 'active' })
    await letTimePass()
    expect(await runHousekeeping()).toMatchObject({ membershipsCancelled: 1, cancellationsFailed: 0 })
    await atStripe()
    expect(await subscriptionOf(owner)).toMatchObject({ status: 'canceled' })
    expect(await membershipOf(owner)).toMatchObject({ status: 'canceled' })
    expect(await look()).toEqual(before)
    expect(await runHousekeeping()).toMatchObject({ membershipsCancelled: 0 })
  })

  it('a verified death closes an open checkout', async () => {
    const { owner, executor } = await household('hidden', ['executor'])
    const url = await checkoutFor(owner, 'monthly')
    await submitCertificate(executor, owner)
    await decide(owner, 'approved')
    await runHousekeeping()
    expect(await sessionOf(url)).toMatchObject({ status: 'expired' })
  })

  it('a subscription that was bought while the death was verified is canceled', async () => {
    const { owner, executor } = await household('hidden', ['executor'])
    const url = await checkoutFor(owner, 'monthly')
    await submitCertificate(executor, owner)
    await decide(owner, 'approved')
    await asAdministrator('delete from private.membership_cancellations where true')
    await pay(url)
    expect(await runHousekeeping()).toMatchObject({ membershipsCancelled: 1 })
    expect(await subscriptionOf(owner)).toMatchObject({ status: 'canceled' })
  })

  it('the membership is kept when the owner stops the release first', async () => {
    const { owner, executor } = await subscribed()
    await submitCertificate(executor, owner)
    await decide(owner, 'approved')
    await succeed(owner.client.rpc('stop_release'))
    expect(await runHousekeeping()).toMatchObject({ membershipsCancelled: 0 })
    expect(await subscriptionOf(owner)).toMatchObject({ status: 'active' })
  })

  it('deleting a user without delete-account cancels the membership', async () => {
    const { owner } = await subscribed()
    await deleteAccount(owner)
    expect(await runHousekeeping()).toMatchObject({ membershipsCancelled: 1 })
    await atStripe()
    expect(await subscriptionOf(owner)).toMatchObject({ status: 'canceled' })
  })
})
