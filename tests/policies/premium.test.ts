// What membership allows, and what never depends on it. Billing is one setting for the whole stack: these tests turn it
// off and on again one after another.
import { beforeAll, describe, expect, it } from 'vitest'
import {
  address,
  anonymous,
  asAdministrator,
  changeAddress,
  consentToHealth,
  decide,
  deleteAccount,
  designate,
  designateAccepted,
  fillHealth,
  hasSql,
  household,
  needsSql,
  type Person,
  person,
  type Row,
  service,
  submitCertificate,
  succeed,
  turnBillingOn,
  turnHealthOn,
  upload,
  uploadCertificate,
} from '../support/people.ts'
import { arrange, invite } from '../support/services.ts'
import { code, refused, touches, untyped } from './answers.ts'

const day = 24 * 60 * 60 * 1000
const inDays = (days: number) => new Date(Date.now() + days * day).toISOString()

const setMembership = (owner: Person, membership: Row) =>
  succeed(
    untyped(service)
      .from('subscriptions')
      .upsert({
        user_id: owner.id,
        plan: null,
        trial_end: null,
        current_period_end: null,
        lifetime: false,
        ...membership,
      })
      .select(),
  )

const membershipOf = async ({ client, id }: Person) =>
  (await succeed(client.from('subscriptions').select('status, trial_end').eq('user_id', id)))[0]

const hasPremium = ({ client }: Person) => client.rpc('has_premium').then(({ data }) => data)

/** A row that an owner may add, for each plan table. */
const planRows: Record<string, (owner: Person) => Row> = {
  funeral_plan: ({ id }) => ({ user_id: id, venue: 'The chapel' }),
  contacts: ({ id }) => ({ user_id: id, name: 'Carl' }),
  video_messages: ({ id }) => ({ user_id: id, storage_path: `${id}/${crypto.randomUUID()}.mp4` }),
  insurance_policies: ({ id }) => ({ user_id: id, provider: 'Harbour Mutual' }),
  financial_accounts: ({ id }) => ({ user_id: id, institution: 'Bank', account_name: 'Savings' }),
  estate_documents: ({ id }) => ({
    user_id: id,
    doc_type: 'will',
    description: 'Will',
    file_path: `${id}/estate/${crypto.randomUUID()}.pdf`,
  }),
  home_items: ({ id }) => ({ user_id: id, kind: 'pet', name: 'Juno' }),
  portraits: ({ id }) => ({ user_id: id, born_in: 'Portland' }),
  health_consents: ({ id }) => ({ user_id: id, worded_on: '2026-11-24' }),
  health_notes: ({ id }) => ({ user_id: id, allergies: 'Penicillin' }),
  health_papers: ({ id }) => ({ user_id: id, kind: 'polst', place: 'In the hall' }),
  designations: ({ id }) => ({
    owner_id: id,
    person_name: 'Ann',
    person_email: address('Ann'),
    role: 'trustee',
  }),
}
/** The parts of a plan: all but the consent, which only has to be given before some of them. */
const tables = Object.keys(planRows).filter((table) => table !== 'health_consents')
const addTo = (table: string, owner: Person) =>
  untyped(owner.client)
    .from(table)
    .insert(planRows[table]?.(owner) ?? {})

beforeAll(async () => {
  const turnBack = [await turnBillingOn(), await turnHealthOn()]
  return async () => {
    for (const turn of turnBack) await turn()
  }
})

