// The pool: the bytes of all backups' files, each under its checksum.
import { createHash, randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { PassThrough, type Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { checksumGroups } from './manifest.ts'

/** Where a file's bytes are, below the folder of all backups. */
export const pathOf = (folder: string, sha256: string) => join(folder, 'files', sha256.slice(0, 2), sha256)

/** Rotten bytes stay under this ending until whole ones come, because one wrong byte leaves most of a film. */
const aside = '.damaged'
const part = '.part'

export interface Poured {
  sha256: string
  size: number
}

/** Reads bytes to their end, and keeps them if there is a path for them. */
export async function pour(from: Readable, path?: string): Promise<Poured> {
  const hash = createHash('sha256')
  let size = 0
  const count = async function* (chunks: AsyncIterable<Uint8Array>) {
    for await (const chunk of chunks) {
      hash.update(chunk)
      size += chunk.length
      if (path) yield chunk
    }
  }
  const to = path ? createWriteStream(path, { mode: 0o600, flush: true }) : new PassThrough().resume()
  await pipeline(from, count, to)
  return { sha256: hash.digest('hex'), size }
}

/** Takes bytes into the pool. @throws Error when they break off, or the disk is full */
export async function addToPool(folder: string, from: Readable): Promise<Poured> {
  const coming = join(folder, 'files', `${randomUUID()}${part}`)
  await mkdir(dirname(coming), { recursive: true, mode: 0o700 })
  try {
    const poured = await pour(from, coming)
    const path = pathOf(folder, poured.sha256)
    await mkdir(dirname(path), { recursive: true, mode: 0o700 })
    await rename(coming, path)
    await rm(`${path}${aside}`, { force: true })
    return poured
  } finally {
    await rm(coming, { force: true })
  }
}

/** Removes what runs left behind that were interrupted. Only the holder of the lock may. */
export async function removeParts(folder: string): Promise<void> {
  for (const name of await namesIn(join(folder, 'files')))
    if (name.endsWith(part)) await rm(join(folder, 'files', name), { force: true })
}

/** The size of a file of the pool, or null when it is not there. */
export const sizeOf = (folder: string, sha256: string) =>
  stat(pathOf(folder, sha256)).then(
    ({ size }) => size,
    () => null,
  )

export type Condition = 'whole' | 'damaged' | 'missing'

/** Reads a file of the pool, and compares it with its checksum. */
export async function conditionOf(folder: string, sha256: string): Promise<Condition> {
  if ((await sizeOf(folder, sha256)) === null) return 'missing'
  // A disk that fails to read a file has lost it, too.
  const poured = await pour(createReadStream(pathOf(folder, sha256))).catch(() => null)
  return poured?.sha256 === sha256 ? 'whole' : 'damaged'
}

/** Takes rotten bytes out of the way, so that the next run fetches the file again. */
export async function setAside(folder: string, sha256: string): Promise<void> {
  const path = pathOf(folder, sha256)
  await rename(path, `${path}${aside}`)
}

interface Shelf {
  /** Under a checksum, whether it is right or not. */
  present: Set<string>
  /** Those that were found rotten, and have not come again. */
  setAside: string[]
  /** What the backups need of this shelf. */
  needed: Set<string>
}

/** The pool in 256 parts, by the first byte of the checksums, so that memory holds one at a time. */
async function* shelves(folder: string, backups: string[]): AsyncGenerator<Shelf> {
  const groups = backups.map((own) => checksumGroups(own))
  for (let first = 0; first < 256; first++) {
    const needed = new Set<string>()
    for (const group of groups) for (const sum of (await group.next()).value ?? []) needed.add(sum)
    const names = await namesIn(join(folder, 'files', first.toString(16).padStart(2, '0')))
    const present = new Set(names.filter((name) => /^[0-9a-f]{64}$/.test(name)))
    const asides = names.filter((name) => name.endsWith(aside)).map((name) => name.slice(0, -aside.length))
    yield { present, needed, setAside: asides.filter((sum) => !present.has(sum)) }
  }
}

const namesIn = (folder: string) => readdir(folder).catch((): string[] => [])

/** What is wrong with the pool, as checksums. */
export interface Faults {
  damaged: string[]
  missing: string[]
}

/**
 * Reads the files of the pool, compares them with their checksums, and sets rotten ones aside.
 * @param backups whose files must all be there
 * @param tenth 0 to 9: only this part of the pool is read
 */
export async function checkPool(folder: string, backups: string[], tenth?: number): Promise<Faults> {
  const faults: Faults = { damaged: [], missing: [] }
  let shelf = 0
  for await (const { present, setAside: known, needed } of shelves(folder, backups)) {
    const isTurn = tenth === undefined || shelf % 10 === tenth
    shelf += 1
    if (!isTurn) continue
    faults.damaged.push(...known)
    for (const sum of present) {
      if ((await conditionOf(folder, sum)) === 'whole') continue
      faults.damaged.push(sum)
      // On a disk that cannot be written, it is enough to know.
      await setAside(folder, sum).catch(() => {})
    }
    for (const sum of needed) if (!present.has(sum) && !known.includes(sum)) faults.missing.push(sum)
  }
  return faults
}

/** How many files are set aside that a backup does not need: older backups do, and they cannot be fetched again. */
export async function countSetAside(folder: string, own: string): Promise<number> {
  let count = 0
  for await (const shelf of shelves(folder, [own]))
    count += shelf.setAside.filter((sum) => !shelf.needed.has(sum)).length
  return count
}

/** Deletes the files that none of the backups needs. @returns how many */
export async function sweep(folder: string, backups: string[]): Promise<number> {
  let count = 0
  for await (const shelf of shelves(folder, backups)) {
    for (const sum of [...shelf.present, ...shelf.setAside]) {
      if (shelf.needed.has(sum)) continue
      await rm(pathOf(folder, sum), { force: true })
      await rm(`${pathOf(folder, sum)}${aside}`, { force: true })
      count += 1
    }
  }
  return count
}
