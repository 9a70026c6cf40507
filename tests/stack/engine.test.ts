// The engine of the embedded stack: what it cannot count, and what happens after a fault.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { createPgliteConnection } from '@supabase/lite/pglite'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createDataDir } from '../../supabase/local/database/data-dir.ts'
import { openDatabase } from '../../supabase/local/database/open.ts'

let folder: string
beforeEach(async () => {
  const parent = await mkdtemp(join(tmpdir(), 'heartwood-engine-'))
  folder = join(parent, 'postgres')
  await createDataDir(folder, [])
  return () => rm(parent, { recursive: true })
})

const closing: { close(): Promise<void> }[] = []
afterEach(async () => {
  for (const connection of closing.splice(0)) await connection.close()
})
const opened = async <T extends { close(): Promise<void> }>(opening: Promise<T>): Promise<T> => {
  const connection = await opening
  closing.push(connection)
  return connection
}

/** As many rows of one number as values, or the given values and numbers after them. */
const rowsOf = (count: number) =>
  `select count(*)::int as count from (values ${Array.from({ length: count }, (_, n) => `($${n + 1}::int)`).join()}) v`
const numbers = (count: number) => Array.from({ length: count }, (_, n) => n)
const one = async (driver: PGlite) => (await driver.query('select 1 as one')).rows

it('a statement takes 40,000 values, and the statements after it are answered', async () => {
  const unbridged = await createPgliteConnection({ url: folder })
  await unbridged.driver.query(rowsOf(40_000), numbers(40_000)).catch(() => {})
  const answer = await one(unbridged.driver)
  await unbridged.close()
  expect(answer, 'PGlite counts them now: drop supabase/local/database/many-values.ts').toEqual([])

  const { driver } = await opened(openDatabase(folder))
  expect((await driver.query(rowsOf(40_000), numbers(40_000))).rows).toEqual([{ count: 40_000 }])
  expect(await one(driver)).toEqual([{ one: 1 }])
})

it('values among very many are stored as they are, whatever is in them', async () => {
  const { driver } = await opened(openDatabase(folder))
  await driver.exec(
    `create table odd (n int, "quoted $1 '" text, is_set boolean default true, doc jsonb, at timestamptz)`,
  )
  const texts = [`it's $1, "$2" \\ ''`, '', null, '$$', '🌿']
  const odd = Array.from({ length: 7000 }, (_, n) => [
    n,
    texts[n % texts.length],
    n % 2 === 0,
    { said: "it's" },
    new Date(1e12),
  ])
  const places = odd.map((row, n) => `(${row.map((_, m) => `$${n * row.length + m + 1}`).join()})`)
  const insert = `insert into odd (n, "quoted $1 '", is_set, doc, at) values ${places}`
  await driver.query(insert, odd.flat())
  const { rows } = await driver.query(
    `select "quoted $1 '" as text, is_set, doc, at = to_timestamp(1e9) as at from odd where n >= 6990 order by n`,
  )
  expect(rows).toEqual(odd.slice(6990).map(([, text, is_set, doc]) => ({ text, is_set, doc, at: true })))
})

it.each<[string, unknown, string]>([
  ['a text that Postgres cannot store', 'a\0b', '22021'],
  ['a list', ['a'], '0A000'],
])('%s among very many values is refused with an SQLSTATE', async (_what, value, code) => {
  const { driver } = await opened(openDatabase(folder))
  const values = [value, ...numbers(39_999)]
  await expect(
    driver.query(rowsOf(40_000).replace('::int)', '::text is null, 1)'), values),
  ).rejects.toMatchObject({
    code,
  })
  expect(await one(driver)).toEqual([{ one: 1 }])
})

it('after a fault of the engine the database is opened again, with all that was committed', async () => {
  const { driver } = await opened(openDatabase(folder))
  await driver.exec('create table kept (n int); insert into kept values (7)')
  // Past our own count of values, which would prevent the fault.
  await PGlite.prototype.query.call(driver, rowsOf(40_000), numbers(40_000)).catch(() => {})
  expect(await one(driver), 'the fault').toEqual([])
  await expect(driver.query('select missing')).rejects.toThrow()
  expect((await driver.query('select n from kept')).rows).toEqual([{ n: 7 }])
  await expect(driver.query('select missing')).rejects.toMatchObject({ code: '42703' })
  await driver.exec('insert into kept values (8)')
  await driver.close()
  closing.splice(0)
  const { driver: later } = await opened(openDatabase(folder))
  expect((await later.query('select n from kept order by n')).rows).toEqual([{ n: 7 }, { n: 8 }])
})
