// The project's database on a real Postgres: the platform, then the migrations as the role postgres.
import { readFile } from 'node:fs/promises'
import pg from 'pg'
import { readMigrations } from '../../supabase/local/database/migrations.ts'
import { type PostgresServer, startPostgres } from './server.ts'

/**
 * Starts Postgres with an empty Heartwood.
 * @param settings more settings of Postgres
 * @param folder the migrations; the project's own when left out
 * @throws naming the migration that fails
 */
export async function startDatabase(
  settings: Record<string, string> = {},
  folder?: string,
): Promise<PostgresServer> {
  const server = await startPostgres(settings)
  try {
    await run(server.url('supabase_admin'), [
      { file: 'platform.sql', sql: await readFile(new URL('platform.sql', import.meta.url), 'utf8') },
    ])
    await run(server.url('postgres'), await readMigrations(folder))
    return server
  } catch (error) {
    await server.stop()
    throw error
  }
}

async function run(url: string, files: { file: string; sql: string }[]): Promise<void> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    for (const { file, sql } of files) {
      await client.query(`begin; ${sql}\n; commit`).catch((error: Error) => {
        const line = 'position' in error ? sql.slice(0, Number(error.position) - 7).split('\n').length : '?'
        throw new Error(`${file}, line ${line}: ${error.message}`)
      })
    }
  } finally {
    await client.end()
  }
}
