// The shared list of the first days: who may mark steps, who sees the marks, and that none is lost.
import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import {
  anonymous,
  asAdministrator,
  deleteAccount,
  designate,
  designateAccepted,
  type Household,
  hasSql,
  household,
  needsSql,
  type Person,
  person,
  type Row,
  service,
  states,
  succeed,
} from '../support/people.ts'
import { code, refused, touches, untyped } from './answers.ts'
import { findRights, readRules, type Trial } from './matrix.ts'

const mark = (owner: Person, step_key: string, more: Row = {}) => ({
  id: randomUUID(),
  owner_id: owner.id,
  step_key,
  mark: 'done' as const,
  title: 'A step',
  ...more,
})
const add = (who: Person, row: Row) => untyped(who.client).from('step_marks').insert(row)
const seenBy = async ({ client }: Person, owner: Person) =>
  succeed(client.from('step_marks').select().eq('owner_id', owner.id).order('seq'))

// S select · I insert · U update · D delete · - nothing

const forEveryone = `
              | hidden | open | hidden, in review | open, in review | waiting | released | stopped
  owner       | S      | S    | S                 | S               | S       | S        | S
  beneficiary | -      | S    | -                 | S               | -       | SI       | -
  trustee     | -      | S    | -                 | S               | -       | SI       | -
  executor    | -      | S    | -                 | S               | -       | SI       | -
  invited     | -      | -    | -                 | -               | -       | -        | -
  revoked     | -      | -    | -                 | -               | -       | -        | -
  stranger    | -      | -    | -                 | -               | -       | -        | -
  anonymous   | -      | -    | -                 | -               | -       | -        | -`

const forTrustees = `
              | hidden | open | hidden, in review | open, in review | waiting | released | stopped
  owner       | S      | S    | S                 | S               | S       | S        | S
  beneficiary | -      | -    | -                 | -               | -       | -        | -
  trustee     | -      | S    | -                 | S               | -       | SI       | -
  executor    | -      | S    | -                 | S               | -       | SI       | -
  invited     | -      | -    | -                 | -               | -       | -        | -
  revoked     | -      | -    | -                 | -               | -       | -        | -
  stranger    | -      | -    | -                 | -               | -       | -        | -
  anonymous   | -      | -    | -                 | -               | -       | -        | -`

/** A step of a part that every reader sees, and one of a part that beneficiaries do not. */
const steps = [
  { step: 'contacts:1', rules: forEveryone },
  { step: 'insurance_policies:1', rules: forTrustees },
]

/** Adds marks as if they had always been there, whatever the state of the plan. */
async function insertMarks(owner: Person, trustee: Person, select: string, parameters: unknown[] = []) {
  await asAdministrator('alter table public.step_marks disable trigger user')
  try {
    await asAdministrator(
      `insert into public.step_marks (id, owner_id, actor_id, actor_name, mark, title, seq, step_key)
       select gen_random_uuid(), $1, $2, 'Tess Trustee', 'done', 'A step', m.* from (${select}) m`,
      [owner.id, trustee.id, ...parameters],
    )
  } finally {
    await asAdministrator('alter table public.step_marks enable trigger user')
  }
}

const trialOf = (step_key: string): Trial => ({
  table: 'step_marks',
  row: ({ owner }) => ({ owner_id: owner.id, step_key, title: 'A step' }),
  insert: ({ owner }) => mark(owner, step_key, { title: 'Another time' }),
  update: { note: 'Changed' },
})

describe.skipIf(!hasSql).each(states)(`everyone's rights while the plan is %s${needsSql}`, (state) => {
  let home: Household
  beforeAll(async () => {
    home = await household(state)
    await insertMarks(
      home.owner,
      home.trustee,
      `select n, step from unnest($3::text[]) with ordinality s (step, n)`,
      [steps.map(({ step }) => step)],
    )
  })

  it.each(steps)('to the marks of $step are exactly those of the rules', async ({ step, rules }) => {
    expect(await findRights(home, trialOf(step), true)).toEqual(readRules(rules, states)[state])
  })
})

