// The card that an owner carries: its code, what a report by it does and does not, and how the owner ends it.
import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import {
  address,
  asAdministrator,
  callSlowly,
  changeAddress,
  deleteAccount,
  designate,
  designateAccepted,
  hasSql,
  holdRows,
  household,
  isDatabaseOnly,
  needsSql,
  type Person,
  person,
  service,
  succeed,
} from '../support/people.ts'
import { code, fails, refused, untyped } from './answers.ts'

const codeOf = async ({ client }: Person) =>
  (await succeed(client.from('cards').select('code').single())).code

async function cardOf(owner: Person): Promise<string> {
  await succeed(owner.client.rpc('make_card'))
  return codeOf(owner)
}

interface Report {
  id?: string
  kind?: 'death' | 'reach'
  network?: string
}

/** Reports by a card as the function report-card does; each from a network of its own unless one is named. */
const report = (
  cardCode: string,
  { id = randomUUID(), kind = 'death', network = randomUUID() }: Report = {},
) =>
  untyped(service).rpc('report_card', {
    p_id: id,
    p_code: cardCode,
    p_kind: kind,
    p_name: 'Nora Nurse',
    p_contact: '+1 503 555 0100',
    p_message: 'At the hospital.',
    p_network: network,
  })

/** What housekeeping does about cards each minute. */
async function passOn() {
  for (const p_name of ['pass_on_card_reports', 'end_cards_of_the_dead'])
    await succeed(service.rpc('apply_due_change', { p_name }))
}
const reportAndPassOn = async (cardCode: string, options?: Report) => {
  await succeed(report(cardCode, options))
  await passOn()
}

/** An invitation that was sent and not answered. */
async function invite(owner: Person, email: string): Promise<number> {
  const id = await designate(owner, email, 'executor')
  await asAdministrator('update public.designations set invited_at = now() where id = $1', [id])
  return id
}

/** Writes reports by a card past its limits. */
const addReports = (number: number, code: string, network: string) =>
  asAdministrator(
    `insert into private.card_reports (id, code, kind, reporter_name, reporter_contact, network)
     select gen_random_uuid(), $1, 'death', 'Mallory', 'mallory@example.com', $2 from generate_series(1, $3::integer)`,
    [code, network, number],
  )

const mailsTo = ({ email }: Pick<Person, 'email'>, kind: string) =>
  asAdministrator<{ payload: Record<string, unknown> }>(
    'select payload from private.mail_outbox where to_email = $1 and kind = $2 order by created_at',
    [email, kind],
  )
const shownToAdministrator = ({ id }: Person) =>
  asAdministrator('select reporter_name, people_told from admin.card_reports where owner_id = $1', [id])
const eventsOf = async ({ client }: Person) =>
  (
    await succeed(
      client.from('access_events').select('action, actor_role').like('action', 'card%').order('id'),
    )
  ).map(({ action, actor_role }) => `${actor_role}: ${action}`)

