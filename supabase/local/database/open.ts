import { readFile } from 'node:fs/promises'
import { uuid_ossp } from '@electric-sql/pglite/contrib/uuid_ossp'
import { getAuthSchemaSql, getStorageSchemaSql, SUPABASE_AUTH_HELPERS_SQL } from '@supabase/lite'
import { createPgliteConnection, type PgliteConnection } from '@supabase/lite/pglite'
import { takeManyValues } from './many-values.ts'
import { reopenAfterFault } from './reopen.ts'

const [bytea, timestamp, timestamptz] = [17, 1114, 1184]

/**
 * Gap: lite sends timestamps as Postgres prints them (`2026-11-21 00:40:04.98+00`), hosted sends ISO 8601
 * (`2026-11-21T00:40:04.98+00:00`). Bridge: read them from the database in ISO 8601.
 */
const isoTimestamps = {
  [timestamp]: (text: string) => text.replace(' ', 'T'),
  [timestamptz]: (text: string) => text.replace(' ', 'T').replace(/([+-]\d\d)$/, '$1:00'),
}

/** PGlite accepts only bytes for a bytea; Postgres clients also send text such as `\\x00ff`. */
const hex = (value: unknown) =>
  value instanceof Uint8Array ? `\\x${Buffer.from(value).toString('hex')}` : String(value)

/**
 * Opens (or creates) a Postgres data folder.
 * @returns lite's connection; `.driver` is the PGlite behind it, or the one opened again after a fault
 */
export async function openDatabase(folder: string): Promise<PgliteConnection> {
  const connection = await openEngine(folder)
  reopenAfterFault(connection.driver, async () => (await openEngine(folder)).driver)
  return connection
}

async function openEngine(folder: string): Promise<PgliteConnection> {
  const connection = await createPgliteConnection({
    url: folder,
    pgliteOptions: { extensions: { uuid_ossp }, parsers: isoTimestamps, serializers: { [bytea]: hex } },
  })
  await connection.driver.waitReady
  await connection.driver.exec('set search_path = "$user", public, extensions')
  await forgetRowTypes(connection)
  takeManyValues(connection.driver)
  return connection
}

/**
 * PGlite keeps a parser for the array type of every table, and copies all parsers for every statement: half of the time
 * that a statement takes. No answer holds an array of a table's rows.
 */
async function forgetRowTypes({ driver }: PgliteConnection): Promise<void> {
  const { rows } = await driver.query<{ typarray: number }>(
    `select typarray from pg_catalog.pg_type where typtype = 'c' and typarray <> 0`,
  )
  for (const { typarray } of rows) Reflect.deleteProperty(driver.parsers, typarray)
}

/** Creates lite's auth and storage schemas and what else a hosted project has (platform.sql). May be repeated. */
export async function preparePlatform(connection: PgliteConnection): Promise<void> {
  const platform = await readFile(new URL('platform.sql', import.meta.url), 'utf8')
  for (const script of [SUPABASE_AUTH_HELPERS_SQL, getAuthSchemaSql(), getStorageSchemaSql(), platform]) {
    await connection.driver.exec(script)
  }
}
