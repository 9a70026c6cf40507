import { createHash } from 'node:crypto'
import { cp, mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { paths } from '../settings.ts'
import { applyMigrations, type Migration } from './migrations.ts'
import { openDatabase, preparePlatform } from './open.ts'

const keptTemplates = 4

/**
 * Fills a folder with a database that has the given migrations. Creating one takes Postgres some seconds, so the
 * result is kept as a template for the same migrations and copied the next time.
 * @param folder must not exist yet
 * @throws StackError when a migration fails
 */
export async function createDataDir(folder: string, migrations: Migration[]): Promise<void> {
  const template = join(paths.cache, await fingerprint(migrations))
  if (!(await exists(template))) await buildTemplate(template, migrations)
  await utimes(template, new Date(), new Date())
  await cp(template, folder, { recursive: true })
}

async function buildTemplate(template: string, migrations: Migration[]): Promise<void> {
  await mkdir(paths.cache, { recursive: true })
  const building = `${template}.${process.pid}.${Date.now()}`
  try {
    // Most of the time goes into creating an empty Postgres, which is the same for all migrations.
    if (migrations.length > 0) await createDataDir(building, [])
    const connection = await openDatabase(building)
    try {
      if (migrations.length === 0) await preparePlatform(connection)
      await applyMigrations(connection.driver, migrations)
    } finally {
      await connection.close()
    }
    await stampPlatform(building)
    // Another process may have finished the same template first; that one is equal, so it is kept.
    await rename(building, template).catch(() => undefined)
  } finally {
    await rm(building, { recursive: true, force: true })
  }
  await removeOldTemplates()
}

async function removeOldTemplates(): Promise<void> {
  const names = (await readdir(paths.cache)).filter((name) => /^[0-9a-f]{16}$/.test(name))
  const aged = await Promise.all(
    names.map(async (name) => ({ name, time: (await stat(join(paths.cache, name))).mtimeMs })),
  )
  aged.sort((a, b) => b.time - a.time)
  for (const { name } of aged.slice(keptTemplates)) {
    await rm(join(paths.cache, name), { recursive: true, force: true })
  }
}

async function fingerprint(migrations: Migration[]): Promise<string> {
  const hash = createHash('sha256').update(await platformVersion())
  for (const { file, sql } of migrations) hash.update(JSON.stringify([file, sql]))
  return hash.digest('hex').slice(0, 16)
}

/**
 * Identifies what the migrations run on: it changes with Postgres, lite and platform.sql.
 * @returns a text to compare
 */
async function platformVersion(): Promise<string> {
  const modules = new URL('../../../node_modules/', import.meta.url)
  const hash = createHash('sha256')
  for (const file of ['@electric-sql/pglite/package.json', '@supabase/lite/package.json']) {
    hash.update(await readFile(new URL(file, modules)))
  }
  hash.update(await readFile(new URL('platform.sql', import.meta.url)))
  return hash.digest('hex').slice(0, 16)
}

/** Notes which platform a data folder was prepared for. */
export async function stampPlatform(folder: string): Promise<void> {
  await writeFile(join(folder, 'platform'), await platformVersion())
}

/** @returns whether the data folder was prepared for the current platform */
export async function platformIsCurrent(folder: string): Promise<boolean> {
  const stamp = await readFile(join(folder, 'platform'), 'utf8').catch(() => '')
  return stamp === (await platformVersion())
}

/** @returns whether a file or folder exists at the path */
export function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  )
}
