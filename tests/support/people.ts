// Test people, on whichever stack the environment names:
// - a whole stack (SUPABASE_URL, SUPABASE_PUBLISHABLE_KEY, SUPABASE_SECRET_KEY): they sign in through Auth with a code;
//   SQL as the role postgres goes through DATABASE_URL.
// - the embedded stack (as above, with SQL_URL for SQL): their sessions are written into the database.
// - real Postgres and PostgREST alone (AUTH_DATABASE_URL and JWT_SECRET as well, see tests/postgres): users are inserted
//   and their tokens minted. There is no Auth and no Storage; a file is a row in storage.objects.
import { randomUUID } from 'node:crypto'
import { createClient, type Session, type SupabaseClient } from '@supabase/supabase-js'
import { DatabaseError, Pool } from 'pg'
import WebSocket from 'ws'
import type { Database } from '../../src/lib/database.types.ts'
import { HEALTH_WORDED_ON } from '../../src/words/health-consent.ts'
import { sessionIdOf, signInThrough } from './admitted.ts'
import { mintSession } from './minted-sessions.ts'
import { runSql } from './test-stack.ts'

export type Client = SupabaseClient<Database>
export type Row = Record<string, unknown>

export interface Person {
  id: string
  name: string
  email: string
  client: Client
}

const env = process.env

/** Whether the stack is Postgres and PostgREST alone, without Auth and Storage. */
export const isDatabaseOnly = Boolean(env.AUTH_DATABASE_URL)

/** Whether tests can run SQL as the role postgres: to move the clock, act as the administrator or inspect rows. */
export const hasSql = Boolean(env.SQL_URL || env.DATABASE_URL)

/** For `describe.skipIf(!hasSql)`: the reason for skipping, to append to the title. */
export const needsSql = hasSql ? '' : ' (needs SQL as postgres: set DATABASE_URL)'

const url = required('SUPABASE_URL')
const publishableKey = required('SUPABASE_PUBLISHABLE_KEY')
const secretKey = required('SUPABASE_SECRET_KEY')

function required(name: string): string {
  const value = env[name]
  if (!value) throw new Error(`The tests need a stack: ${name} is not set`)
  return value
}

function connect(key: string, accessToken?: string): Client {
  return createClient<Database>(url, key, {
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
    realtime: { transport: WebSocket as never },
    ...(accessToken === undefined ? {} : { accessToken: async () => accessToken }),
  })
}

/** A client that has the session already, as a browser that is opened again. */
function connectWith(session: Session): Client {
  const stored = new Map([['session', JSON.stringify(session)]])
  return createClient<Database>(url, publishableKey, {
    auth: {
      storageKey: 'session',
      storage: {
        getItem: (key) => stored.get(key) ?? null,
        setItem: (key, value) => void stored.set(key, value),
        removeItem: (key) => void stored.delete(key),
      },
      autoRefreshToken: false,
      detectSessionInUrl: false,
    },
    realtime: { transport: WebSocket as never },
  })
}

/** A client without a session. */
export const anonymous: Client = connect(publishableKey)

/** The client that the edge functions use: row policies do not apply to it, grants do. */
export const service: Client = connect(secretKey)

let pool: Pool | undefined

/**
 * Runs SQL as the role postgres, as the administrator in the dashboard does.
 * @throws an Error whose `code` is the SQLSTATE
 */
export async function asAdministrator<T extends Row = Row>(
  text: string,
  params: unknown[] = [],
): Promise<T[]> {
  const databaseUrl = env.SQL_URL ? undefined : env.DATABASE_URL
  if (databaseUrl) {
    pool ??= new Pool({ connectionString: databaseUrl, max: 8, allowExitOnIdle: true })
    return (await pool.query<T>(text, params)).rows
  }
  if (!env.SQL_URL) throw new Error('This test needs SQL as postgres: set DATABASE_URL')
  return runSql<T>(env.SQL_URL, text, params)
}

/**
 * Runs a statement on Postgres alone as Storage does for a person: with their role, their claims, and leave to delete.
 * @param someone null: no one is signed in
 * @returns how many rows it found or changed; none when Postgres refuses
 */
