// admin.numbers: what the operator sees of queues, sign-ins, certificates and room, and that it names no one.
import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import {
  address,
  asAdministrator,
  decide,
  hasSql,
  household,
  needsSql,
  person,
  submitCertificate,
} from '../support/people.ts'

interface Line {
  [column: string]: unknown
  area: string
  what: string
  number: string | number | null
  since: unknown
}

const read = async () => {
  const rows = await asAdministrator<Line>('select area, what, number, since from admin.numbers')
  return new Map(rows.map(({ area, what, number }) => [`${area}: ${what}`, Number(number)]))
}
/**
 * By how much each number changed meanwhile, without the room, which is estimated from a sample once there are 10,000
 * files. Other files' tests leave rows behind, so the numbers themselves are theirs too.
 */
const changes = async (act: () => Promise<unknown>) => {
  const before = await read()
  await act()
  const after = await read()
  return Object.fromEntries(
    [...after].flatMap(([name, n]) =>
      n === before.get(name) || name.startsWith('room: ') ? [] : [[name, n - (before.get(name) ?? 0)]],
    ),
  )
}
const without = (found: Record<string, number>, area: RegExp) =>
  Object.fromEntries(Object.entries(found).filter(([name]) => !area.test(name)))

describe.skipIf(!hasSql)(`numbers${needsSql}`, () => {
  it('admin.numbers counts waiting certificates by age, and decisions of the last 30 days', async () => {
    const { owner, executor } = await household('hidden', ['executor'])
    await household('hidden, in review', ['executor'])
    const age = (hours: number) =>
      asAdministrator(
        'update private.certificate_submissions set submitted_at = now() - make_interval(hours => $2) where owner_id = $1',
        [owner.id, hours],
      )
    const ofCertificates = async (act: () => Promise<unknown>) =>
      without(await changes(act), /^(?!certificates)/)
    expect(await ofCertificates(() => submitCertificate(executor, owner))).toEqual({
      'certificates: waiting for less than a day': 1,
    })
    expect(await ofCertificates(() => age(25))).toEqual({
      'certificates: waiting for less than a day': -1,
      'certificates: waiting for one to three days': 1,
    })
    expect(await ofCertificates(() => age(73))).toEqual({
      'certificates: waiting for one to three days': -1,
      'certificates: waiting for longer': 1,
    })
    expect(await ofCertificates(() => decide(owner, 'rejected', 'Unreadable.'))).toEqual({
      'certificates: waiting for longer': -1,
      'certificates: rejected in the last 30 days': 1,
    })
    const decidedLongAgo = () =>
      asAdministrator(
        `update private.certificate_decisions d set decided_at = now() - interval '31 days'
           from private.certificate_submissions s where s.id = d.submission_id and s.owner_id = $1`,
        [owner.id],
      )
    expect(await ofCertificates(decidedLongAgo)).toEqual({ 'certificates: rejected in the last 30 days': -1 })
  })

  it('admin.numbers counts waiting mail by rank with the oldest, without codes that are of no use any more, and what was sent', async () => {
    const to = address('Waiting')
    const add = (rank: number, more = 'null') =>
      asAdministrator(
        `insert into private.mail_outbox (kind, to_email, rank, created_at, use_by)
         values ('practice', $1, $2, now() - interval '400 days', ${more})`,
        [to, rank],
      )
    expect(
      await changes(async () => {
        await add(0)
        await add(3)
        await add(3)
        await add(1, `now() - interval '1 minute'`)
        await add(1, `now() + interval '1 minute'`)
      }),
    ).toEqual({ 'email: waiting, rank 0': 1, 'email: waiting, rank 1': 1, 'email: waiting, rank 3': 2 })
    const [oldest] = await asAdministrator<{ old: boolean }>(
      `select since < now() - interval '399 days' as old from admin.numbers where what = 'waiting, rank 3'`,
    )
    expect(oldest).toEqual({ old: true })
    const settle = (sent: string) =>
      asAdministrator(`update private.mail_outbox set sent_at = ${sent} where to_email = $1`, [to])
    expect(await changes(() => settle('now()'))).toEqual({
      'email: waiting, rank 0': -1,
      'email: waiting, rank 1': -1,
      'email: waiting, rank 3': -2,
      'email: sent in the last day': 5,
    })
    expect(await changes(() => settle(`now() - interval '25 hours'`))).toEqual({
      'email: sent in the last day': -5,
    })
  })

  it('admin.numbers counts files to remove and cancellations that wait', async () => {
    const path = `numbers/${randomUUID()}`
    const found = await changes(async () => {
      await asAdministrator(`insert into private.file_removals (bucket_id, path) values ('videos', $1)`, [
        path,
      ])
      await asAdministrator('insert into private.membership_cancellations (stripe_customer_id) values ($1)', [
        path,
      ])
    })
    await asAdministrator('delete from private.file_removals where path = $1', [path])
    await asAdministrator('delete from private.membership_cancellations where stripe_customer_id = $1', [
      path,
    ])
    expect(found).toEqual({ 'files: to remove': 1, 'payments: cancellations waiting': 1 })
  })

  it('admin.numbers counts sign-ins of a day, people once, and those whose account is new', async () => {
    const ann = await person('Ann')
    const bob = await person('Bob')
    await asAdministrator(`update auth.users set created_at = now() - interval '2 days' where id = $1`, [
      bob.id,
    ])
    await asAdministrator('update auth.users set created_at = now() where id = $1', [ann.id])
    const ids = [ann.id, bob.id]
    await asAdministrator('delete from private.admitted_sessions where user_id = any ($1)', [ids])
    const signIn = (user: string, hoursAgo: number) =>
      asAdministrator(
        `insert into private.admitted_sessions (session_id, user_id, admitted_at)
         values (gen_random_uuid(), $1, now() - make_interval(hours => $2))`,
        [user, hoursAgo],
      )
    const tried = (hoursAgo: number) =>
      asAdministrator(
        `insert into private.sign_in_tries (email, tried_at) values ($1, now() - make_interval(hours => $2))`,
        [ann.email, hoursAgo],
      )
    const found = await changes(async () => {
      for (const hours of [1, 2, 25]) await signIn(ann.id, hours)
      for (const hours of [23, 30]) await signIn(bob.id, hours)
      for (const hours of [1, 26]) await tried(hours)
    })
    expect(found).toEqual({
      'people: sign-ins in the last day': 3,
      'people: who signed in in the last day': 2,
      'people: of them new in the last day': 1,
      'people: wrong sign-in codes in the last day': 1,
    })
  })

  it('admin.numbers counts accounts, designations and the room that files take by bucket', async () => {
    await household('hidden', ['executor'])
    const [rows] = await asAdministrator<{ accounts: number; designations: number; isSampled: boolean }>(
      `select (select count(*)::integer from public.profiles) as accounts,
              (select count(*)::integer from public.designations) as designations,
              private.about_rows('storage.objects') > 10000 as "isSampled"`,
    )
    const numbers = await read()
    expect(numbers.get('people: accounts, about')).toBe(rows?.accounts)
    expect(numbers.get('people: designations, about')).toBe(rows?.designations)
    for (const bucket of ['videos', 'documents', 'death-certificates', 'pictures', 'memories']) {
      const [files] = await asAdministrator<{ number: number; bytes: string }>(
        `select count(*)::integer as number, round(coalesce(sum((metadata ->> 'size')::numeric), 0) / 1e9, 3) as bytes
           from storage.objects where bucket_id = $1`,
        [bucket],
      )
      // Where other files' tests left more files than the sample has, these are estimates.
      if (rows?.isSampled) expect(numbers.has(`room: ${bucket}, files, about`)).toBe(true)
      else {
        expect(numbers.get(`room: ${bucket}, files, about`)).toBe(files?.number)
        expect(numbers.get(`room: ${bucket}, GB, about`)).toBe(Number(files?.bytes))
      }
    }
    expect(numbers.get('room: database, GB')).toBeGreaterThan(0)
  })

  it('admin.numbers estimates a large table by what Postgres knows of it', async () => {
    // The error undoes the change, and carries the answer.
    const about = asAdministrator(`do $$ begin
      create table private.large (id integer);
      insert into private.large select generate_series(1, 20000);
      analyze private.large;
      delete from private.large where id > 100;
      raise exception '% rows', private.about_rows('private.large');
    end $$`)
    await expect(about).rejects.toThrow('20000 rows')
  })
})