describe.skipIf(!hasSql)(`codes${needsSql}`, () => {
  it('the code of a card is new each time, well-formed, and checks itself: no single mistake and no swapped pair passes', async () => {
    const rows = await asAdministrator<{ code: string }>(
      'select private.new_card_code() as code from generate_series(1, 50)',
    )
    expect(new Set(rows.map((row) => row.code)).size).toBe(50)
    const [{ code: made } = { code: '' }] = rows
    const characters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
    const near = new Set<string>()
    for (let n = 0; n < made.length; n += 1) {
      for (const other of characters) near.add(made.slice(0, n) + other + made.slice(n + 1))
      near.add(made.slice(0, n) + made.charAt(n + 1) + made.charAt(n) + made.slice(n + 2))
    }
    near.delete(made)
    const accepted = await asAdministrator(
      'select c from unnest($1::text[]) c where private.is_card_code(c)',
      [[made, made.toLowerCase(), `${made}0`, `${made}\n`, '', ...near]],
    )
    expect(accepted).toEqual([{ c: made }])
    // Written by hand a V may become a U, which no code has, whatever its last two characters are.
    const [withU] = await asAdministrator(
      'select private.is_card_code(c || private.card_check(c)) as accepted from (select $1::text c) one',
      [`${made.slice(0, 25)}U`],
    )
    expect(withU).toEqual({ accepted: false })
  })

  it('the code of a card is seen by its owner alone, and written by no one', async () => {
    const [owner, stranger] = await Promise.all([person('Olive Owner'), person('Stan Stranger')])
    await cardOf(owner)
    expect(await succeed(stranger.client.from('cards').select())).toEqual([])
    for (const who of [owner, stranger]) {
      const cards = () => untyped(who.client).from('cards')
      await refused(cards().insert({ user_id: who.id, code: '0'.repeat(28) }), code.notAllowed)
      await refused(
        cards()
          .update({ code: '0'.repeat(28) })
          .eq('user_id', owner.id),
        code.notAllowed,
      )
      await refused(cards().delete().eq('user_id', owner.id), code.notAllowed)
    }
    await fails(
      asAdministrator('update public.cards set code = $2 where user_id = $1', [owner.id, '1'.repeat(28)]),
      code.check,
    )
  })

  it('the code of a card is made without a membership, replaced by a new one, and goes with the account', async () => {
    const owner = await person('Olive Owner')
    await asAdministrator(
      `insert into public.subscriptions (user_id, status, trial_end) values ($1, 'canceled', now() - interval '1 day')
       on conflict (user_id) do update set status = 'canceled', trial_end = excluded.trial_end`,
      [owner.id],
    )
    const first = await cardOf(owner)
    expect(await cardOf(owner)).not.toBe(first)
    expect(await eventsOf(owner)).toEqual(['owner: card_made', 'owner: card_made'])
    await deleteAccount(owner)
    expect(await asAdministrator('select from public.cards where user_id = $1', [owner.id])).toEqual([])
  })
})