describe.skipIf(!hasSql)(`memberships${needsSql}`, () => {
  it.each([
    ['trialing', { trial_end: 1 }, true],
    ['trialing', { trial_end: -0.001 }, false],
    ['trialing', {}, false],
    ['trialing', { current_period_end: 20 }, false],
    // With a plan chosen, premium lasts a day past the trial, because the first payment takes a while.
    ['trialing', { plan: 'monthly', trial_end: -0.99 }, true],
    ['trialing', { plan: 'monthly', trial_end: -1.01 }, false],
    ['active', { current_period_end: 20 }, true],
    ['active', {}, true],
    ['past_due', { current_period_end: -6.99 }, true],
    ['past_due', { current_period_end: -7.01 }, false],
    ['past_due', {}, false],
    ['past_due', { trial_end: 3 }, false],
    ['canceled', { current_period_end: 20, trial_end: 3 }, false],
    ['canceled', { lifetime: true }, true],
    ['canceled', { plan: 'monthly', trial_end: 3 }, false],
    ['unpaid', { current_period_end: 20 }, false],
    ['incomplete', { current_period_end: 20 }, false],
    ['incomplete_expired', { current_period_end: 20 }, false],
    ['paused', { current_period_end: 20 }, false],
    ['Active', { current_period_end: 20 }, false],
    ['a_word_of_tomorrow', { current_period_end: 20, trial_end: 3 }, false],
  ])(
    'membership that is %s with %o (times in days from now) means premium: %s',
    async (status, rest, premium) => {
      const owner = await person('Olive Owner', { named: false })
      const days: Row = rest
      const times = Object.entries(days).map(([key, value]) => [
        key,
        typeof value === 'number' ? inDays(value) : value,
      ])
      await setMembership(owner, { status, ...Object.fromEntries(times) })
      expect(await hasPremium(owner)).toBe(premium)
      const added = addTo('contacts', owner)
      if (premium) await succeed(added)
      else await refused(added, code.notAllowed)
    },
  )

  it('membership cannot be queried for another person or signed out', async () => {
    await refused(anonymous.rpc('has_premium'), code.notAllowed)
  })
})

describe.skipIf(!hasSql)(`after the trial${needsSql}`, () => {
  it('an owner whose trial is over cannot add to or change any part of the plan, but can read, delete and export it', async () => {
    const { owner, row, designation } = await household('open', [])
    const health = await fillHealth(owner)
    await setMembership(owner, { status: 'trialing', trial_end: inDays(-1) })
    const client = untyped(owner.client)
    const saved = {
      contacts: { id: row.contact, change: { name: 'x' } },
      video_messages: { id: row.video, change: { title: 'x' } },
      insurance_policies: { id: row.insurance, change: { provider: 'x' } },
      financial_accounts: { id: row.account, change: { institution: 'x' } },
      estate_documents: { id: row.document, change: { description: 'x' } },
      home_items: { id: row.homeItem, change: { name: 'x' } },
      portraits: { id: row.portrait, change: { born_in: 'x' } },
      health_notes: { id: health.note, change: { allergies: 'x' } },
      health_papers: { id: health.paper, change: { place: 'x' } },
    }
    for (const table of Object.keys(planRows)) await refused(addTo(table, owner), code.notAllowed)
    await touches(client.from('funeral_plan').update({ venue: 'x' }).eq('user_id', owner.id).select(), 0)
    await refused(client.from('funeral_plan').upsert({ user_id: owner.id, venue: 'x' }), code.notAllowed)
    for (const [table, { id, change }] of Object.entries(saved)) {
      await touches(client.from(table).select(), 1)
      await touches(client.from(table).update(change).eq('id', id).select(), 0)
      await touches(client.from(table).delete().eq('id', id).select(), 1)
    }
    await touches(client.from('designations').delete().eq('id', designation.spare).select(), 1)
    await touches(client.from('funeral_plan').delete().eq('user_id', owner.id).select(), 1)
    await touches(
      client.from('profiles').update({ visibility_hold: true }).eq('user_id', owner.id).select(),
      1,
    )
  })

  it('an owner whose trial is over still shows the plan to designees, who have not paid either', async () => {
    const { owner, executor, beneficiary } = await household('open', ['executor', 'beneficiary'])
    for (const who of [owner, executor, beneficiary]) await setMembership(who, { status: 'canceled' })
    await touches(executor.client.from('financial_accounts').select(), 1)
    await touches(beneficiary.client.from('video_messages').select(), 1)
  })

  it('an owner whose trial is over has a service that is arranged, changed and answered all the same', async () => {
    const { owner, executor } = await household('released', ['executor'])
    for (const who of [owner, executor]) await setMembership(who, { status: 'canceled' })
    await arrange(executor, owner)
    await invite(executor, owner, ['Gus'])
    await touches(
      executor.client.from('services').update({ place: 'The lake' }).eq('owner_id', owner.id).select(),
      1,
    )
    const guest = await succeed(executor.client.from('service_guests').select('id').single())
    await succeed(
      service.rpc('answer_service', { p_guest_id: guest.id, p_answer: 'yes', p_people: 2, p_message: '' }),
    )
  })

  it('an owner whose trial is over can still send and receive help: invitations, revocations, certificates and the stop keep working', async () => {
    const [owner, friend] = await Promise.all([person('Olive Owner'), person('Fred Friend')])
    const asked = await designate(friend, owner.email, 'executor')
    const named = await designate(owner, friend.email, 'executor')
    for (const who of [owner, friend]) await setMembership(who, { status: 'canceled' })
    await succeed(owner.client.rpc('accept_designation_invite', { designation_id: asked }))
    await succeed(service.rpc('begin_designation_invite', { p_designation_id: named, p_owner_id: owner.id }))
    await succeed(friend.client.rpc('accept_designation_invite', { designation_id: named }))
    await submitCertificate(owner, friend)
    await succeed(friend.client.rpc('stop_release'))
    await succeed(owner.client.rpc('revoke_designation', { designation_id: named }))
  })
})

