// Columns that users may not set, and rows that may not be moved or point to another plan.
import { beforeAll, describe, expect, it } from 'vitest'
import {
  address,
  asAdministrator,
  consentToHealth,
  designate,
  fillHealth,
  type Household,
  hasSql,
  household,
  needsSql,
  type Person,
  person,
  type Row,
  succeed,
  turnHealthOn,
} from '../support/people.ts'
import { code, refused, touches, untyped } from './answers.ts'

const now = new Date().toISOString()

beforeAll(turnHealthOn)

describe('columns', () => {
  let owner: Person
  let other: Person
  beforeAll(async () => {
    ;[owner, other] = await Promise.all([person('Olive Owner'), person('Oscar Other')])
  })

  it.each([
    ['is_deceased', true],
    ['death_review', 'approved'],
    ['death_certificate_path', 'certificate.pdf'],
    ['death_reviewed_at', now],
    ['plan_reviewed_at', now],
    ['release_at', now],
    ['user_id', '00000000-0000-4000-8000-000000000000'],
    ['created_at', now],
    ['updated_at', now],
  ])('an owner cannot set %s of their own profile', async (column, value) => {
    const profiles = untyped(owner.client).from('profiles')
    await refused(profiles.update({ [column]: value }).eq('user_id', owner.id), code.notAllowed)
    await refused(profiles.upsert({ user_id: owner.id, [column]: value }), code.notAllowed)
  })

  it('an owner can set their name, visibility hold, waiting period and reminder', async () => {
    const settings = {
      full_name: 'Olive Marie Owner',
      visibility_hold: false,
      release_wait_days: 30,
      review_reminder_months: 12,
    }
    const saved = await succeed(
      owner.client.from('profiles').update(settings).eq('user_id', owner.id).select().single(),
    )
    expect(saved).toMatchObject(settings)
  })

  it.each([
    'owner_name',
    'status',
    'accepted_at',
    'invited_at',
    'declined_at',
    'revoked_at',
    'left_at',
    'stepped_down_at',
    'beneficiary_user_id',
  ])('an owner cannot set %s when naming a designee, nor change it afterwards', async (column) => {
    const value = { owner_name: 'The Pope', status: 'invited', beneficiary_user_id: other.id }[column] ?? now
    const named = {
      owner_id: owner.id,
      person_name: 'Ann',
      person_email: address('Ann'),
      role: 'executor' as const,
    }
    const designations = untyped(owner.client).from('designations')
    await refused(designations.insert({ ...named, [column]: value }), code.notAllowed)
    const id = await designate(owner, named.person_email, 'executor')
    await refused(designations.update({ [column]: value }).eq('id', id), code.notAllowed)
  })

  it.each([{ person_email: 'else@example.com' }, { role: 'trustee' }, { person_name: 'Someone' }])(
    'cannot change %o of a designee',
    async (change) => {
      const id = await designate(owner, address('Ann'), 'executor')
      await refused(untyped(owner.client).from('designations').update(change).eq('id', id), code.notAllowed)
    },
  )

  it('an owner cannot name a designee for another owner, and learns nothing about that owner from the error', async () => {
    const nameless = await person('Nell Nameless', { named: false })
    const name = (owner_id: string, person_email: string) =>
      owner.client
        .from('designations')
        .insert({ owner_id, person_name: 'Ann', person_email, role: 'executor' })
    await refused(name(other.id, address('Ann')), code.notAllowed)
    // The error must not be "you cannot name yourself", which would confirm a guessed address,
    await refused(name(other.id, other.email), code.notAllowed)
    // nor "enter your name first", which would reveal that the owner has none.
    await refused(name(nameless.id, address('Ann')), code.notAllowed)
  })
})

const tables = [
  ['contacts', 'contact'],
  ['video_messages', 'video'],
  ['insurance_policies', 'insurance'],
  ['financial_accounts', 'account'],
  ['estate_documents', 'document'],
  ['home_items', 'homeItem'],
  ['portraits', 'portrait'],
  ['health_notes', 'note'],
  ['health_papers', 'paper'],
] as const

