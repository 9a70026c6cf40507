// Copies a whole project, database and files, into a folder. See docs/operating.md.
import { createWriteStream, existsSync } from 'node:fs'
import { appendFile, mkdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type Database, linesOf, migrationsOf, tablesOf } from './database.ts'
import { type Fetched, forEachOf, inBatches, messageOf, type Storage, StorageFiles } from './files.ts'
import { linesIn, writeLines } from './lines.ts'
import {
  backupsIn,
  byName,
  filesOf,
  journalOf,
  type KeptFile,
  keptFrom,
  type Manifest,
  readManifest,
  requireChecksums,
  rowsOf,
  type StoredFile,
  storedFrom,
  unfinished,
  unfinishedIn,
  writeChecksums,
  writeList,
  writeManifest,
} from './manifest.ts'
import { checkPool, countSetAside, removeParts, setAside, sizeOf, sweep } from './pool.ts'

/** Tells the person at the keyboard how far it is. */
export type Tell = (line: string) => void

/** What came of a run: what it made, and what about it needs someone's attention, in sentences. */
export interface Outcome {
  own: string
  problems: string[]
}

/** How many files are in memory at once. An interrupted run is taken up again where it wrote the last of them. */
const filesAtOnce = 250

/**
 * Copies the database as it is at one moment, then the files that it names then. Files are never replaced, so one that
 * is still there is the one that was meant. What an earlier backup in the same folder holds is not fetched again, unless
 * its bytes have rotted: each run checks a tenth of them. A file that is damaged or missing stops nothing. To be called
 * with the folder's lock.
 * @param folder the folder of all backups
 * @returns the new backup's own folder, named by the time
 * @throws Error when the database cannot be read, or the folder not be written
 */
export async function backUp(
  database: Database,
  storage: Storage,
  folder: string,
  tell: Tell,
  now = new Date(),
): Promise<Outcome> {
  const own = join(folder, now.toISOString().slice(0, 19).replaceAll(':', '-'))
  const coming = `${own}${unfinished}`
  for (const path of [own, coming]) if (existsSync(path)) throw new Error(`${path} exists already.`)
  const interrupted = await unfinishedIn(folder)
  await mkdir(join(coming, 'database'), { recursive: true, mode: 0o700 })
  await removeParts(folder)
  const problems: string[] = []

  const newest = await newestBackup(folder, problems)
  const tenth = ((newest?.manifest.tenth ?? -1) + 1) % 10
  for (const sum of (await checkPool(folder, [], tenth)).damaged)
    tell(`The bytes of ${sum} have rotted in this folder, and are fetched again if Storage still has them`)

  const listed = join(coming, 'listed.jsonl')
  const { tables, migrations } = await database.snapshot(async () => {
    const lines = async function* () {
      for await (const piece of database.pieces(listOfFiles)) yield piece.map((line) => `${line}\n`).join('')
    }
    await pipeline(Readable.from(lines()), createWriteStream(listed, { mode: 0o600 }))
    return { migrations: await migrationsOf(database), tables: await writeTables(database, coming, tell) }
  })

  const earlier = [
    ...(newest ? [finder(filesOf(newest.own, newest.manifest), problems)] : []),
    ...interrupted.map((path) => finder(journal(path), [])),
  ]
  const counts = { new: 0, damaged: 0, missing: 0, gone: 0, all: 0 }
  const files = new StorageFiles(storage, folder)
  for await (const batch of inBatches(linesIn(listed), filesAtOnce)) {
    const work: { file: StoredFile; known: KeptFile | undefined; kept?: KeptFile | null }[] = []
    for (const line of batch) {
      const file = storedFrom(line)
      const found: (KeptFile | undefined)[] = []
      for (const find of earlier) found.push(await find(file))
      work.push({ file, known: found.find((one) => one?.sha256) })
    }
    await forEachOf(work, async (one) => {
      if (one.known && (await isInPool(folder, one.known))) {
        one.kept = { ...one.file, sha256: one.known.sha256 }
        return
      }
      const { kept, fault } = await keep(database, files, one.file, one.known)
      one.kept = kept
      counts.new += 1
      if (kept === null) counts.gone += 1
      else if (kept.problem) {
        counts[kept.problem === 'missing' ? 'missing' : 'damaged'] += 1
        problems.push(`${kept.bucket}/${kept.name} is ${kept.problem}: ${fault}`)
      }
    })
    const kept = work.flatMap((one) => (one.kept ? [`${JSON.stringify(one.kept)}\n`] : []))
    await appendFile(journalOf(coming), kept.join(''), { mode: 0o600 })
    const before = counts.all
    counts.all += batch.length
    if (Math.floor(before / 1000) < Math.floor(counts.all / 1000)) tell(`${counts.all} files`)
  }
  tell(
    `${counts.all} files, ${counts.new} of them new${counts.gone > 0 ? `, ${counts.gone} deleted meanwhile` : ''}`,
  )

  const list = await writeList(coming, existsSync(journalOf(coming)) ? linesIn(journalOf(coming)) : none())
  const { damaged, missing, gone } = counts
  const head = { files: { ...list, damaged, missing, gone } }
  const checksums = await writeChecksums(coming, head)
  await writeManifest(coming, {
    format: 1,
    made: now.toISOString(),
    migrations,
    tables,
    ...head,
    checksums,
    tenth,
  })
  await rm(listed)
  await rm(journalOf(coming), { force: true })
  await rename(coming, own)
  for (const path of interrupted) await rm(path, { recursive: true, force: true })

  const older = await countSetAside(folder, own)
  if (older > 0)
    problems.push(
      `${older} files that only older backups hold are damaged. npm run backup -- --verify names them.`,
    )
  await note(database, damaged + older, missing, problems)
  return { own, problems }
}