export async function runAsStorage(someone: Person | null, text: string, params: unknown[]): Promise<number> {
  pool ??= new Pool({ connectionString: env.DATABASE_URL, max: 8, allowExitOnIdle: true })
  const client = await pool.connect()
  try {
    await client.query('begin')
    const role = someone ? 'authenticated' : 'anon'
    await client.query(
      `select set_config('role', $1, true), set_config('request.jwt.claims', $2, true),
              set_config('storage.allow_delete_query', 'true', true)`,
      [role, JSON.stringify({ role, sub: someone?.id })],
    )
    const { rowCount } = await client.query(text, params)
    await client.query('commit')
    return rowCount ?? 0
  } catch (error) {
    await client.query('rollback')
    // A policy or a trigger refuses with the first code; no file is replaced, with the second.
    if (error instanceof DatabaseError && ['42501', '23505'].includes(error.code ?? '')) return 0
    throw error
  } finally {
    client.release()
  }
}

/**
 * Locks the rows of a query on Postgres alone, as a transaction that has not ended does.
 * @returns what ends it
 */
export async function holdRows(text: string, params: unknown[]): Promise<() => Promise<void>> {
  pool ??= new Pool({ connectionString: env.DATABASE_URL, max: 8, allowExitOnIdle: true })
  const client = await pool.connect()
  await client.query('begin')
  await client.query(`${text} for update`, params)
  return async () => {
    await client.query('rollback')
    client.release()
  }
}

/**
 * Calls a database function as the given person and keeps the transaction open for 0.2 seconds, so that two such
 * calls overlap where the database can run two at once.
 */
export function callSlowly(someone: Person | null, call: string, params: unknown[]): Promise<Row[]> {
  const id = someone?.id ?? ''
  const claims = someone ? JSON.stringify({ sub: id, role: 'authenticated' }) : ''
  const n = params.length
  return asAdministrator(
    `select set_config('request.jwt.claims', $${n + 1}, true), set_config('request.jwt.claim.sub', $${n + 2}, true),
            ${call}, pg_sleep(0.2)`,
    [...params, claims, id],
  )
}

/**
 * Creates an account for a new person and signs them in.
 * @param name the first part of the address, and the profile's name when `named`
 * @param options email: the address to use · confirmed: false = address never confirmed · named: false = no name yet
 */
export async function person(
  name: string,
  options: { email?: string; confirmed?: boolean; named?: boolean } = {},
): Promise<Person> {
  const email = options.email ?? address(name)
  const { confirmed = true, named = true } = options
  const { id, client } = await signIn(email, confirmed)
  const someone: Person = { id, client, name, email }
  if (named && confirmed) {
    const { error } = await someone.client
      .from('profiles')
      .update({ full_name: name })
      .eq('user_id', someone.id)
    if (error) throw new Error(`naming ${name}: ${error.message}`)
  }
  return someone
}

/** A new address that no account has. */
export function address(name: string): string {
  return `${name.toLowerCase().replaceAll(/[^a-z]+/g, '.')}.${randomUUID().slice(0, 13)}@example.com`
}

interface SignedIn {
  id: string
  client: Client
  sessionId: string
}

function signIn(email: string, confirmed: boolean): Promise<SignedIn> {
  if (isDatabaseOnly) return signInWithMintedToken(email, confirmed)
  return env.SQL_URL ? signInWithMintedSession(email, confirmed) : signInWithCode(email, confirmed)
}

async function signInWithMintedSession(email: string, confirmed: boolean) {
  const session = await mintSession(asAdministrator, email, confirmed)
  return { id: session.user.id, client: connectWith(session), sessionId: sessionIdOf(session.access_token) }
}

async function signInWithMintedToken(email: string, confirm: boolean) {
  const { addUser } = await import('../postgres/people.ts')
  const { id, sessionId, jwt } = await addUser({ email, confirm })
  return { id, client: connect(publishableKey, jwt), sessionId }
}

async function signInWithCode(email: string, confirmed: boolean) {
  const link = await service.auth.admin.generateLink({ type: 'magiclink', email })
  if (link.error) throw new Error(`a code for ${email}: ${link.error.message}`)
  const client = connect(publishableKey)
  const { data, error } = await signInThrough(client, service, email, link.data.properties.email_otp)
  if (error || !data.user) throw new Error(`signing in ${email}: ${error?.message}`)
  if (!confirmed) {
    // Auth gives no session to an unconfirmed address, so the confirmation is removed after sign-in.
    await asAdministrator('update auth.users set email_confirmed_at = null where id = $1', [data.user.id])
    await asAdministrator('delete from public.profiles where user_id = $1', [data.user.id])
  }
  return { id: data.user.id, client, sessionId: sessionIdOf(data.session?.access_token ?? '') }
}

