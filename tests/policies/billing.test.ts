// What the edge functions write about payments: once, in order, and for the right person. The functions themselves are
// tested in tests/functions; these are the rules that the database enforces whatever they do.
import { describe, expect, it } from 'vitest'
import {
  address,
  anonymous,
  asAdministrator,
  changeAddress,
  decide,
  deleteAccount,
  hasSql,
  household,
  needsSql,
  type Person,
  person,
  type Row,
  service,
  submitCertificate,
  succeed,
} from '../support/people.ts'
import { code, refused, touches, untyped } from './answers.ts'

const day = 24 * 60 * 60 * 1000
const inDays = (days: number) => new Date(Date.now() + days * day).toISOString()

const newCustomer = () => `cus_${crypto.randomUUID()}`
const newEvent = () => `evt_${crypto.randomUUID()}`

const saveCustomer = (someone: Person, customer: string, insteadOf?: string) =>
  service.rpc('save_stripe_customer', {
    p_user_id: someone.id,
    p_customer_id: customer,
    ...(insteadOf ? { p_instead_of: insteadOf } : {}),
  })

/** Creates a person with a Stripe customer. */
async function payer(name = 'Olive Owner'): Promise<Person & { customer: string }> {
  const [someone, customer] = [await person(name), newCustomer()]
  await succeed(saveCustomer(someone, customer))
  return { ...someone, customer }
}

const begin = async (customer: string, event?: string) =>
  (
    await service.rpc('begin_stripe_sync', {
      p_customer_id: customer,
      ...(event ? { p_event_id: event } : {}),
    })
  ).data as number | null

const none = {
  lifetime: false,
  subscription_id: null,
  plan: null,
  status: null,
  current_period_end: null,
  trial_end: null,
  cancel_at_period_end: false,
}
const monthly = {
  ...none,
  plan: 'monthly',
  status: 'active',
  current_period_end: inDays(20),
}
const annual = { ...monthly, plan: 'annual' }
const canceled = { ...monthly, status: 'canceled' }
const lifetime = { ...none, lifetime: true, plan: 'lifetime', status: 'active' }

const apply = (customer: string, sync: number, state: Row, event?: string) =>
  untyped(service).rpc('apply_stripe_state', {
    p_customer_id: customer,
    p_sync: sync,
    p_state: state,
    ...(event ? { p_event_id: event, p_event_type: 'invoice.paid' } : {}),
  })

/** Begins a reading of Stripe's state and writes that state in one step. */
const sync = async (customer: string, state: Row, event?: string) => {
  const number = await begin(customer, event)
  if (number !== null) await succeed(apply(customer, number, state, event))
}

const membershipOf = async ({ client, id }: Person) =>
  (
    await succeed(
      client
        .from('subscriptions')
        .select('plan, status, lifetime, trial_end, current_period_end, cancel_at_period_end')
        .eq('user_id', id),
    )
  )[0]

const freeDaysEnd = ({ email }: Person, days: number) =>
  asAdministrator('update private.used_trials set trial_end = $2 where email_hash = private.trial_hash($1)', [
    email,
    inDays(days),
  ])