const fileEnding = { documents: 'pdf', videos: 'mp4', pictures: 'jpg' }

const beginCheckout = async ({ id }: Person) =>
  (await succeed(service.rpc('begin_checkout', { p_user_id: id })))[0]

/** Moves the end of the free trial of a person's address. */
const endTrial = ({ email }: Person, end: string) =>
  asAdministrator('update private.used_trials set trial_end = $2 where email_hash = private.trial_hash($1)', [
    email,
    end,
  ])

/** Writes what was read at Stripe of a person who has no subscription there. */
async function readAtStripe({ id }: Person, p_state: Row) {
  const p_customer_id = `cus_${crypto.randomUUID()}`
  await succeed(service.rpc('save_stripe_customer', { p_user_id: id, p_customer_id }))
  const p_sync = await succeed(service.rpc('begin_stripe_sync', { p_customer_id }))
  await succeed(
    untyped(service).rpc('apply_stripe_state', {
      p_customer_id,
      p_sync,
      p_state: { lifetime: false, ...p_state },
      p_event_id: null,
      p_event_type: null,
    }),
  )
}

describe('trials', () => {
  it('the free trial of a person who signed up uninvited begins with the account and lasts 7 days', async () => {
    const owner = await person('Olive Owner', { named: false })
    const membership = await membershipOf(owner)
    expect(membership?.status).toBe('trialing')
    const left = Date.parse(membership?.trial_end ?? '') - Date.now()
    expect(left / day).toBeGreaterThan(6.99)
    expect(left / day).toBeLessThanOrEqual(7.01)
    expect(await hasPremium(owner)).toBe(true)
  })

  it.each(tables)(
    'the free trial of an invited person begins with the first row of their own plan (%s), and only once',
    async (table) => {
      const owner = await person('Olive Owner')
      const email = address('Ann')
      const id = await designate(owner, email, 'executor')
      const ann = await person('Ann', { email })
      await succeed(ann.client.rpc('accept_designation_invite', { designation_id: id }))
      expect(await membershipOf(ann)).toBeUndefined()
      expect(await hasPremium(ann)).toBe(true)
      if (table.startsWith('health_')) await consentToHealth(ann)
      expect(await membershipOf(ann)).toBeUndefined()
      await succeed(addTo(table, ann))
      const begun = await membershipOf(ann)
      expect((Date.parse(begun?.trial_end ?? '') - Date.now()) / day).toBeGreaterThan(6.99)
      // Emptying the plan and starting again must not add free days.
      const key = table === 'designations' ? 'owner_id' : 'user_id'
      await succeed(untyped(ann.client).from(table).delete().eq(key, ann.id).select())
      await succeed(addTo(table, ann))
      expect(await membershipOf(ann)).toEqual(begun)
    },
  )

  /** An invited person, whose trial has not begun. */
  async function invitedAnn() {
    const [owner, email] = [await person('Olive Owner'), address('Ann')]
    await designate(owner, email, 'executor')
    return person('Ann', { email })
  }

  it.each(['documents', 'videos', 'pictures'] as const)(
    'of an invited person begins with the first file of their own plan (%s), and only once',
    async (bucket) => {
      const ann = await invitedAnn()
      await uploadCertificate(ann, ann)
      expect(await membershipOf(ann)).toBeUndefined()
      await upload(ann, bucket, `${ann.id}/${crypto.randomUUID()}.${fileEnding[bucket]}`)
      const begun = await membershipOf(ann)
      expect((Date.parse(begun?.trial_end ?? '') - Date.now()) / day).toBeGreaterThan(6.99)
      await upload(ann, bucket, `${ann.id}/${crypto.randomUUID()}.${fileEnding[bucket]}`)
      expect(await membershipOf(ann)).toEqual(begun)
    },
  )

  it('the free trial begins for one person alone: an invited person still has all of it when others begin theirs', async () => {
    const ann = await invitedAnn()
    const other = await person('Oscar Other')
    expect(await membershipOf(other)).toBeDefined()
    const [before] = await succeed(service.rpc('billing_context', { p_user_id: ann.id }))
    expect(before?.free_trial_end).toBeNull()
    const begun = await beginCheckout(ann)
    expect(begun?.free_trial_end).not.toBe((await membershipOf(other))?.trial_end)
  })

  it.skipIf(!hasSql)(
    `the free trial cannot be had again by deleting the account and returning${needsSql}`,
    async () => {
      const owner = await person('Olive Owner')
      const past = inDays(-3)
      await endTrial(owner, past)
      await deleteAccount(owner)
      const returned = await person('Olive Owner', { email: owner.email })
      expect(Date.parse((await membershipOf(returned))?.trial_end ?? '')).toBe(Date.parse(past))
      await refused(addTo('contacts', returned), code.notAllowed)
    },
  )

  it.skipIf(!hasSql)(
    `the free trial cannot be had again by changing the address before that${needsSql}`,
    async () => {
      const owner = await person('Olive Owner')
      const before = await membershipOf(owner)
      const email = address('Olive')
      await changeAddress(owner, email)
      expect(await membershipOf(owner)).toEqual(before)
      await deleteAccount(owner)
      for (const returning of [email, owner.email])
        expect(await membershipOf(await person('Olive Owner', { email: returning }))).toEqual(before)
    },
  )

  it.skipIf(!hasSql)(
    `the free trial that is over cannot be had again by moving to the address of a deleted account, and choosing a plan${needsSql}`,
    async () => {
      const [owner, throwaway] = await Promise.all([person('Olive Owner'), person('Throwaway')])
      await setMembership(owner, { status: 'trialing', trial_end: inDays(-3) })
      await endTrial(owner, inDays(-3))
      await deleteAccount(throwaway)
      await changeAddress(owner, throwaway.email)
      expect(Date.parse((await beginCheckout(owner))?.free_trial_end ?? '')).toBeLessThan(Date.now())
      await readAtStripe(owner, { status: null })
      expect(await hasPremium(owner)).toBe(false)
      // In the other direction, no one gains days either: the address keeps the end that came first.
      const later = await person('Lara Later')
      const ended = Date.parse((await beginCheckout(owner))?.free_trial_end ?? '')
      await deleteAccount(owner)
      await changeAddress(later, throwaway.email)
      expect(Date.parse((await beginCheckout(later))?.free_trial_end ?? '')).toBe(ended)
    },
  )

  it.skipIf(!hasSql)(
    `the free trial cannot be had again by returning as an invited person${needsSql}`,
    async () => {
      const [gone, owner] = await Promise.all([person('Gus Gone'), person('Olive Owner')])
      const before = await membershipOf(gone)
      await deleteAccount(gone)
      await designate(owner, gone.email, 'executor')
      const returned = await person('Gus Gone', { email: gone.email })
      expect(await membershipOf(returned)).toEqual(before)
    },
  )

  it.skipIf(!hasSql)(
    `the free trial is remembered without storing the address itself${needsSql}`,
    async () => {
      const owner = await person('Olive Owner', { named: false })
      const rows = await asAdministrator(
        'select t::text as line from private.used_trials t where email_hash = private.trial_hash(upper($1))',
        [owner.email],
      )
      expect(rows).toHaveLength(1)
      expect(rows[0]?.line).not.toContain(owner.email.slice(0, 8))
    },
  )
})

