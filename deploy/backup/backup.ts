// Copies a whole project, database and files, into a folder. See docs/operating.md.
import { createHash } from 'node:crypto'
import { createWriteStream, existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import * as z from 'zod'
import { type Database, linesOf, migrationsOf, tablesOf } from './database.ts'
import { fetchFile, forEachOf, type KeptFile, pathOf, type Storage, type StoredFile } from './files.ts'

/** What a finished backup says about itself. It is written last: a folder without it is not whole. */
const manifestSchema = z.object({
  format: z.literal(1),
  made: z.string(),
  migrations: z.array(z.string()),
  /** By table: how many rows, and the checksum of their lines. */
  tables: z.record(z.string(), z.object({ rows: z.number(), sha256: z.string() })),
  files: z.array(
    z.object({
      bucket: z.string(),
      name: z.string(),
      version: z.nullable(z.string()),
      owner: z.nullable(z.string()),
      created: z.string(),
      type: z.string(),
      size: z.number(),
      sha256: z.string(),
    }),
  ),
  /** Files that were deleted between the reading of the database and theirs. */
  gone: z.array(z.string()),
})
export type Manifest = z.infer<typeof manifestSchema>

export const manifestName = 'manifest.json'

/** Tells the person at the keyboard how far it is. */
export type Tell = (line: string) => void

/**
 * Copies the database as it is at one moment, then the files that it names then. Files are never replaced, so one that
 * is still there is the one that was meant. What an earlier backup in the same folder holds is not fetched again.
 * @param folder the folder of all backups
 * @returns the new backup's own folder, named by the time
 */
export async function backUp(
  database: Database,
  storage: Storage,
  folder: string,
  tell: Tell,
  now = new Date(),
): Promise<string> {
  const own = join(folder, now.toISOString().slice(0, 19).replaceAll(':', '-'))
  await mkdir(join(own, 'database'), { recursive: true, mode: 0o700 })
  const known = await filesOfEarlierBackups(folder)
  const { tables, migrations, stored } = await database.snapshot(async () => ({
    migrations: await migrationsOf(database),
    stored: await filesOf(database),
    tables: await writeTables(database, own, tell),
  }))
  const files: KeptFile[] = []
  const gone: string[] = []
  let fetched = 0
  await forEachOf(stored, async (file) => {
    const earlier = known.get(identityOf(file))
    const sha256 =
      earlier && existsSync(pathOf(folder, earlier)) ? earlier : await fetchFile(storage, file, folder)
    if (sha256 === null) gone.push(`${file.bucket}/${file.name}`)
    else files.push({ ...file, sha256 })
    if (sha256 !== earlier) fetched += 1
    if ((files.length + gone.length) % 100 === 0)
      tell(`${files.length + gone.length} of ${stored.length} files`)
  })
  tell(
    `${stored.length} files, ${fetched} of them new${gone.length > 0 ? `, ${gone.length} deleted meanwhile` : ''}`,
  )
  const manifest: Manifest = { format: 1, made: now.toISOString(), migrations, tables, files, gone }
  await writeFile(join(own, 'manifest.part'), JSON.stringify(manifest, null, 1))
  await rename(join(own, 'manifest.part'), join(own, manifestName))
  return own
}

async function writeTables(database: Database, own: string, tell: Tell): Promise<Manifest['tables']> {
  const tables: Manifest['tables'] = {}
  for (const table of await tablesOf(database)) {
    const hash = createHash('sha256')
    let rows = 0
    const lines = async function* () {
      for await (const line of linesOf(database, table)) {
        hash.update(line)
        rows += 1
        yield `${line}\n`
      }
    }
    await pipeline(
      Readable.from(lines()),
      createGzip(),
      createWriteStream(join(own, 'database', `${table.name}.jsonl.gz`), { mode: 0o600 }),
    )
    tables[table.name] = { rows, sha256: hash.digest('hex') }
    if (rows > 0) tell(`${table.name}: ${rows} rows`)
  }
  return tables
}

function filesOf(database: Database): Promise<StoredFile[]> {
  return database.query<StoredFile>(
    `select o.bucket_id as bucket, o.name, o.version, o.owner_id as owner, to_jsonb(o.created_at) #>> '{}' as created,
            coalesce(o.metadata ->> 'mimetype', 'application/octet-stream') as type,
            coalesce((o.metadata ->> 'size')::float8, 0) as size
       from storage.objects o
      order by o.bucket_id, o.name collate "C"`,
  )
}

/** Storage gives each upload a version of its own. */
const identityOf = ({ bucket, name, version, created }: StoredFile) =>
  JSON.stringify([bucket, name, version, created])

async function filesOfEarlierBackups(folder: string): Promise<Map<string, string>> {
  const files = (await backupsIn(folder)).flatMap(({ manifest }) => manifest.files)
  return new Map(files.map((file) => [identityOf(file), file.sha256]))
}

/** The finished backups of a folder, oldest first. */
async function backupsIn(folder: string): Promise<{ own: string; manifest: Manifest }[]> {
  const names = existsSync(folder) ? await readdir(folder) : []
  const finished = names
    .map((name) => join(folder, name))
    .filter((own) => existsSync(join(own, manifestName)))
  return Promise.all(finished.sort().map(async (own) => ({ own, manifest: await readManifest(own) })))
}

/** @throws Error when the folder holds no finished backup of a form that this version reads */
export async function readManifest(own: string): Promise<Manifest> {
  const path = join(own, manifestName)
  if (!existsSync(path))
    throw new Error(`${own} holds no finished backup: ${manifestName}, which is written last, is missing.`)
  return manifestSchema.parse(JSON.parse(await readFile(path, 'utf8')))
}

/**
 * Deletes the backups that are older than some days, and the files that no other backup holds. The newest one stays.
 * @returns how many backups were deleted
 */
export async function deleteOldBackups(folder: string, days: number, now = new Date()): Promise<number> {
  const backups = await backupsIn(folder)
  const old = backups
    .slice(0, -1)
    .filter(({ manifest }) => now.getTime() - Date.parse(manifest.made) > days * 86_400_000)
  if (old.length === 0) return 0
  const kept = backups.filter((backup) => !old.includes(backup))
  const needed = new Set(kept.flatMap(({ manifest }) => manifest.files.map(({ sha256 }) => sha256)))
  for (const { own, manifest } of old) {
    await rm(own, { recursive: true })
    for (const { sha256 } of manifest.files)
      if (!needed.has(sha256)) await rm(pathOf(folder, sha256), { force: true })
  }
  return old.length
}
