// The service after a death: who arranges it, who is invited, what guests are written, and how it ends when the owner
// lives. Who may touch the tables in each state: who-may-do-what.test.ts.
import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import {
  address,
  anonymous,
  asAdministrator,
  type Client,
  callSlowly,
  decide,
  designateAccepted,
  type Household,
  hasSql,
  holdRows,
  household,
  isDatabaseOnly,
  needsSql,
  type Person,
  service,
  submitCertificate,
  succeed,
  takeMail,
} from '../support/people.ts'
import {
  arrange,
  forceService,
  invite,
  inviteGuest,
  moveService,
  someService,
  windUpServices,
} from '../support/services.ts'
import { code, refused, touches, untyped } from './answers.ts'
import { everythingOf } from './everything.ts'

type GuestMail = {
  kind: string
  payload: { held_on?: string; place?: string; guest_id?: string }
}

const mailsTo = (email: string | undefined) =>
  asAdministrator<GuestMail>(
    'select kind, payload from private.mail_outbox where to_email = $1 order by created_at, kind',
    [email],
  )
const kindsTo = async (email: string | undefined) => (await mailsTo(email)).map(({ kind }) => kind)

/** A try to send what waits for a guest fails. Only where the provider answered, it is known that no mail left. */
const fail = (email: string | undefined, last_error: string) =>
  asAdministrator(
    'update private.mail_outbox set attempts = 1, last_error = $2 where to_email = $1 and sent_at is null',
    [email, last_error],
  )
const refusedByProvider = 'provider answered 500'

/** Settles what waits for a guest, as housekeeping does once the provider took it. */
const deliver = async (email: string | undefined) => {
  const waiting = await asAdministrator<{ id: string }>(
    'select id from private.mail_outbox where to_email = $1 and sent_at is null',
    [email],
  )
  for (const { id } of waiting) await succeed(service.rpc('settle_mail', { p_id: id }))
}

const guestsOf = ({ client }: Person, owner: Person) =>
  succeed(client.from('service_guests').select().eq('owner_id', owner.id).order('name'))
const idOf = async (executor: Person, owner: Person, email: string | undefined) =>
  (await guestsOf(executor, owner)).find((guest) => guest.email === email)?.id ?? ''
const change = ({ client }: Person, owner: Person, values: object) =>
  untyped(client).from('services').update(values).eq('owner_id', owner.id).select()
const withdrawFrom = async (by: Person, owner: Person, email: string | undefined, is_withdrawn = true) =>
  succeed(
    by.client.rpc('withdraw_guest', { guest_id: await idOf(by, owner, email), withdrawn: is_withdrawn }),
  )
const unsubscribe = async (by: Person, owner: Person, email: string | undefined) =>
  succeed(service.rpc('unsubscribe_guest', { p_guest_id: await idOf(by, owner, email) }))
const page = (id: string) => service.rpc('service_of_guest', { p_guest_id: id })

describe.skipIf(!hasSql)(`services${needsSql}`, () => {
  let home: Household
  beforeAll(async () => {
    home = await household('released')
  })

  it('a service is arranged by a trustee or an executor, and by no one else', async () => {
    const row = { owner_id: home.owner.id, ...someService }
    for (const who of ['owner', 'beneficiary', 'invited', 'revoked', 'stranger'] as const)
      await refused(home[who].client.from('services').insert(row), code.notAllowed)
    await arrange(home.trustee, home.owner)
    await touches(home.beneficiary.client.from('services').select(), 1)
    const invitation = { owner_id: home.owner.id, guests: [{ name: 'Gus', email: address('Gus') }] }
    for (const who of ['owner', 'beneficiary', 'invited', 'revoked', 'stranger'] as const)
      await refused(home[who].client.rpc('invite_guests', invitation), code.notThisPerson)
    expect(await succeed(home.executor.client.rpc('invite_guests', invitation))).toBe(1)
  })

  it.each([
    ['a place without a name', { place: '' }],
    ['a link without https', { livestream_url: 'http://example.com' }],
    ['a link with script', { livestream_url: 'javascript:alert(1)' }],
    ['a time zone with a rule of its own', { time_zone: 'ABC5' }],
    ['a year before this was written', { held_on: '1999-12-31' }],
    ['too long a place', { place: 'x'.repeat(201) }],
    ['too long a link', { livestream_url: 'https://example.com/'.padEnd(501, 'x') }],
    ['too long a note', { note: 'x'.repeat(2001) }],
    ['too long an address', { address: 'x'.repeat(301) }],
    ['too long a dress', { dress: 'x'.repeat(201) }],
    ['an hour that no clock shows', { held_at: '24:00' }],
    ['too long a wish about flowers', { flowers: 'x'.repeat(501) }],
    ['words in place of a number', { phone: 'Win at 555 0177' }],
    ['an address in place of a number', { phone: '5 @evil.example 5' }],
    ['too short a number', { phone: '555' }],
    ['too long a number', { phone: '5'.repeat(41) }],
  ])('a service refuses %s', async (_, values) => {
    await refused(change(home.executor, home.owner, values), code.check)
  })

  it('a service refuses a time zone that does not exist', async () => {
    await refused(change(home.executor, home.owner, { time_zone: 'Europe/Nowhere' }), '22023')
  })

  it('a service starts when the clock where it is held says so', async () => {
    const values = { held_on: '2027-07-01', held_at: '14:00', time_zone: 'America/New_York' }
    const { data } = await change(home.executor, home.owner, values)
    expect(data).toMatchObject([{ starts_at: '2027-07-01T18:00:00+00:00' }])
  })

  it('a service is in the access history, with how many were invited', async () => {
    const events = await succeed(
      home.owner.client.from('access_events').select('action, actor_role, detail').like('action', '%invited'),
    )
    expect(events).toEqual([{ action: 'guests_invited', actor_role: 'executor', detail: { people: 1 } }])
  })

  it('a service has each change of it in the access history, and each invitation that is withdrawn', async () => {
    const { owner, executor } = await household('released', ['executor'])
    const noted = async (done: unknown) => {
      await done
      const [event] = await succeed(
        owner.client
          .from('access_events')
          .select('id, action, detail')
          .order('id', { ascending: false })
          .limit(1),
      )
      return event
    }
    expect(await noted(arrange(executor, owner))).toMatchObject({ action: 'service_arranged' })
    const [gus] = await invite(executor, owner, ['Gus'])
    await deliver(gus)
    const details = [
      { phone: '+1 (503) 555-0177' },
      { flowers: 'To the lifeboats' },
      { note: 'Bring a song.' },
      { livestream_url: 'https://example.com/live' },
      { dress: 'Colors' },
    ]
    for (const values of details)
      expect(await noted(succeed(change(executor, owner, values)))).toMatchObject({
        action: 'service_details_changed',
      })
    for (const [is_withdrawn, action] of [
      [true, 'guest_withdrawn'],
      [false, 'guest_restored'],
    ] as const) {
      const event = await noted(withdrawFrom(executor, owner, gus, is_withdrawn))
      expect(event).toMatchObject({ action, detail: { name: 'Gus' } })
      // The same again changes nothing.
      expect(await noted(withdrawFrom(executor, owner, gus, is_withdrawn))).toEqual(event)
    }
    const event = await noted(succeed(change(executor, owner, { place: 'The town hall' })))
    expect(event).toMatchObject({ action: 'service_changed' })
    expect(await noted(succeed(change(executor, owner, { place: 'The town hall' })))).toEqual(event)
    expect(await kindsTo(gus)).toEqual(['service_invitation', 'service_changed'])
    await succeed(change(executor, owner, { is_called_off: true }))
    expect(await noted(succeed(change(executor, owner, { place: 'The lake' })))).toMatchObject({
      action: 'service_details_changed',
    })
  })
})