/**
 * Signs a person in from a browser that the account knows or gets to know, as the function sign-in does. The sessions of
 * `person` have no browser, and may do everything.
 * @param browserId what the function makes of the browser's token
 */
export async function signInFrom(
  someone: Pick<Person, 'name' | 'email'>,
  browserId: string = randomUUID(),
  label?: string,
): Promise<Person> {
  const { id, client, sessionId } = await signIn(someone.email, true)
  const { error } = await service.rpc('admit_session', {
    p_session_id: sessionId,
    p_user_id: id,
    p_browser_id: browserId,
    ...(label === undefined ? {} : { p_browser_label: label }),
  })
  if (error) throw new Error(`admitting ${someone.name}: ${error.message}`)
  return { id, name: someone.name, email: someone.email, client }
}

/** Signs a person in again after all their sessions were ended. */
export async function signInAgain(someone: Person): Promise<Person> {
  const { client } = await signIn(someone.email, true)
  return { ...someone, client }
}

/** Deletes the account itself, as the function delete-account does; the database then deletes what depends on it. */
export async function deleteAccount(someone: Person): Promise<void> {
  if (isDatabaseOnly) {
    await asAdministrator('delete from auth.users where id = $1', [someone.id])
    return
  }
  const { error } = await service.auth.admin.deleteUser(someone.id)
  if (error) throw new Error(`deleting ${someone.name}: ${error.message}`)
}

/** Changes a person's address, already confirmed; their current token still has the old one. */
export async function changeAddress(someone: Person, email: string): Promise<void> {
  if (isDatabaseOnly) {
    await asAdministrator('update auth.users set email = $2 where id = $1', [someone.id, email])
    return
  }
  const { error } = await service.auth.admin.updateUserById(someone.id, { email, email_confirm: true })
  if (error) throw new Error(`changing the address of ${someone.name}: ${error.message}`)
}

/** A small file of the given type. */
export function file(type = 'application/pdf', size = 32): Blob {
  return new Blob([new Uint8Array(size).fill(37)], { type })
}

export const buckets = ['videos', 'documents', 'death-certificates', 'pictures', 'memories'] as const
export type Bucket = (typeof buckets)[number]
/** Those that owners upload to. */
export const ownBuckets = buckets.filter((bucket) => bucket !== 'memories')

/**
 * Uploads a file to a bucket as the given person. On a whole stack the policies of Storage apply.
 * @throws when Storage refuses
 */
export async function upload(by: Person, bucket: Bucket, path: string): Promise<string> {
  const type = typeFor(bucket)
  if (isDatabaseOnly) {
    await storeObject(by, bucket, path)
    return path
  }
  const { error } = await by.client.storage.from(bucket).upload(path, file(type), { contentType: type })
  if (error) throw new Error(`uploading ${path}: ${error.message}`)
  return path
}

/** Whether a person may open a file; null stands for a visitor without an account. */
export async function opens(someone: Person | null, bucket: Bucket, path: string): Promise<boolean> {
  if (isDatabaseOnly) {
    const text = 'select from storage.objects where bucket_id = $1 and name = $2'
    return (await runAsStorage(someone, text, [bucket, path])) > 0
  }
  const { client } = someone ?? { client: anonymous }
  return (await client.storage.from(bucket).download(path)).error === null
}

/** A type that the bucket takes. */
export function typeFor(bucket: Bucket): string {
  if (bucket === 'pictures' || bucket === 'memories') return 'image/jpeg'
  return bucket === 'videos' ? 'video/mp4' : 'application/pdf'
}

/**
 * Writes the row of a file as Storage does when all its bytes have come: with a role that no policy applies to. A row
 * that is there is replaced, as by an upload with x-upsert.
 * @param seconds how long the transaction stays open, so that several overlap where the database can run two at once
 * @throws an Error whose `code` is the SQLSTATE
 */