describe.skipIf(!hasSql)(`reports${needsSql}`, () => {
  it('a report by a card tells the owner, everyone who accepted and the operator, and changes nothing', async () => {
    const { owner, beneficiary, executor, invited, revoked, stranger, designation } =
      await household('hidden')
    await asAdministrator('update public.designations set invited_at = now() where id = $1', [
      designation.invited,
    ])
    const card = await cardOf(owner)
    const profile = () => succeed(owner.client.from('profiles').select().eq('user_id', owner.id).single())
    const before = await profile()
    const operatorMails = async () => (await mailsTo({ email: 'operator' }, 'card_reported')).length
    const toOperator = await operatorMails()
    await reportAndPassOn(card)
    const said = {
      reporter_name: 'Nora Nurse',
      reporter_contact: '+1 503 555 0100',
      message: 'At the hospital.',
    }
    const [toOwner] = await mailsTo(owner, 'card_used')
    expect(toOwner?.payload).toMatchObject({
      recipient: 'owner',
      report: 'death',
      report_id: expect.any(String),
      ...said,
    })
    for (const who of [beneficiary, executor]) {
      const [mail, ...more] = await mailsTo(who, 'card_used')
      expect(more).toEqual([])
      expect(mail?.payload).toMatchObject({ recipient: 'designee', owner_id: owner.id, ...said })
      expect(mail?.payload).not.toHaveProperty('report_id')
      expect(await succeed(who.client.from('contacts').select('id'))).toEqual([])
    }
    for (const who of [invited, revoked, stranger]) expect(await mailsTo(who, 'card_used')).toEqual([])
    expect(await operatorMails()).toBeGreaterThan(toOperator)
    expect(await profile()).toEqual(before)
    expect(await eventsOf(owner)).toEqual(['owner: card_made', 'system: card_used'])
    expect(await eventsOf(executor)).toEqual([])
  })

  it('a report by a card is shown to the administrator, with what was said', async () => {
    const { owner } = await household('hidden', ['executor'])
    await reportAndPassOn(await cardOf(owner), { kind: 'reach' })
    const rows = await asAdministrator(
      'select kind, owner_email, reporter_name, reporter_contact, message, people_told, stopped_at from admin.card_reports where owner_id = $1',
      [owner.id],
    )
    expect(rows).toEqual([
      {
        kind: 'reach',
        owner_email: owner.email,
        reporter_name: 'Nora Nurse',
        reporter_contact: '+1 503 555 0100',
        message: 'At the hospital.',
        people_told: 1,
        stopped_at: null,
      },
    ])
  })

  it('after a verified death reaches no one: the card has ended, and what waited is kept for the administrator', async () => {
    const { owner, executor } = await household('released', ['executor'], ({ owner: own }) => [
      succeed(own.client.rpc('make_card')),
    ])
    const card = await codeOf(owner)
    // The page answers as ever.
    await reportAndPassOn(card)
    expect(await shownToAdministrator(owner)).toEqual([{ reporter_name: 'Nora Nurse', people_told: null }])
    expect(await succeed(owner.client.from('cards').select())).toEqual([])
    await reportAndPassOn(card)
    expect(await shownToAdministrator(owner)).toHaveLength(1)
    for (const who of [owner, executor]) expect(await mailsTo(who, 'card_used')).toEqual([])
    expect(await mailsTo(executor, 'card_stopped')).toEqual([])
    expect(await eventsOf(owner)).toEqual(['owner: card_made', 'system: card_ended'])
    // An owner who lives makes a new one.
    await succeed(owner.client.rpc('stop_release'))
    expect(await succeed(owner.client.from('cards').select())).toEqual([])
    await reportAndPassOn(await cardOf(owner))
    expect(await mailsTo(executor, 'card_used')).toHaveLength(1)
  })

  it('a report by a card is passed on as ever while a certificate is under review', async () => {
    const { owner, executor } = await household('hidden, in review', ['executor'], ({ owner: own }) => [
      succeed(own.client.rpc('make_card')),
    ])
    await reportAndPassOn(await codeOf(owner))
    expect(await mailsTo(executor, 'card_used')).toHaveLength(1)
    expect(await succeed(owner.client.from('cards').select())).toHaveLength(1)
  })

  it('a report by a card where no one has accepted reaches those who were invited, without what the reporter said', async () => {
    const owner = await person('Olive Owner')
    const [asked, unasked] = [`asked.${owner.id}@example.com`, `unasked.${owner.id}@example.com`]
    await invite(owner, asked)
    await designate(owner, unasked, 'trustee')
    await reportAndPassOn(await cardOf(owner))
    const [mail] = await mailsTo({ email: asked }, 'card_used')
    expect(mail?.payload).toEqual({ recipient: 'invited', owner_name: owner.name })
    expect(await mailsTo({ email: unasked }, 'card_used')).toEqual([])
  })

  it('a report by a card reaches of those who have not accepted only the people who still can, and whose address takes mail', async () => {
    const owner = await person('Olive Owner')
    const [declines, accepts] = await Promise.all([person('Dee Declines'), person('Ada Accepts')])
    const [asked, refusing, revoked] = [address('asked'), address('refusing'), address('revoked')]
    await invite(owner, asked)
    const designation_id = await invite(owner, declines.email)
    await succeed(declines.client.rpc('decline_designation_invite', { designation_id }))
    await succeed(owner.client.rpc('revoke_designation', { designation_id: await invite(owner, revoked) }))
    // She accepted, has another address since, and no mail reaches her there: the old one may be someone else's now.
    const accepted = await invite(owner, accepts.email)
    await succeed(accepts.client.rpc('accept_designation_invite', { designation_id: accepted }))
    await changeAddress(accepts, address('moved'))
    await asAdministrator('update public.designations set mail_refused_at = now() where id = any ($1)', [
      [await invite(owner, refusing), accepted],
    ])
    await reportAndPassOn(await cardOf(owner))
    expect(await mailsTo({ email: asked }, 'card_used')).toHaveLength(1)
    for (const email of [declines.email, revoked, refusing, accepts.email])
      expect(await mailsTo({ email }, 'card_used')).toEqual([])
  })

  it('a report by a card reaches an invited person for each owner and each kind of report, and people who were invited since', async () => {
    const [owner, other] = await Promise.all([person('Olive Owner'), person('Otto Other')])
    const [asked, later] = [address('asked'), address('later')]
    for (const who of [owner, other]) await invite(who, asked)
    const card = await cardOf(owner)
    const counts = async () => [
      (await mailsTo({ email: asked }, 'card_used')).length,
      (await mailsTo({ email: later }, 'card_used')).length,
    ]
    await reportAndPassOn(await cardOf(other))
    expect(await counts()).toEqual([1, 0])
    await reportAndPassOn(card)
    expect(await counts()).toEqual([2, 0])
    await reportAndPassOn(card, { kind: 'reach' })
    expect(await counts()).toEqual([3, 0])
    await invite(owner, later)
    await reportAndPassOn(card)
    expect(await counts()).toEqual([3, 1])
  })

  it('a report by a card tells a person no more than others who were invited, though they have accepted for another owner', async () => {
    const [owner, other, ann] = await Promise.all([
      person('Olive Owner'),
      person('Otto Other'),
      person('Ann Asked'),
    ])
    await designateAccepted(other, ann, 'executor')
    await invite(owner, ann.email)
    await reportAndPassOn(await cardOf(owner))
    const [mail] = await mailsTo(ann, 'card_used')
    expect(mail?.payload).toEqual({ recipient: 'invited', owner_name: owner.name })
  })

  it('a report by a card reaches an invited person at the address they moved to, and not the later holder of the old one', async () => {
    const [owner, moved, gone] = await Promise.all(
      ['Olive Owner', 'Mo Moved', 'Gil Gone'].map((name) => person(name)),
    )
    if (!owner || !moved || !gone) throw new Error('three people')
    await invite(owner, moved.email)
    const invitation = await invite(owner, gone.email)
    const newAddress = address('mo.moved')
    await changeAddress(moved, newAddress)
    await changeAddress(gone, address('gil.gone'))
    // What deleting the account leaves of an invitation to a frozen plan.
    await asAdministrator('update private.kept_invitations set user_id = null where designation_id = $1', [
      invitation,
    ])
    await reportAndPassOn(await cardOf(owner))
    expect(await mailsTo({ email: newAddress }, 'card_used')).toHaveLength(1)
    for (const former of [moved, gone]) expect(await mailsTo(former, 'card_used')).toEqual([])
  })

  it('a report by a card reaches those who were invited as well where every address that accepted refuses mail', async () => {
    const { owner, executor, designation } = await household('hidden', ['executor'])
    const invited = address('invited')
    await invite(owner, invited)
    await asAdministrator('update public.designations set mail_refused_at = now() where id = $1', [
      designation.executor,
    ])
    await reportAndPassOn(await cardOf(owner))
    for (const email of [executor.email, invited])
      expect(await mailsTo({ email }, 'card_used')).toHaveLength(1)
  })

  it('a report by a card reaches at most 20 people who have not answered, and each of them once a week', async () => {
    const owner = await person('Olive Owner')
    await asAdministrator(
      `insert into public.designations (owner_id, person_name, person_email, owner_name, role, status, invited_at)
       select $1::uuid, 'Ann', 'ann' || n || '.' || $1::uuid || '@example.com', 'Olive Owner', 'executor', 'invited', now()
         from generate_series(1, 22) n`,
      [owner.id],
    )
    const mails = async () =>
      (
        await asAdministrator<{ to_email: string }>(
          `select to_email from private.mail_outbox where kind = 'card_used' and to_email like 'ann%' || $1 || '%'`,
          [owner.id],
        )
      ).map(({ to_email }) => to_email)
    await reportAndPassOn(await cardOf(owner))
    expect(new Set(await mails()).size).toBe(20)
    for (let n = 0; n < 2; n += 1) await reportAndPassOn(await cardOf(owner))
    expect(await mails()).toHaveLength(20)
    expect(await mailsTo(owner, 'card_used')).toHaveLength(3)
    await asAdministrator(
      `update private.card_reports set passed_on_at = passed_on_at - interval '7 days' where owner_id = $1`,
      [owner.id],
    )
    await reportAndPassOn(await codeOf(owner))
    expect(await mails()).toHaveLength(40)
    expect(new Set(await mails()).size).toBe(20)
  })

  it('a report by a card gets the same answer for a code that is no one’s, and keeps nothing of what was said', async () => {
    const [{ made } = { made: '' }] = await asAdministrator<{ made: string }>(
      'select private.new_card_code() as made',
    )
    const owner = await person('Olive Owner')
    const [known, unknown] = [await report(await cardOf(owner)), await report(made, { network: owner.id })]
    expect([unknown.data, unknown.error, unknown.status]).toEqual([known.data, known.error, known.status])
    const kept = () =>
      asAdministrator(
        'select owner_id, code, reporter_name, message from private.card_reports where network = $1',
        [owner.id],
      )
    expect(await kept()).toMatchObject([{ code: made }])
    await passOn()
    expect(await kept()).toEqual([{ owner_id: null, code: null, reporter_name: null, message: null }])
    await refused(report(made.slice(0, -1)), code.noCardCode)
  })

  it('by a card that was replaced or withdrawn reaches no one', async () => {
    const owner = await person('Olive Owner')
    const first = await cardOf(owner)
    const second = await cardOf(owner)
    await reportAndPassOn(first)
    await succeed(owner.client.rpc('withdraw_card'))
    await reportAndPassOn(second)
    expect(await mailsTo(owner, 'card_used')).toEqual([])
  })

  it('a report by a card is passed on once however often it is sent, and at most five times a day for one card', async () => {
    const [owner, other] = [await person('Olive Owner'), await person('Oscar Other')]
    const othersCard = await cardOf(other)
    const card = await cardOf(owner)
    const id = randomUUID()
    for (let n = 0; n < 3; n += 1) await reportAndPassOn(card, { id })
    expect(await mailsTo(owner, 'card_used')).toHaveLength(1)
    for (let n = 0; n < 9; n += 1) await succeed(report(card))
    await succeed(report(othersCard))
    await passOn()
    // One in a minute, and everyone's first before anyone's next.
    expect(await mailsTo(owner, 'card_used')).toHaveLength(2)
    expect(await mailsTo(other, 'card_used')).toHaveLength(1)
    for (let n = 0; n < 9; n += 1) await passOn()
    expect(await mailsTo(owner, 'card_used')).toHaveLength(5)
    // Those that were dropped do not count.
    await asAdministrator(
      `update private.card_reports set passed_on_at = passed_on_at - interval '1 day'
        where owner_id = $1 and told is not null`,
      [owner.id],
    )
    await reportAndPassOn(card)
    expect(await mailsTo(owner, 'card_used')).toHaveLength(6)
  })

  it('by a new card is passed on although the card before was used up, and what was dropped is shown to the administrator', async () => {
    const owner = await person('Olive Owner')
    const lost = await cardOf(owner)
    for (let n = 0; n < 6; n += 1) await succeed(report(lost))
    for (let n = 0; n < 5; n += 1) await passOn()
    expect(await mailsTo(owner, 'card_used')).toHaveLength(5)
    expect((await shownToAdministrator(owner)).filter(({ people_told }) => people_told === null)).toEqual([
      { reporter_name: 'Nora Nurse', people_told: null },
    ])
    await reportAndPassOn(await cardOf(owner))
    expect(await mailsTo(owner, 'card_used')).toHaveLength(6)
  })

  it('a report by a card is passed on ten times a day for all cards of an owner, and the newest card always has two of its own', async () => {
    const [owner, other] = await Promise.all([person('Olive Owner'), person('Otto Other')])
    const use = async (who = owner) => {
      const card = await cardOf(who)
      for (let n = 0; n < 6; n += 1) await succeed(report(card))
      for (let n = 0; n < 6; n += 1) await passOn()
      return (await mailsTo(who, 'card_used')).length
    }
    expect([await use(), await use(), await use(), await use()]).toEqual([5, 10, 12, 14])
    expect(await use(other)).toBe(5)
    await asAdministrator(
      `update private.card_reports set passed_on_at = passed_on_at - interval '1 day' where owner_id = $1`,
      [owner.id],
    )
    expect(await use()).toBe(19)
  })

  it('a report by a card waits behind no more than one report of any other card, however many of those there are', async () => {
    const [hostile, owner] = await Promise.all([person('Mallory'), person('Olive Owner')])
    const [theirs, card] = [await cardOf(hostile), await cardOf(owner)]
    // Far more than the intake lets wait, as if they had come before it had a limit.
    await addReports(1500, theirs, hostile.id)
    await reportAndPassOn(card)
    expect(await mailsTo(owner, 'card_used')).toHaveLength(1)
    expect(await mailsTo(hostile, 'card_used')).toHaveLength(1)
    const left = () =>
      asAdministrator<{ kept: number; settled: number; waiting: number }>(
        `select count(*) filter (where owner_id is not null and told is null)::integer as kept,
                count(*) filter (where owner_id is null and passed_on_at is not null and reporter_name is null)::integer as settled,
                count(*) filter (where passed_on_at is null)::integer as waiting
           from private.card_reports where network = $1`,
        [hostile.id],
      )
    // Those beyond the limit are settled at once: 20 a day are kept for the administrator, and nothing of the others.
    expect(await left()).toEqual([{ kept: 20, settled: 1475, waiting: 4 }])
    await addReports(1, theirs, hostile.id)
    for (let n = 0; n < 5; n += 1) await passOn()
    expect(await left()).toEqual([{ kept: 20, settled: 1476, waiting: 0 }])
    expect(await mailsTo(hostile, 'card_used')).toHaveLength(5)
  })

  it('a report by a card looks no further than at the oldest 20,000 that wait, and settles of those what is no card’s', async () => {
    const network = randomUUID()
    const [{ made } = { made: '' }] = await asAdministrator<{ made: string }>(
      'select private.new_card_code() as made',
    )
    await asAdministrator(
      `insert into private.card_reports (id, code, kind, network, reported_at)
       select gen_random_uuid(), $1, 'death', $2, now() - interval '1 day' from generate_series(1, 20001)`,
      [made, network],
    )
    const waiting = () =>
      asAdministrator<{ count: number }>(
        'select count(*)::integer from private.card_reports where network = $1 and passed_on_at is null',
        [network],
      )
    await passOn()
    expect(await waiting()).toEqual([{ count: 1 }])
    await passOn()
    expect(await waiting()).toEqual([{ count: 0 }])
  })

  it('a report by a card is taken in and left when twenty of its code wait, whether there is such a card or not', async () => {
    const owner = await person('Olive Owner')
    const [{ made } = { made: '' }] = await asAdministrator<{ made: string }>(
      'select private.new_card_code() as made',
    )
    for (const reported of [await cardOf(owner), made]) {
      const network = randomUUID()
      await addReports(19, reported, owner.id)
      for (let n = 0; n < 3; n += 1) {
        const { data, error, status } = await report(reported, { network })
        expect([data, error, status]).toEqual([null, null, 204])
      }
      const taken = await asAdministrator(
        `select code, reporter_name, message, passed_on_at is not null as settled from private.card_reports
          where network = $1 order by passed_on_at nulls first`,
        [network],
      )
      expect(taken).toEqual([
        { code: reported, reporter_name: 'Nora Nurse', message: 'At the hospital.', settled: false },
        ...Array(2).fill({ code: null, reporter_name: null, message: null, settled: true }),
      ])
    }
  })

  it.skipIf(!isDatabaseOnly)(
    'a report by a card waits with no more than nineteen others also when they come at once',
    async () => {
      const owner = await person('Olive Owner')
      const card = await cardOf(owner)
      await addReports(18, card, owner.id)
      const slowly = () =>
        callSlowly(null, `public.report_card($1, $2, 'death', 'Nora', '+1 503 555', null, $3)`, [
          randomUUID(),
          card,
          randomUUID(),
        ])
      await Promise.all(Array.from({ length: 6 }, slowly))
      const waiting = await asAdministrator('select from private.card_reports where code = $1', [card])
      expect(waiting).toHaveLength(20)
    },
  )

  it('a report by a card is not delayed by a flood of reports without a card', async () => {
    const owner = await person('Olive Owner')
    const card = await cardOf(owner)
    await asAdministrator(
      `insert into private.card_reports (id, code, kind, network, reported_at)
       select gen_random_uuid(), private.new_card_code(), 'death', $1, now() - interval '1 minute'
         from generate_series(1, 200)`,
      [owner.id],
    )
    await reportAndPassOn(card)
    expect(await mailsTo(owner, 'card_used')).toHaveLength(1)
  })

  // Two at once need two connections.
  it.skipIf(!isDatabaseOnly)(
    'a report by a card leaves nothing of what was said when its card ends in that moment',
    async () => {
      const owner = await person('Olive Owner')
      const [mine, unknown] = [randomUUID(), randomUUID()]
      await succeed(report(await cardOf(owner), { id: mine }))
      await asAdministrator(
        `insert into private.card_reports (id, code, kind, network)
       values ($1, private.new_card_code(), 'death', 'a hash')`,
        [unknown],
      )
      // Who passes on has seen the card, and waits for the other report while the card ends.
      const ending = asAdministrator(`do $$ begin
      perform from private.card_reports where id = '${unknown}' for update;
      delete from public.cards where user_id = '${owner.id}';
      perform pg_sleep(0.5);
    end $$`)
      const unlocked = () =>
        asAdministrator('select from private.card_reports where id = $1 for update skip locked', [unknown])
      await expect.poll(unlocked, { interval: 10 }).toEqual([])
      await Promise.all([passOn(), ending])
      expect(await mailsTo(owner, 'card_used')).toEqual([])
      await passOn()
      const kept = await asAdministrator(
        'select code, reporter_name, message from private.card_reports where id = $1',
        [mine],
      )
      expect(kept).toEqual([{ code: null, reporter_name: null, message: null }])
      expect(await mailsTo(owner, 'card_used')).toEqual([])
    },
  )

  it.skipIf(!isDatabaseOnly)(
    'a report by a card is passed on to no one when its card ends while another’s is passed on',
    async () => {
      const [first, second] = await Promise.all([person('Olive Owner'), person('Otto Other')])
      const id = randomUUID()
      await succeed(report(await cardOf(first), { id }))
      await succeed(report(await cardOf(second)))
      const letGo = await holdRows('select from private.card_reports where id = $1', [id])
      const passing = asAdministrator('select private.pass_on_card_reports()')
      const waiting = () =>
        asAdministrator(
          `select from pg_stat_activity where wait_event_type = 'Lock' and query like '%pass_on_card_reports%'`,
        )
      await expect.poll(waiting).toHaveLength(1)
      await succeed(second.client.rpc('withdraw_card'))
      await letGo()
      await passing
      expect(await mailsTo(first, 'card_used')).toHaveLength(1)
      expect(await mailsTo(second, 'card_used')).toEqual([])
    },
  )

  it('a report by a card is refused after ten in an hour or thirty in a day from one network, whichever codes they name', async () => {
    const owner = await person('Olive Owner')
    const card = await cardOf(owner)
    const [network, id] = [randomUUID(), randomUUID()]
    await succeed(report(card, { network, id }))
    const answers = await Promise.all(Array.from({ length: 11 }, () => report(card, { network })))
    expect(answers.filter(({ error }) => error?.code === code.tooManyReports)).toHaveLength(2)
    // One whose answer was lost is sent again, and is no further report.
    await succeed(report(card, { network, id }))
    await succeed(report(card))
    const older = (span: string) =>
      asAdministrator(
        'update private.card_reports set reported_at = reported_at - $2::interval where network = $1',
        [network, span],
      )
    for (let n = 0; n < 2; n += 1) {
      await older('61 minutes')
      for (let more = 0; more < 10; more += 1) await succeed(report(card, { network }))
    }
    await older('61 minutes')
    await refused(report(card, { network }), code.tooManyReports)
    await older('1 day')
    await succeed(report(card, { network }))
  })

  it('a report by a card is forgotten after a day without a card, and after 30 days with one', async () => {
    // A run deletes a thousand; other tests left more.
    await asAdministrator('delete from private.card_reports')
    const owner = await person('Olive Owner')
    const network = randomUUID()
    await reportAndPassOn(await cardOf(owner), { network })
    const [{ made } = { made: '' }] = await asAdministrator<{ made: string }>(
      'select private.new_card_code() as made',
    )
    await reportAndPassOn(made, { network })
    const left = async (age: string) => {
      await asAdministrator(
        'update private.card_reports set reported_at = now() - $2::interval where network = $1',
        [network, age],
      )
      await succeed(service.rpc('delete_outdated'))
      return (await asAdministrator('select from private.card_reports where network = $1', [network])).length
    }
    expect(await left('23 hours')).toBe(2)
    expect(await left('25 hours')).toBe(1)
    expect(await left('29 days 23 hours')).toBe(1)
    expect(await left('30 days 1 hour')).toBe(0)
  })
})