describe.skipIf(!hasSql)(`invitations${needsSql}`, () => {
  it.each(['waiting', 'stopped', 'open'] as const)(
    'leaves for no one while the plan is %s',
    async (state) => {
      const { owner, executor } = await household(state, ['executor'])
      await forceService(owner)
      const guests = [{ name: 'Gus', email: address('Gus') }]
      await refused(executor.client.rpc('invite_guests', { owner_id: owner.id, guests }), code.notThisPerson)
    },
  )

  it('is sent once to each address, and keeps the contact it came from', async () => {
    const { owner, executor, row } = await household('released', ['executor'])
    const other = await household('hidden', [])
    await refused(
      executor.client.rpc('invite_guests', { owner_id: owner.id, guests: [] }),
      code.noServiceToCome,
    )
    await arrange(executor, owner)
    const [gus, carl] = [address('Gus'), address('Carl')]
    const guests = [
      { name: 'Gus', email: gus.toUpperCase() },
      { name: 'Gus again', email: gus },
      { name: 'Carl', email: carl, contact_id: row.contact },
      { name: 'No contact of this plan', email: address('Nora'), contact_id: other.row.contact },
    ]
    const send = () => succeed(executor.client.rpc('invite_guests', { owner_id: owner.id, guests }))
    expect(await send()).toBe(3)
    expect(await send()).toBe(0)
    expect(await kindsTo(gus)).toEqual(['service_invitation'])
    const saved = await guestsOf(executor, owner)
    expect(saved.map(({ name, contact_id }) => [name, contact_id])).toEqual([
      ['Carl', row.contact],
      ['Gus', null],
      ['No contact of this plan', null],
    ])
    await refused(
      executor.client.rpc('invite_guests', {
        owner_id: owner.id,
        guests: [{ name: 'X', email: 'no address' }],
      }),
      code.check,
    )
    const ask = (owner_id: string | null, guests: unknown) =>
      untyped(executor.client).rpc('invite_guests', { owner_id, guests })
    for (const notAList of [{}, null, Array.from({ length: 501 }, () => ({ name: 'Gus', email: gus }))])
      await refused(ask(owner.id, notAList), '22023')
    await refused(ask(null, guests), code.notThisPerson)
    const crowd = Array.from({ length: 498 }, (_, n) => ({
      name: `Guest ${n}`,
      email: `guest${n}@example.com`,
    }))
    await refused(
      executor.client.rpc('invite_guests', { owner_id: owner.id, guests: crowd }),
      code.listFull,
      500,
    )
  })

  it('is noted as sent once the provider took it, and as refused when the address does', async () => {
    const { owner, executor } = await household('released', ['executor'])
    await arrange(executor, owner)
    const [gus] = await invite(executor, owner, ['Gus'])
    const seen = async () => {
      const [guest] = await guestsOf(executor, owner)
      return [guest?.mailed_at !== null, guest?.mail_refused_at !== null]
    }
    expect(await seen()).toEqual([false, false])
    await deliver(gus)
    expect(await seen()).toEqual([true, false])
    const report = (at: number) =>
      succeed(
        service.rpc('apply_mail_refusal', {
          p_event_id: randomUUID(),
          p_emails: [gus?.toUpperCase() ?? ''],
          p_happened_at: new Date(Date.now() + at).toISOString(),
        }),
      )
    await report(-86_400_000)
    expect(await seen()).toEqual([true, false])
    await report(1000)
    expect(await seen()).toEqual([true, true])
    const since = async () => (await guestsOf(executor, owner)).map((guest) => guest.mail_refused_at)
    const first = await since()
    await report(2000)
    expect(await since()).toEqual(first)
    // An address that refuses mail is written to no more.
    await succeed(change(executor, owner, { place: 'The town hall' }))
    expect(await kindsTo(gus)).toEqual(['service_invitation'])
  })

  it.each([
    ['a change', { place: 'The town hall' }, { held_at: '15:00' }],
    ['that it is called off', { is_called_off: true }, { is_called_off: false }],
  ])(
    'an invitation to a service and %s are seen to wait until the provider takes them',
    async (_, news, more) => {
      const { owner, executor } = await household('released', ['executor'])
      await arrange(executor, owner)
      const [gus] = await invite(executor, owner, ['Gus'])
      const waits = async () =>
        (await guestsOf(executor, owner)).map((guest) => guest.mail_waits_since !== null)
      expect(await waits()).toEqual([true])
      await deliver(gus)
      expect(await waits()).toEqual([false])
      await succeed(change(executor, owner, news))
      expect(await waits()).toEqual([true])
      await deliver(gus)
      expect(await waits()).toEqual([false])
      await succeed(change(executor, owner, more))
      await unsubscribe(executor, owner, gus)
      expect(await waits()).toEqual([false])
    },
  )

  it('an invitation to a service that is withdrawn in time is not sent, and the address can be invited again', async () => {
    const { owner, executor } = await household('released', ['executor'])
    await arrange(executor, owner)
    const [gus, tried, rita] = await invite(executor, owner, ['Gus', 'Tried', 'Rita'])
    await fail(tried, 'no answer')
    await deliver(rita)
    const guest_id = await idOf(executor, owner, gus)
    await refused(
      untyped(executor.client).rpc('withdraw_guest', { guest_id, withdrawn: null }),
      code.notThisPerson,
    )
    for (const email of [gus, tried, rita]) await withdrawFrom(executor, owner, email)
    // A second press changes nothing, also where the first one removed the guest.
    await succeed(executor.client.rpc('withdraw_guest', { guest_id }))
    // Those who may have read it stay on the list.
    expect((await guestsOf(executor, owner)).map(({ name }) => name)).toEqual(['Rita', 'Tried'])
    for (const email of [gus, tried]) expect(await kindsTo(email)).toEqual([])
    // Nothing was sent to them since, but they may have read it all the same.
    for (const again of [false, true]) await withdrawFrom(executor, owner, rita, again)
    expect(await guestsOf(executor, owner)).toHaveLength(2)
    const guests = [{ name: 'Gus', email: gus ?? '' }]
    expect(await succeed(executor.client.rpc('invite_guests', { owner_id: owner.id, guests }))).toBe(1)
    expect(await kindsTo(gus)).toEqual(['service_invitation'])
  })

  it.skipIf(!isDatabaseOnly)(
    'an invitation to a service that is being sent when it is withdrawn counts as read',
    async () => {
      const { owner, executor } = await household('released', ['executor'])
      await arrange(executor, owner)
      const [gus] = await invite(executor, owner, ['Gus'])
      const letGo = await holdRows('select from private.mail_outbox where to_email = $1', [gus])
      await withdrawFrom(executor, owner, gus)
      await letGo()
      expect(await guestsOf(executor, owner)).toMatchObject([{ name: 'Gus', mailed_at: expect.any(String) }])
    },
  )

  it.skipIf(!isDatabaseOnly)(
    'an invitation to a service that waits for another one is refused if the death comes into doubt meanwhile',
    async () => {
      const { owner, executor } = await household('released', ['executor'])
      await arrange(executor, owner)
      const letGo = await holdRows('select from public.services where owner_id = $1', [owner.id])
      const adding = addGuest(executor, owner).then(({ error }) => error?.code)
      await expect
        .poll(() => asAdministrator(`select from pg_stat_activity where wait_event_type = 'Lock'`))
        .toHaveLength(1)
      await succeed(owner.client.rpc('stop_release'))
      await letGo()
      expect(await adding).toBe(code.noServiceToCome)
    },
  )

  it('an invitation to a service stays noted as sent on the day it was, also when a later mail is tried and taken back', async () => {
    const { owner, executor } = await household('released', ['executor'])
    await arrange(executor, owner)
    const [gus] = await invite(executor, owner, ['Gus'])
    await deliver(gus)
    const sentAt = async () => (await guestsOf(executor, owner)).map(({ mailed_at }) => mailed_at)
    const first = await sentAt()
    await succeed(change(executor, owner, { place: 'The town hall' }))
    await fail(gus, 'no answer')
    await withdrawFrom(executor, owner, gus)
    expect(await sentAt()).toEqual(first)
  })

  it('an invitation to a service that comes after the service would only hurt, so it is not sent then', async () => {
    const { owner, executor } = await household('released', ['executor'])
    await arrange(executor, owner)
    const [gus] = await invite(executor, owner, ['Gus'])
    const [{ in_time } = {}] = await asAdministrator<{ in_time: boolean }>(
      `select m.use_by = s.starts_at as in_time from private.mail_outbox m, public.services s
        where m.to_email = $1 and s.owner_id = $2`,
      [gus, owner.id],
    )
    expect(in_time).toBe(true)
    await moveService(owner, -30)
    const guests = [{ name: 'Late', email: address('Late') }]
    await refused(executor.client.rpc('invite_guests', { owner_id: owner.id, guests }), code.noServiceToCome)
  })
})

describe.skipIf(!hasSql)(`changes${needsSql}`, () => {
  it('a change of a service of date or place is mailed to everyone who was invited, and what guests need not know is not', async () => {
    const { owner, executor } = await household('released', ['executor'])
    await arrange(executor, owner)
    const [gus, rita, wil, una] = await invite(executor, owner, ['Gus', 'Rita', 'Wil', 'Una'])
    for (const email of [gus, wil, una]) await deliver(email)
    await withdrawFrom(executor, owner, wil)
    await unsubscribe(executor, owner, una)
    await succeed(change(executor, owner, { note: 'Bring a song.', dress: 'Colors, please' }))
    expect(await kindsTo(gus)).toEqual(['service_invitation'])
    await succeed(change(executor, owner, { place: 'The town hall' }))
    expect(await kindsTo(gus)).toEqual(['service_invitation', 'service_changed'])
    // Rita had read nothing yet: she gets one invitation, with the new place.
    expect(await mailsTo(rita)).toMatchObject([
      { kind: 'service_invitation', payload: { place: 'The town hall' } },
    ])
    for (const email of [wil, una]) expect(await kindsTo(email)).toEqual(['service_invitation'])
    await succeed(change(executor, owner, { held_on: '2028-01-02' }))
    expect((await mailsTo(gus)).at(-1)).toMatchObject({
      kind: 'service_changed',
      payload: { held_on: '2028-01-02' },
    })
    expect(await kindsTo(gus)).toHaveLength(2)
  })

  it('a change of a service that calls it off is told to those who were invited, and so is that it takes place after all', async () => {
    const { owner, executor } = await household('released', ['executor'])
    await arrange(executor, owner)
    const [gus, rita] = await invite(executor, owner, ['Gus', 'Rita'])
    await deliver(gus)
    await succeed(change(executor, owner, { is_called_off: true }))
    expect(await kindsTo(gus)).toEqual(['service_invitation', 'service_called_off'])
    expect(await kindsTo(rita)).toEqual([])
    const guests = [{ name: 'New', email: address('New') }]
    await refused(executor.client.rpc('invite_guests', { owner_id: owner.id, guests }), code.noServiceToCome)
    await refused(
      service.rpc('answer_service', {
        p_guest_id: await idOf(executor, owner, gus),
        p_answer: 'yes',
        p_people: 1,
        p_message: '',
      }),
      code.serviceOver,
    )
    await deliver(gus)
    await succeed(change(executor, owner, { place: 'Somewhere', is_called_off: true }))
    await succeed(change(executor, owner, { is_called_off: false }))
    expect(await kindsTo(gus)).toEqual(['service_invitation', 'service_called_off', 'service_changed'])
    expect(await kindsTo(rita)).toEqual(['service_invitation'])
  })

  it.each([
    ['no invitation left', refusedByProvider, { place: 'The lake' }, 'service_invitation'],
    ['an invitation may have come', 'no answer', { place: 'The lake' }, 'service_changed'],
    ['none left, but it is called off', refusedByProvider, { is_called_off: true }, 'service_called_off'],
  ])(
    'a change of a service is told to guests as they need it: where %s (%s)',
    async (_, error, news, kind) => {
      const { owner, executor } = await household('released', ['executor'])
      await arrange(executor, owner)
      const [gus] = await invite(executor, owner, ['Gus'])
      await fail(gus, error)
      await succeed(change(executor, owner, news))
      expect(await kindsTo(gus)).toEqual([kind])
    },
  )

  it('a change of a service is not told as an invitation to those who have one, though the provider refused the news before', async () => {
    const { owner, executor } = await household('released', ['executor'])
    await arrange(executor, owner)
    const [gus] = await invite(executor, owner, ['Gus'])
    await deliver(gus)
    for (const place of ['The town hall', 'The lake']) {
      await succeed(change(executor, owner, { place }))
      await fail(gus, refusedByProvider)
      expect(await kindsTo(gus)).toEqual(['service_invitation', 'service_changed'])
    }
  })

  it('a change of a service is mailed 20 times a day at most', async () => {
    const { owner, executor } = await household('released', ['executor'])
    await arrange(executor, owner)
    for (let n = 1; n <= 20; n++) await succeed(change(executor, owner, { place: `Hall ${n}` }))
    await refused(change(executor, owner, { place: 'Hall 21' }), code.tooManyChanges)
    await succeed(change(executor, owner, { note: 'Not mailed' }))
  })

  it('a change of a service that calls it off is mailed even after 20 others, once a day', async () => {
    const { owner, executor } = await household('released', ['executor'])
    await arrange(executor, owner)
    const [gus] = await invite(executor, owner, ['Gus'])
    await deliver(gus)
    for (let n = 1; n <= 20; n++) await succeed(change(executor, owner, { place: `Hall ${n}` }))
    await succeed(change(executor, owner, { is_called_off: true }))
    expect((await kindsTo(gus)).at(-1)).toBe('service_called_off')
    await refused(change(executor, owner, { is_called_off: false }), code.tooManyChanges)
    await asAdministrator(`update public.access_events set created_at = created_at - interval '25 hours'
      where owner_id = '${owner.id}' and action = 'service_changed'`)
    await succeed(change(executor, owner, { is_called_off: false }))
    for (let n = 1; n <= 18; n++) await succeed(change(executor, owner, { place: `Room ${n}` }))
    await refused(change(executor, owner, { is_called_off: true }), code.tooManyChanges)
  })
})

