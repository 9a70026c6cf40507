// A project that is lost and restored from its backup: on embedded stacks with files and sign-in, and row by row on a
// real Postgres.
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient, StorageApiError } from '@supabase/supabase-js'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import WebSocket from 'ws'
import { backUp } from '../../deploy/backup/backup.ts'
import { connect, type Database } from '../../deploy/backup/database.ts'
import type { Storage } from '../../deploy/backup/files.ts'
import { filesOf, type KeptFile, readManifest, writeManifest } from '../../deploy/backup/manifest.ts'
import { pathOf } from '../../deploy/backup/pool.ts'
import { RestoreRefused, restore } from '../../deploy/backup/restore.ts'
import { deleteOldBackups } from '../../deploy/backup/thin-out.ts'
import { startDatabase } from '../postgres/project.ts'
import { hasPostgres, startPostgres } from '../postgres/server.ts'
import { runSql, startTestStack, type TestStack } from '../support/test-stack.ts'

const quiet = () => {}
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'heartwood-backup-'))
})
afterAll(() => rm(folder, { recursive: true }))

describe('restored projects', () => {
  /** Each story adds people to it. */
  let lost: TestStack
  /** Empty projects, in which two stories restore its backup. */
  let one: TestStack
  let other: TestStack
  beforeAll(async () => {
    ;[lost, one, other] = await Promise.all([startTestStack(), startTestStack(), startTestStack()])
  }, 240_000)
  afterAll(() => Promise.all([lost, one, other].map(({ stop }) => stop())))

  it('a project restored from its backup was backed up although Storage had one file with a byte too many, and the operator was told', async () => {
    const before = await peopleOf(lost)
    const owner = await before.person('Olive')
    const path = `${owner.id}/estate/will.pdf`
    await before.upload(owner, 'documents', path)
    const database = databaseOf(lost)
    const health = () =>
      database.query<{ well: boolean; state: string }>(
        `select well, state from admin.health where line = 'backup'`,
      )
    expect(await health()).toEqual([{ well: true, state: 'none was ever made' }])
    const { size } = before.file()
    const resize = (by: number) =>
      database.withoutTriggers(() =>
        database.query(
          `update storage.objects set metadata = jsonb_set(metadata, '{size}', to_jsonb($1::int)) where name = $2`,
          [size + by, path],
        ),
      )
    await resize(-1)
    const backups = join(folder, 'too many')
    expect(await backUp(database, storageOf(lost), backups, quiet)).toMatchObject({
      problems: [`documents/${path} is damaged: ${size} bytes came instead of ${size - 1}`],
    })
    expect(await health()).toEqual([
      { well: false, state: expect.stringMatching(/^last good one never; .* 1 files damaged, 0 missing/) },
    ])
    await resize(0)
    const next = new Date(Date.now() + 5000)
    const { own, problems } = await backUp(database, storageOf(lost), backups, quiet, next)
    expect(problems).toEqual([])
    expect(await listOf(own)).toHaveLength(1)
    expect(await health()).toEqual([
      { well: true, state: expect.stringMatching(/^last good one 20\S+ \S+ UTC$/) },
    ])
  }, 240_000)

  it('a project restored from its backup opens the plan to the executor, reviews the waiting certificate, and sends no mail twice', async () => {
    const before = await peopleOf(lost)
    const living = await before.person('Stan')
    const will = (owner: { id: string }) => `${owner.id}/estate/will.pdf`
    const released = await before.household('released', ['executor'], ({ owner }) => [
      before.upload(owner, 'documents', will(owner)),
    ])
    const mark = {
      id: crypto.randomUUID(),
      owner_id: released.owner.id,
      step_key: 'general:certificates',
      mark: 'done' as const,
      title: 'Ask for certified copies of the death certificate',
    }
    await before.succeed(released.executor.client.from('step_marks').insert(mark))
    const markOf = ({ client }: typeof released.executor) =>
      client
        .from('step_marks')
        .select('seq, actor_id, actor_name, made_at, created_at')
        .eq('id', mark.id)
        .single()
    const marked = await before.succeed(markOf(released.executor))
    await before.succeed(living.client.rpc('make_card'))
    const card = await before.succeed(living.client.from('cards').select().single())
    const reviewed = await before.household('hidden, in review', ['executor', 'trustee'])
    const { own } = await backUp(databaseOf(lost), storageOf(lost), join(folder, 'whole'), quiet)
    const { own: again } = await backUp(
      databaseOf(lost),
      storageOf(lost),
      join(folder, 'whole'),
      quiet,
      new Date(Date.now() + 5000),
    )
    expect(await listOf(again)).toEqual(await listOf(own))
    expect(await deleteOldBackups(join(folder, 'whole'), 1, new Date(Date.now() + 3 * 86_400_000))).toBe(1)
    expect([existsSync(own), existsSync(again)]).toEqual([false, true])

    expect(await restore(databaseOf(one), storageOf(one), again, quiet)).toEqual([])
    const after = await peopleOf(one)
    const { runHousekeeping, mailsTo } = await import('../functions/calls.ts')
    await runHousekeeping()
    expect(await mailsTo(released.executor.email)).toEqual([])

    const executor = await after.person('Edith', { email: released.executor.email, named: false })
    expect(executor.id).toBe(released.executor.id)
    const contacts = await after.succeed(
      executor.client.from('contacts').select('name').eq('user_id', released.owner.id),
    )
    expect(contacts).toEqual([{ name: 'Cousin Carl' }])
    const { data } = await executor.client.storage.from('documents').download(will(released.owner))
    expect(await data?.text()).toBe(await before.file().text())
    // Nothing fills in again who pressed what, and when.
    expect(await after.succeed(markOf(executor))).toEqual(marked)
    const trustee = await after.person('Tess', { email: reviewed.trustee.email, named: false })
    const hidden = await after.succeed(
      trustee.client.from('contacts').select('id').eq('user_id', reviewed.owner.id),
    )
    expect(hidden).toEqual([])

    // An approval compares the certificate with what was submitted.
    await after.decide(reviewed.owner, 'approved')
    const { client } = await after.person('Stan', { email: living.email, named: false })
    expect(await after.succeed(client.from('cards').select().single())).toEqual(card)
    const row = {
      owner_id: living.id,
      person_name: 'New',
      person_email: 'new@example.com',
      role: 'trustee' as const,
    }
    await after.succeed(client.from('designations').insert(row).select('id').single())

    await databaseOf(one).query('update private.backups set restored_from = null')
    await expect(restore(databaseOf(one), storageOf(one), again, quiet)).rejects.toThrow(
      'This project is in use',
    )
  }, 240_000)

  it('a project restored from its backup has all but the file that rotted in the backup, and that one too once it was mended', async () => {
    const backups = join(folder, 'rotten')
    const before = await peopleOf(lost)
    const { owner, executor } = await before.household('released', ['executor'])
    const store = (stack: TestStack, path: string, text: string) =>
      storageOf(stack)
        .from('documents')
        .upload(path, new Blob([text], { type: 'application/pdf' }))
    const [will, policy] = [`${owner.id}/estate/will.pdf`, `${owner.id}/insurance/policy.pdf`]
    const living = await before.household('hidden', [])
    const deed = `${living.owner.id}/estate/will.pdf`
    for (const path of [will, policy, deed]) await store(lost, path, `the bytes of ${path}`)
    const { own } = await backUp(databaseOf(lost), storageOf(lost), backups, quiet)
    const rotten = pathOf(backups, (await listOf(own)).find(({ name }) => name === will)?.sha256 ?? '')
    await writeFile(rotten, 'the wilt')

    // An earlier try has put other bytes there.
    await store(other, policy, 'the police')
    expect(await restore(databaseOf(other), storageOf(other), own, quiet)).toEqual([
      `documents/${will}: the backup's file ${rotten} is damaged`,
    ])
    const after = await peopleOf(other)
    const { client } = await after.person('Edith', { email: executor.email, named: false })
    const read = async (path: string) =>
      (await (await client.storage.from('documents').download(path)).data?.text()) ?? null
    expect([await read(will), await read(policy)]).toEqual([null, `the bytes of ${policy}`])

    // What people delete between the two runs stays deleted.
    await databaseOf(other).query('delete from public.estate_documents where file_path = $1', [deed])
    await databaseOf(other).query('delete from private.removed_rows where true')
    await storageOf(other).from('documents').remove([deed])
    await writeFile(rotten, `the bytes of ${will}`)
    expect(await restore(databaseOf(other), storageOf(other), own, quiet)).toEqual([])
    expect([await read(will), await read(policy)]).toEqual([`the bytes of ${will}`, `the bytes of ${policy}`])
    const stored = await databaseOf(other).query<{ name: string }>(
      `select name from storage.objects where bucket_id = 'documents' and split_part(name, '/', 1) = any ($1) order by name`,
      [[owner.id, living.owner.id]],
    )
    expect(stored.map(({ name }) => name)).toEqual([will, policy])
  }, 240_000)

  it('a project restored from its backup is refused from a folder that holds no finished backup', async () => {
    await expect(restore(nothing, nowhere, folder, quiet)).rejects.toThrow(/no finished backup/)
  })

  it('a project restored from its backup is refused when the project is of another release', async () => {
    const own = join(folder, 'other release')
    await mkdir(own)
    await writeManifest(own, {
      format: 1,
      made: '2026-11-22T00:00:00Z',
      migrations: ['1', '2'],
      tables: {},
      files: { rows: 0, sha256: '', damaged: 0, missing: 0, gone: 0 },
      checksums: '',
      tenth: 0,
    })
    const older = { ...nothing, query: async <T>() => [{ version: '1' }] as T[] }
    await expect(restore(older, nowhere, own, quiet)).rejects.toThrow(
      new RestoreRefused(
        'The backup and the project are not of the same release: migration 2 is only in the backup. Deploy the release that the backup was made with, restore, and upgrade then.',
      ),
    )
  })
})

