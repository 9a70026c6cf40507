// What a backup says about itself: manifest.json, the list of its files, and their checksums in order.
import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream, existsSync } from 'node:fs'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import * as z from 'zod'
import { DamagedLines, linesAsWritten, writeLines } from './lines.ts'

const written = z.object({ rows: z.number(), sha256: z.string() })

const manifestSchema = z.object({
  format: z.literal(1),
  made: z.string(),
  migrations: z.array(z.string()),
  /** By table: how many rows, and the checksum of their lines. */
  tables: z.record(z.string(), written),
  /** The list of files. */
  files: z.object({
    ...written.shape,
    /** Those whose bytes are not what they should be. */
    damaged: z.number(),
    /** Those that Storage lists, but has no bytes of. */
    missing: z.number(),
    /** Those that were deleted between the reading of the database and theirs: they are not in the list. */
    gone: z.number(),
  }),
  /** The checksum of the file of checksums. */
  checksums: z.string(),
  /** Which tenth of the pool this run checked. */
  tenth: z.number(),
})
export type Manifest = z.infer<typeof manifestSchema>

const fileSchema = z.object({
  bucket: z.string(),
  name: z.string(),
  version: z.nullable(z.string()),
  owner: z.nullable(z.string()),
  created: z.string(),
  type: z.string(),
  /** In bytes, as Storage lists it. */
  size: z.number(),
})

const keptSchema = z.object({
  ...fileSchema.shape,
  /** Where its bytes are in the pool; none came if it is null. */
  sha256: z.nullable(z.string()),
  /**
   * Why a restore cannot bring it back whole. Damaged: more or fewer bytes came than Storage lists. Changed: those that an
   * earlier backup had have rotted, and other ones came. Missing: none came; a checksum is that of an earlier backup.
   */
  problem: z.optional(z.enum(['damaged', 'changed', 'missing'])),
})

/** A file as Storage lists it. */
export type StoredFile = z.infer<typeof fileSchema>

/** A file of a backup; what two people stored alike is in the pool once. */
export type KeptFile = z.infer<typeof keptSchema>

const manifestName = 'manifest.json'
const listName = 'files.jsonl.gz'
const checksumsName = 'checksums'
/** The list while it is being made, for a run that goes on where another was interrupted. */
const journalName = 'files.jsonl'
/** Where a table's rows are. */
export const rowsOf = (own: string, table: string) => join(own, 'database', `${table}.jsonl.gz`)
export const journalOf = (own: string) => join(own, journalName)
/** A folder with this ending is not whole. It loses the ending at the very end. */
export const unfinished = '.part'

/** @throws Error when the folder holds no finished backup of a form that this version reads */
export async function readManifest(own: string): Promise<Manifest> {
  const path = join(own, manifestName)
  if (!existsSync(path)) throw new Error(`${own} holds no finished backup: ${manifestName} is missing.`)
  try {
    return manifestSchema.parse(JSON.parse(await readFile(path, 'utf8')))
  } catch {
    throw new Error(`${path} is damaged, or of another version of this program.`)
  }
}

export async function writeManifest(own: string, manifest: Manifest): Promise<void> {
  await writeFile(join(own, manifestName), JSON.stringify(manifest, null, 1), { mode: 0o600, flush: true })
}

/** The folders of finished backups, oldest first. */
export const backupsIn = async (folder: string) =>
  (await foldersIn(folder)).filter((own) => !own.endsWith(unfinished))

/** The folders of runs that were interrupted, oldest first. */
export const unfinishedIn = async (folder: string) =>
  (await foldersIn(folder)).filter((own) => own.endsWith(unfinished))

async function foldersIn(folder: string): Promise<string[]> {
  const names = existsSync(folder) ? await readdir(folder) : []
  return names
    .filter((name) => /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d(\.part)?$/.test(name))
    .sort()
    .map((name) => join(folder, name))
}