describe.skipIf(!hasSql)(`guests${needsSql}`, () => {
  let owner: Person
  let executor: Person
  let contact: string
  let guest: string
  let email: string
  beforeAll(async () => {
    const home = await household('released', ['executor'])
    ;({ owner, executor } = home)
    contact = home.row.contact
    email = address('Carl')
    await arrange(executor, owner, { note: 'Bring a song.' })
    const guests = [{ name: 'Carl', email, contact_id: contact }]
    await succeed(executor.client.rpc('invite_guests', { owner_id: owner.id, guests }))
    await deliver(email)
    guest = await idOf(executor, owner, email)
  })
  const answer = (p_answer: 'yes' | 'no', p_people: number | null, p_message = '') =>
    untyped(service).rpc('answer_service', { p_guest_id: guest, p_answer, p_people, p_message })
  const rsvp = async () =>
    (await succeed(executor.client.from('contacts').select('rsvp_status').eq('id', contact).single()))
      .rsvp_status

  it('a guest with the link of their mail reads the service and their own answer, and nothing else of the plan', async () => {
    const another = await household('released', ['executor'])
    await arrange(another.executor, another.owner)
    expect(await succeed(page(guest))).toEqual([
      {
        ...someService,
        owner_name: owner.name,
        guest_name: 'Carl',
        starts_at: expect.any(String),
        dress: null,
        livestream_url: null,
        flowers: null,
        note: 'Bring a song.',
        phone: null,
        invited_by: executor.name,
        is_called_off: false,
        is_over: false,
        calendar_version: 0,
        calendar_changed_at: expect.any(String),
        answer: null,
        people: null,
        message: null,
        answered_earlier: false,
        answer_was_taken: false,
        is_unsubscribed: false,
        portrait: null,
        takes_memories: false,
        memories: [],
      },
    ])
  })

  it('a guest with the link of their mail gives with an answer no sign that the owner lives', async () => {
    const changedAt = async () => {
      const [row] = await asAdministrator(
        'select private.plan_changed_at($1) as at, updated_at from public.contacts where id = $2',
        [owner.id, contact],
      )
      return row
    }
    const before = await changedAt()
    await succeed(answer('yes', 2))
    expect(await rsvp()).toBe('Yes, 2 people')
    expect(await changedAt()).toEqual(before)
  })

  it('a guest with the link of their mail answers, changes the answer, and fills the contact’s in the frozen plan', async () => {
    await succeed(answer('yes', 3, ' We will all come. '))
    expect(await rsvp()).toBe('Yes, 3 people')
    expect(await guestsOf(executor, owner)).toMatchObject([
      { answer: 'yes', people: 3, message: 'We will all come.', answered_at: expect.any(String) },
    ])
    await succeed(answer('yes', 1))
    expect(await rsvp()).toBe('Yes')
    await succeed(answer('no', 4))
    expect(await rsvp()).toBe('No')
    expect(await guestsOf(executor, owner)).toMatchObject([{ answer: 'no', people: null, message: null }])
    for (const people of [0, 21, null]) await refused(answer('yes', people), code.check)
    await refused(answer('no', null, 'x'.repeat(1001)), code.check)
    // Nothing else of the contact moves.
    const moved = asAdministrator(`update public.contacts set name = 'Other' where id = $1`, [contact])
    await expect(moved).rejects.toMatchObject({ code: code.frozen })
  })

  it('a guest with the link of their mail is written to no more once they ask for that', async () => {
    await succeed(change(executor, owner, { place: 'The school hall' }))
    await succeed(service.rpc('unsubscribe_guest', { p_guest_id: guest }))
    expect(await kindsTo(email)).toEqual(['service_invitation'])
    await succeed(change(executor, owner, { place: 'The town hall' }))
    expect(await kindsTo(email)).toEqual(['service_invitation'])
    expect(await succeed(page(guest))).toMatchObject([{ is_unsubscribed: true, place: 'The town hall' }])
  })

  it('a guest with the link of their mail takes it back that they want no more, and is written to again', async () => {
    await succeed(service.rpc('unsubscribe_guest', { p_guest_id: guest, p_unsubscribed: false }))
    expect(await succeed(page(guest))).toMatchObject([{ is_unsubscribed: false }])
    expect(await kindsTo(email)).toEqual(['service_invitation'])
    await succeed(change(executor, owner, { place: 'The library' }))
    expect(await kindsTo(email)).toEqual(['service_invitation', 'service_changed'])
    // What waits is not taken back with it.
    await succeed(service.rpc('unsubscribe_guest', { p_guest_id: guest, p_unsubscribed: false }))
    expect(await kindsTo(email)).toEqual(['service_invitation', 'service_changed'])
  })

  it('a guest with the link of their mail is withdrawn by a trustee or an executor of the released plan, and by no one else', async () => {
    const { owner, executor, trustee, beneficiary, invited, revoked, stranger } = await household('released')
    await arrange(executor, owner)
    const [gus] = await invite(executor, owner, ['Gus'])
    await deliver(gus)
    const guest_id = await idOf(executor, owner, gus)
    const withdraw = (client: Client, withdrawn: boolean) =>
      client.rpc('withdraw_guest', { guest_id, withdrawn })
    for (const { client } of [beneficiary, invited, revoked, stranger, owner])
      for (const withdrawn of [true, false]) await refused(withdraw(client, withdrawn), code.notThisPerson)
    await refused(withdraw(anonymous, true), code.notAllowed)
    const unknown = { guest_id: randomUUID(), withdrawn: false }
    await refused(executor.client.rpc('withdraw_guest', unknown), code.notThisPerson)
    await succeed(withdraw(trustee.client, true))
    await succeed(withdraw(executor.client, false))
    expect(await succeed(page(guest_id))).toHaveLength(1)
    await asAdministrator(`update public.profiles set death_review = 'pending' where user_id = $1`, [
      owner.id,
    ])
    await refused(withdraw(executor.client, true), code.notThisPerson)
  })

  it('a guest with the link of their mail is refused once the invitation is withdrawn, and let in again when that is taken back', async () => {
    const withdraw = (withdrawn: boolean) =>
      succeed(executor.client.rpc('withdraw_guest', { guest_id: guest, withdrawn }))
    await withdraw(true)
    await refused(page(guest), code.linkNotValid)
    await refused(answer('no', null), code.linkNotValid)
    await refused(service.rpc('unsubscribe_guest', { p_guest_id: guest }), code.linkNotValid)
    await withdraw(false)
    expect(await succeed(page(guest))).toHaveLength(1)
  })

  it('a guest with the link of their mail reads after the service, answers no more, and is refused 30 days after it', async () => {
    await moveService(owner, -21)
    expect(await succeed(page(guest))).toMatchObject([{ is_over: true }])
    await refused(answer('yes', 1), code.serviceOver)
    await moveService(owner, -30)
    await refused(page(guest), code.linkNotValid)
    await refused(page(randomUUID()), code.linkNotValid)
  })
})

const inviting = (owner: Person, name: string) => ({
  owner_id: owner.id,
  guests: [{ name, email: address(name) }],
})
const addGuest = ({ client }: Pick<Person, 'client'>, owner: Person, values: object = {}) =>
  untyped(client).rpc('add_guest', {
    owner_id: owner.id,
    guest_id: randomUUID(),
    name: 'Mae',
    phone: '555-0188',
    ...values,
  })
const take = ({ client }: Pick<Person, 'client'>, guest_id: string | undefined, values: object = {}) =>
  untyped(client).rpc('take_guest_answer', { guest_id, answer: 'yes', people: 2, ...values })
const remind = ({ client }: Pick<Person, 'client'>, owner: Person) =>
  client.rpc('remind_guests', { owner_id: owner.id })
const answerAs = (p_guest_id: string, p_answer: 'yes' | 'no' = 'yes', p_message = '') =>
  succeed(service.rpc('answer_service', { p_guest_id, p_answer, p_people: 1, p_message }))
/** The mails of a service of which no one has an address: those in which the owner is named as whose it is. */
const mailsAbout = (owner: Person) =>
  asAdministrator(`select kind from private.mail_outbox where kind like 'service_%' and line = $1`, [
    owner.id,
  ])
const eventsOf = async ({ client }: Person) =>
  (
    await succeed(client.from('access_events').select('action, detail').like('action', 'guest%').order('id'))
  ).map(({ action, detail }) => [action, detail])

