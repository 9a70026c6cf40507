// Rows that make no sense are refused by the tables themselves, for every writer: the functions and the administrator
// pass no policy. limits.test.ts tries what an owner can write.
import { beforeAll, describe, it } from 'vitest'
import {
  asAdministrator,
  hasSql,
  household,
  needsSql,
  type Person,
  person,
  succeed,
} from '../support/people.ts'
import { code, fails } from './answers.ts'

const long = (characters: number) => `repeat('x', ${characters})`

interface Impossible {
  table: string
  /** A row that makes sense: columns and values. $1 is an owner. */
  row: Record<string, string>
  /** What turns it into one that does not. */
  changes: readonly Record<string, string>[]
}

const impossible: readonly Impossible[] = [
  {
    table: 'public.access_events',
    row: { owner_id: '$1', action: `'viewed'`, actor_role: `'system'` },
    changes: [{ actor_role: `'king'` }],
  },
  {
    table: 'public.portraits',
    row: { user_id: '$1', born_in: `'Lisbon'` },
    changes: [{ born_in: long(121) }, { remembered_by: long(201) }],
  },
  {
    table: 'public.health_consents',
    row: { user_id: '$1', worded_on: `'2026-11-24'` },
    changes: [{ worded_on: `'2025-12-31'` }, { worded_on: `'2200-01-01'` }],
  },
  {
    table: 'private.card_reports',
    row: { id: 'gen_random_uuid()', kind: `'death'`, network: `'a hash'` },
    changes: [
      { code: `'A CODE'` },
      { kind: `'birth'` },
      { reporter_name: `''` },
      { reporter_name: long(121) },
      { reporter_contact: `'a@b'` },
      { reporter_contact: long(255) },
      { message: `''` },
      { message: long(501) },
      { network: `''` },
      { network: long(65) },
    ],
  },
  {
    table: 'private.certificate_submissions',
    row: { owner_id: '$1', path: 'gen_random_uuid()::text' },
    changes: ['claimed_by', 'decided_by', 'first_approved_by'].flatMap((column) => [
      { [column]: `''` },
      { [column]: long(121) },
    ]),
  },
  {
    table: 'public.first_hours',
    row: { owner_id: '$1' },
    changes: [{ notice_hours: '1' }, { notice_hours: '48' }],
  },
  {
    table: 'private.openings',
    row: {
      owner_id: '$1',
      reason: `'ill'`,
      opened_by: '$1',
      opened_by_name: `'Ann'`,
      opened_at: 'now()',
      opens_at: 'now()',
      ends_at: `now() + interval '1 day'`,
    },
    changes: [
      { reason: `'away'` },
      { opens_at: `now() - interval '1 second'` },
      { ends_at: 'now()' },
      { note: long(2001) },
    ],
  },
  {
    table: 'private.plan_parts',
    row: {
      table_name: `'trial'`,
      owner_column: `'user_id'`,
      tabs: `'{}'`,
      trustees_only: 'false',
      never_by_default: 'false',
      is_offered: 'true',
      counts: `''`,
      choice: `'trial'`,
    },
    changes: [
      { opens_early: `'soon'` },
      { choice: 'null', opens_early: `'ill'` },
      { choice: 'null', never_by_default: 'true' },
    ],
  },
  {
    table: 'private.service_windups',
    row: { owner_id: '$1', review: `'pending'` },
    changes: [{ review: `'approved'` }, { review: `'none'` }, { owner_lives: 'true' }],
  },
  { table: 'private.mail_events', row: { id: `'event'` }, changes: [{ id: `''` }, { id: long(256) }] },
  { table: 'private.sign_in_tries', row: { email: `'a@b'` }, changes: [{ email: long(255) }] },
  {
    table: 'private.webhook_failures',
    row: { source: `'stripe'`, event_id: `'evt_1'` },
    changes: [{ source: `'paypal'` }, { event_id: `''` }, { event_id: long(256) }],
  },
  { table: 'private.wrong_links', row: { network: `'a hash'` }, changes: [{ network: long(65) }] },
]

let owner: Person
let other: Person
beforeAll(async () => {
  ;[owner, other] = await Promise.all([person('Olive Owner'), person('Oscar Other')])
})

/** The error of a statement that was only tried: nothing of it stays. */
const tried = 'P0001'

/** Tries out as postgres to add these rows, each with its table; in their values, $1 is an owner. */
const adding = (...rows: [table: string, row: Record<string, string>][]) => {
  const inserts = rows.map(
    ([table, row]) =>
      `insert into ${table} (${Object.keys(row).join(', ')}) values (${Object.values(row).join(', ')});`,
  )
  const text = `do $do$ begin ${inserts.join('\n')} raise exception 'tried'; end $do$`
  return asAdministrator(text.replaceAll('$1', `'${owner.id}'::uuid`))
}