describe.skipIf(!hasSql)(`the end of trials${needsSql}`, () => {
  const mailsTo = (...people: { email: string }[]) =>
    asAdministrator<{ to_email: string; payload: unknown }>(
      `select to_email, payload from private.mail_outbox where kind = 'trial_ending' and to_email = any ($1)`,
      [people.map(({ email }) => email)],
    )
  const tell = () => asAdministrator('select private.enqueue_trial_reminders()')

  it('the end of a free trial is announced by mail two days before, once, and only to people who have to decide', async () => {
    const names = ['Soon', 'Later', 'Over', 'Subscribed', 'Lifetime', 'Canceled']
    const [soon, later, over, subscribed, lifetime, canceled] = await Promise.all(
      names.map((name) => person(name)),
    )
    if (!soon || !later || !over || !subscribed || !lifetime || !canceled) throw new Error('no one there')
    const end = inDays(1.99)
    await setMembership(soon, { status: 'trialing', trial_end: end })
    await setMembership(later, { status: 'trialing', trial_end: inDays(2.01) })
    await setMembership(over, { status: 'trialing', trial_end: inDays(-0.01) })
    await setMembership(subscribed, { status: 'trialing', plan: 'monthly', trial_end: end })
    await setMembership(lifetime, { status: 'trialing', lifetime: true, trial_end: end })
    await setMembership(canceled, { status: 'canceled', trial_end: end })
    await tell()
    await tell()
    const told = await mailsTo(soon, later, over, subscribed, lifetime, canceled)
    expect(told.map(({ to_email }) => to_email)).toEqual([soon.email])
    expect(told[0]?.payload).toMatchObject({ recipient: 'owner', until: expect.any(String) })
    // A person who deletes the account and returns is not told again.
    await deleteAccount(soon)
    await setMembership(await person('Soon', { email: soon.email }), { status: 'trialing', trial_end: end })
    await tell()
    expect(await mailsTo(soon)).toHaveLength(1)
  })

  it('the end of a free trial is not announced to people who chose a plan meanwhile, and they are not thought of again', async () => {
    const { executor } = await household('released', ['executor'])
    const others = await Promise.all(['Monthly', 'Lifetime', 'Canceled'].map((name) => person(name)))
    const chosen = [
      { status: 'active', plan: 'monthly' },
      { status: 'trialing', plan: 'monthly' },
      { status: 'trialing', lifetime: true },
      { status: 'canceled' },
    ]
    const people = [executor, ...others]
    const trial_end = inDays(1)
    for (const [n, who] of people.entries()) {
      await setMembership(who, { status: 'trialing', trial_end })
      await setMembership(who, { ...chosen[n], trial_end })
    }
    await tell()
    expect(await mailsTo(...people)).toEqual([])
    const left = await asAdministrator('select from private.trial_reminders where user_id = any ($1)', [
      people.map(({ id }) => id),
    ])
    expect(left).toEqual([])
  })

  it('the end of a free trial is not announced to an executor in the week after the death, but to a beneficiary of the living', async () => {
    const { executor } = await household('released', ['executor'])
    const { beneficiary } = await household('hidden', ['beneficiary'])
    for (const who of [executor, beneficiary]) {
      await setMembership(who, { status: 'trialing', trial_end: inDays(1) })
    }
    await tell()
    expect((await mailsTo(executor, beneficiary)).map(({ to_email }) => to_email)).toEqual([
      beneficiary.email,
    ])
  })

  it('the end of a free trial is not announced while billing is off, nor to a person who has died', async () => {
    const [owner, { owner: dead }] = [await person('Olive Owner'), await household('released', ['executor'])]
    for (const who of [owner, dead]) await setMembership(who, { status: 'trialing', trial_end: inDays(1) })
    await asAdministrator('select admin.set_billing(false)')
    await tell()
    expect(await mailsTo(owner, dead)).toEqual([])
    await asAdministrator('select admin.set_billing(true)')
    await tell()
    expect((await mailsTo(owner, dead)).map(({ to_email }) => to_email)).toEqual([owner.email])
  })
})