describe.skipIf(!hasSql)(`guests who are called${needsSql}`, () => {
  it('a guest who is called is put on the list by a trustee or an executor, and by no one else', async () => {
    const home = await household('released')
    const { owner, executor, trustee, row } = home
    await refused(addGuest(executor, owner), code.noServiceToCome)
    await arrange(executor, owner)
    for (const who of ['owner', 'beneficiary', 'invited', 'revoked', 'stranger'] as const)
      await refused(addGuest(home[who], owner), code.notThisPerson)
    await refused(addGuest({ client: anonymous }, owner), code.notAllowed)
    await refused(addGuest(executor, owner, { owner_id: null }), code.notThisPerson)
    const guest_id = randomUUID()
    for (const _again of [1, 2]) await succeed(addGuest(trustee, owner, { guest_id, name: ' Mae ' }))
    for (const _again of [1, 2])
      await succeed(addGuest(executor, owner, { name: 'Carl', phone: ' ', contact_id: row.contact }))
    expect(await guestsOf(executor, owner)).toMatchObject([
      { name: 'Carl', phone: null, contact_id: row.contact, invited_by: executor.name },
      {
        id: guest_id,
        name: 'Mae',
        email: null,
        phone: '555-0188',
        contact_id: null,
        invited_by: trustee.name,
      },
    ])
    for (const who of ['beneficiary', 'owner', 'stranger'] as const)
      await touches(home[who].client.from('service_guests').select(), 0)
    expect(await eventsOf(owner)).toEqual([
      ['guest_added', { name: 'Mae' }],
      ['guest_added', { name: 'Carl' }],
    ])
    expect(await mailsAbout(owner)).toEqual([])
  })

  it('a guest who is called keeps another family’s contacts out, and needs a name; 500 are as many as there can be', async () => {
    const { owner, executor } = await household('released', ['executor'])
    const { row } = await household('hidden', [])
    await arrange(executor, owner)
    await succeed(addGuest(executor, owner, { contact_id: row.contact }))
    expect(await guestsOf(executor, owner)).toMatchObject([{ contact_id: null }])
    const other = await household('released', ['executor'])
    await arrange(other.executor, other.owner)
    const theirs = await inviteGuest(other.executor, other.owner, 'Gus')
    await refused(addGuest(executor, owner, { guest_id: theirs }), code.unique)
    await refused(addGuest(executor, owner, { name: ' ' }), code.check)
    await refused(addGuest(executor, owner, { phone: '5'.repeat(41) }), code.check)
    await asAdministrator(
      `insert into public.service_guests (owner_id, name) select $1, 'Guest ' || n from generate_series(1, 499) n`,
      [owner.id],
    )
    await refused(addGuest(executor, owner), code.listFull, 500)
  })

  it.each(['waiting', 'stopped', 'open'] as const)(
    'a guest who is called is not added, answered for or reminded while the plan is %s',
    async (state) => {
      const { owner, executor } = await household(state, ['executor'])
      const guest = await forceService(owner)
      for (const tried of [addGuest(executor, owner), take(executor, guest), remind(executor, owner)])
        await refused(tried, code.notThisPerson)
    },
  )

  it('a guest is invited under the name by which this owner knows who invites, and no other owner', async () => {
    const { owner, executor } = await household('released', ['executor'])
    const { owner: other } = await household('released', [], (home) => [
      designateAccepted(home.owner, executor, 'executor').then((id) =>
        asAdministrator(`update public.designations set person_name = 'Cousin Edie' where id = $1`, [id]),
      ),
    ])
    for (const [of, name] of [
      [owner, executor.name],
      [other, 'Cousin Edie'],
    ] as const) {
      await arrange(executor, of)
      await invite(executor, of, ['Gus'])
      expect(await guestsOf(executor, of)).toMatchObject([{ invited_by: name }])
    }
  })

  // Rows that others hold need a second connection.
  it.skipIf(!isDatabaseOnly)(
    'a guest is invited, added, answered for, reminded and withdrawn without waiting for another family',
    async () => {
      const theirs = await household('released', ['executor'])
      await arrange(theirs.executor, theirs.owner)
      await inviteGuest(theirs.executor, theirs.owner, 'Olga')
      await asAdministrator(
        'update public.service_guests g set contact_id = c.id from public.contacts c where g.owner_id = $1 and c.user_id = $1',
        [theirs.owner.id],
      )
      const { owner, executor } = await household('released', ['executor'])
      await arrange(executor, owner)
      const letGo = await Promise.all(
        [
          'select from public.services where owner_id = $1',
          'select from public.service_guests where owner_id = $1',
          'select from public.contacts where user_id = $1',
        ].map((rows) => holdRows(rows, [theirs.owner.id])),
      )
      try {
        const [gus] = await invite(executor, owner, ['Gus'])
        await deliver(gus)
        await succeed(addGuest(executor, owner))
        expect(await succeed(remind(executor, owner))).toBe(1)
        const id = await idOf(executor, owner, gus)
        await succeed(take(executor, id))
        await withdrawFrom(executor, owner, gus)
      } finally {
        await Promise.all(letGo.map((end) => end()))
      }
    },
  )

  it('a guest who is called has no link, and is never written to', async () => {
    const { owner, executor } = await household('released', ['executor'])
    await arrange(executor, owner)
    const guest_id = randomUUID()
    await succeed(addGuest(executor, owner, { guest_id }))
    await refused(page(guest_id), code.linkNotValid)
    await succeed(change(executor, owner, { place: 'The town hall' }))
    await succeed(change(executor, owner, { is_called_off: true }))
    await refused(addGuest(executor, owner), code.noServiceToCome)
    await succeed(owner.client.rpc('stop_release'))
    const mistake = () => succeed(service.rpc('mistake_of_guest', { p_guest_id: guest_id }))
    expect(await mistake()).toEqual([])
    await windUpServices()
    expect(await mailsAbout(owner)).toEqual([])
    expect(await mistake()).toEqual([])
  })

  it('a guest who is called is taken off the list; one with an answer can be put back with it', async () => {
    const { owner, executor } = await household('released', ['executor'])
    await arrange(executor, owner)
    const [mae, una] = [randomUUID(), randomUUID()]
    await succeed(addGuest(executor, owner, { guest_id: mae }))
    await succeed(addGuest(executor, owner, { guest_id: una, name: 'Una' }))
    await succeed(take(executor, mae))
    for (const guest_id of [mae, una]) await succeed(executor.client.rpc('withdraw_guest', { guest_id }))
    expect(await guestsOf(executor, owner)).toMatchObject([{ id: mae, is_withdrawn: true, answer: 'yes' }])
    await refused(take(executor, mae, { answer: 'no' }), code.notThisPerson)
    await succeed(executor.client.rpc('withdraw_guest', { guest_id: mae, withdrawn: false }))
    expect(await guestsOf(executor, owner)).toMatchObject([{ id: mae, is_withdrawn: false, people: 2 }])
  })

  it('a guest whose invitation never left is invited when the withdrawal is taken back, because an answer kept them on the list', async () => {
    const { owner, executor } = await household('released', ['executor'])
    await arrange(executor, owner)
    const [gus, rita] = await invite(executor, owner, ['Gus', 'Rita'])
    await deliver(rita)
    for (const email of [gus, rita]) {
      await succeed(take(executor, await idOf(executor, owner, email)))
      await withdrawFrom(executor, owner, email)
    }
    expect(await kindsTo(gus)).toEqual([])
    for (const email of [gus, rita]) await withdrawFrom(executor, owner, email, false)
    for (const email of [gus, rita]) expect(await kindsTo(email)).toEqual(['service_invitation'])
    await withdrawFrom(executor, owner, gus)
    await succeed(change(executor, owner, { is_called_off: true }))
    await withdrawFrom(executor, owner, gus, false)
    expect(await kindsTo(gus)).toEqual([])
  })

  it('a guest who is called stays on the list while the administrator looks again, and so does an answer that was entered', async () => {
    const { owner, executor } = await household('released', ['executor'])
    await arrange(executor, owner)
    await succeed(addGuest(executor, owner))
    const [gus, rita] = await invite(executor, owner, ['Gus', 'Rita'])
    await succeed(take(executor, await idOf(executor, owner, gus)))
    await asAdministrator(`update public.profiles set death_review = 'pending' where user_id = $1`, [
      owner.id,
    ])
    await windUpServices(1)
    for (const email of [gus, rita]) expect(await kindsTo(email)).toEqual([])
    await decide(owner, 'approved')
    expect(await guestsOf(executor, owner)).toMatchObject([
      { name: 'Gus', answer: 'yes', mail_waits_since: null },
      { name: 'Mae', email: null },
    ])
  })
})