describe.skipIf(!hasPostgres())('restored on Postgres', () => {
  it('a database restored on Postgres has every row as it was, and goes on counting', async () => {
    const [lost, fresh] = await Promise.all([startDatabase(), startDatabase()])
    try {
      for (const server of [lost, fresh]) {
        await noteMigrations(server.url('supabase_admin'))
        // The table of a later release: nothing but the catalog tells of it.
        await run(server.url('postgres'), 'create table private.newcomers (id int primary key, words text)')
      }
      // Not every separator of lines ends a line.
      await run(lost.url('postgres'), `insert into private.newcomers values (1, e'one\\u2028two\\rthree')`)
      const filling = new pg.Client(lost.url('supabase_admin'))
      await filling.connect()
      await filling.query(await readFile(new URL('../postgres/bench.sql', import.meta.url), 'utf8'))
      await filling.query('call bench.add_owners(1, 40)')
      await filling.query(
        `set session_replication_role = replica; update storage.objects set metadata = metadata || '{"size": 4, "mimetype": "application/pdf"}'`,
      )
      await filling.end()
      const [source, target] = [await connect(lost.url('postgres')), await connect(fresh.url('postgres'))]
      const { own } = await backUp(source, memory(), join(folder, 'rows'), quiet)
      expect(await restore(target, memory(target), own, quiet)).toEqual([])
      const { own: copy } = await backUp(target, memory(), join(folder, 'rows again'), quiet)
      // It says of the one that it was backed up, and of the other where it comes from.
      const { 'private.backups': _, ...first } = (await readManifest(own)).tables
      const { 'private.backups': __, ...second } = (await readManifest(copy)).tables
      expect(Object.values(first).filter(({ rows }) => rows > 0).length).toBeGreaterThan(10)
      expect(first['private.newcomers']).toMatchObject({ rows: 1 })
      expect(second).toEqual(first)
      const names = ({ bucket, name, owner, created }: KeptFile) => [bucket, name, owner, created]
      expect((await listOf(copy)).map(names)).toEqual((await listOf(own)).map(names))
      const [next] = await target.query<{ id: string; last: string }>(
        `select nextval(pg_get_serial_sequence('public.access_events', 'id')) as id, max(id) as last from public.access_events`,
      )
      expect(Number(next?.id)).toBe(Number(next?.last) + 1)
      await Promise.all([source.close(), target.close()])
    } finally {
      await Promise.all([lost.stop(), fresh.stop()])
    }
  }, 120_000)
})