/** A row that an owner may add, with a file where the table has one. */
const newRow: Record<(typeof tables)[number][0], (owner: Person) => Row> = {
  contacts: ({ id }) => ({ user_id: id, name: 'Carl' }),
  video_messages: ({ id }) => ({ user_id: id, storage_path: `${id}/${crypto.randomUUID()}.mp4` }),
  insurance_policies: ({ id }) => ({ user_id: id, provider: 'Harbour Mutual' }),
  financial_accounts: ({ id }) => ({ user_id: id, institution: 'Bank', account_name: 'Savings' }),
  home_items: ({ id }) => ({ user_id: id, kind: 'pet', name: 'Juno' }),
  portraits: ({ id }) => ({ user_id: id, born_in: 'Portland' }),
  health_notes: ({ id }) => ({ user_id: id, allergies: 'Penicillin' }),
  health_papers: ({ id }) => ({ user_id: id, kind: 'polst', place: 'In the hall' }),
  estate_documents: ({ id }) => ({
    user_id: id,
    doc_type: 'will',
    description: 'Will',
    file_path: `${id}/estate/${crypto.randomUUID()}.pdf`,
  }),
}

describe('rows', () => {
  let home: Household<never>
  let ids: Household['row'] & Awaited<ReturnType<typeof fillHealth>>
  let other: Person
  beforeAll(async () => {
    ;[home, other] = await Promise.all([household('open', []), person('Oscar Other')])
    ids = { ...home.row, ...(await fillHealth(home.owner)) }
  })

  it.each(tables)(
    'the rows of a plan %s cannot be moved to another plan, and their id and timestamps cannot be set',
    async (table, row) => {
      const rows = untyped(home.owner.client).from(table)
      const changes = [{ user_id: other.id }, { created_at: now }, { updated_at: now }]
      for (const change of [...changes, { id: crypto.randomUUID() }])
        await refused(rows.update(change).eq('id', ids[row]), code.notAllowed)
      for (const change of changes)
        await refused(rows.insert({ ...newRow[table](home.owner), ...change }), code.notAllowed)
    },
  )

  it.skipIf(!hasSql)(
    `the rows of a plan of every table keep their creation time and get a new update time from every writer${needsSql}`,
    async () => {
      const tables = await asAdministrator<{ name: string; key: string }>(
        `select c.table_name as name, case when c.table_name in ('designations', 'part_access', 'services', 'service_guests', 'memories') then 'owner_id' else 'user_id' end as key
           from information_schema.columns c where c.table_schema = 'public' and c.column_name = 'updated_at'`,
      )
      expect(tables).toHaveLength(17)
      await asAdministrator(
        `insert into public.part_access (designation_id, owner_id, choice, timing)
         select id, owner_id, 'money', 'never' from public.designations where owner_id = $1`,
        [home.owner.id],
      )
      await asAdministrator(
        `insert into public.services (owner_id, held_on, held_at, time_zone, place) values ($1, '2030-05-01', '14:00', 'UTC', 'The chapel')`,
        [home.owner.id],
      )
      await asAdministrator(
        `insert into public.service_guests (owner_id, name, email) values ($1, 'Gus', 'gus@example.com')`,
        [home.owner.id],
      )
      await asAdministrator(
        `insert into public.memories (id, owner_id, words) values (gen_random_uuid(), $1, 'She sang.')`,
        [home.owner.id],
      )
      for (const { name, key } of tables) {
        const times = () =>
          asAdministrator<{ made: number; changed: number }>(
            `select extract(epoch from created_at)::float as made, extract(epoch from updated_at)::float as changed
               from public.${name} where ${key} = $1`,
            [home.owner.id],
          )
        const [before] = await times()
        await asAdministrator(
          `update public.${name} set created_at = '2001-01-01', updated_at = '2001-01-01' where ${key} = $1`,
          [home.owner.id],
        )
        const [after] = await times()
        expect(after?.made, name).toBe(before?.made)
        expect(after?.changed, name).toBeGreaterThan(before?.changed ?? Number.POSITIVE_INFINITY)
      }
    },
  )

  it('the rows of a plan let the funeral plan be saved again by upsert, but not be handed to another owner', async () => {
    const plan = home.owner.client.from('funeral_plan')
    await touches(plan.upsert({ user_id: home.owner.id, venue: 'The garden' }).select(), 1)
    await refused(plan.upsert({ user_id: other.id, venue: 'The garden' }), code.notAllowed)
    await refused(plan.update({ user_id: other.id }).eq('user_id', home.owner.id), code.notAllowed)
    await refused(
      untyped(home.owner.client)
        .from('funeral_plan')
        .update({ created_at: now })
        .eq('user_id', home.owner.id),
      code.notAllowed,
    )
    // The tab that saved first wins: the other finds no row to update.
    await touches(
      plan.update({ venue: 'Late' }).eq('user_id', home.owner.id).eq('updated_at', '2001-01-01').select(),
      0,
    )
  })
})