describe.skipIf(!hasSql)(`answers by phone${needsSql}`, () => {
  it('an answer by phone is entered by a trustee or an executor, with their name and the time, and by no one else', async () => {
    const noted = ['Told me no', 'Yes, 2 people']
    const home = await household('released', undefined, ({ owner: { id } }) => [
      asAdministrator(
        `insert into public.contacts (user_id, name, rsvp_status) select $1, 'X', unnest($2::text[])`,
        [id, noted],
      ),
    ])
    const { owner, executor, trustee, row } = home
    const ofOthers = async () =>
      (await succeed(executor.client.from('contacts').select('rsvp_status').eq('name', 'X')))
        .map(({ rsvp_status }) => rsvp_status)
        .sort()
    await arrange(executor, owner)
    await succeed(addGuest(executor, owner, { name: 'Carl', contact_id: row.contact }))
    const [{ id = '' } = {}] = await guestsOf(executor, owner)
    for (const who of ['owner', 'beneficiary', 'invited', 'revoked', 'stranger'] as const)
      await refused(take(home[who], id), code.notThisPerson)
    await refused(take({ client: anonymous }, id), code.notAllowed)
    await refused(take(executor, randomUUID()), code.notThisPerson)
    for (const _again of [1, 2]) await succeed(take(trustee, id, { message: ' Needs a ramp. ' }))
    const [guest] = await guestsOf(executor, owner)
    expect(guest).toMatchObject({
      answer: 'yes',
      people: 2,
      message: 'Needs a ramp.',
      answered_at: expect.any(String),
      answer_taken_by: trustee.name,
    })
    const rsvp = async () =>
      (await succeed(executor.client.from('contacts').select('rsvp_status').eq('id', row.contact).single()))
        .rsvp_status
    expect(await rsvp()).toBe('Yes, 2 people')
    expect(await ofOthers()).toEqual(noted)
    for (const _again of [1, 2])
      await succeed(take(executor, id, { answer: null, seen_at: guest?.answered_at }))
    expect(await guestsOf(executor, owner)).toMatchObject([
      { answer: null, people: null, message: null, answered_at: null, answer_taken_by: null },
    ])
    expect(await rsvp()).toBeNull()
    expect(await ofOthers()).toEqual(noted)
    await refused(take(executor, id, { people: 0 }), code.check)
    expect(await eventsOf(owner)).toEqual([
      ['guest_added', { name: 'Carl' }],
      ['guest_answer_taken', { name: 'Carl' }],
      ['guest_answer_taken_back', { name: 'Carl' }],
    ])
  })

  it('an answer by phone is saved over what a guest wrote only by someone who has seen it, and what a guest wrote is never taken back', async () => {
    const { owner, executor } = await household('released', ['executor'])
    await arrange(executor, owner)
    const id = await inviteGuest(executor, owner, 'Gus')
    await answerAs(id, 'yes', 'With my wife')
    const [gus] = await guestsOf(executor, owner)
    await refused(take(executor, id, { answer: 'no' }), code.answeredMeanwhile)
    await refused(take(executor, id, { answer: null, seen_at: gus?.answered_at }), code.notThisPerson)
    expect(await guestsOf(executor, owner)).toEqual([gus])
    // The same as the guest wrote is another answer all the same: someone has heard it.
    await succeed(take(executor, id, { people: 1, message: 'With my wife', seen_at: gus?.answered_at }))
    const [heard] = await guestsOf(executor, owner)
    expect(heard).toMatchObject({ answer: 'yes', answer_taken_by: executor.name })
    // Said again for another date, it is about that one.
    await succeed(change(executor, owner, { held_on: '2030-12-12' }))
    await succeed(take(executor, id, { people: 1, message: 'With my wife', seen_at: heard?.answered_at }))
    expect(await succeed(page(id))).toMatchObject([{ answered_earlier: false }])
    for (const values of [
      { people: 2, message: 'With my wife' },
      { people: 1, message: 'Alone' },
      { answer: 'no', message: 'With my wife' },
    ])
      await refused(take(executor, id, values), code.answeredMeanwhile)
    await answerAs(id, 'no')
    expect(await guestsOf(executor, owner)).toMatchObject([{ answer: 'no', answer_taken_by: null }])
  })

  it('an answer by phone is not the guest’s own note: their page says who entered it for them, and not what was noted', async () => {
    const { owner, executor } = await household('released', ['executor'])
    await arrange(executor, owner)
    const id = await inviteGuest(executor, owner, 'Gus')
    await answerAs(id, 'yes', 'With my wife')
    expect(await succeed(page(id))).toMatchObject([{ message: 'With my wife', answer_was_taken: false }])
    const [gus] = await guestsOf(executor, owner)
    await succeed(take(executor, id, { answer: 'no', message: 'She cried.', seen_at: gus?.answered_at }))
    expect(await succeed(page(id))).toMatchObject([{ answer: 'no', message: null, answer_was_taken: true }])
  })

  it('an answer by phone is taken while the service is to come', async () => {
    const theirs = await household('released', ['executor'])
    await arrange(theirs.executor, theirs.owner)
    const { owner, executor } = await household('released', ['executor'])
    await arrange(executor, owner)
    const id = await inviteGuest(executor, owner, 'Gus')
    await succeed(change(executor, owner, { is_called_off: true }))
    await refused(take(executor, id), code.serviceOver)
    await succeed(change(executor, owner, { is_called_off: false }))
    await moveService(owner, -30)
    await refused(take(executor, id), code.serviceOver)
  })

  // Waiting for rows that others hold needs a second connection.
  it.skipIf(!isDatabaseOnly).each([
    [
      'an answer by phone',
      code.notThisPerson,
      (by: Person, _of: Person, id: string) => take(by, id, { answer: 'no' }),
    ],
    ['a guest without email', code.noServiceToCome, (by: Person, of: Person) => addGuest(by, of)],
    ['a reminder', code.noServiceToCome, (by: Person, of: Person) => remind(by, of)],
  ])('%s that waited while the death came into doubt is refused', async (_, refusal, tried) => {
    const { owner, executor } = await household('released', ['executor'])
    await arrange(executor, owner)
    const [gus] = await invite(executor, owner, ['Gus'])
    await deliver(gus)
    const id = await idOf(executor, owner, gus)
    const letGo = await holdRows('select from public.services where owner_id = $1', [owner.id])
    let request: Promise<unknown> = Promise.resolve()
    try {
      // Sent at once, and answered when the row is free.
      request = Promise.resolve(tried(executor, owner, id))
      await expect
        .poll(() => asAdministrator(`select from pg_stat_activity where wait_event_type = 'Lock'`))
        .toHaveLength(1)
      await asAdministrator(`update public.profiles set death_review = 'pending' where user_id = $1`, [
        owner.id,
      ])
    } finally {
      await letGo()
    }
    expect(await request).toMatchObject({ error: { code: refusal } })
  })

  it('an answer by phone is entered 500 times a day by one person at most, as guests are added', async () => {
    const { owner, executor } = await household('released', ['executor'])
    await arrange(executor, owner)
    const id = await inviteGuest(executor, owner, 'Gus')
    await asAdministrator(
      `insert into public.access_events (owner_id, actor_id, action)
       select $1, $2, action from unnest('{guest_answer_taken,guest_added}'::text[]) action, generate_series(1, 500)`,
      [owner.id, executor.id],
    )
    await refused(take(executor, id), code.changedTooOften)
    await refused(addGuest(executor, owner), code.changedTooOften)
    expect(await guestsOf(executor, owner)).toMatchObject([{ name: 'Gus', answer: null }])
  })
})

describe.skipIf(!hasSql)(`answers before another date${needsSql}`, () => {
  it('an answer from before the date changed is kept and marked on both sides, until it is given again or the date comes back', async () => {
    const { owner, executor } = await household('released', ['executor'])
    await arrange(executor, owner, { held_on: '2030-12-05' })
    const id = await inviteGuest(executor, owner, 'Gus')
    const earlier = async () => (await succeed(page(id)))[0]?.answered_earlier
    const isOfAnother = async () => {
      const [guest] = await guestsOf(executor, owner)
      const { starts_at } = await succeed(
        executor.client.from('services').select('starts_at').eq('owner_id', owner.id).single(),
      )
      return guest?.answered_for !== starts_at
    }
    expect(await earlier()).toBe(false)
    await answerAs(id)
    const marked = async (values: object) => {
      await succeed(change(executor, owner, values))
      expect(await guestsOf(executor, owner)).toMatchObject([{ answer: 'yes', people: 1 }])
      expect(await isOfAnother()).toBe(await earlier())
      return earlier()
    }
    expect(await marked({ place: 'The town hall' })).toBe(false)
    expect(await marked({ held_on: '2030-12-12' })).toBe(true)
    expect(await marked({ held_on: '2030-12-05' })).toBe(false)
    expect(await marked({ held_at: '15:00' })).toBe(true)
    expect(await marked({ held_at: '13:00', time_zone: 'America/Chicago' })).toBe(false)
    expect(await marked({ time_zone: 'America/Denver' })).toBe(true)
    await answerAs(id)
    expect(await earlier()).toBe(false)
  })

  it('an answer from before the date changed is asked for again in the mail about the new date, and one for no date is not', async () => {
    const { owner, executor } = await household('released', ['executor'])
    await arrange(executor, owner)
    const [gus, rita] = await invite(executor, owner, ['Gus', 'Rita'])
    for (const email of [gus, rita]) await deliver(email)
    await answerAs(await idOf(executor, owner, gus))
    const asked = async (email: string | undefined) =>
      (
        await asAdministrator<{ payload: object }>(
          `select payload from private.mail_outbox where to_email = $1 and kind = 'service_changed' and sent_at is null`,
          [email],
        )
      ).map(({ payload }) => payload)
    await succeed(change(executor, owner, { place: 'The town hall', phone: '555 0177' }))
    expect(await asked(gus)).toMatchObject([
      { answered_earlier: false, invited_by: executor.name, phone: '555 0177' },
    ])
    await succeed(change(executor, owner, { held_on: '2030-12-12' }))
    expect(await asked(gus)).toMatchObject([{ answered_earlier: true }])
    expect(await asked(rita)).toMatchObject([{ answered_earlier: false }])
  })

  it('the date of a service in a calendar is a later version with each change of when, where and whether it is', async () => {
    const { owner, executor } = await household('released', ['executor'])
    await arrange(executor, owner)
    const id = await inviteGuest(executor, owner, 'Gus')
    await asAdministrator(
      `update public.services set calendar_changed_at = '2026-01-01' where owner_id = $1`,
      [owner.id],
    )
    const version = async (values: object) => {
      await succeed(change(executor, owner, values))
      return (await succeed(page(id)))[0]?.calendar_version
    }
    expect(await version({ note: 'Bring a song.', phone: '555 0177', place: someService.place })).toBe(0)
    expect((await succeed(page(id)))[0]?.calendar_changed_at).toBe('2026-01-01T00:00:00+00:00')
    const changes = [
      { held_on: '2030-12-12' },
      { held_at: '15:00' },
      { time_zone: 'America/Denver' },
      { place: 'The town hall' },
      { address: null },
      { is_called_off: true },
    ]
    for (const [n, values] of changes.entries()) expect(await version(values)).toBe(n + 1)
    expect((await succeed(page(id)))[0]?.calendar_changed_at).not.toContain('2026-01-01')
    for (const values of [{ calendar_version: 9 }, { calendar_changed_at: '2030-01-01' }])
      await refused(change(executor, owner, values), code.notAllowed)
  })
})

