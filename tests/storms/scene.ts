// A released plan with all that other people can write around it, and the presses that must always work.
import { readFile } from 'node:fs/promises'
import { Pool } from 'pg'
import {
  asAdministrator,
  decide,
  designate,
  designateAccepted,
  fillHealth,
  type Household,
  household,
  type Person,
  person,
  service,
  succeed,
  turnHealthOn,
} from '../support/people.ts'
import { arrange } from '../support/services.ts'
import { writesOfAuthAndStorage } from './auth-and-storage.ts'
import { applyDueChanges, dueChanges } from './due-changes.ts'
import { type Attempt, type Guest, openingId } from './recipes.ts'
import { everyWrite, type Write } from './writes.ts'

/** What a plan is when a press comes. */
type State = 'released' | 'in review' | 'open' | 'first hours' | 'not announced' | 'bare'

export interface Press {
  name: string
  from: State
  /** Closes the plan to everyone but its owner. */
  closes: boolean
  /** @throws when the one request is refused or fails */
  press(): Promise<unknown>
}

export interface Scene {
  home: Household
  writes: Write[]
  presses: Press[]
  /** What the requests of a person may name. */
  attempt(by: Person, plan: Person, n: number): Attempt
  /** Makes everything as it was, and the plan what the press expects. */
  reset(state: State): Promise<void>
  /** @returns who still gets in; no one when the plan is closed */
  openTo(): Promise<string[]>
}

const pool = new Pool({ connectionString: process.env.SUPERUSER_DATABASE_URL, max: 2, allowExitOnIdle: true })
const fileBeside = (name: string) => readFile(new URL(name, import.meta.url), 'utf8')

/** What makes a released plan into another. */
const changes: Record<State, string> = {
  released: '',
  'in review': `
    update public.profiles set death_review = 'pending', is_deceased = false, release_at = null, death_reviewed_at = null,
                               died_on = null, visibility_hold = true where user_id = $owner$;
    update private.certificate_submissions set decision = null, decided_at = null, released_told_at = null where owner_id = $owner$`,
  open: `
    update public.profiles set death_review = 'none', is_deceased = false, release_at = null, death_reviewed_at = null,
                               died_on = null, death_certificate_path = null, visibility_hold = false where user_id = $owner$;
    delete from private.certificate_submissions where owner_id = $owner$`,
  // Opened by Ben, who had opened them before, and that was closed.
  'first hours': `
    update public.profiles set death_review = 'none', is_deceased = false, release_at = null, death_reviewed_at = null,
                               died_on = null, death_certificate_path = null, visibility_hold = true where user_id = $owner$;
    delete from private.certificate_submissions where owner_id = $owner$;
    insert into public.first_hours (owner_id, closed_at) values ($owner$, now() - interval '20 days')
      on conflict (owner_id) do update set closed_at = excluded.closed_at;
    insert into private.openings (id, owner_id, reason, opened_by, designation_id, opened_by_name, opened_at, opens_at, ends_at, told_at)
    select o.id, d.owner_id, 'ill', d.beneficiary_user_id, d.id, d.person_name, o.at, o.at, o.at + interval '14 days', o.at
      from public.designations d
      cross join (values (gen_random_uuid(), now() - interval '21 days'), ('${openingId}'::uuid, now() - interval '4 days')) o (id, at)
     where d.owner_id = $owner$ and d.person_name = 'Ben Beneficiary'`,
  'not announced': `update private.certificate_submissions set released_told_at = null where owner_id = $owner$`,
  // Released, with no service yet; and others' plans without what each has once.
  bare: `
    delete from public.services where owner_id = $owner$;
    delete from public.portraits where user_id <> $owner$;
    delete from public.health_notes where user_id <> $owner$;
    delete from public.health_consents where user_id = (
      select min(c.user_id::text)::uuid from public.health_consents c where c.user_id <> $owner$);
    delete from public.funeral_plan where user_id <> $owner$`,
}

