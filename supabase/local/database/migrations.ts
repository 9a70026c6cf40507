import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { PGlite } from '@electric-sql/pglite'
import { splitSqlStatements } from '@supabase/lite'
import { paths, resetCommand } from '../settings.ts'
import { messageOf, StackError } from '../stack-error.ts'

export interface Migration {
  file: string
  version: string
  name: string
  sql: string
}

/**
 * Reads the project's migrations, oldest first. Other files in the folder are ignored, as by the CLI.
 * @returns an empty list when there is no folder
 */
export async function readMigrations(folder: string = paths.migrations): Promise<Migration[]> {
  const files = await readdir(folder).catch(() => [])
  const migrations: Migration[] = []
  for (const file of files.sort()) {
    const [, version, name] = /^(\d+)_(.+)\.sql$/.exec(file) ?? []
    if (!version || !name) continue
    migrations.push({ file, version, name, sql: await readFile(join(folder, file), 'utf8') })
  }
  return migrations
}

/**
 * Applies the migrations that the database lacks, each file in one transaction.
 * @param reset the command that starts over, for the message
 * @throws StackError naming file, line, statement and message when one fails, or when an applied one was changed
 */
export async function applyMigrations(
  db: PGlite,
  migrations: Migration[],
  reset = resetCommand(),
): Promise<void> {
  const { rows } = await db.query<{ version: string; statements: string[] | null }>(
    'select version, statements from supabase_migrations.schema_migrations',
  )
  const applied = new Map(rows.map((row) => [row.version, row.statements?.[0]]))
  for (const migration of migrations) {
    if (!applied.has(migration.version)) await applyOne(db, migration)
    else if (applied.get(migration.version) !== migration.sql) {
      throw new StackError(
        `The migration ${migration.file} was changed after it had been applied: run ${reset} to start over with it (local data is lost), or undo the change.`,
      )
    }
  }
}

async function applyOne(db: PGlite, migration: Migration): Promise<void> {
  try {
    await db.exec(`begin; ${migration.sql}\n; commit`)
  } catch (error) {
    await db.exec('rollback')
    throw await explain(db, `The migration ${migration.file}`, migration.sql, error)
  }
  await db.query(
    'insert into supabase_migrations.schema_migrations (version, statements, name) values ($1, $2, $3)',
    [migration.version, [migration.sql], migration.name],
  )
}

/**
 * Runs a script (the seed) in one transaction.
 * @throws StackError naming line, statement and message
 */
export async function runScript(db: PGlite, label: string, sql: string): Promise<void> {
  try {
    await db.exec(`begin; ${sql}\n; commit`)
  } catch (error) {
    await db.exec('rollback')
    throw await explain(db, label, sql, error)
  }
}

/** Runs the statements one by one and rolls back, because Postgres does not say which statement of a script failed. */
async function explain(db: PGlite, label: string, sql: string, error: unknown): Promise<StackError> {
  let offset = 0
  let place = ''
  await db.exec('begin')
  for (const statement of splitSqlStatements(sql)) {
    const found = sql.indexOf(statement, offset)
    offset = found < 0 ? offset : found
    try {
      await db.exec(statement)
    } catch {
      const code = statement.replace(/^(\s|--[^\n]*\n|\/\*[\s\S]*?\*\/)+/, '')
      const line = sql.slice(0, offset + statement.length - code.length).split('\n').length
      place = ` at line ${line} (“${code.replace(/\s+/g, ' ').slice(0, 80)}”)`
      break
    }
    offset += statement.length
  }
  await db.exec('rollback')
  return new StackError(`${label} failed${place}: ${messageOf(error)}. Correct it and start again.`)
}
