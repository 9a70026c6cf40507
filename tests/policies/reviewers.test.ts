// Reviewers who have a login of their own: what they see, what they decide and under which name, and that nothing else is
// open to them. The embedded stack takes no logins, so this needs Postgres.
import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  asAdministrator,
  hasSql,
  household,
  type Person,
  person,
  type Row,
  submitCertificate,
  succeed,
} from '../support/people.ts'
import { code, fails } from './answers.ts'

const env = process.env
const takesLogins = hasSql && !env.SQL_URL
const seen = ['admin.certificate_reviews', 'admin.decided_certificates']
const called = [
  'admin.claim_certificate(uuid,text)',
  'admin.review_death_certificate(uuid,text,text,text,text,text)',
  'admin.take_back_decision(uuid,text,text)',
]
/** Outside of what every Postgres shows to every login. */
const ours = `not in ('pg_catalog', 'information_schema', 'pg_toast')`

const clients: pg.Client[] = []
const logins: string[] = []

/** Makes a login for a reviewer, as docs/operating.md says. @returns its name, and a function that runs SQL as it */
async function reviewer(name: string) {
  const login = `${name}_${randomUUID().slice(0, 8)}`
  const password = randomUUID()
  await asAdministrator(`create role ${login} login password '${password}' in role heartwood_reviewer`)
  logins.push(login)
  const url = new URL(env.DATABASE_URL ?? '')
  // A pooler knows its logins as NAME.PROJECT.
  url.username = url.username.replace(/^[^.]*/, login)
  url.password = password
  const client = new pg.Client(url.href)
  clients.push(client)
  await client.connect()
  const run = async (text: string, params: unknown[] = []): Promise<Row[]> =>
    (await client.query(text, params)).rows
  return { login, run }
}

const stateOf = async ({ id, client }: Person) =>
  (await succeed(client.from('profiles').select('death_review').eq('user_id', id).single())).death_review
const decisionsOf = ({ id }: Person) =>
  asAdministrator(
    `select d.decision, d.decided_by from private.certificate_decisions d
       join private.certificate_submissions s on s.id = d.submission_id where s.owner_id = $1 order by d.id`,
    [id],
  )
const approval = `select admin.review_death_certificate(owner_id => $1, decision => 'approved') as answer`

