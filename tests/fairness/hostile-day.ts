// What people who mean harm can do in a day with accounts, plans and cards of their own.
import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { Pool } from 'pg'
import { untyped } from '../policies/answers.ts'
import { applyDueChanges } from '../storms/due-changes.ts'
import {
  asAdministrator,
  decide,
  type Person,
  person,
  service,
  submitCertificate,
  uploadCertificate,
} from '../support/people.ts'
import { arrange, invite } from '../support/services.ts'

const superuser = new Pool({
  connectionString: process.env.SUPERUSER_DATABASE_URL,
  max: 1,
  allowExitOnIdle: true,
})
const rounds = 8
const hoursOfRound = 3
/** How many of them write at a time. */
const atOnce = 8

export interface HostileDay {
  /** What housekeeping could not do, as "name: SQLSTATE". */
  failed: string[]
  /** How often each kind of request succeeded. */
  done: Record<string, number>
}

/** Counts a request that succeeded. @returns what it answered, or null when it was refused */
type Try = <T>(kind: string, request: PromiseLike<{ data: T; error: unknown }>) => Promise<{ data: T } | null>

/** Makes their accounts. Each named all others, and all accepted. */
export async function hostileAccounts(number: number): Promise<Person[]> {
  const all: Person[] = []
  for (let n = 0; n < number; n += 1) all.push(await person('Mallory'))
  await asAdministrator(
    `insert into public.designations (owner_id, beneficiary_user_id, owner_name, person_name, person_email, role, status, invited_at, accepted_at)
     select o.id, d.id, 'Mallory', 'Mallory', d.email, 'executor', 'invited', now(), now()
       from auth.users o, auth.users d where o.id <> d.id and o.id = any ($1) and d.id = any ($1)`,
    [all.map(({ id }) => id)],
  )
  return all
}

/**
 * A day of all of them, with what housekeeping does by the clock now and then. No mail is sent meanwhile, which leaves the
 * longest queue.
 * @param aims the addresses of the people whom the victims named
 */
export async function hostileDay(hostile: readonly Person[], aims: readonly string[]): Promise<HostileDay> {
  await superuser.query(await readFile(new URL('clock.sql', import.meta.url), 'utf8'))
  const day: HostileDay = { failed: [], done: {} }
  const attempt: Try = async (kind, request) => {
    const { data, error } = await request
    day.done[kind] = (day.done[kind] ?? 0) + (error ? 0 : 1)
    return error ? null : { data }
  }
  const nth = (n: number) => {
    const someone = hostile[n % hostile.length]
    if (!someone) throw new Error('no one is hostile')
    return someone
  }
  // One plan was opened by a false certificate, and its service has guests.
  const dead = nth(0)
  await submitCertificate(nth(1), dead)
  await decide(dead, 'approved')
  await arrange(nth(1), dead)
  await invite(
    nth(1),
    dead,
    Array.from({ length: 450 }, () => 'Gus Guest'),
  )
  // They have received the invitation, so that they can be reminded.
  await superuser.query(
    'update public.service_guests set mailed_at = now(), mail_waits_since = null where owner_id = $1',
    [dead.id],
  )
  for (let round = 0; round < rounds; round += 1) {
    await each(hostile, async (someone, n) => {
      await writeAroundService(attempt, someone, dead, round * 100 + n)
      if (someone === dead) return
      for (const time of [0, 1, 2]) {
        await certify(attempt, nth(n + 2 + round * 3 + time), someone, nth(n + 7 + time))
      }
      await hold(attempt, someone)
      await openEarly(attempt, nth(n + 3 + round), someone)
      await nameOthers(attempt, someone, aims)
      await reportByCard(attempt, someone)
      await askForCode(attempt, someone)
    })
    day.failed.push(...(await applyDueChanges()))
    await letPass(hoursOfRound)
  }
  // What was held back for an hour is due as well.
  await letPass(1)
  await each(hostile, (someone) => askForCode(attempt, someone))
  return day
}

/** Lets so many hours pass. */
async function letPass(hours: number): Promise<void> {
  await superuser.query('call fairness.let_pass(make_interval(hours => $1))', [hours])
  // That wrote every row again. In so many hours Postgres itself removes what is left of the old ones, a minute after each burst.
  await superuser.query('vacuum analyze')
}

/**
 * A certificate for each other's plan. While it is reviewed one helper is removed and another steps down, of which everyone
 * named is told. Then the owner stops it, and both are there again.
 */
async function certify(attempt: Try, submitter: Person, owner: Person, helper: Person): Promise<void> {
  const path = await uploadCertificate(submitter, owner).catch(() => null)
  if (path === null) return
  const { client, id: owner_id } = owner
  const submitted = submitter.client.rpc('submit_death_certificate', { owner_id, path })
  if (!(await attempt('certificate', submitted))) return
  const { data } = await client
    .from('designations')
    .select('id, person_email')
    .eq('owner_id', owner_id)
    .is('revoked_at', null)
  const [other, given] = [
    data?.find(({ person_email }) => ![helper.email, submitter.email].includes(person_email)),
    data?.find(({ person_email }) => person_email === helper.email),
  ]
  if (other) await attempt('removal', client.rpc('revoke_designation', { designation_id: other.id }))
  if (given)
    await attempt('stepping down', untyped(helper.client).rpc('step_down', { designation_id: given.id }))
  await attempt('stop', client.rpc('stop_release'))
  await attempt('bringing back', client.rpc('bring_back_removed'))
  const again = await client
    .from('designations')
    .insert({ owner_id, person_name: helper.name, person_email: helper.email, role: 'executor' })
    .select('id')
    .single()
  const designation_id = again.data?.id
  if (designation_id)
    await attempt('acceptance', helper.client.rpc('accept_designation_invite', { designation_id }))
}