describe.skipIf(!hasSql)(`impossible rows${needsSql}`, () => {
  it.each(impossible.map((one) => [one.table, one] as const))(
    'a row that makes no sense is refused by %s, for every writer',
    async (table, { row, changes }) => {
      await fails(adding([table, row]), tried)
      for (const change of changes) await fails(adding([table, { ...row, ...change }]), code.check)
    },
  )

  it('a row that makes no sense of a profile is refused: a date of death without an approved certificate, and a hold that is on and lifted', async () => {
    const alive = (change: string) =>
      asAdministrator(`update public.profiles set ${change} where user_id = $1`, [owner.id])
    for (const change of [
      `died_on = '2026-11-01'`,
      'open_until = now()',
      'hold_lifted_until = now()',
      `death_review_message = ' '`,
      `death_review_message = ${long(1001)}`,
    ])
      await fails(alive(change), code.check)
    const released = await household('released', [])
    for (const day of ['1899-12-31', '2200-01-01'])
      await fails(
        asAdministrator('update public.profiles set died_on = $2 where user_id = $1', [
          released.owner.id,
          day,
        ]),
        code.check,
      )
  })

  it.each(['private.housekeeping_runs', 'private.mail_sending', 'private.backups'])(
    'a second one of %s is refused',
    async (table) => {
      await fails(asAdministrator(`insert into ${table} (singleton) values (false)`), code.check)
    },
  )

  it('a row that makes no sense of housekeeping is refused with a longer problem than an administrator reads', async () => {
    await fails(
      asAdministrator(`update private.housekeeping_runs set payments_problem = ${long(501)}`),
      code.check,
    )
  })

  it.each(['damaged', 'missing', 'accepted'])(
    'a row that makes no sense of backups is refused: fewer than no files that are %s',
    async (column) => {
      await fails(asAdministrator(`update private.backups set ${column} = -1`), code.check)
    },
  )

  it('a row that makes no sense of an objection is refused: without words, longer than one reads, a second one of the same person', async () => {
    const id = `'${crypto.randomUUID()}'::uuid`
    const objection = {
      owner_id: '$1',
      submission_id: id,
      objected_by: '$1',
      person_name: `'Ann'`,
      role: `'executor'`,
    }
    const objected = (...words: string[]) =>
      adding(
        ['private.certificate_submissions', { id, owner_id: '$1', path: 'gen_random_uuid()::text' }],
        ...words.map((words): [string, Record<string, string>] => [
          'private.objections',
          { ...objection, words },
        ]),
      )
    await fails(objected(`'He lives.'`), tried)
    for (const words of [`''`, `' '`, long(2001)]) await fails(objected(words), code.check)
    await fails(objected(`'He lives.'`, `'I saw him.'`), code.unique)
  })

  it('a decision is refused with a word that is no decision', async () => {
    await fails(
      asAdministrator(
        `insert into private.certificate_decisions (submission_id, decision) values (gen_random_uuid(), 'maybe')`,
      ),
      code.check,
    )
  })

  it('a row that makes no sense of what a designee ticks is refused: a note without words, an undo of nothing, an empty title, a number twice', async () => {
    const { owner, executor } = await household('released', ['executor'])
    const mark = () => ({
      id: crypto.randomUUID(),
      owner_id: owner.id,
      step_key: 'own:flowers',
      mark: 'done' as const,
      title: 'x',
    })
    await succeed(executor.client.from('step_marks').insert([mark(), mark()]))
    for (const change of [
      `mark = 'note'`,
      `mark = 'undo'`,
      'undoes = id',
      `title = ' '`,
      `title = ${long(201)}`,
    ])
      await fails(
        asAdministrator(`update public.step_marks set ${change} where owner_id = $1`, [owner.id]),
        code.check,
      )
    await fails(
      asAdministrator('update public.step_marks set seq = 1 where owner_id = $1', [owner.id]),
      code.unique,
    )
  })

  it('a row that makes no sense of a guest is refused: no name, an answer without its time, a longer note than the contact can have, more memories than one may leave', async () => {
    const service = {
      owner_id: '$1',
      held_on: `'2026-12-01'`,
      held_at: `'10:00'`,
      time_zone: `'Europe/Berlin'`,
      place: `'Chapel'`,
    }
    const guest = { owner_id: '$1', name: `'Gina Guest'`, email: `'gina@example.com'` }
    const added = (change: Record<string, string>) =>
      adding(['public.services', service], ['public.service_guests', { ...guest, ...change }])
    await fails(added({}), tried)
    await fails(
      added({ answer: `'no'`, answered_at: 'now()', answered_for: 'now()', answer_taken_by: `'Anna'` }),
      tried,
    )
    for (const change of [
      { name: `''` },
      { name: long(121) },
      { answer: `'no'` },
      { answered_at: 'now()' },
      { noted_before: long(41) },
      { answered_for: 'now()' },
      { answer: `'no'`, answered_at: 'now()' },
      { answer_taken_by: `'Anna'` },
      { answer: `'no'`, answered_at: 'now()', answered_for: 'now()', answer_taken_by: `''` },
      { invited_by: `''` },
      { phone: `''` },
      { phone: long(41) },
      { reminded_at: 'now()' },
      { reminded_for: 'now()' },
      { memories_left: '31' },
      { memories_left: '-1' },
    ])
      await fails(added(change), code.check)
    const id = `'${crypto.randomUUID()}'::uuid`
    const memory = { id, owner_id: '$1', guest_id: id, author_name: `'Gina Guest'`, words: `'She sang.'` }
    const remembered = (change: Record<string, string>) =>
      adding(
        ['public.services', service],
        ['public.service_guests', { ...guest, id }],
        ['public.memories', { ...memory, ...change }],
      )
    await fails(remembered({}), tried)
    await fails(remembered({ author_id: '$1' }), code.check)
  })

  it('a row that makes no sense is refused where another has the same: a Stripe customer to cancel, the code of a card', async () => {
    const cancellation = ['private.membership_cancellations', { stripe_customer_id: `'cus_1'` }] as const
    await fails(adding([...cancellation], [...cancellation]), code.unique)
    const cards = `insert into public.cards (user_id, code)
      select someone, code from unnest($1::uuid[]) someone, private.new_card_code() code`
    await fails(asAdministrator(cards, [[owner.id, other.id]]), code.unique)
  })
})
