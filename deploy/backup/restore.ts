// Brings a backup into an empty project of the same release. See docs/operating.md.
import { createReadStream, existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { createGunzip } from 'node:zlib'
import { readManifest, type Tell } from './backup.ts'
import { advanceSequences, type Database, migrationsOf, tablesOf, writeLines } from './database.ts'
import { forEachOf, type KeptFile, putFile, type Storage } from './files.ts'

/** Why a backup is not restored: what is wrong, and what to do. */
export class RestoreRefused extends Error {
  override readonly name = 'RestoreRefused'
}

/**
 * Restores the files first, then the database in one transaction: after a failure the project is still empty of people,
 * and the same call goes on where it ended.
 * @param own the folder of one backup
 * @throws RestoreRefused when the backup is not whole, the project is of another release, or people use it already
 */
export async function restore(database: Database, storage: Storage, own: string, tell: Tell): Promise<void> {
  const manifest = await readManifest(own).catch((error: Error) => {
    throw new RestoreRefused(error.message)
  })
  await requireSameRelease(database, manifest.migrations)
  await requireEmpty(database)
  const tables = await tablesOf(database)
  const unknown = Object.keys(manifest.tables).filter((name) => !tables.some((table) => table.name === name))
  if (unknown.length > 0) throw new RestoreRefused(`The project has no table ${unknown.join(', ')}.`)
  const missing = tables.find(
    ({ name }) => manifest.tables[name] && !existsSync(join(own, 'database', `${name}.jsonl.gz`)),
  )
  if (missing) throw new RestoreRefused(`The backup lacks the rows of ${missing.name}.`)

  let done = 0
  await forEachOf(manifest.files, async (file) => {
    await putFile(storage, file, dirname(own))
    done += 1
    if (done % 100 === 0) tell(`${done} of ${manifest.files.length} files`)
  })
  tell(`${manifest.files.length} files, their checksums compared`)

  await database.withoutTriggers(async () => {
    for (const table of tables) {
      const kept = manifest.tables[table.name]
      if (!kept) continue
      const rows = await writeLines(database, table, linesIn(join(own, 'database', `${table.name}.jsonl.gz`)))
      if (rows !== kept.rows)
        throw new Error(
          `${table.name}: ${rows} rows were written instead of ${kept.rows}. Nothing was changed.`,
        )
      if (rows > 0) tell(`${table.name}: ${rows} rows`)
    }
    await ownFiles(database, manifest.files)
    await advanceSequences(database)
    await holdMails(database, tell)
  })
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

async function requireEmpty(database: Database) {
  const [people] = await database.query<{ count: number }>('select count(*)::int as count from auth.users')
  if (people?.count)
    throw new RestoreRefused(
      `This project is in use: ${people.count} people have an account. A backup is only restored into a new project, because it replaces everything.`,
    )
}

async function* linesIn(path: string): AsyncIterable<string> {
  const lines = createInterface({
    input: createReadStream(path).pipe(createGunzip()),
    crlfDelay: Number.POSITIVE_INFINITY,
  })
  for await (const line of lines) if (line !== '') yield line
}

/** Storage stored the files as the administrator's; and a certificate is known by the version that Storage gave it. */
async function ownFiles(database: Database, files: KeptFile[]) {
  for (let n = 0; n < files.length; n += 1000) {
    const batch = JSON.stringify(files.slice(n, n + 1000))
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
      [batch],
    )
  }
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
