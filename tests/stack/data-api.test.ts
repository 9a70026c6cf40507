import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createPgliteConnection } from '@supabase/lite/pglite'
import type { SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createDataDir } from '../../supabase/local/database/data-dir.ts'
import { createLite } from '../../supabase/local/lite.ts'
import { publishableKey } from '../../supabase/local/settings.ts'
import { withoutConsole } from '../../supabase/local/silenced-console.ts'
import { type Bench, connect, expectBridged, type Fetch, signIn, startBench } from './bench.ts'

const schema = `
  create table public.notes (
    id bigint generated always as identity primary key, user_id uuid not null, body text check (length(body) < 9),
    secret text, created_at timestamptz not null default now());
  alter table public.notes enable row level security;
  create policy own on public.notes to authenticated using (user_id = auth.uid()) with check (user_id = auth.uid());
  grant select, insert (user_id, body), update (body), delete on public.notes to authenticated;
  grant select on public.notes to anon;
  create table public.leaves (color text not null default 'brown', size int);
  grant insert on public.leaves to service_role;
  create table public.clock as select now() as at;
  grant select on public.clock to anon;
  create function public.raise_own() returns void language plpgsql as $$
    begin raise exception 'not now' using errcode = 'HW001', hint = 'later'; end $$;
  create function public.whoami() returns json language sql as $$
    select json_build_object('uid', auth.uid(), 'role', current_user, 'claims', current_setting('request.jwt.claims', true)) $$;
  grant execute on function public.raise_own(), public.whoami() to anon, authenticated, service_role;`

let bench: Bench
let unbridged: Unbridged
let me: { client: SupabaseClient; id: string; token: string }

interface Unbridged {
  fetch: Fetch
  stop(): Promise<void>
}

/** lite without our changes to its connection. */
async function startUnbridged(): Promise<Unbridged> {
  const folder = await mkdtemp(join(tmpdir(), 'heartwood-lite-'))
  await createDataDir(join(folder, 'postgres'), [])
  const connection = await createPgliteConnection({ url: join(folder, 'postgres') })
  await connection.driver.exec(schema)
  const app = await createLite(connection, new Map(), join(folder, 'files'), async () => {})
  return {
    fetch: (input, init) => withoutConsole(async () => app.fetch(new Request(input, init))),
    stop: async () => {
      await connection.close()
      await rm(folder, { recursive: true })
    },
  }
}

beforeAll(async () => {
  bench = await startBench()
  for (const statement of schema.split(/;\s*$/m)) if (statement.trim()) await bench.stack.sql(statement)
  me = await signIn(bench.stack, 'me@example.com')
  unbridged = await startUnbridged()
})
afterAll(async () => {
  await unbridged.stop()
  await bench.stack.stop()
})

const asAnyone = (ask: Fetch) => connect(bench.stack, ask, publishableKey)

it('the Data API leaves the grants as the migrations made them', () =>
  expectBridged('bridges/grants.ts', { ...bench, lite: unbridged.fetch }, async (ask) => {
    await asAnyone(ask).from('notes').select()
    const { error } = await asAnyone(ask).from('notes').delete().eq('id', 0)
    return error?.code === '42501'
  }))

it('the Data API answers with the SQLSTATE that a function raised', () =>
  expectBridged('bridges/error-codes.ts', { ...bench, lite: unbridged.fetch }, async (ask) => {
    const { error, status } = await asAnyone(ask).rpc('raise_own')
    return status === 400 && error?.code === 'HW001' && error.message === 'not now' && error.hint === 'later'
  }))

it('the Data API sends timestamps as ISO 8601', () =>
  expectBridged('database/open.ts', { ...bench, lite: unbridged.fetch }, async (ask) => {
    const { data } = await asAnyone(ask).from('clock').select().single()
    return /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?\+00:00$/.test(data?.at)
  }))