/** The names and versions of all files, in the order of `byName`. */
const listOfFiles = `
  select to_jsonb(f)::text from (
    select o.bucket_id as bucket, o.name, o.version, o.owner_id as owner, o.created_at as created,
           coalesce(o.metadata ->> 'mimetype', 'application/octet-stream') as type,
           coalesce((o.metadata ->> 'size')::float8, 0) as size
      from storage.objects o
     order by o.bucket_id collate "C", o.name collate "C") f`

/** Fetches a file. @returns null for one that was deleted after the database was read */
async function keep(
  database: Database,
  files: StorageFiles,
  file: StoredFile,
  known: KeptFile | undefined,
): Promise<{ kept: KeptFile | null; fault?: string }> {
  const sha256 = known?.sha256 ?? null
  let fetched: Fetched
  try {
    fetched = await files.fetch(file)
  } catch (error) {
    return { kept: { ...file, sha256, problem: 'missing' }, fault: messageOf(error) }
  }
  if (!fetched) {
    const rows = await database.query(
      'select from storage.objects o where o.bucket_id = $1 and o.name = $2 and o.version is not distinct from $3',
      [file.bucket, file.name, file.version],
    )
    if (rows.length === 0) return { kept: null }
    return {
      kept: { ...file, sha256, problem: 'missing' },
      fault: 'Storage lists it, and has no bytes of it',
    }
  }
  const { fault } = fetched
  if (fault) return { kept: { ...file, sha256: fetched.sha256, problem: 'damaged' }, fault }
  if (
    sha256 !== null &&
    (known?.problem === 'changed') === (sha256 === fetched.sha256) &&
    known?.problem !== 'damaged'
  )
    return {
      kept: { ...file, sha256: fetched.sha256, problem: 'changed' },
      fault: 'Storage has other bytes than at an earlier backup',
    }
  return { kept: { ...file, sha256: fetched.sha256 } }
}

/** Whether the pool has the bytes of a file, in full length. Bytes that are too short are set aside. */
async function isInPool(folder: string, known: KeptFile): Promise<boolean> {
  if (known.problem || known.sha256 === null) return false
  const size = await sizeOf(folder, known.sha256)
  if (size === known.size) return true
  if (size !== null) await setAside(folder, known.sha256)
  return false
}

/** Storage gives each upload a version of its own. */
const isSame = (a: StoredFile, b: StoredFile) =>
  byName(a, b) === 0 && a.version === b.version && a.created === b.created

/**
 * Finds files in an earlier list that is in the same order as the questions, so that neither has to be in memory.
 * What comes after damage in the list counts as unknown.
 */
function finder(list: AsyncGenerator<KeptFile>, problems: string[]) {
  const next = () =>
    list.next().catch((error: unknown): IteratorResult<KeptFile> => {
      problems.push(`${messageOf(error)}. Its files are fetched again.`)
      return { done: true, value: undefined }
    })
  let current: IteratorResult<KeptFile> | undefined
  return async (file: StoredFile): Promise<KeptFile | undefined> => {
    current ??= await next()
    while (!current.done && byName(current.value, file) < 0) current = await next()
    return !current.done && isSame(current.value, file) ? current.value : undefined
  }
}

/** What an interrupted run had fetched. Its last line may be half written. */
async function* journal(own: string): AsyncGenerator<KeptFile> {
  if (!existsSync(journalOf(own))) return
  for await (const line of linesIn(journalOf(own))) {
    try {
      yield keptFrom(line)
    } catch {
      return
    }
  }
}

async function* none() {}

async function newestBackup(
  folder: string,
  problems: string[],
): Promise<{ own: string; manifest: Manifest } | undefined> {
  for (const own of (await backupsIn(folder)).reverse()) {
    try {
      return { own, manifest: await readManifest(own) }
    } catch (error) {
      problems.push(messageOf(error))
    }
  }
  return undefined
}

async function writeTables(database: Database, own: string, tell: Tell): Promise<Manifest['tables']> {
  const tables: Manifest['tables'] = {}
  for (const table of await tablesOf(database)) {
    const written = await writeLines(rowsOf(own, table.name), linesOf(database, table))
    tables[table.name] = written
    if (written.rows > 0) tell(`${table.name}: ${written.rows} rows`)
  }
  return tables
}

/** Tells the database, for admin.health. */
async function note(database: Database, damaged: number, missing: number, problems: string[]) {
  try {
    await database.query('select admin.note_backup($1, $2)', [damaged, missing])
  } catch (error) {
    problems.push(
      `The project could not be told of this backup, so admin.health counts none: ${messageOf(error)}`,
    )
  }
}

/**
 * Deletes the backups that are older than some days, and the files that no other backup holds. The newest one stays. To be
 * called with the folder's lock.
 * @returns how many backups were deleted
 * @throws Error when a backup that stays cannot be read: no one knows which files it needs, so nothing is deleted
 */
export async function deleteOldBackups(folder: string, days: number, now = new Date()): Promise<number> {
  const backups = await backupsIn(folder)
  const old: string[] = []
  const kept: string[] = []
  for (const own of backups) {
    const { made } = await readManifest(own).catch((error: unknown) => {
      throw new Error(
        `${messageOf(error)} Nothing was deleted. Move that folder away if it is of no use to you.`,
      )
    })
    const isOld = now.getTime() - Date.parse(made) > days * 86_400_000
    if (isOld && own !== backups.at(-1)) old.push(own)
    else kept.push(own)
  }
  if (old.length === 0) return 0
  for (const own of kept) await requireChecksums(own)
  for (const own of old) {
    // Half a folder must not look like a whole backup.
    await rename(own, `${own}${unfinished}`)
    await rm(`${own}${unfinished}`, { recursive: true })
  }
  await sweep(folder, kept)
  return old.length
}