export async function storeObject(
  by: Person | null,
  bucket: Bucket,
  path: string,
  { type = typeFor(bucket), size = 32, seconds = 0 } = {},
): Promise<void> {
  const version = randomUUID()
  const metadata = { mimetype: type, size, contentLength: size, eTag: `"${version}"` }
  await asAdministrator(
    `with stored as (
       insert into storage.objects (bucket_id, name, owner, owner_id, version, metadata)
       values ($1, $2, $3::uuid, $3::text, $4, $5)
       on conflict (bucket_id, name) do update
         set metadata = excluded.metadata, version = excluded.version, owner_id = excluded.owner_id
       returning 1)
     select pg_sleep($6) from stored`,
    [bucket, path, by?.id ?? null, version, JSON.stringify(metadata), seconds],
  )
}

/** Uploads a certificate into the owner's folder; it is not submitted yet. */
export function uploadCertificate(by: Person, owner: Person): Promise<string> {
  return upload(by, 'death-certificates', `${owner.id}/${randomUUID()}-certificate.pdf`)
}

/** Uploads a certificate and submits it for review. */
export async function submitCertificate(by: Person, owner: Person): Promise<string> {
  const path = await uploadCertificate(by, owner)
  const { error } = await by.client.rpc('submit_death_certificate', { owner_id: owner.id, path })
  if (error) throw new Error(`submitting a certificate: ${error.code} ${error.message}`)
  return path
}

/** Reviews the certificate as the administrator does in the dashboard. */
export async function decide(
  owner: Person,
  decision: 'approved' | 'rejected' | 'needs_another',
  note = 'Seen.',
): Promise<void> {
  await asAdministrator('select admin.review_death_certificate($1, $2, $3, message => $4)', [
    owner.id,
    decision,
    note,
    decision === 'needs_another' ? 'The left half is missing.' : null,
  ])
}

/**
 * Charges for membership, which is one setting for the whole stack.
 * @returns puts the setting back as it was; `beforeAll` and `beforeEach` call what they are given
 */
export async function turnBillingOn(): Promise<() => Promise<void>> {
  if (!hasSql) return async () => {}
  const [before] = await asAdministrator('select public.billing_enabled() as enabled')
  await asAdministrator('select admin.set_billing(true)')
  return async () => {
    await asAdministrator('select admin.set_billing($1)', [before?.enabled])
  }
}

/**
 * Offers the part Health & Care, which is one setting for the whole stack.
 * @returns puts the setting back as it was; `beforeAll` and `beforeEach` call what they are given
 */
export async function turnHealthOn(): Promise<() => Promise<void>> {
  if (!hasSql) return async () => {}
  const [before] = await asAdministrator(
    `select bool_and(is_offered) as offered from private.plan_parts where choice = 'health'`,
  )
  await asAdministrator('select admin.set_health(true)')
  return async () => {
    await asAdministrator('select admin.set_health($1)', [before?.offered])
  }
}

/** Moves a waiting release closer by the given number of days. */
export async function passWaitingTime(owner: Person, days: number): Promise<void> {
  await asAdministrator(
    'update public.profiles set release_at = release_at - make_interval(days => $2) where user_id = $1',
    [owner.id, days],
  )
}

/** Closes the account of someone who has died, in its two steps, as if 30 days lay between them. */
export async function closeAccount({ id }: Person): Promise<void> {
  await asAdministrator('select admin.close_account($1)', [id])
  await asAdministrator(
    'update private.account_closings set closes_on = closes_on - 30 where owner_id = $1',
    [id],
  )
  await asAdministrator('select admin.close_account($1)', [id])
}

/** Moves the first hours of an owner's plan back in time by the given number of hours. */
export async function passHours(owner: Person, hours: number): Promise<void> {
  await asAdministrator(
    `with earlier as (
       update public.first_hours set closed_at = closed_at - make_interval(hours => $2) where owner_id = $1)
     update private.openings o
        set opened_at = opened_at - make_interval(hours => $2), opens_at = opens_at - make_interval(hours => $2),
            ends_at = ends_at - make_interval(hours => $2), closed_at = closed_at - make_interval(hours => $2)
      where owner_id = $1`,
    [owner.id, hours],
  )
}

/** Designates a person. @returns the id of the designation */
export async function designate(
  owner: Person,
  email: string,
  role: 'beneficiary' | 'trustee' | 'executor',
  personName = 'Someone',
): Promise<number> {
  const { data, error } = await owner.client
    .from('designations')
    .insert({ owner_id: owner.id, person_name: personName, person_email: email, role })
    .select('id')
    .single()
  if (error) throw new Error(`designating ${email}: ${error.code} ${error.message}`)
  return data.id
}

