// Copies a whole project, database and files, into a folder. See docs/operating.md.
import { createWriteStream, existsSync } from 'node:fs'
import { appendFile, mkdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type Database, linesOf, migrationsOf, tablesOf } from './database.ts'
import { earlierFiles, newestBackup } from './earlier.ts'
import { type Fetched, forEachOf, inBatches, messageOf, type Storage, StorageFiles } from './files.ts'
import { linesIn, writeLines } from './lines.ts'
import {
  journalOf,
  type KeptFile,
  type Manifest,
  rowsOf,
  type StoredFile,
  storedFrom,
  unfinished,
  unfinishedIn,
  writeChecksums,
  writeList,
  writeManifest,
} from './manifest.ts'
import { checkPool, countSetAside, removeParts, setAside, sizeOf } from './pool.ts'

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

  const files = new StorageFiles(storage, folder)
  const find = earlierFiles(newest, interrupted, problems)
  const counts = { new: 0, damaged: 0, missing: 0, gone: 0, all: 0 }
  for await (const batch of inBatches(linesIn(listed), filesAtOnce)) {
    const work: Item[] = []
    for (const line of batch) {
      const file = storedFrom(line)
      work.push({ file, known: await find(file) })
    }
    await forEachOf(work, async (item) => {
      item.kept = await keep(database, files, folder, item)
      if (item.isNew) counts.new += 1
      if (item.kept === null) counts.gone += 1
      if (!item.kept?.problem) return
      counts[item.kept.problem === 'missing' ? 'missing' : 'damaged'] += 1
      problems.push(`${item.file.bucket}/${item.file.name} is ${item.kept.problem}: ${item.fault}`)
    })
    const lines = work.flatMap(({ kept }) => (kept ? [`${JSON.stringify(kept)}\n`] : []))
    await appendFile(journalOf(coming), lines.join(''), { mode: 0o600 })
    counts.all += batch.length
    if (counts.all % 1000 === 0) tell(`${counts.all} files`)
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

/** A file of the list, and what becomes of it. */
interface Item {
  file: StoredFile
  /** What an earlier run knows of it. */
  known: KeptFile | undefined
  kept?: KeptFile | null
  isNew?: boolean
  /** What is wrong with the bytes. */
  fault?: string
}

/** Brings a file into the pool. @returns null for one that was deleted after the database was read */
async function keep(
  database: Database,
  files: StorageFiles,
  folder: string,
  item: Item,
): Promise<KeptFile | null> {
  const { file, known } = item
  if (known && (await isInPool(folder, known))) return { ...file, sha256: known.sha256 }
  item.isNew = true
  const before = known?.sha256 ?? null
  const as = (sha256: string | null, problem: KeptFile['problem'], fault: string): KeptFile => {
    item.fault = fault
    return { ...file, sha256, problem }
  }
  let fetched: Fetched
  try {
    fetched = await files.fetch(file)
  } catch (error) {
    return as(before, 'missing', messageOf(error))
  }
  if (!fetched) {
    if (await isGone(database, file)) return null
    return as(before, 'missing', 'Storage lists it, and has no bytes of it')
  }
  const { sha256, fault } = fetched
  if (fault) return as(sha256, 'damaged', fault)
  const isChanged = known?.problem === 'changed' ? sha256 === before : sha256 !== before
  if (before !== null && known?.problem !== 'damaged' && isChanged)
    return as(sha256, 'changed', 'Storage has other bytes than at an earlier backup')
  return { ...file, sha256 }
}

async function isGone(database: Database, { bucket, name, version }: StoredFile): Promise<boolean> {
  const rows = await database.query(
    'select from storage.objects o where o.bucket_id = $1 and o.name = $2 and o.version is not distinct from $3',
    [bucket, name, version],
  )
  return rows.length === 0
}

/** Whether the pool has the bytes of a file, in full length. Bytes that are too short are set aside. */
async function isInPool(folder: string, known: KeptFile): Promise<boolean> {
  if (known.problem || known.sha256 === null) return false
  const size = await sizeOf(folder, known.sha256)
  if (size === known.size) return true
  if (size !== null) await setAside(folder, known.sha256)
  return false
}

async function* none() {}

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
