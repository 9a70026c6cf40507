/**
 * `npm run bench`: how long the database takes for what people do every day and for the work of every minute, with many
 * owners and with ten times fewer; with --http, how many requests a second go through PostgREST instead. Each writes its
 * own section of docs/benchmarks.md.
 *   npm run bench -- [--http] [--owners 20000] [--migrations folder] [--dry] [--only text]
 */
import { spawnSync } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { cpus, getPriority, loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { planTables } from '../support/plan-tables.ts'
import { benchHttp } from './bench-http.ts'
import { startDatabase } from './project.ts'

const { values: flags } = parseArgs({
  options: {
    owners: { type: 'string', default: '20000' },
    /** Measures requests through PostgREST instead of statements. */
    http: { type: 'boolean', default: false },
    /** Other migrations than the project's, to compare with. */
    migrations: { type: 'string' },
    /** Prints the table without writing docs/benchmarks.md. */
    dry: { type: 'boolean', default: false },
    /** Measures only what has this text in its name. */
    only: { type: 'string', default: '' },
  },
})
const most = Number(flags.owners)
const report = new URL('../../docs/benchmarks.md', import.meta.url)

interface Measurement {
  what: string
  /** Milliseconds, or for `over` the milliseconds above another measurement. */
  bar: number
  over?: string
  /** Who asks: a role, or a person of bench.person(). */
  as: 'service_role' | 'supabase_admin' | number
  /** Prepared once, as the Data API does; otherwise parsed and planned each time, as Storage does. */
  prepared?: boolean
  /** The statement changes something: every run is rolled back. */
  changes?: boolean
  /** Run once before all runs, and once after them: statements that are committed. */
  setUp?: string[]
  cleanUp?: string[]
  /** Runs before the stopwatch starts. */
  before?: string
  sql: string
}

/** What PostgREST runs around a query. */
const asDataApi = (query: string) => `
  with pgrst_source as (${query})
  select null::bigint as total_result_set, pg_catalog.count(_postgrest_t) as page_total,
         coalesce(json_agg(_postgrest_t), '[]') as body,
         nullif(current_setting('response.headers', true), '') as response_headers,
         nullif(current_setting('response.status', true), '') as response_status
    from (select * from pgrst_source) _postgrest_t`
const list = (table: string, n: number) =>
  asDataApi(
    `select * from public.${table} where user_id = bench.person(${n}) order by created_at desc, id limit 1000 offset 0`,
  )
const rpc = (call: string) => asDataApi(`select pgrst_call.* from public.${call} pgrst_call`)
/** Triggers and foreign keys are off for the given statements. */
const unchecked = (sql: string) =>
  `set local session_replication_role = replica; ${sql}; set local session_replication_role = origin`
const file = (bucket: string, path: string) =>
  `select id from storage.objects where bucket_id = '${bucket}' and name = ${path} limit 1`

const owner = 750
const designee = 748
const released = 500
const trustee = 499

const lists = ['contacts', 'financial_accounts', 'video_messages', 'estate_documents'].flatMap(
  (table): Measurement[] => [
    {
      what: `${table}: service role`,
      as: 'service_role',
      bar: Number.POSITIVE_INFINITY,
      prepared: true,
      sql: list(table, owner),
    },
    {
      what: `${table}: its owner, above the service role`,
      as: owner,
      over: `${table}: service role`,
      bar: 0.05,
      prepared: true,
      sql: list(table, owner),
    },
    {
      what: `${table}: of a released plan, its trustee`,
      as: trustee,
      bar: 0.4,
      prepared: true,
      sql: list(table, released),
    },
  ],
)

const planRows = (n: number) => rpc(`plan_rows(bench.person(${n}), array['${planTables.join("', '")}'])`)

const readMeasurements = async (client: pg.Client): Promise<Measurement[]> => [
  ...lists,
  {
    what: 'contacts: of no owner in particular, a trustee',
    as: trustee,
    bar: 0.4,
    prepared: true,
    sql: asDataApi('select * from public.contacts order by created_at desc, id limit 1000 offset 0'),
  },
  {
    what: 'signed link, owner',
    as: owner,
    bar: 0.15,
    sql: file('documents', `bench.person(${owner}) || '/estate/1.pdf'`),
  },
  {
    what: 'signed link, trustee: document',
    as: trustee,
    bar: 0.5,
    sql: file('documents', `bench.person(${released}) || '/estate/1.pdf'`),
  },
  {
    what: 'signed link, trustee: video',
    as: trustee,
    bar: 0.5,
    sql: file('videos', `bench.person(${released}) || '/1.mp4'`),
  },
  { what: 'plan_overview', as: owner, bar: 1.5, prepared: true, sql: rpc('plan_overview()') },
  {
    what: 'plan_rows: its owner, all ten tables',
    as: owner,
    bar: 1.5,
    prepared: true,
    sql: planRows(owner),
  },
  {
    what: 'plan_rows: of a released plan, its trustee',
    as: trustee,
    bar: 4,
    prepared: true,
    sql: planRows(released),
  },
  {
    what: 'memorial_access, with its line in the history',
    as: trustee,
    bar: 1,
    prepared: true,
    changes: true,
    sql: rpc(`memorial_access(bench.person(${released}))`),
  },
  {
    what: 'own invitations',
    as: designee,
    bar: 0.3,
    prepared: true,
    sql: asDataApi(
      `select id, owner_id, owner_name, role, status, invited_at, accepted_at, revoked_at from public.designations
        where owner_id <> bench.person(${designee}) order by invited_at desc nulls last, id desc limit 1000 offset 0`,
    ),
  },
  {
    what: 'own stored files, for the export',
    as: owner,
    bar: 2,
    prepared: true,
    sql: rpc('stored_files(auth.uid())'),
  },
  ...[
    ...(await dueChanges(client)),
    'public.delete_outdated()',
    'public.claim_mail(5)',
    'public.claim_file_removals(50)',
    'public.queue_orphaned_files(200)',
  ].map(
    (call): Measurement => ({
      what: `${call.replace(/^\w+\./, '')}, nothing due`,
      as: 'supabase_admin',
      bar: 5,
      changes: true,
      sql: `select * from ${call}`,
    }),
  ),
  // 100,000 owners bring about one reminder of each kind a minute. 200 due is a backlog, of which a call takes a part.
  ...[5, 200].flatMap((due): Measurement[] => {
    const people = `(select bench.person(n) from generate_series(1, ${due}) n)`
    const bar = due === 5 ? 5 : Number.POSITIVE_INFINITY
    return [
      {
        what: `enqueue_review_reminders(), ${due} due`,
        as: 'supabase_admin',
        bar,
        changes: true,
        before: `update private.review_reminders set next_at = now() where owner_id in ${people}`,
        sql: 'select private.enqueue_review_reminders()',
      },
      {
        what: `enqueue_address_checks(), ${due} due`,
        as: 'supabase_admin',
        bar,
        changes: true,
        before: `update private.address_checks set next_at = now() where user_id in ${people}`,
        sql: 'select private.enqueue_address_checks()',
      },
      {
        what: `enqueue_trial_reminders(), ${due} due`,
        as: 'supabase_admin',
        bar,
        changes: true,
        before: `
          insert into private.trial_reminders (user_id, next_at)
            select bench.person(n), now() from generate_series(1, ${due}) n on conflict (user_id) do update set next_at = now();
          update public.subscriptions set status = 'trialing', plan = null, trial_end = now() + interval '1 day'
           where user_id in ${people};
          update private.used_trials set reminded_at = null
           where email_hash in (select private.trial_hash(format('person.%s@example.com', n)) from generate_series(1, ${due}) n)`,
        sql: 'select private.enqueue_trial_reminders()',
      },
    ]
  }),
  {
    what: 'claim_file_removals(50) of 10,000',
    as: 'supabase_admin',
    bar: 5,
    changes: true,
    // Emptied, because the rows of earlier runs, which were rolled back, are still in the way.
    before: `truncate private.file_removals;
      insert into private.file_removals (bucket_id, path) select 'videos', n || '.mp4' from generate_series(1, 10000) n;
      analyze private.file_removals`,
    sql: 'select * from public.claim_file_removals(50)',
  },
  {
    what: 'admin.certificate_reviews',
    as: 'supabase_admin',
    bar: 5,
    sql: 'select * from admin.certificate_reviews',
  },
  // Asked by a monitor every 30 seconds, and by an operator every morning.
  { what: 'is_well()', as: 'service_role', bar: 5, sql: 'select public.is_well()' },
  { what: 'admin.numbers', as: 'supabase_admin', bar: 250, sql: 'select * from admin.numbers' },
  {
    what: 'begin_sign_in_try()',
    as: 'service_role',
    bar: 1,
    changes: true,
    sql: `select public.begin_sign_in_try('person.7@example.com')`,
  },
  {
    what: 'submit_death_certificate',
    as: designee,
    bar: 10,
    prepared: true,
    changes: true,
    before: unchecked(`
      insert into storage.objects (bucket_id, name, owner_id, metadata)
        values ('death-certificates', bench.person(${designee + 1}) || '/new.pdf', bench.person(${designee}),
                '{"size": 1000, "mimetype": "application/pdf"}')`),
    sql: rpc(
      `submit_death_certificate(bench.person(${designee + 1}), bench.person(${designee + 1}) || '/new.pdf')`,
    ),
  },
  {
    what: 'stop_release, with a service of 500 guests',
    as: released,
    bar: 20,
    prepared: true,
    changes: true,
    before: unchecked(`
      insert into public.services (owner_id, held_on, held_at, time_zone, place)
        values (bench.person(${released}), current_date + 7, '12:00', 'UTC', 'The chapel');
      insert into public.service_guests (owner_id, name, email, mailed_at)
        select bench.person(${released}), 'Guest ' || n, format('guest.%s@example.com', n), now()
          from generate_series(1, 500) n`),
    sql: rpc('stop_release()'),
  },
  {
    // 10 of other plans came last, and are no less due.
    what: 'claim_mail(5) of 500,000 of one plan',
    as: 'supabase_admin',
    bar: 5,
    changes: true,
    setUp: [
      `insert into private.mail_outbox
         select waiting.*
           from (select n, n > 500000 as is_of_another from generate_series(1, 500010) n) mail,
                jsonb_populate_record(null::private.mail_outbox, jsonb_build_object(
                  'id', gen_random_uuid(), 'kind', 'bench', 'to_email', format('bench.%s@example.com', n % 5000),
                  'payload', '{}'::jsonb, 'rank', 2, 'attempts', 0,
                  'line', case when is_of_another then bench.person(n) else bench.person(1) end,
                  'turn', case when is_of_another then 1 else n end,
                  'created_at', now() - interval '1 second' * (1000000 - n) / 1000, 'next_attempt_at', now(),
                  'not_before', now())) waiting`,
    ],
    cleanUp: [`delete from private.mail_outbox where kind = 'bench'`, 'vacuum analyze private.mail_outbox'],
    sql: 'select * from public.claim_mail(5)',
  },
]

/** What the clock alone brings about: each change of housekeeping in a call of its own. */
async function dueChanges(client: pg.Client): Promise<string[]> {
  const { rows: known } = await client.query(`select to_regprocedure('public.due_changes()') as call`)
  if (!known[0]?.call) return ['public.apply_due_changes()']
  const { rows } = await client.query<{ call: string }>(
    `select format('public.apply_due_change(%L)', change) as call from unnest(public.due_changes()) change`,
  )
  return rows.map(({ call }) => call)
}

type Result = number | string

/** @returns the median in milliseconds, or why it could not be measured */
async function measure(
  client: pg.Client,
  { as, prepared, changes, setUp = [], cleanUp = [], before, sql: text }: Measurement,
): Promise<Result> {
  const sql = await nameIds(client, text)
  const role = as === 'service_role' || as === 'supabase_admin' ? as : 'authenticated'
  const run = async (runs: number): Promise<number[]> => {
    await client.query('begin')
    try {
      const id = typeof as === 'number' ? `bench.person(${as})` : 'null::uuid'
      if (before) await client.query(before)
      await client.query(
        `select set_config('request.jwt.claims', jsonb_build_object('sub', ${id}, 'role', '${role}')::text, true)`,
      )
      await client.query(`set local role ${role}`)
      const statement = prepared ? 'execute measured' : sql
      const { rows } = await client.query('select bench.time($1, $2) as times', [statement, runs])
      return rows[0].times
    } finally {
      await client.query('rollback')
    }
  }
  try {
    await withoutTimeLimit(client, setUp)
    if (prepared) await client.query(`prepare measured as ${sql}`)
    const times: number[] = []
    // The first runs of a session make plans; the Data API's sessions live long.
    const warmUp = changes ? 6 : 10
    times.push(...(changes ? [] : await run(warmUp + 200)))
    while (changes && times.length < warmUp + 15) times.push(...(await run(1)))
    const counted = times.slice(warmUp).sort((a, b) => a - b)
    return counted[Math.floor(counted.length / 2)] ?? 'no runs'
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  } finally {
    if (prepared) await client.query('deallocate all')
    await withoutTimeLimit(client, cleanUp)
  }
}

async function withoutTimeLimit(client: pg.Client, statements: string[]): Promise<void> {
  await client.query('set statement_timeout = 0')
  for (const statement of statements) await client.query(statement)
  await client.query(`set statement_timeout = '30s'`)
}

/** Puts the ids of the people in the place of calls of bench.person(), because Storage and the Data API send ids. */
async function nameIds(client: pg.Client, sql: string): Promise<string> {
  const calls = [...new Set(sql.match(/bench\.person\(\d+\)( \|\| '[^']*')?/g))]
  let named = sql
  for (const call of calls) {
    const [row] = (await client.query<{ literal: string }>(`select quote_literal(${call}) as literal`)).rows
    named = named.replaceAll(call, `${row?.literal}`)
  }
  return named
}

async function measureAll(client: pg.Client, measurements: Measurement[]): Promise<Map<string, Result>> {
  const results = new Map<string, Result>()
  for (const each of measurements.filter(({ what }) => what.includes(flags.only))) {
    const result = await measure(client, each)
    const base = each.over === undefined ? 0 : results.get(each.over)
    results.set(each.what, typeof result === 'number' && typeof base === 'number' ? result - base : result)
  }
  return results
}

const format = (result: Result | undefined) =>
  typeof result === 'number' ? result.toFixed(2) : (result ?? '')

/** What could not be measured counts as over its bar; what was left out by --only does not. */
const isOver = ({ bar }: Pick<Measurement, 'bar'>, result: Result | undefined) =>
  typeof result === 'string' || (result !== undefined && result > bar)

function table(measurements: Measurement[], small: Map<string, Result>, large: Map<string, Result>): string {
  const rows = measurements.flatMap(({ what, bar }) => {
    const [before, now] = [small.get(what), large.get(what)]
    if (now === undefined) return []
    const growth =
      typeof before === 'number' && typeof now === 'number' ? `${(now / before).toFixed(1)} ×` : ''
    const mark = isOver({ bar }, now) ? 'over' : ''
    return `| ${what} | ${format(before)} | ${format(now)} | ${growth} | ${Number.isFinite(bar) ? `≤ ${bar}` : ''} | ${mark} |`
  })
  return [
    `| milliseconds | ${(most / 10).toLocaleString('en')} owners | ${most.toLocaleString('en')} owners | growth | bar | |`,
    '| --- | --: | --: | --: | --: | --- |',
    ...rows,
  ].join('\n')
}

const began = performance.now()
const seconds = () => `${Math.round((performance.now() - began) / 1000)} s`
const server = await startDatabase(
  { shared_buffers: '1GB', work_mem: '16MB', maintenance_work_mem: '256MB', max_wal_size: '8GB', jit: 'off' },
  flags.migrations,
)
const client = new pg.Client(server.url('supabase_admin'))
try {
  await client.connect()
  await client.query(await readFile(new URL('bench.sql', import.meta.url), 'utf8'))
  const grow = async (from: number, to: number) => {
    await client.query('reset statement_timeout')
    for (let first = from; first <= to; first += 10_000)
      await client.query(`call bench.add_owners(${first}, ${Math.min(first + 9_999, to)})`)
    await client.query('vacuum analyze')
    console.log(`${seconds()}: ${to} owners`)
  }
  const { heading, text, over } = flags.http ? await throughPostgrest(grow) : await insidePostgres(grow)
  console.log(text)
  console.log(over.length > 0 ? `Over the bar:\n${over.join('\n')}` : 'All within their bars.')
  console.log(`The whole run took ${seconds()}.`)
  if (!flags.dry) await writeSection(heading, text)
} finally {
  await client.end()
  await server.stop()
}

interface Section {
  heading: string
  text: string
  /** What misses its bar. */
  over: string[]
}

async function insidePostgres(grow: (from: number, to: number) => Promise<void>): Promise<Section> {
  const measurements = await readMeasurements(client)
  await grow(1, most / 10)
  const small = await measureAll(client, measurements)
  await grow(most / 10 + 1, most)
  const large = await measureAll(client, measurements)
  return {
    heading: 'Inside Postgres',
    text: `What \`npm run bench -- --owners ${most}\` wrote: medians in milliseconds inside Postgres, so without the network, for
${await describeOwners()}, and for a tenth of them.
Statements of the Data API are prepared, as PostgREST prepares them; those of Storage are planned each time. "Over" marks
what misses its bar.

${await describeMachine()}

${table(measurements, small, large)}
`,
    over: measurements.filter((each) => isOver(each, large.get(each.what))).map(({ what }) => what),
  }
}

async function throughPostgrest(grow: (from: number, to: number) => Promise<void>): Promise<Section> {
  await grow(1, most)
  const { section, over } = await benchHttp(server, client)
  return {
    heading: 'Through PostgREST',
    text: `What \`npm run bench -- --http --owners ${most}\` wrote, for ${await describeOwners()}.
${section}
${await describeMachine()}
`,
    over,
  }
}

async function describeOwners(): Promise<string> {
  const { rows } = await client.query<{ files: string; size: string }>(
    `select (select count(*) from storage.objects) as files, pg_size_pretty(pg_database_size('postgres')) as size`,
  )
  return `${most.toLocaleString('en')} invented owners (\`tests/postgres/bench.sql\`) with ${Number(rows[0]?.files).toLocaleString('en')} files, ${rows[0]?.size} in all`
}

async function describeMachine(): Promise<string> {
  const { rows } = await client.query<{ version: string }>('select version()')
  return `${rows[0]?.version.split(' on ')[0]}, nothing synced to the disk; ${cpus().length} × ${cpus()[0]?.model}; Node ${process.versions.node};
load of the machine at the end: ${loadavg()[0]?.toFixed(1)} (1 is this benchmark alone); priority ${getPriority()} (-20 is the highest).`
}

/** Replaces one section of the report, or adds it; the other one stays. */
async function writeSection(heading: string, text: string): Promise<void> {
  const [title = '', ...sections] = (await readFile(report, 'utf8')).split(/^(?=## )/m)
  const others = sections.filter((section) => !section.startsWith(`## ${heading}\n`))
  const all = [...others, `## ${heading}\n\n${text}`].sort()
  await writeFile(report, [title.trimEnd(), ...all.map((section) => section.trimEnd())].join('\n\n'))
  spawnSync('npx', ['biome', 'format', '--write', 'docs/benchmarks.md'])
}