/** A line of a list of files. @throws ZodError or SyntaxError when it is none */
export const keptFrom = (line: string): KeptFile => keptSchema.parse(JSON.parse(line))
export const storedFrom = (line: string): StoredFile => fileSchema.parse(JSON.parse(line))

export const writeList = (own: string, lines: AsyncIterable<string>) => writeLines(join(own, listName), lines)

/**
 * The files of a backup, by bucket and name.
 * @throws DamagedLines when the list is damaged, after those that could be read
 */
export async function* filesOf(own: string, manifest: Pick<Manifest, 'files'>): AsyncGenerator<KeptFile> {
  const path = join(own, listName)
  for await (const line of linesAsWritten(path, manifest.files)) {
    let file: KeptFile
    try {
      file = keptFrom(line)
    } catch {
      throw new DamagedLines(`${path} is damaged`)
    }
    yield file
  }
}

/** By bucket, then by name, byte by byte: the order of a list, and of Postgres's collation "C". */
export function byName(a: StoredFile, b: StoredFile): number {
  if (a.bucket !== b.bucket) return Buffer.compare(Buffer.from(a.bucket), Buffer.from(b.bucket))
  return Buffer.compare(Buffer.from(a.name), Buffer.from(b.name))
}

// ---- the checksums in order: what thinning out reads instead of the lists, which are fifteen times as long -------

/** A checksum's bytes. */
const sumSize = 32
/** How many checksums are in memory while they are put in order. More files take another pass over the list. */
const sumsAtOnce = 500_000

/**
 * Writes the different checksums of a backup's list, in order, 32 bytes each.
 * @returns the checksum of this file
 * @throws DamagedLines when the list is damaged
 */
export async function writeChecksums(
  own: string,
  manifest: Pick<Manifest, 'files'>,
  atOnce = sumsAtOnce,
): Promise<string> {
  const hash = createHash('sha256')
  const passes = Math.max(1, Math.ceil(manifest.files.rows / atOnce))
  const inOrder = async function* () {
    for (let pass = 0; pass < passes; pass++) {
      const sums = new Set<string>()
      for await (const { sha256 } of filesOf(own, manifest)) {
        if (
          sha256 !== null &&
          Math.floor((Number.parseInt(sha256.slice(0, 8), 16) / 2 ** 32) * passes) === pass
        )
          sums.add(sha256)
      }
      const bytes = Buffer.from([...sums].sort().join(''), 'hex')
      hash.update(bytes)
      yield bytes
    }
  }
  const to = createWriteStream(join(own, checksumsName), { mode: 0o600, flush: true })
  await pipeline(Readable.from(inOrder()), to)
  return hash.digest('hex')
}

/**
 * Makes sure that the checksums of a backup can be trusted: damaged ones are made again from the list.
 * @throws Error when manifest or list are damaged too
 */
export async function requireChecksums(own: string): Promise<void> {
  const manifest = await readManifest(own)
  const hash = createHash('sha256')
  const found = await pipeline(createReadStream(join(own, checksumsName)), hash).then(
    () => hash.digest('hex'),
    () => null,
  )
  if (found !== manifest.checksums && (await writeChecksums(own, manifest)) !== manifest.checksums)
    throw new Error(`${join(own, manifestName)} is damaged.`)
}

/** The checksums of a backup in 256 groups, by their first byte. */
export async function* checksumGroups(own: string): AsyncGenerator<string[]> {
  let first = 0
  let group: string[] = []
  let rest = Buffer.alloc(0)
  for await (const chunk of createReadStream(join(own, checksumsName), { highWaterMark: 2 ** 17 })) {
    const bytes = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk
    const whole = bytes.length - (bytes.length % sumSize)
    for (let at = 0; at < whole; at += sumSize) {
      for (; bytes[at] > first; first++) {
        yield group
        group = []
      }
      group.push(bytes.toString('hex', at, at + sumSize))
    }
    rest = bytes.subarray(whole)
  }
  for (; first < 256; first++) {
    yield group
    group = []
  }
}
