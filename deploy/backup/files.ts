// The files of Storage, through its API, because a backup of the database holds none of them.
import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream, existsSync } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { PassThrough, Readable, type Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { StorageApiError, type SupabaseClient } from '@supabase/supabase-js'

/** A file as Storage lists it. */
export interface StoredFile {
  bucket: string
  name: string
  version: string | null
  owner: string | null
  created: string
  type: string
  /** In bytes. */
  size: number
}

/** A file of a backup; what two people stored alike is kept once. */
export interface KeptFile extends StoredFile {
  sha256: string
}

/** Storage's API with a secret key of the project: `createClient(…).storage`. */
export type Storage = Pick<SupabaseClient['storage'], 'from'>

/** Where a file's bytes are, below the folder of all backups. */
export const pathOf = (folder: string, sha256: string) => join(folder, 'files', sha256.slice(0, 2), sha256)

/**
 * Fetches a file into the folder of all backups.
 * @returns its checksum, or null when Storage no longer has it: it was deleted after the database was read
 * @throws Error when Storage does not answer after five tries, or sends another number of bytes than it lists
 */
export async function fetchFile(storage: Storage, file: StoredFile, folder: string): Promise<string | null> {
  const partName = createHash('sha256').update(`${file.bucket} ${file.name}`).digest('hex')
  const part = join(folder, 'files', `${partName}.part`)
  await mkdir(dirname(part), { recursive: true })
  return withRetries(file, async () => {
    const body = await open(storage, file)
    if (!body) return null
    try {
      const { sum, size } = await pour(body, createWriteStream(part, { mode: 0o600 }))
      if (size !== file.size) throw new Error(`${size} bytes came instead of ${file.size}`)
      const kept = pathOf(folder, sum)
      await mkdir(dirname(kept), { recursive: true })
      await rename(part, kept)
      return sum
    } finally {
      await rm(part, { force: true })
    }
  })
}

/**
 * Puts a file of a backup into Storage, and reads it back. What is there from an earlier try is not sent again.
 * @throws Error when Storage refuses it, or holds other bytes under this name
 */
export async function putFile(storage: Storage, file: KeptFile, folder: string): Promise<void> {
  const path = pathOf(folder, file.sha256)
  if (!existsSync(path)) throw new Error(`${path} is missing from the backup`)
  await withRetries(file, async () => {
    if ((await checksumInStorage(storage, file)) === null) {
      const options = { contentType: file.type, duplex: 'half' as const }
      const { error } = await storage.from(file.bucket).upload(file.name, createReadStream(path), options)
      if (error) throw error
    }
    const sum = await checksumInStorage(storage, file)
    if (sum !== file.sha256) throw new Error('Storage holds other bytes than the backup')
  })
}

async function checksumInStorage(storage: Storage, file: StoredFile): Promise<string | null> {
  const body = await open(storage, file)
  return body && (await pour(body)).sum
}

/** @returns the bytes of a file, or null when Storage has none of this name */
async function open(storage: Storage, { bucket, name }: StoredFile): Promise<Readable | null> {
  const { data, error } = await storage.from(bucket).download(name).asStream()
  if (!error) return Readable.from(data)
  // Storage says 400 in the answer and 404 in its body.
  if (error instanceof StorageApiError && [error.status, Number(error.statusCode)].includes(404)) return null
  if (error instanceof StorageApiError && /not.?found/i.test(error.message)) return null
  throw error
}

async function pour(from: Readable, to?: Writable): Promise<{ sum: string; size: number }> {
  const hash = createHash('sha256')
  let size = 0
  const count = async function* (chunks: AsyncIterable<Uint8Array>) {
    for await (const chunk of chunks) {
      hash.update(chunk)
      size += chunk.length
      if (to) yield chunk
    }
  }
  await (to ? pipeline(from, count, to) : pipeline(from, count, new PassThrough().resume()))
  return { sum: hash.digest('hex'), size }
}

async function withRetries<T>(file: StoredFile, attempt: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await attempt()
    } catch (error) {
      if (tries === 5)
        throw new Error(`${file.bucket}/${file.name}: ${error instanceof Error ? error.message : error}`)
      await wait(500 * 2 ** tries)
    }
  }
}

/** Does `work` for each item, a few at once. @throws the first error, after the others under way have ended */
export async function forEachOf<T>(items: T[], work: (item: T) => Promise<void>): Promise<void> {
  const left = items.values()
  const worker = async () => {
    for (const item of left) await work(item)
  }
  const results = await Promise.allSettled(Array.from({ length: 4 }, worker))
  for (const result of results) if (result.status === 'rejected') throw result.reason
}