describe('subscriptions', () => {
  it('a subscription cannot be written by any client', async () => {
    const owner = await payer()
    const client = untyped(owner.client)
    const row = { user_id: owner.id, status: 'active', plan: 'lifetime', lifetime: true }
    const before = await membershipOf(owner)
    for (const who of [client, untyped(anonymous)]) {
      await refused(who.from('subscriptions').insert(row), code.notAllowed)
      await refused(who.from('subscriptions').upsert(row), code.notAllowed)
      await refused(
        who.from('subscriptions').update({ lifetime: true }).eq('user_id', owner.id),
        code.notAllowed,
      )
      await refused(who.from('subscriptions').delete().eq('user_id', owner.id), code.notAllowed)
      for (const [name, args] of Object.entries({
        apply_stripe_state: { p_customer_id: owner.customer, p_sync: 1, p_state: lifetime },
        begin_stripe_sync: { p_customer_id: owner.customer },
        save_stripe_customer: { p_user_id: owner.id, p_customer_id: 'cus_1' },
        begin_checkout: { p_user_id: owner.id },
        billing_context: { p_user_id: owner.id },
        claim_membership_cancellations: { p_batch: 1 },
        settle_membership_cancellation: { p_id: crypto.randomUUID() },
      })) {
        await refused(who.rpc(name, args), code.notAllowed)
      }
    }
    expect(await membershipOf(owner)).toEqual(before)
    await touches(owner.client.from('subscriptions').select(), 1)
  })

  it('a subscription keeps the state read from Stripe last, even when an older reading is written later', async () => {
    const { customer, ...owner } = await payer()
    const [first, second, third] = [await begin(customer), await begin(customer), await begin(customer)]
    expect([first, second, third]).toEqual([1, 2, 3])
    await succeed(apply(customer, 2, annual))
    await succeed(apply(customer, 1, monthly))
    expect(await membershipOf(owner)).toMatchObject({ plan: 'annual' })
    await succeed(apply(customer, 3, lifetime))
    await succeed(apply(customer, 2, annual))
    expect(await membershipOf(owner)).toMatchObject({ lifetime: true })
    // A number that was never issued is ignored.
    await succeed(apply(customer, 4, annual))
    expect(await membershipOf(owner)).toMatchObject({ lifetime: true })
  })

  it('a subscription ends in the state read last when ten writers run at once', async () => {
    const { customer, ...owner } = await payer()
    const numbers = await Promise.all(Array.from({ length: 10 }, () => begin(customer)))
    expect([...numbers].sort((a, b) => (a ?? 0) - (b ?? 0))).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
    await Promise.all(
      numbers.map((number) => succeed(apply(customer, number ?? 0, number === 10 ? annual : monthly))),
    )
    expect(await membershipOf(owner)).toMatchObject({ plan: 'annual' })
  })

  it('a subscription processes an event once, even when it arrives twice at the same time', async () => {
    const { customer, ...owner } = await payer()
    const event = newEvent()
    const [first, second] = [await begin(customer, event), await begin(customer, event)]
    await Promise.all([
      succeed(apply(customer, first ?? 0, annual, event)),
      succeed(apply(customer, second ?? 0, annual, event)),
    ])
    expect(await begin(customer, event)).toBeNull()
    await succeed(apply(customer, (await begin(customer)) ?? 0, monthly, event))
    expect(await membershipOf(owner)).toMatchObject({ plan: 'annual' })
  })

  it.skipIf(!hasSql)(
    `a subscription is stored together with its event, or neither is stored${needsSql}`,
    async () => {
      const { customer, ...owner } = await payer()
      const event = newEvent()
      const before = await membershipOf(owner)
      const number = (await begin(customer, event)) ?? 0
      for (const broken of [
        { ...monthly, plan: 'weekly' },
        { ...monthly, lifetime: null },
      ])
        expect((await apply(customer, number, broken, event)).error).not.toBeNull()
      expect(await asAdministrator('select from private.stripe_events where id = $1', [event])).toEqual([])
      expect(await membershipOf(owner)).toEqual(before)
      await succeed(apply(customer, number, monthly, event))
      expect(await membershipOf(owner)).toMatchObject({ plan: 'monthly' })
    },
  )

  it('a subscription is ignored when its customer is unknown', async () => {
    expect(await begin(newCustomer(), newEvent())).toBeNull()
    await succeed(apply(newCustomer(), 1, lifetime, newEvent()))
  })

  it('a subscription may have a status the app does not know yet, of any length', async () => {
    const { customer, ...owner } = await payer()
    if (hasSql) await freeDaysEnd(owner, -1)
    await sync(customer, { ...monthly, status: 'x'.repeat(60) })
    if (hasSql) expect((await membershipOf(owner))?.status).toBe('x'.repeat(40))
  })
})

describe.skipIf(!hasSql)(`free days of members${needsSql}`, () => {
  it.each([
    ['nothing', none],
    ['a subscription that was canceled', canceled],
    ['one that was never paid', { ...monthly, status: 'incomplete' }],
    ['one that is paused', { ...monthly, status: 'paused' }],
    ['a word of tomorrow', { ...monthly, status: 'word_of_tomorrow' }],
  ])('free days that are left appear beside %s', async (_, state) => {
    const { customer, ...owner } = await payer()
    const before = await membershipOf(owner)
    expect(before?.status).toBe('trialing')
    await sync(customer, monthly)
    await sync(customer, state)
    expect(await membershipOf(owner)).toEqual(before)
  })

  it('free days that are left do not take the place of a lifetime membership', async () => {
    const { customer, ...owner } = await payer()
    await sync(customer, { ...lifetime, status: 'canceled' })
    expect(await membershipOf(owner)).toMatchObject({ lifetime: true, plan: 'lifetime', status: 'canceled' })
  })

  it('free days that are over do not return with a new subscription state', async () => {
    const { customer, ...owner } = await payer()
    await freeDaysEnd(owner, -1)
    await sync(customer, canceled)
    expect(await membershipOf(owner)).toMatchObject({ plan: 'monthly', status: 'canceled' })
    await sync(customer, none)
    const membership = await membershipOf(owner)
    expect(membership).toMatchObject({ plan: null, status: 'trialing' })
    expect(Date.parse(membership?.trial_end ?? '')).toBeLessThan(Date.now())
  })

  it('free days are found again after the user changes their email address', async () => {
    const { customer, ...owner } = await payer()
    const before = await membershipOf(owner)
    await changeAddress(owner, address('Olive'))
    await sync(customer, canceled)
    expect(await membershipOf(owner)).toEqual(before)
  })
})