/** Designates a person, who accepts at once. @returns the id of the designation */
export async function designateAccepted(
  owner: Person,
  designee: Person,
  role: 'beneficiary' | 'trustee' | 'executor',
): Promise<number> {
  const id = await designate(owner, designee.email, role, designee.name)
  const { error } = await designee.client.rpc('accept_designation_invite', { designation_id: id })
  if (error) throw new Error(`accepting: ${error.code} ${error.message}`)
  return id
}

/** The states of a household; each is reached by the steps that people take in the app and in the dashboard. */
export const states = [
  'hidden',
  'open',
  'hidden, in review',
  'open, in review',
  'waiting',
  'released',
  'stopped',
] as const
export type State = (typeof states)[number]

const cast = ['beneficiary', 'trustee', 'executor', 'invited', 'revoked', 'stranger'] as const
/**
 * The people besides the owner. invited: designated, has not answered · revoked: was executor, then revoked ·
 * stranger: has an account, but is not designated.
 */
export type Cast = (typeof cast)[number]

export type Household<Present extends Cast = Cast> = Record<Present, Person> & {
  owner: Person
  /** The ids of the designations; `spare` was never sent an invitation and has no account. */
  designation: Record<Exclude<Present, 'stranger'> | 'spare', number>
  /** The id of a row in each planning table; the funeral plan's row has the owner's id. */
  row: {
    contact: string
    video: string
    insurance: string
    account: string
    document: string
    homeItem: string
    portrait: string
  }
}

const names: Record<Cast, string> = {
  beneficiary: 'Ben Beneficiary',
  trustee: 'Tess Trustee',
  executor: 'Edith Executor',
  invited: 'Ivan Invited',
  revoked: 'Rex Revoked',
  stranger: 'Stan Stranger',
}

/**
 * Creates a new household: an owner with a row in each table, and the people around them. Only the owner has a name in
 * their profile; the others have the name that the owner entered for them.
 * @param state 'waiting' and the states after it need SQL
 * @param present the people whom the test needs; all of them when left out
 * @param before runs before the state is reached: certificates, for example, can only be uploaded before a review
 */
export async function household<Present extends Cast = Cast>(
  state: State = 'hidden',
  present?: readonly Present[],
  before?: (home: { owner: Person }) => Promise<unknown>[],
): Promise<Household<Present>> {
  const around: readonly Cast[] = present ?? cast
  const [owner, ...others] = await Promise.all([
    person('Olive Owner'),
    ...around.map((who) => person(names[who], { named: false })),
  ])
  const people = Object.fromEntries(around.map((who, n) => [who, others[n]])) as Record<Cast, Person>
  const designees = around.filter((who) => who !== 'stranger')
  const rows = await succeed(
    owner.client
      .from('designations')
      .insert([
        ...designees.map((who) => ({
          owner_id: owner.id,
          person_name: names[who],
          person_email: people[who].email,
          role: who === 'beneficiary' || who === 'trustee' ? who : ('executor' as const),
        })),
        {
          owner_id: owner.id,
          person_name: 'Sam Spare',
          person_email: address('Sam'),
          role: 'trustee' as const,
        },
      ])
      .select('id, person_name'),
  )
  const idOf = (name: string) => rows.find(({ person_name }) => person_name === name)?.id ?? 0
  const designation = {
    ...Object.fromEntries(designees.map((who) => [who, idOf(names[who])])),
    spare: idOf('Sam Spare'),
  } as Household['designation']
  for (const who of designees.filter((who) => who !== 'invited')) {
    await succeed(people[who].client.rpc('accept_designation_invite', { designation_id: designation[who] }))
  }
  if (around.includes('revoked')) {
    await succeed(owner.client.rpc('revoke_designation', { designation_id: designation.revoked }))
  }
  const row = await fillPlan(owner)
  await Promise.all(before?.({ owner }) ?? [])
  await bring(owner, people.executor ?? owner, state)
  return { ...people, owner, designation, row }
}