describe.skipIf(!hasSql)(`marks${needsSql}`, () => {
  let home: Household
  beforeAll(async () => {
    home = await household('released')
  })

  it.each([
    ['funeral_plan:service', true],
    ['video_messages:all', true],
    ['estate_documents:1', true],
    ['general:certificates', true],
    ['own:1', true],
    ['estate:1', false],
    ['financial_accounts:1', false],
    ['home_items:1', false],
  ])('a mark on a step of %s is open to a beneficiary: %s', async (step, isOpen) => {
    const { owner, beneficiary, trustee, executor } = home
    const row = mark(owner, step, { title: 'Seen by whom' })
    expect((await add(trustee, row)).error).toBeNull()
    expect((await seenBy(executor, owner)).some(({ id }) => id === row.id)).toBe(true)
    expect((await seenBy(beneficiary, owner)).some(({ id }) => id === row.id)).toBe(isOpen)
    const { error } = await add(beneficiary, mark(owner, step))
    expect(error?.code).toBe(isOpen ? undefined : code.notAllowed)
  })

  it('a mark on a step names who made it as the owner named them, in which role and when, whatever is sent', async () => {
    const { owner, beneficiary } = home
    const row = mark(owner, 'contacts:named', { made_at: '2999-01-01T00:00:00Z', note: 'She cried.' })
    const [saved] = await succeed(beneficiary.client.from('step_marks').insert(row).select())
    expect(saved).toMatchObject({
      actor_id: beneficiary.id,
      actor_name: 'Ben Beneficiary',
      note: 'She cried.',
    })
    expect(Date.parse(saved?.made_at ?? '')).toBeLessThanOrEqual(Date.parse(saved?.created_at ?? ''))
    for (const chosen of [
      { actor_id: owner.id },
      { actor_name: 'The Pope' },
      { seq: 1 },
      { created_at: '2001-01-01' },
    ])
      await refused(add(beneficiary, mark(owner, 'contacts:2', chosen)), code.notAllowed)
  })

  it('a mark on a step names who made it as this owner named them, not as another did since', async () => {
    const ann = await person('Ann')
    const nameAnn = (name: string) => (given: { owner: Person }) => [
      designate(given.owner, ann.email, 'trustee', name).then((designation_id) =>
        succeed(ann.client.rpc('accept_designation_invite', { designation_id })),
      ),
    ]
    const { owner } = await household('released', [], nameAnn('Aunt Ann'))
    await household('hidden', [], nameAnn('Ann from work'))
    const [saved] = await succeed(add(ann, mark(owner, 'own:1')).select())
    expect(saved).toMatchObject({ actor_name: 'Aunt Ann' })
  })

  it('a mark on a step keeps the earlier time at which it was made without a connection', async () => {
    const made_at = new Date(Date.now() - 3_600_000).toISOString()
    const { owner, trustee } = home
    const row = mark(owner, 'contacts:late', { made_at })
    const [saved] = await succeed(trustee.client.from('step_marks').insert(row).select())
    expect(Date.parse(saved?.made_at ?? '')).toBe(Date.parse(made_at))
  })

  it.each(['-infinity', '1970-01-01T00:00:00Z'])('made at %s counts as made 60 days ago', async (made_at) => {
    const { owner, trustee } = home
    const row = mark(owner, 'contacts:long-ago', { made_at })
    const [saved] = await succeed(trustee.client.from('step_marks').insert(row).select())
    expect(Date.parse(saved?.created_at ?? '') - Date.parse(saved?.made_at ?? '')).toBe(60 * 86_400_000)
  })

  it('is kept once, however often it is sent', async () => {
    const { owner, executor } = home
    const row = mark(owner, 'general:certificates')
    const send = () =>
      executor.client.from('step_marks').upsert(row, { onConflict: 'id', ignoreDuplicates: true })
    for (const _try of [1, 2]) expect((await send()).error).toBeNull()
    await refused(add(executor, row), code.unique)
    const rows = await seenBy(executor, owner)
    expect(rows.filter(({ id }) => id === row.id)).toHaveLength(1)
  })

  it('stays when several people press at once: each has their own, with a number of its own', async () => {
    const other = await household('released', ['beneficiary', 'trustee', 'executor'])
    const people = [other.beneficiary, other.trustee, other.executor]
    const answers = await Promise.all(
      [1, 2, 3, 4].flatMap(() => people.map((who) => add(who, mark(other.owner, 'contacts:race')))),
    )
    expect(answers.map(({ error }) => error)).toEqual(answers.map(() => null))
    const rows = await seenBy(other.owner, other.owner)
    expect(new Set(rows.map(({ seq }) => seq)).size).toBe(answers.length)
    expect(new Set(rows.map(({ actor_id }) => actor_id)).size).toBe(3)
  })

  it('is taken back by another mark, of the same step only', async () => {
    const { owner, trustee, executor, stranger } = home
    const done = mark(owner, 'general:undone')
    const another = await household('released', ['trustee'])
    const elsewhere = mark(another.owner, 'general:undone')
    await succeed(add(trustee, done).select())
    await succeed(add(trustee, mark(owner, 'general:other')).select())
    await succeed(add(another.trustee, elsewhere).select())
    const undo = { mark: 'undo', undoes: done.id }
    const undoElsewhere = { mark: 'undo', undoes: elsewhere.id }
    await refused(add(executor, mark(owner, 'general:undone', undoElsewhere)), code.foreignKey)
    // People who may mark nothing do not learn which marks there are.
    for (const undoes of [done.id, randomUUID()])
      await refused(add(stranger, mark(owner, 'general:undone', { mark: 'undo', undoes })), code.notAllowed)
    await refused(add(executor, mark(owner, 'general:other', undo)), code.foreignKey)
    await refused(add(executor, mark(owner, 'general:undone', { mark: 'undo' })), code.check)
    await refused(add(executor, mark(owner, 'general:undone', { undoes: done.id })), code.check)
    expect((await add(executor, mark(owner, 'general:undone', undo))).error).toBeNull()
    const rows = await seenBy(owner, owner)
    expect(rows.filter(({ step_key }) => step_key === 'general:undone').map((row) => row.mark)).toEqual([
      'done',
      'undo',
    ])
  })

  it.each([
    ['a kind of step that does not exist', { step_key: 'weather:1' }, code.notAllowed],
    ['a key that is no key', { step_key: 'contacts:1; drop' }, code.check],
    ['no title', { title: '  ' }, code.check],
    ['a title that is too long', { title: 'x'.repeat(201) }, code.check],
    ['a note that says nothing', { mark: 'note', note: ' ' }, code.check],
    ['a note without words', { mark: 'note' }, code.check],
    ['a note that is too long', { note: 'x'.repeat(1001) }, code.check],
  ])('a mark on a step is refused with %s', async (_what, wrong, sqlState) => {
    await refused(add(home.executor, { ...mark(home.owner, 'own:1'), ...wrong }), sqlState)
  })

  it('a mark on a step is never changed or deleted, not by the person who made it, the owner or a server', async () => {
    const { owner, executor } = home
    const row = mark(owner, 'general:kept')
    await succeed(executor.client.from('step_marks').insert(row).select())
    for (const client of [executor.client, owner.client, service, anonymous]) {
      const rows = () => untyped(client).from('step_marks')
      await refused(rows().update({ note: 'Changed' }).eq('id', row.id), code.notAllowed)
      await refused(rows().delete().eq('id', row.id), code.notAllowed)
    }
    await refused(untyped(service).from('step_marks').insert(mark(owner, 'own:1')), code.notAllowed)
  })

  it('a mark on a step is recorded in the history, for the owner and the person who made it', async () => {
    const { owner, trustee, executor } = await household('released', ['trustee', 'executor'])
    await succeed(
      trustee.client
        .from('step_marks')
        .insert(mark(owner, 'estate:bank', { title: 'Call the bank' }))
        .select(),
    )
    const read = async ({ client }: Person) =>
      succeed(
        client
          .from('access_events')
          .select('actor_name, detail')
          .eq('owner_id', owner.id)
          .eq('action', 'step_marked'),
      )
    const event = { actor_name: 'Tess Trustee', detail: { mark: 'done', title: 'Call the bank' } }
    expect(await read(owner)).toEqual([event])
    expect(await read(trustee)).toEqual([event])
    expect(await read(executor)).toEqual([])
  })

  it('a mark on a step that a beneficiary may not read cannot be found, counted or taken back by them', async () => {
    const { owner, beneficiary, trustee } = await household('released', ['beneficiary', 'trustee'])
    const secret = mark(owner, 'insurance_policies:1', { title: 'Harbour Mutual' })
    await succeed(trustee.client.from('step_marks').insert(secret).select())
    await touches(beneficiary.client.from('step_marks').select(), 0)
    const { count } = await beneficiary.client.from('step_marks').select('*', { count: 'exact', head: true })
    expect(count).toBe(0)
    const undo = mark(owner, 'insurance_policies:1', { mark: 'undo', undoes: secret.id })
    await refused(add(beneficiary, undo), code.notAllowed)
  })
})