it('the Data API refuses to change or delete without a filter', () =>
  expectBridged('bridges/safe-update.ts', bench, async (ask) => {
    const client = connect(bench.stack, ask)
    await client.auth.setSession({ access_token: me.token, refresh_token: 'none' })
    const { error, status } = await me.client.from('notes').update({ body: 'x' })
    const viaAsk = await ask(`${bench.stack.url}/rest/v1/notes`, {
      method: 'DELETE',
      headers: { apikey: bench.stack.publishableKey, authorization: `Bearer ${me.token}` },
    })
    return status === 400 && error?.code === '21000' && viaAsk.status === 400
  }))

it('the Data API stores null, not the default, where one of several rows lacks a column', () =>
  expectBridged('bridges/missing-columns.ts', bench, async (ask) => {
    const client = connect(bench.stack, ask, bench.stack.secretKey)
    const rows = [{ color: 'green', size: 1 }, { size: 2 }]
    const asNull = await client.from('leaves').insert(rows)
    const asDefault = await client.from('leaves').insert(rows, { defaultToNull: false })
    return asNull.error?.code === '23502' && asDefault.error === null
  }))

it('the Data API adds the 5,000 contacts that a plan holds at once, refuses one more, and goes on answering', async () => {
  const { client, id } = me
  const contactsOf = (count: number) =>
    Array.from({ length: count }, (_, n) => ({
      id: crypto.randomUUID(),
      user_id: id,
      name: `Friend ${n}`,
      email: `friend${n}@example.com`,
      phone: null,
      relation: null,
      invitee: n % 2 === 0,
      source: 'import',
    }))
  const add = (rows: object[]) =>
    client.from('contacts').upsert(rows, { onConflict: 'id', ignoreDuplicates: true })
  const counted = async () =>
    (await client.from('contacts').select('*', { count: 'exact', head: true })).count

  expect((await add(contactsOf(5001))).error?.code).toBe('HW040')
  expect(await counted()).toBe(0)
  expect((await add(contactsOf(5000))).error).toBeNull()
  expect((await add(contactsOf(1))).error?.code).toBe('HW040')
  expect(await counted()).toBe(5000)
})

it('the Data API applies column grants and row policies', async () => {
  const { client, id } = me
  const { data: row } = await client.from('notes').insert({ user_id: id, body: 'mine' }).select().single()
  expect((await client.from('notes').update({ secret: 'x' }).eq('id', row.id)).error?.code).toBe('42501')
  expect((await client.from('notes').insert({ user_id: crypto.randomUUID(), body: 'x' })).error?.code).toBe(
    '42501',
  )
  expect((await client.from('notes').insert({ user_id: id, body: 'far too long' })).error?.code).toBe('23514')
  expect((await client.from('notes').select().eq('id', 0).single()).error?.code).toBe('PGRST116')
  expect((await asAnyone(fetch).from('notes').select()).data).toEqual([])
})

it('the Data API tells the database who is asking', async () => {
  const { data } = await me.client.rpc('whoami')
  expect(data).toMatchObject({ uid: me.id, role: 'authenticated' })
  expect(JSON.parse(data.claims)).toMatchObject({ sub: me.id, email: 'me@example.com' })
})

it('the Data API keeps concurrent requests of different users apart', () =>
  expectBridged('serial-queue.ts', { ...bench, lite: unbridged.fetch }, async (ask) => {
    const roles = Array.from({ length: 20 }, async (_, index) => {
      const key = index % 2 ? bench.stack.secretKey : publishableKey
      const { data } = await connect(bench.stack, ask, key).rpc('whoami')
      return data.role === (index % 2 ? 'service_role' : 'anon')
    })
    return !(await Promise.all(roles)).includes(false)
  }))

it('the Data API leaves an idle connection open for a minute, so that a busy client is not cut off as it sends', async () => {
  const response = await fetch(`${bench.stack.url}/rest/v1/notes`, { headers: { apikey: publishableKey } })
  expect(response.headers.get('keep-alive')).toBe('timeout=65')
})