describe('ids', () => {
  let home: Household<never>
  let newcomer: Person
  let thief: Person
  let ids: Household['row'] & Awaited<ReturnType<typeof fillHealth>>
  beforeAll(async () => {
    ;[home, newcomer, thief] = await Promise.all([
      household('open', []),
      person('Nora Newcomer'),
      person('Theo Thief'),
    ])
    ids = { ...home.row, ...(await fillHealth(home.owner)) }
    for (const who of [newcomer, thief]) await consentToHealth(who)
  })

  it.each(tables)(
    'a request with a new row’s id adds a row of %s once, however often the request is repeated',
    async (table) => {
      const rows = untyped(newcomer.client).from(table)
      const row = { ...newRow[table](newcomer), id: crypto.randomUUID() }
      const read = () => succeed(rows.select().eq('id', row.id))
      await touches(rows.insert(row).select(), 1)
      const added = await read()
      expect(added).toMatchObject([row])
      await refused(rows.insert(row), code.unique)
      await touches(rows.upsert(row, { onConflict: 'id', ignoreDuplicates: true }).select(), 0)
      // An overwriting upsert would have to change the id and the owner, which clients may not do.
      await refused(rows.upsert(row, { onConflict: 'id' }), code.notAllowed)
      expect(await read()).toEqual(added)
    },
  )

  it.each(tables)(
    'a request with a new row’s id does not open, change or reveal a row of %s in another plan',
    async (table, row) => {
      const id = ids[row]
      const read = () => succeed(untyped(home.owner.client).from(table).select().eq('id', id))
      const before = await read()
      const rows = untyped(thief.client).from(table)
      const stolen = { ...newRow[table](thief), id }
      const { error } = await rows.insert(stolen)
      expect(error?.code).toBe(code.unique)
      // The error may only say that the id is taken, which the thief already knows.
      const told = JSON.stringify(error)
      for (const value of Object.values(before[0] as Row).filter((value) => value !== null && value !== id))
        expect(told).not.toContain(`${value}`)
      await refused(rows.upsert(stolen, { onConflict: 'id' }), code.notAllowed)
      await touches(rows.upsert(stolen, { onConflict: 'id', ignoreDuplicates: true }).select(), 0)
      for (const user_id of [home.owner.id, thief.id]) {
        const renamed = { ...stolen, user_id, id: crypto.randomUUID() }
        await refused(rows.upsert([renamed, stolen], { onConflict: 'id' }), code.notAllowed)
      }
      await touches(rows.select().eq('id', id), 0)
      expect(await read()).toEqual(before)
    },
  )

  it.each(tables)('a request with a new row’s id of %s must be a valid UUID and not null', async (table) => {
    const rows = untyped(thief.client).from(table)
    await refused(rows.insert({ ...newRow[table](thief), id: null }), code.missing)
    await refused(rows.insert({ ...newRow[table](thief), id: 'mine' }), '22P02')
  })

  it.each(tables)(
    'a request with a new row’s id cannot add a row of %s to another owner’s plan',
    async (table) => {
      const row = { ...newRow[table](home.owner), id: crypto.randomUUID() }
      const rows = untyped(thief.client).from(table)
      await refused(rows.insert(row), code.notAllowed)
      await refused(rows.upsert(row, { onConflict: 'id', ignoreDuplicates: true }), code.notAllowed)
    },
  )
})