/** The first hours of each other's plan, opened and closed again and again, which the owner then calls right. */
async function openEarly(attempt: Try, opener: Person, { id: owner_id, client }: Person): Promise<void> {
  const { data } = await client
    .from('designations')
    .select('id')
    .eq('beneficiary_user_id', opener.id)
    .is('revoked_at', null)
    .limit(1)
  for (const { id: designation_id } of data ?? []) {
    await attempt(
      'joining',
      client.rpc('set_part_timing', { designation_id, choice: 'home', timing: 'first_hours' }),
    )
  }
  for (let time = 0; time < 4; time += 1) {
    if (!(await attempt('opening', opener.client.rpc('open_first_hours', { owner_id, reason: 'ill' }))))
      return
    await attempt('prolonging', opener.client.rpc('prolong_first_hours', { owner_id }))
    await attempt('closing', client.rpc('close_first_hours'))
    await attempt('answer', client.rpc('answer_opening', { was_right: true }))
  }
}

async function hold(attempt: Try, { client }: Person): Promise<void> {
  for (let time = 0; time < 12; time += 1) {
    if (!(await attempt('hold lifted', client.rpc('set_visibility_hold', { hold: false })))) return
    await attempt('hold restored', client.rpc('set_visibility_hold', { hold: true }))
  }
}

/** Names the people of others, has them invited, and removes them: again and again. */
async function nameOthers(
  attempt: Try,
  { id: owner_id, client }: Person,
  aims: readonly string[],
): Promise<void> {
  for (const person_email of aims) {
    const row = { owner_id, person_name: 'You', person_email, role: 'executor' as const }
    const named = await attempt('naming', client.from('designations').insert(row).select('id').single())
    if (!named?.data) continue
    const invited = await attempt(
      'invitation',
      service.rpc('begin_designation_invite', { p_designation_id: named.data.id, p_owner_id: owner_id }),
    )
    for (const { invite_id } of invited?.data ?? []) {
      await service.rpc('finish_designation_invite', { p_invite_id: invite_id, p_sent: true })
    }
    await attempt('removing', client.from('designations').delete().eq('id', named.data.id))
  }
}

/** A new card, and reports by it from networks that are made up. */
async function reportByCard(attempt: Try, { client }: Person): Promise<void> {
  await attempt('card', client.rpc('make_card'))
  const { data } = await client.from('cards').select('code').single()
  for (let time = 0; data && time < 25; time += 1) {
    await attempt(
      'card report',
      service.rpc('report_card', {
        p_id: randomUUID(),
        p_code: data.code,
        p_kind: time % 2 ? 'death' : 'reach',
        p_name: 'Mallory',
        p_contact: 'mallory@example.com',
        p_message: 'Pay me.',
        p_network: randomUUID(),
      }),
    )
  }
}

/** A code to sign in, which the provider let wait. */
async function askForCode(attempt: Try, { email }: Person): Promise<void> {
  const p_use_by = new Date(Date.now() + 10 * 60_000).toISOString()
  const code = { p_id: randomUUID(), p_kind: 'code', p_to_email: email, p_payload: {}, p_use_by }
  await attempt('code', service.rpc('queue_mail', code))
}

/** What a false approval lets them write: to guests, about memories, and into the history. */
async function writeAroundService(attempt: Try, { client }: Person, dead: Person, n: number): Promise<void> {
  const owner_id = dead.id
  const isOdd = n % 2 === 1
  const guests = [{ name: 'Guest', email: `${randomUUID()}@example.com` }]
  await attempt('reminder', client.rpc('remind_guests', { owner_id }))
  await attempt(
    'service',
    client
      .from('services')
      .update({ place: `Hall ${n}` })
      .eq('owner_id', owner_id),
  )
  await attempt('guest', client.rpc('invite_guests', { owner_id, guests }))
  await attempt('memory', client.from('memories').insert({ id: randomUUID(), owner_id, words: 'Pay me.' }))
  await attempt('hiding', client.from('memories').update({ is_hidden: isOdd }).eq('owner_id', owner_id))
  const { data } = await client.from('service_guests').select('id').eq('owner_id', owner_id).limit(5)
  for (const { id: guest_id } of data ?? []) {
    await attempt('withdrawal', untyped(client).rpc('withdraw_guest', { guest_id, withdrawn: isOdd }))
  }
}

async function each(
  people: readonly Person[],
  act: (someone: Person, n: number) => Promise<void>,
): Promise<void> {
  let next = 0
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (let n = next++; n < people.length; n = next++) {
        const someone = people[n]
        if (someone) await act(someone, n)
      }
    }),
  )
}