describe('customers', () => {
  it.skipIf(!hasSql)(
    `a customer of Stripe and its subscription belong to one person${needsSql}`,
    async () => {
      const [owner, other] = await Promise.all([payer(), payer('Oscar Other')])
      const subscription_id = `sub_${crypto.randomUUID()}`
      await sync(owner.customer, { ...monthly, subscription_id })
      const stolen = { ...monthly, subscription_id }
      await refused(apply(other.customer, (await begin(other.customer)) ?? 0, stolen), code.unique)
      expect(await membershipOf(other)).toMatchObject({ plan: null })
      // A subscription that ended frees its id for another person.
      await sync(owner.customer, none)
      await sync(other.customer, stolen)
    },
  )

  it('a customer of Stripe is stored once, whichever of two requests is faster', async () => {
    const owner = await person('Olive Owner')
    const customers = Array.from({ length: 5 }, newCustomer)
    const kept = await Promise.all(customers.map((customer) => succeed(saveCustomer(owner, customer))))
    expect(new Set(kept).size).toBe(1)
    expect(customers).toContain(kept[0])
  })

  it('a customer of Stripe belongs to one person and is replaced only by a caller who names the current one', async () => {
    const [owner, other] = await Promise.all([payer(), person('Oscar Other')])
    await refused(saveCustomer(other, owner.customer), code.unique)
    const next = newCustomer()
    expect(await succeed(saveCustomer(owner, next, 'cus_other'))).toBe(owner.customer)
    expect(await succeed(saveCustomer(owner, next, owner.customer))).toBe(next)
    expect(await begin(owner.customer)).toBeNull()
    expect(await begin(next)).toBe(1)
  })
})

describe.skipIf(!hasSql)(`cancellations${needsSql}`, () => {
  const queued = (customer: string) =>
    asAdministrator('select from private.membership_cancellations where stripe_customer_id = $1', [customer])

  it('canceling a subscription is due once the death is verified, unless the owner stops the review', async () => {
    const { owner, executor } = await household('hidden', ['executor'])
    const customer = newCustomer()
    await succeed(saveCustomer(owner, customer))
    await submitCertificate(executor, owner)
    expect(await queued(customer)).toHaveLength(0)
    await decide(owner, 'approved')
    expect(await queued(customer)).toHaveLength(1)
    await succeed(owner.client.rpc('stop_release'))
    expect(await queued(customer)).toHaveLength(0)
  })

  it('canceling a subscription is due for a payment that was under way when the death was verified', async () => {
    const { owner } = await household('released', ['executor'])
    const customer = newCustomer()
    await succeed(saveCustomer(owner, customer))
    await sync(customer, canceled)
    expect(await queued(customer)).toHaveLength(0)
    await sync(customer, monthly)
    expect(await queued(customer)).toHaveLength(1)
  })

  it('canceling a subscription is due once the account is deleted, and not for an account that never paid', async () => {
    const [{ customer, ...owner }, other] = [await payer(), await person('Oscar Other')]
    await deleteAccount(owner)
    await deleteAccount(other)
    expect(await queued(customer)).toHaveLength(1)
    expect(await begin(customer)).toBeNull()
  })

  it('canceling a subscription is retried at growing intervals until it succeeds', async () => {
    const { customer, ...owner } = await payer()
    await deleteAccount(owner)
    const pass = (minutes: number) =>
      asAdministrator(
        'update private.membership_cancellations set next_attempt_at = next_attempt_at - make_interval(mins => $2) where stripe_customer_id = $1',
        [customer, minutes],
      )
    let id = ''
    const isClaimed = async () => {
      const claimed = await succeed(service.rpc('claim_membership_cancellations', { p_batch: 1000 }))
      const mine = claimed.find(({ stripe_customer_id }) => stripe_customer_id === customer)
      id = mine?.id ?? id
      return mine !== undefined
    }
    const settle = (error?: string) =>
      succeed(
        service.rpc('settle_membership_cancellation', { p_id: id, ...(error ? { p_error: error } : {}) }),
      )
    expect(await isClaimed()).toBe(true)
    expect(await isClaimed()).toBe(false)
    await settle('StripeAPIError 500')
    await pass(1)
    expect(await isClaimed()).toBe(true)
    await pass(1)
    expect(await isClaimed()).toBe(false)
    await pass(1)
    expect(await isClaimed()).toBe(true)
    await settle()
    expect(await queued(customer)).toHaveLength(0)
  })
})