describe.skipIf(!hasSql)(`reminders${needsSql}`, () => {
  it('a reminder of a service is sent by a trustee or an executor, and by no one else', async () => {
    const home = await household('released')
    const { owner, executor, trustee } = home
    await refused(remind(executor, owner), code.noServiceToCome)
    await arrange(executor, owner)
    const [gus] = await invite(executor, owner, ['Gus'])
    await deliver(gus)
    for (const who of ['owner', 'beneficiary', 'invited', 'revoked', 'stranger'] as const)
      await refused(remind(home[who], owner), code.notThisPerson)
    await refused(remind({ client: anonymous }, owner), code.notAllowed)
    await refused(untyped(executor.client).rpc('remind_guests', { owner_id: null }), code.notThisPerson)
    expect(await succeed(remind(trustee, owner))).toBe(1)
    expect(await kindsTo(gus)).toEqual(['service_invitation', 'service_reminder'])
    expect(await eventsOf(owner)).toContainEqual(['guests_reminded', { people: 1 }])
  })

  it('a reminder of a service goes once to each guest who received an invitation and has not answered for this date', async () => {
    const { owner, executor } = await household('released', ['executor'])
    await arrange(executor, owner)
    const names = ['Gus', 'Yes', 'Early', 'Waits', 'Ref', 'Una', 'Wil']
    const [gus, yes, early, waits, ref, una, wil] = await invite(executor, owner, names)
    for (const email of [gus, yes, early, ref, una, wil]) await deliver(email)
    await succeed(addGuest(executor, owner))
    for (const email of [yes, early]) await answerAs(await idOf(executor, owner, email))
    await asAdministrator(
      `update public.service_guests set answered_for = answered_for - interval '7 days' where email = $1`,
      [early],
    )
    await asAdministrator('update public.service_guests set mail_refused_at = now() where email = $1', [ref])
    await unsubscribe(executor, owner, una)
    await withdrawFrom(executor, owner, wil)
    expect(await succeed(remind(executor, owner))).toBe(2)
    expect(await succeed(remind(executor, owner))).toBe(0)
    for (const email of [gus, early])
      expect(await kindsTo(email)).toEqual(['service_invitation', 'service_reminder'])
    for (const email of [yes, waits, ref, una, wil])
      expect(await kindsTo(email)).toEqual(['service_invitation'])
    const [{ in_time } = {}] = await asAdministrator<{ in_time: boolean }>(
      `select m.use_by = s.starts_at as in_time from private.mail_outbox m, public.services s
        where m.to_email = $1 and m.kind = 'service_reminder' and s.owner_id = $2`,
      [gus, owner.id],
    )
    expect(in_time).toBe(true)
    const remindedOnes = await asAdministrator<{ email: string }>(
      'select email from public.service_guests where owner_id = $1 and reminded_at is not null',
      [owner.id],
    )
    expect(remindedOnes.map(({ email }) => email).sort()).toEqual([gus, early].sort())
    // No second line in the history for none.
    expect((await eventsOf(owner)).filter(([action]) => action === 'guests_reminded')).toEqual([
      ['guests_reminded', { people: 2 }],
    ])
  })

  it('a reminder of a service may come again for another date, once in 24 hours', async () => {
    const { owner, executor } = await household('released', ['executor'])
    await arrange(executor, owner)
    const [gus] = await invite(executor, owner, ['Gus'])
    await deliver(gus)
    expect(await succeed(remind(executor, owner))).toBe(1)
    await deliver(gus)
    const dayLater = () =>
      asAdministrator(`update public.service_guests set reminded_at = reminded_at - interval '25 hours'`)
    await dayLater()
    expect(await succeed(remind(executor, owner))).toBe(0)
    await succeed(change(executor, owner, { held_on: '2030-12-12' }))
    // The mail about the new date asks already.
    expect(await succeed(remind(executor, owner))).toBe(0)
    await deliver(gus)
    expect(await succeed(remind(executor, owner))).toBe(1)
    await deliver(gus)
    await succeed(change(executor, owner, { held_on: '2030-12-19' }))
    await deliver(gus)
    expect(await succeed(remind(executor, owner))).toBe(0)
    await dayLater()
    expect(await succeed(remind(executor, owner))).toBe(1)
  })

  it('a reminder of a service that waits is not sent to a guest who answers meanwhile, to no other date, and not while the death is in doubt', async () => {
    const { owner, executor } = await household('released', ['executor'])
    await arrange(executor, owner)
    const guests = await invite(executor, owner, ['Gus', 'Rita', 'Tom'])
    const [gus, rita, tom] = guests
    for (const email of guests) await deliver(email)
    expect(await succeed(remind(executor, owner))).toBe(3)
    const seen = async () =>
      (await guestsOf(executor, owner)).map(({ mail_waits_since }) => mail_waits_since !== null)
    expect(await seen()).toEqual([true, true, true])
    await answerAs(await idOf(executor, owner, gus))
    expect(await kindsTo(gus)).toEqual(['service_invitation'])
    await deliver(tom)
    expect(await seen()).toEqual([false, true, false])
    await asAdministrator(`update public.profiles set death_review = 'pending' where user_id = $1`, [
      owner.id,
    ])
    const leaving = await takeMail()
    expect(leaving.map(({ to_email }) => to_email)).not.toContain(rita)
    await windUpServices()
    expect(await kindsTo(rita)).toEqual(['service_invitation'])
    await decide(owner, 'approved')
    await succeed(change(executor, owner, { held_on: '2030-12-12' }))
    // An answer takes back no news, only what asked for it.
    await answerAs(await idOf(executor, owner, gus))
    expect(await kindsTo(gus)).toEqual(['service_invitation', 'service_changed'])
    expect((await seen())[0]).toBe(true)
  })

  it('a reminder of a service to a person whom two families invited is taken back by an answer to that family alone', async () => {
    const email = address('Friend')
    const families = [await household('released', ['executor']), await household('released', ['executor'])]
    for (const { owner, executor } of families) {
      await arrange(executor, owner)
      const guests = [{ name: 'Friend', email }]
      await succeed(executor.client.rpc('invite_guests', { owner_id: owner.id, guests }))
    }
    await deliver(email)
    for (const { owner, executor } of families) expect(await succeed(remind(executor, owner))).toBe(1)
    const ids = await Promise.all(families.map(({ owner, executor }) => idOf(executor, owner, email)))
    await answerAs(ids[1] ?? '')
    const waiting = await asAdministrator<{ guest: string }>(
      `select payload ->> 'guest_id' as guest from private.mail_outbox where to_email = $1 and sent_at is null`,
      [email],
    )
    expect(waiting.map(({ guest }) => guest)).toEqual([ids[0]])
  })

  it('a reminder of a service is not sent when it is called off or over', async () => {
    const { owner, executor } = await household('released', ['executor'])
    await arrange(executor, owner)
    const [gus] = await invite(executor, owner, ['Gus'])
    await deliver(gus)
    await succeed(change(executor, owner, { is_called_off: true }))
    await refused(remind(executor, owner), code.noServiceToCome)
    await succeed(change(executor, owner, { is_called_off: false }))
    await moveService(owner, -30)
    await refused(remind(executor, owner), code.noServiceToCome)
    await refused(executor.client.rpc('invite_guests', inviting(owner, 'Late')), code.noServiceToCome)
  })
})

describe.skipIf(!hasSql)(`what guests see${needsSql}`, () => {
  const share = (who: Person | null, owner: Person, values: object = { shows_portrait: true }) =>
    untyped(who?.client ?? anonymous).rpc('share_with_guests', { owner_id: owner.id, ...values })
  const sharing = (who: Person, owner: Person) =>
    succeed(
      who.client
        .from('services')
        .select('shows_portrait, takes_memories, updated_at')
        .eq('owner_id', owner.id)
        .single(),
    )

  it('what guests see of the memorial is decided by an executor alone, one thing at a time; a trustee sees what was decided', async () => {
    const { owner, executor, trustee, ...others } = await household('released')
    await refused(share(executor, owner), code.notThisPerson)
    await arrange(trustee, owner)
    const before = await sharing(trustee, owner)
    expect(before).toMatchObject({ shows_portrait: false, takes_memories: false })
    for (const who of [owner, trustee, others.beneficiary, others.invited, others.revoked, others.stranger])
      for (const values of [{ shows_portrait: true }, { takes_memories: true }])
        await refused(share(who, owner, values), code.notThisPerson)
    await refused(share(null, owner), code.notAllowed)
    for (const who of [executor, trustee])
      for (const values of [{ shows_portrait: true }, { takes_memories: true }])
        await refused(change(who, owner, values), code.notAllowed)
    expect(await sharing(trustee, owner)).toEqual(before)
    await succeed(share(executor, owner, { takes_memories: true }))
    // Whoever is writing in the service's form is told of no other version.
    expect(await sharing(trustee, owner)).toEqual({ ...before, takes_memories: true })
    await succeed(share(executor, owner, { shows_portrait: true }))
    await succeed(share(executor, owner, { takes_memories: false }))
    await succeed(share(executor, owner, {}))
    expect(await sharing(trustee, owner)).toEqual({ ...before, shows_portrait: true })
    await succeed(change(executor, owner, { note: 'Bring a song.' }))
    expect(await sharing(trustee, owner)).not.toMatchObject({ updated_at: before.updated_at })
  })

  it('what guests see of the memorial is decided for one plan, and for no other of the same executor', async () => {
    const { owner, executor } = await household('released', ['executor'])
    const { owner: other } = await household('released', [], (home) => [
      designateAccepted(home.owner, executor, 'executor'),
    ])
    await arrange(executor, owner)
    await refused(share(executor, other), code.notThisPerson)
    await arrange(executor, other)
    await succeed(share(executor, other, { shows_portrait: true, takes_memories: true }))
    expect(await sharing(executor, owner)).toMatchObject({ shows_portrait: false, takes_memories: false })
  })

  it.each(['open', 'waiting', 'stopped'] as const)(
    'is decided by no one while the plan is %s',
    async (state) => {
      const { owner, executor } = await household(state, ['executor'])
      await forceService(owner)
      await refused(share(executor, owner), code.notThisPerson)
    },
  )

  it('is in the access history when it changes alone, and changes at most 200 times a day', async () => {
    const { owner, executor } = await household('released', ['executor'])
    await arrange(executor, owner)
    for (const on of [true, true, false, false])
      await succeed(share(executor, owner, { shows_portrait: on, takes_memories: on }))
    const noted = async () =>
      (
        await succeed(
          owner.client
            .from('access_events')
            .select('action, actor_role')
            .like('action', 'guests_%')
            .order('id'),
        )
      ).map(({ action, actor_role }) => `${actor_role} ${action}`)
    expect(await noted()).toEqual([
      'executor guests_shown_portrait',
      'executor guests_asked_for_memories',
      'executor guests_not_shown_portrait',
      'executor guests_not_asked_for_memories',
    ])
    await asAdministrator(
      `insert into public.access_events (owner_id, actor_id, action)
       select $1, $2, action from unnest('{guests_shown_portrait,guests_asked_for_memories}'::text[]) action, generate_series(1, 199)`,
      [owner.id, executor.id],
    )
    for (const values of [{ shows_portrait: true }, { takes_memories: true }])
      await refused(share(executor, owner, values), code.changedTooOften)
    expect(await sharing(executor, owner)).toMatchObject({ shows_portrait: false, takes_memories: false })
  })

  it.each([
    { picture_path: 'portrait/1.jpg' },
    { born_on: '1940-05-01' },
    { born_in: 'Harbor' },
    { remembered_by: 'She laughed easily.' },
    {},
  ])(
    'what guests see of the memorial is the portrait as far as it is there, while an executor says so: %j',
    async (values) => {
      const nothing = { picture_path: null, born_on: null, born_in: null, remembered_by: null }
      let portrait: object = nothing
      const { owner, executor } = await household('released', ['executor'], ({ owner: { id, client } }) => {
        const path = values.picture_path ? { picture_path: `${id}/${values.picture_path}` } : {}
        portrait = { ...nothing, ...values, ...path }
        return [
          succeed(untyped(client).from('portraits').update(portrait).eq('user_id', id).select().single()),
        ]
      })
      await arrange(executor, owner)
      const guest = await inviteGuest(executor, owner, 'Gus')
      const shown = async () => (await succeed(page(guest)))[0]?.portrait
      expect(await shown()).toBeNull()
      await succeed(share(executor, owner))
      const isThere = Object.keys(values).length > 0
      expect(await shown()).toEqual(isThere ? { ...portrait, died_on: null } : null)
      await succeed(executor.client.rpc('set_date_of_death', { owner_id: owner.id, died_on: '2026-11-02' }))
      expect(await shown()).toEqual({ ...portrait, died_on: '2026-11-02' })
      await succeed(share(executor, owner, { shows_portrait: false }))
      expect(await shown()).toBeNull()
    },
  )
})

