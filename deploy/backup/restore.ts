// Brings a backup into an empty project of the same release. See docs/operating.md.
import { dirname } from 'node:path'
import type { Tell } from './backup.ts'
import { advanceSequences, type Database, migrationsOf, tablesOf, writeRows } from './database.ts'
import { forEachOf, inBatches, messageOf, type Storage, StorageFiles } from './files.ts'
import { DamagedLines, linesAsWritten, linesIn } from './lines.ts'
import { filesOf, type KeptFile, type Manifest, readManifest, rowsOf } from './manifest.ts'

/** Why a backup is not restored: what is wrong, and what to do. */
export class RestoreRefused extends Error {
  override readonly name = 'RestoreRefused'
}

/** How many files are in memory at once. */
const filesAtOnce = 250

/**
 * Restores the files, each compared with its checksum before and after, and then the database in one transaction,
 * whatever came of the files. The same call goes on where an earlier one ended: with all files while the project has no
 * people, and afterwards with those that are missing and that a row still names.
 * @param own the folder of one backup
 * @returns what could not be brought back whole, in sentences
 * @throws RestoreRefused when the rows of the backup are not whole, the project is of another release, or people use it
 */
export async function restore(
  database: Database,
  storage: Storage,
  own: string,
  tell: Tell,
): Promise<string[]> {
  const manifest = await readManifest(own).catch((error: Error) => {
    throw new RestoreRefused(error.message)
  })
  await requireSameRelease(database, manifest.migrations)
  const isEmpty = await requireEmptyOrRestored(database, manifest)
  if (isEmpty) await requireRows(database, own, manifest)

  const problems: string[] = []
  const files = new StorageFiles(storage, dirname(own))
  let done = 0
  for await (const batch of inBatches(readable(own, manifest, problems), filesAtOnce)) {
    const wanted = isEmpty ? batch : await filesInUse(database, batch)
    await forEachOf(wanted, async (file) => {
      const whenMade = file.problem ? `${file.problem} when the backup was made` : null
      const problem = (await files.put(file, isEmpty)) ?? whenMade
      if (problem) problems.push(`${file.bucket}/${file.name}: ${problem}`)
    })
    done += batch.length
    tell(`${done} of ${manifest.files.rows} files`)
  }

  await database.withoutTriggers(async () => {
    if (isEmpty) await restoreRows(database, own, manifest, tell)
    for await (const batch of inBatches(readable(own, manifest, []), filesAtOnce))
      await ownFiles(database, isEmpty ? batch : await filesInUse(database, batch))
  })
  return problems
}

/** The files of a list as far as it can be read. */
async function* readable(own: string, manifest: Manifest, problems: string[]): AsyncGenerator<KeptFile> {
  try {
    yield* filesOf(own, manifest)
  } catch (error) {
    if (!(error instanceof DamagedLines)) throw error
    problems.push(`${error.message}: the files behind the damage are not restored`)
  }
}

/** Rows refer to each other, so a table that is not whole would leave a project that is not either. */
async function requireRows(database: Database, own: string, manifest: Manifest) {
  const tables = await tablesOf(database)
  const unknown = Object.keys(manifest.tables).filter((name) => !tables.some((table) => table.name === name))
  if (unknown.length > 0) throw new RestoreRefused(`The project has no table ${unknown.join(', ')}.`)
  const damaged = await damagedRows(own, manifest)
  if (damaged.length > 0)
    throw new RestoreRefused(
      `Nothing was restored, because rows of the database are damaged: ${damaged.join('; ')}. Restore the backup before it; its files come from the same folder.`,
    )
}

/** The files of rows that are not as they were written, in sentences. */
export async function damagedRows(own: string, manifest: Manifest): Promise<string[]> {
  const damaged: string[] = []
  for (const [name, written] of Object.entries(manifest.tables)) {
    try {
      for await (const _ of linesAsWritten(rowsOf(own, name), written));
    } catch (error) {
      damaged.push(messageOf(error))
    }
  }
  return damaged
}

async function restoreRows(database: Database, own: string, manifest: Manifest, tell: Tell) {
  for (const table of await tablesOf(database)) {
    const kept = manifest.tables[table.name]
    if (!kept) continue
    const rows = await writeRows(database, table, linesIn(rowsOf(own, table.name)))
    if (rows !== kept.rows)
      throw new Error(
        `${table.name}: ${rows} rows were written instead of ${kept.rows}. Nothing was changed.`,
      )
    if (rows > 0) tell(`${table.name}: ${rows} rows`)
  }
  await advanceSequences(database)
  await holdMails(database, tell)
  await database.query('update private.backups set restored_from = $1 where singleton', [manifest.made])
}

/** Those files that a row names: no one brings back what people have deleted since. */
async function filesInUse(database: Database, files: KeptFile[]): Promise<KeptFile[]> {
  const used = await database.query<{ n: number }>(
    `select f.n::int from jsonb_to_recordset($1::jsonb) as f(n int, bucket text, name text)
      where private.is_file_in_use(f.bucket, f.name)`,
    [JSON.stringify(files.map(({ bucket, name }, n) => ({ n, bucket, name })))],
  )
  const numbers = new Set(used.map(({ n }) => n))
  return files.filter((_, n) => numbers.has(n))
}

async function requireSameRelease(database: Database, versions: string[]) {
  const here = await migrationsOf(database)
  const differing = [...versions, ...here].find(
    (version) => !(versions.includes(version) && here.includes(version)),
  )
  if (differing)
    throw new RestoreRefused(
      `The backup and the project are not of the same release: migration ${differing} is only in ${
        here.includes(differing) ? 'the project' : 'the backup'
      }. Deploy the release that the backup was made with, restore, and upgrade then.`,
    )
}

/** @returns whether the project has no people; otherwise it was restored from this very backup */
async function requireEmptyOrRestored(database: Database, { made }: Manifest): Promise<boolean> {
  const [people] = await database.query<{ count: number }>('select count(*)::int as count from auth.users')
  if (!people?.count) return true
  const same = await database.query('select from private.backups where restored_from = $1', [made])
  if (same.length > 0) return false
  throw new RestoreRefused(
    `This project is in use: ${people.count} people have an account. A backup is only restored into a new project, because it replaces everything.`,
  )
}

/** Storage stored the files as the administrator's; and a certificate is known by the version that Storage gave it. */
async function ownFiles(database: Database, files: KeptFile[]) {
  await database.query(
    `with kept as (
       select * from jsonb_to_recordset($1::jsonb) as f(bucket text, name text, version text, owner text, created timestamptz)),
     owned as (
       update storage.objects o set owner_id = k.owner, created_at = k.created
         from kept k where o.bucket_id = k.bucket and o.name = k.name
       returning o.bucket_id, o.name, o.version as version_now, o.metadata ->> 'eTag' as etag_now)
     update private.certificate_submissions s set file_version = o.version_now, file_etag = o.etag_now
       from owned o join kept k on k.bucket = o.bucket_id and k.name = o.name
      where o.bucket_id = 'death-certificates' and s.path = o.name and s.file_version is not distinct from k.version`,
    [JSON.stringify(files)],
  )
}

/** Mails that waited in the backup were perhaps sent after it was made, so a person looks at them first. */
async function holdMails(database: Database, tell: Tell) {
  const held = await database.query(
    `update private.mail_outbox set next_attempt_at = greatest(next_attempt_at, now() + interval '1 day')
      where sent_at is null returning id`,
  )
  if (held.length > 0)
    tell(
      `${held.length} emails were waiting when the backup was made. They wait one more day, so that you can delete those that were sent since: select * from private.mail_outbox where sent_at is null`,
    )
}