describe.skipIf(!hasSql)(`ending${needsSql}`, () => {
  const stop = (id: unknown) => untyped(service).rpc('stop_card_by_link', { p_report_id: id })
  const reported = async () => {
    const home = await household('hidden', ['executor'])
    await reportAndPassOn(await cardOf(home.owner))
    const [mail] = await mailsTo(home.owner, 'card_used')
    return { ...home, reportId: mail?.payload.report_id }
  }
  const cards = ({ client }: Person) => succeed(client.from('cards').select('user_id'))

  it('by the link in the owner’s email ends it and tells who was told, once however often it is pressed', async () => {
    const { owner, executor, reportId } = await reported()
    await cardOf(await person('Otto Other'))
    await succeed(stop(reportId))
    await succeed(stop(reportId))
    expect(await cards(owner)).toEqual([])
    expect(await mailsTo(executor, 'card_stopped')).toHaveLength(1)
    expect(await eventsOf(owner)).toEqual(['owner: card_made', 'system: card_used', 'owner: card_withdrawn'])
  })

  it('by the link ends no newer card, none after 30 days, and none after a verified death', async () => {
    const renewed = await reported()
    await succeed(renewed.owner.client.rpc('make_card'))
    await refused(stop(renewed.reportId), code.nothingToStop)
    const old = await reported()
    await asAdministrator(
      `update private.card_reports set passed_on_at = now() - interval '30 days' where owner_id = $1`,
      [old.owner.id],
    )
    await refused(stop(old.reportId), code.nothingToStop)
    for (const { owner } of [renewed, old]) {
      expect(await cards(owner)).toHaveLength(1)
      await succeed(owner.client.rpc('withdraw_card'))
    }
    // The owner has ended what it is about, so it says so; no one was told that the older one has ended.
    await succeed(stop(renewed.reportId))
    await refused(stop(old.reportId), code.nothingToStop)
    await refused(stop(randomUUID()), code.nothingToStop)
    const usedBefore: string[] = []
    const dead = await household('released', ['executor'], ({ owner }) => [
      cardOf(owner)
        .then((made) => reportAndPassOn(made))
        .then(() => mailsTo(owner, 'card_used'))
        .then(([mail]) => usedBefore.push(String(mail?.payload.report_id))),
    ])
    await refused(stop(usedBefore[0]), code.nothingToStop)
    for (const change of ['make_card', 'withdraw_card'] as const)
      await refused(dead.owner.client.rpc(change), code.frozen)
    // Also once housekeeping has ended it.
    await passOn()
    await refused(stop(usedBefore[0]), code.nothingToStop)
    expect(await mailsTo(dead.executor, 'card_stopped')).toEqual([])
  })

  it('by its owner tells who was told of a report, once and of this owner only, and no one where there was none', async () => {
    const [used, other] = [await reported(), await reported()]
    await succeed(used.owner.client.rpc('withdraw_card'))
    await cardOf(used.owner)
    await succeed(used.owner.client.rpc('withdraw_card'))
    expect(await mailsTo(used.executor, 'card_stopped')).toHaveLength(1)
    expect(await mailsTo(other.executor, 'card_stopped')).toEqual([])
    await asAdministrator(
      `update private.card_reports set passed_on_at = now() - interval '30 days' where owner_id = $1`,
      [other.owner.id],
    )
    await succeed(other.owner.client.rpc('withdraw_card'))
    expect(await mailsTo(other.executor, 'card_stopped')).toEqual([])
    const unused = await household('hidden', ['executor'])
    await cardOf(unused.owner)
    await succeed(unused.owner.client.rpc('withdraw_card'))
    await succeed(unused.owner.client.rpc('withdraw_card'))
    expect(await mailsTo(unused.executor, 'card_stopped')).toEqual([])
    expect(await eventsOf(unused.owner)).toEqual(['owner: card_made', 'owner: card_withdrawn'])
  })

  it('ending a card tells everyone who was told of a report, a person removed since included, and no one who came later', async () => {
    const { owner, executor, designation } = await reported()
    await succeed(owner.client.from('designations').delete().eq('id', designation.executor))
    const later = await person('Lana Later')
    await designateAccepted(owner, later, 'executor')
    await succeed(owner.client.rpc('withdraw_card'))
    const [mail, ...more] = await mailsTo(executor, 'card_stopped')
    expect([mail?.payload, more]).toEqual([{ recipient: 'invited', owner_name: owner.name }, []])
    expect(await mailsTo(later, 'card_stopped')).toEqual([])
  })

  it('for a new one is refused after five in a day, and the last card stays', async () => {
    const [owner, other] = await Promise.all([person('Olive Owner'), person('Otto Other')])
    await asAdministrator(
      `insert into public.access_events (owner_id, action) select $1, 'card_made' from generate_series(1, 4)`,
      [owner.id],
    )
    const last = await cardOf(owner)
    await refused(owner.client.rpc('make_card'), code.changedTooOften)
    await cardOf(other)
    expect(await codeOf(owner)).toBe(last)
    // To end it is never refused.
    await succeed(owner.client.rpc('withdraw_card'))
    expect(await cards(owner)).toEqual([])
    await asAdministrator(
      `update public.access_events set created_at = created_at - interval '1 day' where owner_id = $1`,
      [owner.id],
    )
    expect(await cardOf(owner)).not.toBe(last)
  })
})