describe.skipIf(!hasSql)(`when the owner turns out to live${needsSql}`, () => {
  it('the service is gone, and only guests who may have read of it are told that it was a mistake', async () => {
    const { owner, executor, row } = await household('released', ['executor'])
    await arrange(executor, owner)
    const carl = address('Carl')
    const guests = [{ name: 'Carl', email: carl, contact_id: row.contact }]
    await succeed(executor.client.rpc('invite_guests', { owner_id: owner.id, guests }))
    const [rita, tried] = await invite(executor, owner, ['Rita', 'Tried'])
    const link = await idOf(executor, owner, carl)
    await deliver(carl)
    await succeed(
      service.rpc('answer_service', { p_guest_id: link, p_answer: 'yes', p_people: 1, p_message: '' }),
    )
    await fail(tried, refusedByProvider)
    await succeed(owner.client.rpc('stop_release'))
    await windUpServices()
    expect(await kindsTo(carl)).toEqual(['service_invitation', 'service_mistaken'])
    expect(await kindsTo(tried)).toEqual(['service_mistaken'])
    expect(await kindsTo(rita)).toEqual([])
    await refused(page(link), code.linkNotValid)
    expect(await succeed(untyped(service).from('services').select().eq('owner_id', owner.id))).toEqual([])
    const contacts = await succeed(owner.client.from('contacts').select('rsvp_status'))
    expect(contacts).toEqual([{ rsvp_status: null }])
  })

  const mistakeOf = (p_guest_id: string) => succeed(service.rpc('mistake_of_guest', { p_guest_id }))
  const livesIn = async (email: string | undefined) =>
    (
      await asAdministrator<{ payload: { owner_lives?: boolean } }>(
        `select payload from private.mail_outbox where to_email = $1 and kind = 'service_mistaken'`,
        [email],
      )
    ).map(({ payload }) => payload.owner_lives)

  it('guests are told that the owner lives when the owner stopped the release, in the mail and by their link, at once and for 90 days', async () => {
    const { owner, executor } = await household('released', ['executor'])
    const bystander = await household('released', ['executor'])
    await arrange(executor, owner)
    await arrange(bystander.executor, bystander.owner)
    const others = await inviteGuest(bystander.executor, bystander.owner, 'Olga')
    const [gus] = await invite(executor, owner, ['Gus'])
    await deliver(gus)
    const link = await idOf(executor, owner, gus)
    expect(await mistakeOf(link)).toEqual([])
    await succeed(owner.client.rpc('stop_release'))
    const lives = [{ owner_name: owner.name, owner_lives: true }]
    expect(await mistakeOf(link)).toEqual(lives)
    for (const guest of [others, randomUUID()]) expect(await mistakeOf(guest)).toEqual([])
    await windUpServices()
    expect(await mistakeOf(link)).toEqual(lives)
    expect(await livesIn(gus)).toEqual([true])
    for (const guest of [others, randomUUID()]) expect(await mistakeOf(guest)).toEqual([])
    for (const client of [anonymous, executor.client])
      await refused(untyped(client).rpc('mistake_of_guest', { p_guest_id: link }), code.notAllowed)
    await asAdministrator(`update private.mistaken_guests set noted_at = now() - interval '89 days'`)
    await succeed(service.rpc('delete_outdated'))
    expect(await mistakeOf(link)).toEqual(lives)
    await asAdministrator(`update private.mistaken_guests set noted_at = now() - interval '91 days'`)
    await succeed(service.rpc('delete_outdated'))
    expect(await mistakeOf(link)).toEqual([])
  })

  it('guests are told that no death is confirmed when an administrator rejects after all, and not that the owner lives', async () => {
    const { owner, executor } = await household('released', ['executor'])
    await arrange(executor, owner)
    const [gus] = await invite(executor, owner, ['Gus'])
    await deliver(gus)
    const link = await idOf(executor, owner, gus)
    await asAdministrator(`update public.profiles set death_review = 'pending' where user_id = $1`, [
      owner.id,
    ])
    await windUpServices()
    expect(await mistakeOf(link)).toEqual([])
    await decide(owner, 'rejected')
    const unconfirmed = [{ owner_name: owner.name, owner_lives: false }]
    expect(await mistakeOf(link)).toEqual(unconfirmed)
    await windUpServices()
    expect(await mistakeOf(link)).toEqual(unconfirmed)
    expect(await livesIn(gus)).toEqual([false])
    // Of a later certificate, and of a death that is verified then, the link says nothing.
    await submitCertificate(executor, owner)
    expect(await mistakeOf(link)).toEqual([])
    await decide(owner, 'approved')
    expect(await mistakeOf(link)).toEqual([])
  })

  it('guests are told that the owner lives by the family’s own owner, whatever another one says at the same time', async () => {
    const stopped = await household('released', ['executor'])
    const rejected = await household('released', ['executor'])
    const links: string[] = []
    for (const { owner, executor } of [stopped, rejected]) {
      await arrange(executor, owner)
      const [gus] = await invite(executor, owner, ['Gus'])
      await deliver(gus)
      links.push(await idOf(executor, owner, gus))
    }
    await succeed(stopped.owner.client.rpc('stop_release'))
    await asAdministrator(`update public.profiles set death_review = 'pending' where user_id = $1`, [
      rejected.owner.id,
    ])
    await decide(rejected.owner, 'rejected')
    const told = async () =>
      Promise.all(links.map(async (link) => (await mistakeOf(link)).map(({ owner_lives }) => owner_lives)))
    expect(await told()).toEqual([[true], [false]])
    // The later one first.
    const [windup] = await asAdministrator<{ id: string }>(
      `select id from private.service_windups where owner_id = $1 and review = 'rejected'`,
      [rejected.owner.id],
    )
    await succeed(service.rpc('wind_up_service', { p_id: windup?.id ?? '' }))
    const services = ({ owner }: typeof rejected) =>
      untyped(service).from('services').select().eq('owner_id', owner.id)
    await touches(services(rejected), 0)
    await touches(services(stopped), 1)
    await windUpServices()
    expect(await told()).toEqual([[true], [false]])
  })

  it('an invitation that waits stays if the administrator approves again before housekeeping has come to it', async () => {
    const { owner, executor } = await household('released', ['executor'])
    await arrange(executor, owner)
    const [gus] = await invite(executor, owner, ['Gus'])
    await asAdministrator(`update public.profiles set death_review = 'pending' where user_id = $1`, [
      owner.id,
    ])
    await decide(owner, 'approved')
    expect(await succeed(page(await idOf(executor, owner, gus)))).toHaveLength(1)
    await windUpServices()
    expect(await kindsTo(gus)).toEqual(['service_invitation'])
  })

  it('guests are told that the owner lives also when the stop comes while an administrator looks again', async () => {
    const { owner, executor } = await household('released', ['executor'])
    await arrange(executor, owner)
    const [gus] = await invite(executor, owner, ['Gus'])
    await deliver(gus)
    const link = await idOf(executor, owner, gus)
    await asAdministrator(`update public.profiles set death_review = 'pending' where user_id = $1`, [
      owner.id,
    ])
    await succeed(owner.client.rpc('stop_release'))
    await windUpServices()
    expect(await livesIn(gus)).toEqual([true])
    expect(await mistakeOf(link)).toMatchObject([{ owner_lives: true }])
  })

  it('those who read that someone has died hear that it was a mistake, though they left or were withdrawn', async () => {
    const { owner, executor } = await household('released', ['executor'])
    await arrange(executor, owner)
    const [wil, una, tried, refuses] = await invite(executor, owner, ['Wil', 'Una', 'Tried', 'Refuses'])
    for (const email of [wil, una, refuses]) await deliver(email)
    await fail(tried, 'no answer')
    for (const email of [wil, tried]) await withdrawFrom(executor, owner, email)
    await unsubscribe(executor, owner, una)
    await asAdministrator('update public.service_guests set mail_refused_at = now() where email = $1', [
      refuses,
    ])
    await succeed(owner.client.rpc('stop_release'))
    await windUpServices()
    for (const email of [wil, una])
      expect(await kindsTo(email)).toEqual(['service_invitation', 'service_mistaken'])
    expect(await kindsTo(tried)).toEqual(['service_mistaken'])
    expect(await kindsTo(refuses)).toEqual(['service_invitation'])
  })

  it.each(['answered twice', 'never answered'])(
    'the owner’s own note of an answer is there again, after a guest who %s',
    async (guest) => {
      const { owner, executor, row } = await household('released', ['executor'])
      const others = [await household('hidden', []), await household('hidden', [])]
      const notes = ['Yes, 2 people', 'No']
      const note = (words: string | undefined, id: string) =>
        asAdministrator('update public.contacts set rsvp_status = $1 where id = $2', [words, id])
      await note('Told me yes', row.contact)
      for (const [n, other] of others.entries()) await note(notes[n], other.row.contact)
      await arrange(executor, owner)
      const email = address('Carl')
      const guests = [{ name: 'Carl', email, contact_id: row.contact }]
      await succeed(executor.client.rpc('invite_guests', { owner_id: owner.id, guests }))
      const p_guest_id = await idOf(executor, owner, email)
      for (const p_people of guest === 'answered twice' ? [1, 2] : [])
        await succeed(service.rpc('answer_service', { p_guest_id, p_answer: 'yes', p_people, p_message: '' }))
      await succeed(owner.client.rpc('stop_release'))
      await windUpServices()
      await windUpServices()
      const contacts = await succeed(owner.client.from('contacts').select('rsvp_status'))
      expect(contacts).toEqual([{ rsvp_status: 'Told me yes' }])
      // What other families noted is theirs.
      for (const [n, other] of others.entries())
        expect(await succeed(other.owner.client.from('contacts').select('rsvp_status'))).toEqual([
          { rsvp_status: notes[n] },
        ])
    },
  )

  it('an answer that was corrected in the contact’s row stays', async () => {
    const { owner, executor, row } = await household('released', ['executor'])
    await arrange(executor, owner)
    const email = address('Carl')
    const guests = [{ name: 'Carl', email, contact_id: row.contact }]
    await succeed(executor.client.rpc('invite_guests', { owner_id: owner.id, guests }))
    const p_guest_id = await idOf(executor, owner, email)
    await succeed(service.rpc('answer_service', { p_guest_id, p_answer: 'no', p_people: 1, p_message: '' }))
    await asAdministrator(`update public.contacts set rsvp_status = 'Maybe' where id = $1`, [row.contact])
    await succeed(owner.client.rpc('stop_release'))
    await windUpServices()
    const contacts = await succeed(owner.client.from('contacts').select('rsvp_status'))
    expect(contacts).toEqual([{ rsvp_status: 'Maybe' }])
  })

  // Rows that others hold need a second connection.
  it.skipIf(!isDatabaseOnly).each([
    ['the service', 'select from public.services where owner_id = $1'],
    ['its guests', 'select from public.service_guests where owner_id = $1'],
    ['memories', 'select from public.memories where owner_id = $1'],
    ['contacts', 'select from public.contacts where user_id = $1'],
    ['the people named', 'select from public.designations where owner_id = $1'],
    ['mail that waits', 'select from private.mail_outbox where id is distinct from $1::uuid'],
  ])('the stop, a new certificate and an approval wait for no one who holds %s', async (_, rows) => {
    const { owner, executor } = await household('released', ['executor'])
    await arrange(executor, owner)
    await invite(executor, owner, ['Gus', 'Rita'])
    const letGo = await holdRows(rows, [owner.id])
    try {
      await succeed(owner.client.rpc('stop_release'))
      await asAdministrator(
        `update private.certificate_submissions set decided_at = now() - interval '2 days'`,
      )
      await submitCertificate(executor, owner)
      await decide(owner, 'approved')
    } finally {
      await letGo()
    }
    await windUpServices()
    expect(await succeed(untyped(service).from('services').select().eq('owner_id', owner.id))).toEqual([])
  })

  it('no link works and no invitation leaves before housekeeping has come to it', async () => {
    const { owner, executor } = await household('released', ['executor'])
    await arrange(executor, owner)
    const [gus, rita] = await invite(executor, owner, ['Gus', 'Rita'])
    await deliver(gus)
    const link = await idOf(executor, owner, gus)
    await succeed(owner.client.rpc('stop_release'))
    await refused(page(link), code.linkNotValid)
    await touches(executor.client.from('services').select(), 0)
    await touches(executor.client.from('service_guests').select(), 0)
    const leaving = await takeMail()
    expect(leaving.map(({ to_email }) => to_email)).not.toContain(rita)
    expect(leaving.map(({ to_email }) => to_email)).toContain(owner.email)
  })

  it('no link of before works under a later approval, and what is arranged then stays', async () => {
    const { owner, executor } = await household('released', ['executor'])
    await arrange(executor, owner)
    const [gus] = await invite(executor, owner, ['Gus'])
    await deliver(gus)
    const link = await idOf(executor, owner, gus)
    await succeed(owner.client.rpc('stop_release'))
    await asAdministrator(
      `update private.certificate_submissions set decided_at = decided_at - interval '2 days' where owner_id = $1`,
      [owner.id],
    )
    await submitCertificate(executor, owner)
    await decide(owner, 'approved')
    await refused(page(link), code.linkNotValid)
    await windUpServices()
    expect(await kindsTo(gus)).toEqual(['service_invitation', 'service_mistaken'])
    // An answer that the caller lost: the same work once more.
    await arrange(executor, owner)
    const again = await inviteGuest(executor, owner, 'Gus')
    await asAdministrator(
      `insert into private.service_windups (owner_id, review) values ($1, 'rejected'), ($1, 'pending')`,
      [owner.id],
    )
    await windUpServices()
    expect(await succeed(page(again))).toHaveLength(1)
  })

  it('everyone is told once, however often the work on many guests is interrupted', async () => {
    const { owner, executor } = await household('released', ['executor'])
    await arrange(executor, owner)
    const guests = await invite(executor, owner, ['Ann', 'Ben', 'Cid', 'Dot', 'Eve'])
    for (const email of guests.slice(1)) await deliver(email)
    await succeed(owner.client.rpc('stop_release'))
    const [windup] = await succeed(service.rpc('claim_service_windups', { p_batch: 1 }))
    const part = () => succeed(service.rpc('wind_up_service', { p_id: windup?.id ?? '', p_batch: 2 }))
    expect(await part()).toBe(false)
    await succeed(service.rpc('settle_service_windup', { p_id: windup?.id ?? '', p_error: 'no answer' }))
    // Not due again before a minute is over.
    expect(await succeed(service.rpc('claim_service_windups', { p_batch: 1 }))).toEqual([])
    await asAdministrator('update private.service_windups set next_attempt_at = now()')
    await windUpServices(2)
    expect(await kindsTo(guests[0])).toEqual([])
    for (const email of guests.slice(1))
      expect(await kindsTo(email)).toEqual(['service_invitation', 'service_mistaken'])
    expect(await succeed(service.rpc('claim_service_windups', { p_batch: 1 }))).toEqual([])
  })

  it('an invitation of the same moment does not leave', async () => {
    const { owner, executor } = await household('released', ['executor'])
    await arrange(executor, owner)
    const gus = address('Gus')
    const name = 'Gus of the same moment'
    const guests = JSON.stringify([{ name, email: gus }])
    await Promise.allSettled([
      callSlowly(executor, 'public.invite_guests($1::uuid, $2::jsonb)', [owner.id, guests]),
      asAdministrator(`update public.profiles set death_review = 'pending' where user_id = $1`, [owner.id]),
    ])
    await windUpServices()
    expect(await kindsTo(gus)).toEqual([])
    // It may have been queued as the review began, but it was taken back before it could leave: queued-mail.ts need not ask.
    if (isDatabaseOnly)
      await asAdministrator(`delete from tests.queued_mail where payload ->> 'guest_name' = $1`, [name])
  })

  it('no mail leaves and no link works while the administrator looks again', async () => {
    for (const state of ['released', 'stopped'] as const) await household(state, [])
    const { owner, executor } = await household('released', ['executor'])
    await arrange(executor, owner)
    const [gus, rita] = await invite(executor, owner, ['Gus', 'Rita'])
    await deliver(gus)
    const link = await idOf(executor, owner, gus)
    expect(await succeed(page(link))).toHaveLength(1)
    await asAdministrator(`update public.profiles set death_review = 'pending' where user_id = $1`, [
      owner.id,
    ])
    await refused(page(link), code.linkNotValid)
    await windUpServices(1)
    expect(await kindsTo(rita)).toEqual([])
    await decide(owner, 'approved')
    expect(await succeed(page(link))).toHaveLength(1)
    expect((await guestsOf(executor, owner)).map(({ name }) => name)).toEqual(['Gus'])
    await asAdministrator(`update public.profiles set death_review = 'pending' where user_id = $1`, [
      owner.id,
    ])
    await decide(owner, 'rejected')
    await windUpServices()
    expect(await kindsTo(gus)).toEqual(['service_invitation', 'service_mistaken'])
    // A later certificate begins without any of it.
    await submitCertificate(executor, owner)
    await decide(owner, 'approved')
    await touches(executor.client.from('services').select(), 0)
  })
})