describe.skipIf(!hasPostgres())('connections', () => {
  it('the connection of a backup is opened again when it broke while files were copied, but never within a transaction', async () => {
    const server = await startPostgres()
    const database = await connect(server.url('supabase_admin'))
    const breakIt = () =>
      run(
        server.url('supabase_admin'),
        `select pg_terminate_backend(pid, 10000) from pg_stat_activity where application_name = 'heartwood backup'`,
      )
    try {
      await breakIt()
      await vi.waitFor(async () => expect(await database.query('select 1 as one')).toEqual([{ one: 1 }]))
      await database.query('create table written (id int)')
      const writing = database.withoutTriggers(async () => {
        await database.query('insert into written values (1)')
        await breakIt()
        await database.query('insert into written values (2)')
      })
      await expect(writing).rejects.toThrow()
      await vi.waitFor(async () => expect(await database.query('select id from written')).toEqual([]))
      await database.close()
    } finally {
      await server.stop()
    }
  }, 120_000)
})

/** The helpers for people, on one of several stacks. */
async function peopleOf({ environment }: TestStack) {
  vi.resetModules()
  Object.assign(process.env, environment)
  return import('../support/people.ts')
}

function databaseOf({ environment }: TestStack): Database {
  const query = <T>(text: string, params?: unknown[]) => runSql<T>(environment.SQL_URL ?? '', text, params)
  return {
    query,
    async *pieces(text) {
      yield (await query<Record<string, string>>(text)).map((row) => String(Object.values(row)[0]))
    },
    snapshot: (work) => work(),
    withoutTriggers: async (work) => {
      await query('set session_replication_role = replica')
      try {
        return await work()
      } finally {
        await query('set session_replication_role = default')
      }
    },
  }
}