/** Makes the scene on the stack of the environment, which must be Postgres and PostgREST alone. */
export async function startScene(): Promise<Scene> {
  await turnHealthOn()
  const witness = await person('Winnie Witness')
  const home = await household('released', undefined, ({ owner }) => [
    fillHealth(owner),
    designateAccepted(owner, witness, 'executor'),
  ])
  const { owner, trustee, beneficiary, executor, invited, revoked, stranger } = home
  // A decision that was taken back, so that something of it may still wait for housekeeping.
  await asAdministrator(`select admin.take_back_decision($1, 'To look again.')`, [owner.id])
  await decide(owner, 'approved')
  await arrange(trustee, owner)
  const fill = (text: string) =>
    pool.query(text.replaceAll('$owner$', `'${owner.id}'`).replaceAll('$witness$', `'${witness.id}'`))
  await fill(await fileBeside('scene.sql'))
  await succeed(
    executor.client.rpc('share_with_guests', {
      owner_id: owner.id,
      shows_portrait: true,
      takes_memories: true,
    }),
  )

  // The stranger has a plan too, and asked the others into it.
  await designate(stranger, trustee.email, 'trustee')
  await designate(stranger, invited.email, 'trustee')
  const accepted = await designateAccepted(stranger, executor, 'trustee')
  await designateAccepted(stranger, beneficiary, 'executor')
  await succeed(stranger.client.rpc('make_card'))
  await succeed(stranger.client.rpc('start_practice', { designation_ids: [accepted] }))
  await asAdministrator('update public.designations set mail_refused_at = now() where id = $1', [accepted])
  for (const user of [owner.id, stranger.id]) {
    await asAdministrator(
      `insert into private.card_reports (id, owner_id, kind, network, reported_at, passed_on_at, told)
       values (gen_random_uuid(), $1, 'death', 'storm', now(), now(), array[$2])`,
      [user, beneficiary.email],
    )
  }

  const writes = [...(await everyWrite()), ...writesOfAuthAndStorage]
  const lookUp = await lookUps(home)
  const attempt = (by: Person, plan: Person, n: number): Attempt => ({
    by,
    plan,
    n,
    stormed: owner,
    ...lookUp(),
  })
  // Each person leaves what they can, here and in a plan of their own, so that there is something to change.
  for (const by of [owner, trustee, beneficiary, executor, invited, revoked, stranger]) {
    for (const write of writes.filter(({ name }) => name.endsWith(': insert'))) {
      for (const plan of new Set([owner, by])) {
        for (const n of [1, 2]) await write.send(attempt(by, plan, n))
      }
    }
  }
  // Last, so that they are the first of the rows to change. The others have videos alone, which can all be given captions.
  const letter = { user_id: stranger.id, title: 'A letter', body: 'What I never said.' }
  for (const _ of [1, 2]) await succeed(stranger.client.from('video_messages').insert(letter).select('id'))
  await lookUp.again()
  await pool.query(`${await fileBeside('snapshot.sql')}; call storm.keep()`)

  const presses = pressesOn(owner, witness, lookUp().submission)
  return {
    home,
    writes,
    presses,
    attempt,
    reset: async (state) => {
      await pool.query('call storm.bring_back()')
      await fill(
        `set session_replication_role = replica; ${changes[state]}; set session_replication_role = origin`,
      )
    },
    openTo: async () => {
      const [guest, designee] = await Promise.all([
        service.rpc('service_of_guest', { p_guest_id: lookUp().guests[0]?.id ?? '' }),
        witness.client.from('contacts').select('id').eq('user_id', owner.id),
      ])
      return [
        ...(guest.error?.code === 'HW064' ? [] : ['a guest']),
        ...(designee.error || designee.data.length > 0 ? ['an executor'] : []),
      ]
    },
  }
}