async function fillPlan(owner: Person): Promise<Household['row']> {
  const { client, id: user_id } = owner
  const [contact, video, insurance, account, document, homeItem, portrait] = await Promise.all([
    succeed(client.from('contacts').insert({ user_id, name: 'Cousin Carl' }).select('id').single()),
    succeed(
      client
        .from('video_messages')
        .insert({ user_id, title: 'For everyone', storage_path: `${user_id}/for-everyone.mp4` })
        .select('id')
        .single(),
    ),
    succeed(
      client
        .from('insurance_policies')
        .insert({ user_id, provider: 'Harbour Mutual', document_path: `${user_id}/insurance/policy.pdf` })
        .select('id')
        .single(),
    ),
    succeed(
      client
        .from('financial_accounts')
        .insert({ user_id, institution: 'Riverside Bank', account_name: 'Savings', account_number: '1234' })
        .select('id')
        .single(),
    ),
    succeed(
      client
        .from('estate_documents')
        .insert({
          user_id,
          doc_type: 'will',
          description: 'My will',
          file_path: `${user_id}/estate/will.pdf`,
        })
        .select('id')
        .single(),
    ),
    succeed(client.from('home_items').insert({ user_id, kind: 'pet', name: 'Juno' }).select('id').single()),
    succeed(
      client
        .from('portraits')
        .insert({ user_id, picture_path: `${user_id}/portrait/picture.jpg`, born_in: 'Portland' })
        .select('id')
        .single(),
    ),
    succeed(client.from('funeral_plan').insert({ user_id, venue: 'The chapel' }).select('user_id').single()),
  ])
  return {
    contact: contact.id,
    video: video.id,
    insurance: insurance.id,
    account: account.id,
    document: document.id,
    homeItem: homeItem.id,
    portrait: portrait.id,
  }
}

/** Agrees that Health & Care is kept, without which no row of it is; the part has to be offered. */
export async function consentToHealth({ client, id: user_id }: Person): Promise<void> {
  await succeed(client.from('health_consents').insert({ user_id, worded_on: HEALTH_WORDED_ON }))
}

/** Adds what a household's plan has of Health & Care, which is offered: the consent, a row and a paper with a file's path. */
export async function fillHealth(owner: Person): Promise<{ note: string; paper: string }> {
  const { client, id: user_id } = owner
  await consentToHealth(owner)
  const [note, paper] = await Promise.all([
    succeed(client.from('health_notes').insert({ user_id, allergies: 'Penicillin' }).select('id').single()),
    succeed(
      client
        .from('health_papers')
        .insert({ user_id, kind: 'advance_directive', file_path: `${user_id}/health/directive.pdf` })
        .select('id')
        .single(),
    ),
  ])
  return { note: note.id, paper: paper.id }
}

/** Brings a hidden plan into a state, by the steps that people take. */
export async function bring(owner: Person, submitter: Person, state: State): Promise<void> {
  if (state === 'hidden') return
  const waits = state === 'waiting' ? 7 : 0
  const hold = state !== 'open' && state !== 'open, in review' && state !== 'stopped'
  await succeed(
    owner.client
      .from('profiles')
      .update({ visibility_hold: hold, release_wait_days: waits })
      .eq('user_id', owner.id)
      .select()
      .single(),
  )
  if (state === 'open') return
  await submitCertificate(submitter, owner)
  if (state === 'hidden, in review' || state === 'open, in review') return
  await decide(owner, 'approved')
  if (state === 'stopped') await succeed(owner.client.rpc('stop_release'))
}

/** Makes every change that is due by the clock, as each run of housekeeping does. @throws when one fails */
export async function applyDueChanges(): Promise<void> {
  for (const p_name of await succeed(service.rpc('due_changes')))
    await succeed(service.rpc('apply_due_change', { p_name }))
}

/**
 * Takes all mail that is due, as sending does. Not through the API, which answers with 1000 rows at most: other tests leave
 * more than that.
 * @returns to whom it goes, and what it is
 */
export function takeMail(): Promise<{ to_email: string; kind: string }[]> {
  return asAdministrator('select to_email, kind from public.claim_mail(1000000)')
}

/** @returns what a request answered. @throws when it was refused */
export async function succeed<T>(
  request: PromiseLike<{ data: T; error: { code?: string; message: string } | null }>,
): Promise<NonNullable<T>> {
  const { data, error } = await request
  if (error) throw new Error(`refused: ${error.code} ${error.message}`)
  return data as NonNullable<T>
}