describe('choosing', () => {
  it.skipIf(!hasSql)(
    `choosing a plan starts the free days of an invited person, and of no person twice${needsSql}`,
    async () => {
      const [owner, email] = [await person('Olive Owner'), address('Ann')]
      await designate(owner, email, 'executor')
      const ann = await person('Ann', { email })
      const before = (await succeed(service.rpc('billing_context', { p_user_id: ann.id })))[0]
      expect(before).toMatchObject({ billing_enabled: true, email, is_deceased: false, free_trial_end: null })
      expect(await membershipOf(ann)).toBeUndefined()
      const context = await beginCheckout(ann)
      expect((Date.parse(context?.free_trial_end ?? '') - Date.now()) / day).toBeGreaterThan(6.99)
      expect(await beginCheckout(ann)).toEqual(context)
      expect((await membershipOf(ann))?.trial_end).toBe(context?.free_trial_end)
    },
  )

  it.skipIf(!hasSql)(`choosing a plan starts no free days while billing is off${needsSql}`, async () => {
    const [owner, email] = [await person('Olive Owner'), address('Ann')]
    await designate(owner, email, 'executor')
    const ann = await person('Ann', { email })
    await asAdministrator('select admin.set_billing(false)')
    expect(await beginCheckout(ann)).toMatchObject({ billing_enabled: false, free_trial_end: null })
    await asAdministrator('select admin.set_billing(true)')
    expect(await membershipOf(ann)).toBeUndefined()
  })

  it.skipIf(!hasSql)(
    `choosing a plan starts no free days for a person whose death is verified${needsSql}`,
    async () => {
      const [owner, email] = [await person('Olive Owner'), address('Ann')]
      await designate(owner, email, 'executor')
      const ann = await person('Ann', { email })
      await submitCertificate(ann, ann)
      await decide(ann, 'approved')
      expect(await beginCheckout(ann)).toMatchObject({ is_deceased: true, free_trial_end: null })
      expect(await membershipOf(ann)).toBeUndefined()
    },
  )

  it('choosing a plan starts nothing for an id without an account', async () => {
    const nobody = crypto.randomUUID()
    expect(await succeed(service.rpc('billing_context', { p_user_id: nobody }))).toEqual([])
    expect(await succeed(service.rpc('begin_checkout', { p_user_id: nobody }))).toEqual([])
  })
})