describe.skipIf(!hasSql)(`lists${needsSql}`, () => {
  it('the list of marks is open to designees although the owner’s membership has ended and no one pays', async () => {
    const { owner, executor } = await household('released', ['executor'])
    await asAdministrator(
      `update public.subscriptions set trial_end = now() - interval '1 day', status = 'canceled' where user_id = $1`,
      [owner.id],
    )
    expect((await add(executor, mark(owner, 'general:certificates'))).error).toBeNull()
    await touches(executor.client.from('step_marks').select(), 1)
  })

  it('the list of marks takes at most 10,000 marks of one person, so that no one can fill it for the others', async () => {
    const { owner, trustee, executor } = await household('released', ['trustee', 'executor'])
    await succeed(trustee.client.from('step_marks').insert(mark(owner, 'own:first')).select())
    await insertMarks(owner, trustee, `select n, 'own:' || n from generate_series(2, 10000) n`)
    await refused(add(trustee, mark(owner, 'own:last')), code.listFull, 10_000)
    const another = await household('released', [], (given) => [
      designateAccepted(given.owner, trustee, 'trustee'),
    ])
    expect((await add(trustee, mark(another.owner, 'own:first'))).error).toBeNull()
    expect((await add(executor, mark(owner, 'own:last'))).error).toBeNull()
  })

  it('the list of marks goes with the owner’s account, and stays under the name when a designee deletes theirs', async () => {
    // While a death counts as verified, no owner can delete their account.
    const { owner, trustee, executor } = await household('open', ['trustee', 'executor'])
    await insertMarks(owner, trustee, "select 1, 'own:1'")
    await deleteAccount(trustee)
    expect(await seenBy(executor, owner)).toMatchObject([{ actor_id: null, actor_name: 'Tess Trustee' }])
    await deleteAccount(owner)
    expect(await succeed(service.from('step_marks').select().eq('owner_id', owner.id))).toEqual([])
  })
})

it('looking at the list of steps is recorded for readers of the plan alone', async () => {
  const { owner, beneficiary, stranger } = await household('open', ['beneficiary', 'stranger'])
  const look = ({ client }: Person) =>
    client.rpc('record_view', { owner_id: owner.id, section: 'first-days' })
  expect((await look(beneficiary)).error).toBeNull()
  await refused(look(stranger), code.notThisPerson)
  const ofAnItem = { owner_id: owner.id, section: 'first-days', item_id: randomUUID() }
  await refused(beneficiary.client.rpc('record_view', ofAnItem), code.notThisPerson)
  const views = await succeed(
    owner.client.from('access_events').select('actor_name, detail').eq('action', 'section_viewed'),
  )
  expect(views).toEqual([{ actor_name: 'Ben Beneficiary', detail: { section: 'first-days' } }])
})