describe.skipIf(!takesLogins)('reviewers (needs Postgres)', () => {
  let anna: Awaited<ReturnType<typeof reviewer>>
  let bert: Awaited<ReturnType<typeof reviewer>>
  beforeAll(async () => {
    anna = await reviewer('anna')
    bert = await reviewer('bert')
  })
  afterAll(async () => {
    for (const client of clients) await client.end()
    for (const login of logins) await asAdministrator(`drop role ${login}`)
  })

  const waiting = async () => {
    const { owner, executor } = await household('hidden', ['executor'])
    const path = await submitCertificate(executor, owner)
    return { owner, executor, path }
  }

  it('a reviewer with a login of their own sees what waits, claims it, and approves it under the name of the login', async () => {
    const { owner, path } = await waiting()
    const queue = await anna.run('select * from admin.certificate_reviews where owner_id = $1', [owner.id])
    expect(queue).toMatchObject([
      { owner_name: owner.name, certificate_path: path, earlier_certificates: [] },
    ])
    await anna.run('select admin.claim_certificate(owner_id => $1)', [owner.id])
    await fails(bert.run(approval, [owner.id]), 'HW032')
    expect(await anna.run(approval, [owner.id])).toEqual([{ answer: 'approved' }])
    expect(await stateOf(owner)).toBe('approved')
    expect(await decisionsOf(owner)).toEqual([{ decision: 'approved', decided_by: anna.login }])
    expect(
      await bert.run('select decided_by from admin.decided_certificates where owner_id = $1', [owner.id]),
    ).toEqual([{ decided_by: anna.login }])
  })

  it('a reviewer with a login of their own rejects, and takes a decision back, under the same name', async () => {
    const { owner } = await waiting()
    await anna.run(`select admin.review_death_certificate($1, 'rejected', note => 'Unreadable.')`, [owner.id])
    await bert.run(`select admin.take_back_decision($1, note => 'It can be read.')`, [owner.id])
    expect(await decisionsOf(owner)).toEqual([
      { decision: 'rejected', decided_by: anna.login },
      { decision: 'taken_back', decided_by: bert.login },
    ])
    expect(await stateOf(owner)).toBe('pending')
  })

  it('a reviewer with a login of their own cannot decide under another name', async () => {
    const { owner } = await waiting()
    const asBert = [owner.id, bert.login]
    await fails(anna.run('select admin.claim_certificate($1, $2)', asBert), '22023')
    await fails(
      anna.run(`select admin.review_death_certificate($1, 'approved', reviewer => $2)`, asBert),
      '22023',
    )
    expect(await stateOf(owner)).toBe('pending')
    await anna.run('select admin.claim_certificate($1, $2)', [owner.id, ` ${anna.login} `])
    await anna.run(approval, [owner.id])
    await fails(anna.run(`select admin.take_back_decision($1, 'Mine.', $2)`, asBert), '22023')
    expect(await decisionsOf(owner)).toEqual([{ decision: 'approved', decided_by: anna.login }])
  })

  it('a reviewer with a login of their own is no second reviewer to their own approval, but another login is', async () => {
    const { owner } = await waiting()
    await asAdministrator('select admin.require_two_reviewers(true)')
    try {
      for (let n = 0; n < 2; n += 1)
        expect(await anna.run(approval, [owner.id])).toEqual([{ answer: 'waits for a second administrator' }])
      expect(await stateOf(owner)).toBe('pending')
      expect(await bert.run(approval, [owner.id])).toEqual([{ answer: 'approved' }])
    } finally {
      await asAdministrator('select admin.require_two_reviewers(false)')
    }
  })

  it('a reviewer with a login of their own leaves the administrator in the dashboard free to give any name', async () => {
    const { owner } = await waiting()
    await asAdministrator('select admin.claim_certificate($1, $2)', [owner.id, 'Ada'])
    await asAdministrator(`select admin.review_death_certificate($1, 'approved', reviewer => 'Ada')`, [
      owner.id,
    ])
    expect(await decisionsOf(owner)).toEqual([{ decision: 'approved', decided_by: 'Ada' }])
  })

  it('a reviewer with a login of their own reads and changes no other table or view, of any schema', async () => {
    await person('Ann')
    const relations = await asAdministrator<{ name: string; relkind: string }>(
      `select c.oid::regclass::text as name, c.relkind from pg_class c join pg_namespace n on n.oid = c.relnamespace
        where c.relkind in ('r', 'p', 'v', 'm', 'f') and n.nspname ${ours}`,
    )
    const others = relations.filter(({ name }) => !seen.includes(name))
    expect(relations.length - others.length).toBe(2)
    for (const wanted of ['profiles', 'private.settings', 'auth.users', 'storage.objects', 'admin.health'])
      expect(others.map(({ name }) => name)).toContain(wanted)
    for (const { name, relkind } of others) {
      await fails(anna.run(`select from ${name}`), code.notAllowed)
      // No one can write into our views.
      if (relkind === 'v') continue
      await fails(anna.run(`delete from ${name}`), code.notAllowed)
      await fails(anna.run(`insert into ${name} default values`), code.notAllowed)
    }
  })

  it('a reviewer with a login of their own calls no other function, of any schema', async () => {
    // Those of extensions work on their arguments alone, and every login may call them.
    const open = await asAdministrator<{ name: string }>(
      `select p.oid::regprocedure::text as name from pg_proc p join pg_namespace n on n.oid = p.pronamespace
        where n.nspname ${ours} and has_schema_privilege($1, n.oid, 'usage') and has_function_privilege($1, p.oid, 'execute')
          and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')`,
      [anna.login],
    )
    expect(open.map(({ name }) => name).sort()).toEqual(called)
    for (const call of [
      'admin.set_billing(false)',
      'admin.require_two_reviewers(false)',
      'private.reviewer_name(null)',
    ])
      await fails(anna.run(`select ${call}`), code.notAllowed)
  })

  it('a reviewer with a login of their own is named in admin.health when something else opens a table to it', async () => {
    const line = async () =>
      (await asAdministrator(`select well, state from admin.health where line = 'reviewers'`))[0]
    expect(await line()).toEqual({
      well: true,
      state: expect.stringMatching(/^\d+ with a login of their own$/),
    })
    await asAdministrator('create schema opened')
    await asAdministrator('create table opened.queue (headers text)')
    await asAdministrator('grant select on opened.queue to public')
    expect(await line()).toMatchObject({ well: true })
    await asAdministrator('grant usage on schema opened to public')
    const opened = await line()
    await asAdministrator('drop schema opened cascade')
    expect(opened).toEqual({ well: false, state: 'can also read or change opened.queue' })
    expect(await line()).toMatchObject({ well: true })
  })

  it('a reviewer with a login of their own gets no more rights: no other role, none for others, nothing made in our schemas', async () => {
    const roles = await asAdministrator<{ name: string }>(
      `select rolname as name from pg_roles where rolname not in ($1, 'heartwood_reviewer')`,
      [anna.login],
    )
    for (const { name } of roles) await fails(anna.run(`set role "${name}"`), code.notAllowed)
    await fails(anna.run('create role helper'), code.notAllowed)
    await fails(anna.run(`grant heartwood_reviewer to ${bert.login}`), code.notAllowed)
    for (const schema of ['public', 'private', 'admin', 'auth', 'storage'])
      await fails(anna.run(`create table ${schema}.mine (id integer)`), code.notAllowed)
  })
})