describe('setting', () => {
  it('the billing setting can be read by everyone and cannot be changed through the API', async () => {
    const owner = await person('Olive Owner', { named: false })
    for (const client of [anonymous, owner.client, service]) {
      expect(typeof (await succeed(client.rpc('billing_enabled')))).toBe('boolean')
      expect((await untyped(client).rpc('set_billing', { enabled: false })).error).not.toBeNull()
      expect(
        (await untyped(client).schema('admin').rpc('set_billing', { enabled: false })).error,
      ).not.toBeNull()
      expect((await untyped(client).schema('private').from('settings').select()).error).not.toBeNull()
    }
  })

  it.skipIf(!hasSql)(
    `the billing setting opens every premium feature to everyone when turned off, and closes them when turned on again${needsSql}`,
    async () => {
      const owner = await person('Olive Owner')
      await setMembership(owner, { status: 'canceled' })
      for (const enabled of [true, false, true]) {
        await asAdministrator('select admin.set_billing($1)', [enabled])
        expect(await succeed(anonymous.rpc('billing_enabled'))).toBe(enabled)
        expect(await hasPremium(owner)).toBe(!enabled)
        for (const table of Object.keys(planRows)) {
          if (enabled) await refused(addTo(table, owner), code.notAllowed)
          else await succeed(addTo(table, owner))
        }
      }
      await touches(owner.client.from('contacts').update({ name: 'x' }).eq('user_id', owner.id).select(), 0)
    },
  )

  it.skipIf(!hasSql)(
    `the billing setting is on in an installation that has not set it${needsSql}`,
    async () => {
      const [column] = await asAdministrator(
        `select pg_get_expr(adbin, adrelid) as value from pg_attrdef join pg_attribute on attrelid = adrelid and attnum = adnum
        where adrelid = 'private.settings'::regclass and attname = 'billing_enabled'`,
      )
      expect(column?.value).toBe('true')
      await expect(asAdministrator('insert into private.settings default values')).rejects.toThrow()
      await expect(
        asAdministrator('insert into private.settings (singleton) values (false)'),
      ).rejects.toThrow()
    },
  )
})

describe('open plans', () => {
  it('an opened plan can be read without paying: an executor without any membership reads it', async () => {
    const [owner, email] = [await person('Olive Owner'), address('Ed')]
    await succeed(owner.client.from('profiles').update({ visibility_hold: false }).eq('user_id', owner.id))
    await succeed(addTo('financial_accounts', owner))
    const id = await designate(owner, email, 'executor')
    const ed = await person('Ed', { email })
    await succeed(ed.client.rpc('accept_designation_invite', { designation_id: id }))
    await touches(ed.client.from('financial_accounts').select(), 1)
    expect(await membershipOf(ed)).toBeUndefined()
    await designateAccepted(owner, await person('Tess'), 'trustee')
  })
})