function storageOf({ environment }: TestStack): Storage {
  return createClient(environment.SUPABASE_URL ?? '', environment.SUPABASE_SECRET_KEY ?? '', {
    realtime: { transport: WebSocket as never },
  }).storage
}

async function listOf(own: string): Promise<KeptFile[]> {
  const files: KeptFile[] = []
  for await (const file of filesOf(own, await readManifest(own))) files.push(file)
  return files
}

/** Postgres alone has no command line that notes the migrations. */
const noteMigrations = (url: string) =>
  run(
    url,
    `create schema if not exists supabase_migrations;
     create table if not exists supabase_migrations.schema_migrations (version text primary key);
     insert into supabase_migrations.schema_migrations values ('1');
     grant usage on schema supabase_migrations to postgres;
     grant select on supabase_migrations.schema_migrations to postgres`,
  )

async function run(url: string, sql: string) {
  const client = new pg.Client(url)
  await client.connect()
  await client.query(sql)
  await client.end()
}

/** A Storage in which every file has the same four bytes; what is put there gets its row in `database`. */
function memory(database?: Database): Storage {
  const stored = new Set<string>()
  // One connection takes one statement after another.
  let turn: Promise<unknown> = Promise.resolve()
  const from = (bucket: string) => ({
    download: (name: string) => ({
      asStream: async () =>
        database && !stored.has(`${bucket}/${name}`)
          ? { data: null, error: new StorageApiError('Object not found', 400, '404') }
          : { data: new Blob(['%PDF']).stream(), error: null },
    }),
    upload: async (name: string) => {
      stored.add(`${bucket}/${name}`)
      turn = turn.then(() =>
        database?.query(
          `insert into storage.objects (bucket_id, name, version, metadata) values ($1, $2, gen_random_uuid(), '{"size": 4, "mimetype": "application/pdf"}')`,
          [bucket, name],
        ),
      )
      await turn
      return { data: null, error: null }
    },
  })
  return { from: from as never }
}

const nowhere = memory()
const nothing: Database = {
  query: async () => [],
  async *pieces() {},
  snapshot: (work) => work(),
  withoutTriggers: (work) => work(),
}