describe.skipIf(!hasSql)(`wrong links${needsSql}`, () => {
  it('wrong links to a service are refused after 30 in an hour from one network, and from no other', async () => {
    const networks = [randomUUID(), randomUUID()]
    const guess = (p_network = networks[0] ?? '') => service.rpc('note_wrong_link', { p_network })
    for (let n = 0; n < 30; n++) await succeed(guess())
    await refused(guess(), code.tooManyLinks)
    await succeed(guess(networks[1]))
    await asAdministrator(`update private.wrong_links set tried_at = tried_at - interval '61 minutes'`)
    await succeed(guess())
  })

  it('wrong links to a service are forgotten after a day', async () => {
    await succeed(service.rpc('note_wrong_link', { p_network: randomUUID() }))
    await asAdministrator(`update private.wrong_links set tried_at = now() - interval '25 hours'`)
    await succeed(service.rpc('delete_outdated'))
    expect(await asAdministrator('select from private.wrong_links')).toEqual([])
  })
})

describe.skipIf(!hasSql)(`two families${needsSql}`, () => {
  /** The friend is invited by both. */
  async function familyOf(ownerName: string, friend: string) {
    const { owner, executor, row } = await household(
      'released',
      ['executor'],
      ({ owner: { client, id } }) => [
        succeed(client.from('profiles').update({ full_name: ownerName }).eq('user_id', id)),
      ],
    )
    await arrange(executor, owner)
    const [carl, rita] = [address('Carl'), address('Rita')]
    const guests = [
      { name: 'Carl', email: carl, contact_id: row.contact },
      { name: 'Fred Friend', email: friend },
      { name: 'Rita', email: rita },
    ]
    await succeed(executor.client.rpc('invite_guests', { owner_id: owner.id, guests }))
    const ids = (await guestsOf(executor, owner)).map(({ id }) => id)
    const [carlId = '', friendId = '', ritaId = ''] = ids
    await succeed(
      service.rpc('answer_service', { p_guest_id: carlId, p_answer: 'yes', p_people: 1, p_message: '' }),
    )
    const names = [owner.id, owner.email, executor.id, executor.email, carl, rita, ...ids]
    return { owner, executor, carl, rita, friendId, ritaId, names }
  }
  const waitingFor = (guestId: string) =>
    asAdministrator<{ id: string; kind: string; payload: object }>(
      `select id, kind, payload from private.mail_outbox where payload ->> 'guest_id' = $1`,
      [guestId],
    )

  it('two families who have a service at the same time keep theirs apart: changes, answers, mails, withdrawals and a stop reach their own guests only', async () => {
    const friend = address('Friend')
    const theirs = await familyOf('Bea Bystander', friend)
    await fail(friend, refusedByProvider)
    const before = await everythingOf(theirs.names)
    const { owner, executor, carl, rita, friendId, ritaId } = await familyOf('Olive Owner', friend)

    expect(await succeed(page(ritaId))).toMatchObject([{ owner_name: 'Olive Owner', guest_name: 'Rita' }])
    for (const { id } of await waitingFor(friendId)) await succeed(service.rpc('settle_mail', { p_id: id }))
    await succeed(change(executor, owner, { place: 'The town hall' }))
    expect(await waitingFor(friendId)).toMatchObject([
      { kind: 'service_changed', payload: { owner_name: 'Olive Owner', place: 'The town hall' } },
    ])
    await fail(rita, 'no answer')
    await withdrawFrom(executor, owner, rita)
    await succeed(
      service.rpc('apply_mail_refusal', {
        p_event_id: randomUUID(),
        p_emails: [carl],
        p_happened_at: new Date(Date.now() + 1000).toISOString(),
      }),
    )
    await succeed(service.rpc('unsubscribe_guest', { p_guest_id: friendId }))
    await succeed(owner.client.rpc('stop_release'))
    expect(await everythingOf(theirs.names)).toEqual(before)
  })
})
