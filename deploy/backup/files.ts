// The files of Storage, through its API, because a backup of the database holds none of them.
import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import { StorageApiError, type SupabaseClient } from '@supabase/supabase-js'
import type { KeptFile, StoredFile } from './manifest.ts'
import { addToPool, conditionOf, pathOf, pour } from './pool.ts'

/** Storage's API with a secret key of the project: `createClient(…).storage`. */
export type Storage = Pick<SupabaseClient['storage'], 'from'>

/** Tells Storage's fault from the one file's: after so many in a row that failed, the others are not tried any more. */
const mostFailures = 20
const mostTries = 5

/** What came of a file: its bytes' checksum, and why they are not whole. `null`: Storage has none. */
export type Fetched = { sha256: string; fault?: string } | null

/** Fetches files into a pool, and puts them back, several at once. */
export class StorageFiles {
  private readonly storage: Storage
  private readonly folder: string
  private failures = 0

  /** @param folder the folder of all backups */
  constructor(storage: Storage, folder: string) {
    this.storage = storage
    this.folder = folder
  }

  /**
   * Fetches a file into the pool. Bytes that are too many or too few are taken as well: there may be no others.
   * @throws Error when Storage does not answer after five tries
   */
  fetch(file: StoredFile): Promise<Fetched> {
    let before: string | undefined
    return this.withRetries(async () => {
      const body = await this.open(file)
      if (!body) return null
      const { sha256, size } = await addToPool(this.folder, body)
      if (size === file.size) return { sha256 }
      const fault = `${size} bytes came instead of ${file.size}`
      // The network breaks off anywhere. What comes twice alike is what Storage has.
      if (before === sha256) return { sha256, fault }
      before = sha256
      throw new Error(fault)
    })
  }

  /**
   * Puts a file of a backup into Storage, and reads it back. What is there from an earlier try is not sent again.
   * @param mayReplace whether other bytes under this name are removed: only while no one uses the project
   * @returns why it is not there whole, or null
   */
  async put(file: KeptFile, mayReplace: boolean): Promise<string | null> {
    try {
      return await this.withRetries((tries) => this.tryToPut(file, mayReplace, tries))
    } catch (error) {
      return `Storage refuses it: ${messageOf(error)}`
    }
  }

  private async tryToPut(file: KeptFile, mayReplace: boolean, tries: number): Promise<string | null> {
    if (file.sha256 === null) return 'Storage had no bytes of it when the backup was made'
    const there = await this.checksumInStorage(file)
    if (there === file.sha256) return null
    const path = pathOf(this.folder, file.sha256)
    const condition = await conditionOf(this.folder, file.sha256)
    if (condition !== 'whole') return `the backup's file ${path} is ${condition}`
    if (there !== null && !mayReplace) return 'Storage holds other bytes, and the project is in use'
    const bucket = this.storage.from(file.bucket)
    // A try that broke off may have left a row without bytes.
    if (mayReplace && (there !== null || tries > 1)) {
      const { error } = await bucket.remove([file.name])
      if (error) throw error
    }
    const options = { contentType: file.type, duplex: 'half' as const }
    const { error } = await bucket.upload(file.name, createReadStream(path), options)
    if (error) throw error
    if ((await this.checksumInStorage(file)) !== file.sha256) throw new Error('other bytes came back')
    return null
  }

  private async checksumInStorage(file: StoredFile): Promise<string | null> {
    const body = await this.open(file)
    return body && (await pour(body)).sha256
  }

  /** @returns the bytes of a file, or null when Storage has none of this name */
  private async open({ bucket, name }: StoredFile): Promise<Readable | null> {
    const { data, error } = await this.storage.from(bucket).download(name).asStream()
    if (!error) return Readable.from(data)
    // Storage says 400 in the answer and 404 in its body.
    if (error instanceof StorageApiError && [error.status, Number(error.statusCode)].includes(404))
      return null
    if (error instanceof StorageApiError && /not.?found/i.test(error.message)) return null
    throw error
  }

  private async withRetries<T>(attempt: (tries: number) => Promise<T>): Promise<T> {
    for (let tries = 1; ; tries++) {
      if (this.failures >= mostFailures) throw new Error('Storage does not answer')
      try {
        const result = await attempt(tries)
        this.failures = 0
        return result
      } catch (error) {
        if (tries === mostTries) {
          this.failures += 1
          throw error
        }
        await wait(500 * 2 ** tries)
      }
    }
  }
}

export const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

/** Does `work` for each item, a few at once. @throws the first error, after the others under way have ended */
export async function forEachOf<T>(items: T[], work: (item: T) => Promise<void>): Promise<void> {
  const left = items.values()
  const worker = async () => {
    for (const item of left) await work(item)
  }
  const results = await Promise.allSettled(Array.from({ length: 4 }, worker))
  for (const result of results) if (result.status === 'rejected') throw result.reason
}

/** So many of something at once. */
export async function* inBatches<T>(items: AsyncIterable<T>, size: number): AsyncGenerator<T[]> {
  let batch: T[] = []
  for await (const item of items) {
    if (batch.push(item) < size) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}
