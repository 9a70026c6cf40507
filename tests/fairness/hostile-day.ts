// What people who mean harm can do in a day with accounts, plans and cards of their own.
import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { Pool } from 'pg'
import {
  asAdministrator,
  decide,
  type Person,
  person,
  service,
  submitCertificate,
  uploadCertificate,
} from '../people.ts'
import { untyped } from '../policies/answers.ts'
import { arrange, invite } from '../services.ts'
import { applyDueChanges } from '../storms/due-changes.ts'

const superuser = new Pool({
  connectionString: process.env.SUPERUSER_DATABASE_URL,
  max: 1,
  allowExitOnIdle: true,
})
const rounds = 8
const hoursOfRound = 3
/** How many requests go out at a time. */
const atOnce = 8

/** Lets so many hours pass. */
export async function letPass(hours: number): Promise<void> {
  await superuser.query('call fairness.let_pass(make_interval(hours => $1))', [hours])
}

/** Their accounts; each named all others, and all accepted. */
export async function hostileAccounts(number: number): Promise<Person[]> {
  await superuser.query(await readFile(new URL('clock.sql', import.meta.url), 'utf8'))
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
 * @returns what housekeeping could not do
 */
export async function hostileDay(hostile: readonly Person[], aims: readonly string[]): Promise<string[]> {
  const failed: string[] = []
  const [first, second] = hostile
  if (!first || !second) throw new Error('too few people')
  // One plan was opened by a false certificate, and its service has guests.
  await submitCertificate(second, first)
  await decide(first, 'approved')
  await arrange(second, first)
  await invite(
    second,
    first,
    Array.from({ length: 450 }, (_, n) => `Guest ${n}`),
  )
  const planning = hostile.filter((someone) => someone !== first)

  for (let round = 0; round < rounds; round += 1) {
    await each(planning, async (owner, n) => {
      for (let time = 0; time < 3; time += 1) {
        const submitter = hostile[(n + 2 + round * 3 + time) % hostile.length] ?? first
        await certificate(submitter, owner, hostile[(n + 7) % hostile.length] ?? first)
      }
      await hold(owner)
      await naming(owner, aims)
      await card(owner)
      for (let time = 0; time < 6; time += 1) {
        await service.rpc('queue_mail', {
          p_id: randomUUID(),
          p_kind: 'code',
          p_to_email: owner.email,
          p_payload: {},
        })
      }
    })
    await each(hostile, async (by, n) => {
      await ofService(by, first, round * 100 + n)
    })
    await applyDueChanges().then((lines) => failed.push(...lines))
    await letPass(hoursOfRound)
  }
  // What was held back for an hour is due as well.
  await letPass(1)
  return failed
}

/** A certificate for each other's plan; while it is reviewed a helper is removed, then it is stopped and they are brought back. */
async function certificate(submitter: Person, owner: Person, helper: Person): Promise<void> {
  const path = await uploadCertificate(submitter, owner).catch(() => null)
  if (path === null) return
  const { error } = await submitter.client.rpc('submit_death_certificate', { owner_id: owner.id, path })
  if (error) return
  const { data } = await owner.client
    .from('designations')
    .select('id')
    .eq('owner_id', owner.id)
    .eq('person_email', helper.email)
  for (const { id } of data ?? []) await owner.client.rpc('revoke_designation', { designation_id: id })
  await owner.client.rpc('stop_release')
  await owner.client.rpc('bring_back_removed')
}

async function hold({ client }: Person): Promise<void> {
  for (let time = 0; time < 12; time += 1) {
    const { error } = await client.rpc('set_visibility_hold', { hold: false })
    if (error) return
    await client.rpc('set_visibility_hold', { hold: true })
  }
}

/** Names the people of others, has them invited, and removes them: again and again. */
async function naming(owner: Person, aims: readonly string[]): Promise<void> {
  for (const person_email of aims) {
    const { data } = await owner.client
      .from('designations')
      .insert({ owner_id: owner.id, person_name: 'You', person_email, role: 'executor' })
      .select('id')
      .single()
    if (!data) continue
    const { data: begun } = await service.rpc('begin_designation_invite', {
      p_designation_id: data.id,
      p_owner_id: owner.id,
    })
    for (const { invite_id } of begun ?? [])
      await service.rpc('finish_designation_invite', { p_invite_id: invite_id, p_sent: true })
    await owner.client.from('designations').delete().eq('id', data.id)
  }
}

/** A new card, and reports by it from networks that are made up. */
async function card(owner: Person): Promise<void> {
  await owner.client.rpc('make_card')
  const { data } = await owner.client.from('cards').select('code').single()
  if (!data) return
  for (let time = 0; time < 25; time += 1) {
    await service.rpc('report_card', {
      p_id: randomUUID(),
      p_code: data.code,
      p_kind: time % 2 ? 'death' : 'reach',
      p_name: 'Mallory',
      p_contact: 'mallory@example.com',
      p_message: 'Pay me.',
      p_network: randomUUID(),
    })
  }
}

/** What a false approval lets them write: to guests, about memories, and into the history. */
async function ofService(by: Person, owner: Person, n: number): Promise<void> {
  const { client } = by
  await client
    .from('services')
    .update({ place: `Hall ${n}` })
    .eq('owner_id', owner.id)
  await client.rpc('invite_guests', {
    owner_id: owner.id,
    guests: [{ name: 'Guest', email: `${randomUUID()}@example.com` }],
  })
  await client.from('memories').insert({ id: randomUUID(), owner_id: owner.id, words: 'Pay me.' })
  await client
    .from('memories')
    .update({ is_hidden: n % 2 === 0 })
    .eq('owner_id', owner.id)
  const { data } = await client.from('service_guests').select('id').eq('owner_id', owner.id).limit(5)
  for (const { id } of data ?? [])
    await untyped(client).rpc('withdraw_guest', { guest_id: id, withdrawn: n % 2 === 0 })
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