describe('paths', () => {
  let thief: Person
  let victim: Person
  beforeAll(async () => {
    ;[thief, victim] = await Promise.all([person('Theo Thief'), person('Vera Victim')])
  })

  const aims = (own: string, theirs: string): string[] => [
    `${theirs}/for-everyone.mp4`,
    `${own}x/file.mp4`,
    own,
    `/${own}/file.mp4`,
    `../${own}/file.mp4`,
    `${own.toUpperCase()}/file.mp4`,
    '',
    'file.mp4',
  ]

  it('a file path of a video must be in the owner’s own folder', async () => {
    for (const storage_path of aims(thief.id, victim.id)) {
      await refused(
        thief.client.from('video_messages').insert({ user_id: thief.id, storage_path }),
        code.check,
      )
    }
    const id = await succeed(
      thief.client
        .from('video_messages')
        .insert({ user_id: thief.id, storage_path: `${thief.id}/own.mp4` })
        .select('id')
        .single(),
    )
    await refused(
      untyped(thief.client)
        .from('video_messages')
        .update({ storage_path: `${victim.id}/v.mp4` })
        .eq('id', id.id),
      code.notAllowed,
    )
  })

  it('a file path of an estate document must be in the owner’s own folder for estate documents', async () => {
    const paths = [
      ...aims(thief.id, victim.id),
      `${victim.id}/estate/will.pdf`,
      `${thief.id}/insurance/x.pdf`,
      `${thief.id}/x.pdf`,
    ]
    for (const file_path of paths) {
      await refused(
        thief.client
          .from('estate_documents')
          .insert({ user_id: thief.id, doc_type: 'will', description: 'x', file_path }),
        code.check,
      )
    }
  })

  it('a file path of a policy’s scan must be in the owner’s own insurance folder, also when it is changed', async () => {
    const insurance = () => thief.client.from('insurance_policies')
    const { id } = await succeed(
      insurance()
        .insert({ user_id: thief.id, provider: 'x', document_path: `${thief.id}/insurance/a.pdf` })
        .select('id')
        .single(),
    )
    const paths = [
      ...aims(thief.id, victim.id),
      `${victim.id}/insurance/a.pdf`,
      `${thief.id}/estate/a.pdf`,
      `${thief.id}/a.pdf`,
    ]
    for (const document_path of paths) {
      await refused(insurance().insert({ user_id: thief.id, provider: 'x', document_path }), code.check)
      await refused(insurance().update({ document_path }).eq('id', id), code.check)
    }
    await touches(
      insurance()
        .update({ document_path: `${thief.id}/insurance/b.pdf` })
        .eq('id', id)
        .select(),
      1,
    )
  })

  it('a file path of a paper about health must be in the owner’s own folder for them, also when it is changed', async () => {
    const { client, id: user_id } = thief
    await consentToHealth(thief)
    const papers = () => client.from('health_papers')
    const { id } = await succeed(
      papers()
        .insert({ user_id, kind: 'polst', file_path: `${user_id}/health/a.pdf` })
        .select('id')
        .single(),
    )
    const paths = [
      ...aims(user_id, victim.id),
      `${victim.id}/health/a.pdf`,
      `${user_id}/estate/a.pdf`,
      `${user_id}/a.pdf`,
    ]
    for (const file_path of paths) {
      await refused(papers().insert({ user_id, kind: 'release', file_path }), code.check)
      await refused(papers().update({ file_path }).eq('id', id), code.check)
    }
    await touches(
      papers()
        .update({ file_path: `${user_id}/health/b.pdf` })
        .eq('id', id)
        .select(),
      1,
    )
    await refused(
      papers().insert({ user_id, kind: 'release', file_path: `${user_id}/health/b.pdf` }),
      code.unique,
    )
  })

  it('a file path can be named by one row only', async () => {
    const { client, id: user_id } = thief
    const twice = [
      () => client.from('video_messages').insert({ user_id, storage_path: `${user_id}/twice.mp4` }),
      () =>
        client
          .from('estate_documents')
          .insert({ user_id, doc_type: 'will', description: 'x', file_path: `${user_id}/estate/twice.pdf` }),
      () =>
        client
          .from('insurance_policies')
          .insert({ user_id, provider: 'x', document_path: `${user_id}/insurance/twice.pdf` }),
    ]
    for (const insert of twice) {
      await succeed(insert())
      await refused(insert(), code.unique)
    }
  })
})