/** The ids that requests name, read once: every press begins with the same rows. */
async function lookUps({ owner }: Household) {
  type Found = Pick<
    Attempt,
    | 'guests'
    | 'crowd'
    | 'card'
    | 'submission'
    | 'reports'
    | 'rowsOf'
    | 'designationsOf'
    | 'practicesOf'
    | 'jobsOf'
    | 'dueChanges'
  >
  const read = async (): Promise<Found> => {
    const rows = new Map<string, Record<string, string>[]>()
    const tables = await asAdministrator<{ name: string; owner: string; keys: string[] }>(
      `select c.oid::regclass::text as name, o.attname as owner, array_agg(k.attname::text) as keys
         from pg_class c join pg_attribute o on o.attrelid = c.oid and o.attname in ('owner_id', 'user_id')
         join pg_index i on i.indrelid = c.oid and i.indisprimary
         join pg_attribute k on k.attrelid = c.oid and k.attnum = any (i.indkey)
        where c.relnamespace in ('public'::regnamespace, 'private'::regnamespace) and c.relkind = 'r' group by c.oid, 2`,
    )
    for (const table of tables) {
      const found = await asAdministrator<Record<string, string>>(
        // The last ones first, because they are of people who can sign in.
        `select ${table.keys.join(', ')}, ${table.owner} as plan from ${table.name} order by ctid desc`,
      )
      for (const { plan, ...keys } of found) {
        const key = `${table.name} ${plan}`
        // A key that is the owner's id was read under both names.
        const list = rows.get(key) ?? []
        list.push(table.keys.includes(table.owner) ? { ...keys, [table.owner]: plan ?? '' } : keys)
        rows.set(key, list)
      }
    }
    const guests = await asAdministrator<Guest & Record<string, unknown>>(
      `select g.id, m.id as memory from public.service_guests g left join public.memories m on m.guest_id = g.id
        where g.owner_id = $1 and g.mailed_at is not null
        -- Those who haven't answered come first: the family takes no answer in place of one that they have not seen.
        order by m.id is null, g.answer is not null, g.id`,
      [owner.id],
    )
    const designations = await asAdministrator<{ id: number; people: string[] }>(
      `select d.id::int, array_agg(u.id) as people from public.designations d
         join auth.users u on u.id in (d.owner_id, d.beneficiary_user_id) or u.email = d.person_email
        group by d.id order by d.id desc`,
    )
    const practices = await asAdministrator<{ id: string; viewer_id: string }>(
      'select id, viewer_id from public.practices',
    )
    const queues = await asAdministrator<{ name: string }>(
      `select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'next_attempt_at'
        where c.relnamespace = 'private'::regnamespace and c.relkind = 'r'`,
    )
    const jobs = new Map<string, string[]>()
    for (const { name } of queues) {
      const waiting = await asAdministrator<{ id: string }>(`select id from private.${name}`)
      jobs.set(
        name,
        waiting.map(({ id }) => id),
      )
    }
    const crowd = await asAdministrator<{ id: string }>(
      `select d.beneficiary_user_id as id from public.designations d
        where d.owner_id = $1 and d.person_name = 'Dana Designee' order by d.id`,
      [owner.id],
    )
    const [one] = await asAdministrator<{ card: string; submission: string; reports: string[] }>(
      `select (select code from public.cards where user_id = $1) as card,
              (select id from private.certificate_submissions where owner_id = $1) as submission,
              (select array_agg(id order by owner_id = $1) from private.card_reports where passed_on_at is not null) as reports`,
      [owner.id],
    )
    if (!one) throw new Error('no card')
    return {
      guests,
      crowd: crowd.map(({ id }) => id),
      ...one,
      rowsOf: (table, planId) => rows.get(`${table} ${planId}`) ?? [],
      designationsOf: (personId) =>
        designations.flatMap(({ id, people }) => (people.includes(personId) ? [id] : [])),
      practicesOf: (personId) =>
        practices.flatMap(({ id, viewer_id }) => (viewer_id === personId ? [id] : [])),
      jobsOf: (queue) => jobs.get(queue) ?? [],
      dueChanges: await dueChanges(),
    }
  }
  let found = await read()
  return Object.assign(() => found, {
    again: async () => {
      found = await read()
    },
  })
}

/** What the owner, a designee, an administrator and housekeeping do that no one may hold up. */
function pressesOn(owner: Person, witness: Person, submission: string): Press[] {
  const closing = (name: string, from: State, press: () => Promise<unknown>): Press => ({
    name,
    from,
    press,
    closes: true,
  })
  const other = (name: string, from: State, press: () => Promise<unknown>): Press => ({
    name,
    from,
    press,
    closes: false,
  })
  const stop = () => succeedWithin(owner.client.rpc('stop_release'))
  const stopByLink = () => succeedWithin(service.rpc('stop_release_by_link', { p_submission_id: submission }))
  const stops = [
    closing('the owner stops the release', 'released', stop),
    closing('the owner stops it by the link', 'released', stopByLink),
  ]
  return [
    ...stops,
    closing('the owner stops a review', 'in review', stop),
    closing('the owner puts the hold back', 'open', () =>
      succeedWithin(owner.client.rpc('set_visibility_hold', { hold: true })),
    ),
    closing('the owner closes the first hours', 'first hours', () =>
      succeedWithin(owner.client.rpc('close_first_hours')),
    ),
    closing('the owner closes them by the link', 'first hours', () =>
      succeedWithin(service.rpc('close_first_hours_by_link', { p_opening_id: openingId })),
    ),
    other('a certificate is submitted', 'open', () =>
      succeedWithin(
        witness.client.rpc('submit_death_certificate', {
          owner_id: owner.id,
          path: `${owner.id}/again.pdf`,
        }),
      ),
    ),
    other('an administrator approves', 'in review', () =>
      asAdministrator(`select admin.review_death_certificate($1, 'approved', 'Seen.')`, [owner.id]),
    ),
    closing('an administrator rejects', 'in review', () =>
      asAdministrator(`select admin.review_death_certificate($1, 'rejected', 'Seen.')`, [owner.id]),
    ),
    closing('an administrator takes an approval back', 'released', () =>
      asAdministrator(`select admin.take_back_decision($1, 'A mistake.')`, [owner.id]),
    ),
    other('the release is announced', 'not announced', announce),
    // Twice, as they matter most.
    ...stops,
  ]
}

const succeedWithin = async (
  request: PromiseLike<{ data: unknown; error: { code?: string; message: string } | null }>,
) => {
  const { error } = await request
  if (error) throw Object.assign(new Error(error.message), { code: error.code })
}

async function announce(): Promise<void> {
  const failed = await applyDueChanges(['announce_releases'])
  const own = failed.filter((line) => /^(announce_releases|due changes)/.test(line))
  if (own.length > 0) throw new Error(own.join(', '))
}
