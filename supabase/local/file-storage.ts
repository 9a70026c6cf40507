import { createHash, randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import type { App } from '@supabase/lite'
import { isRecord } from './http-server.ts'

type StorageAdapter = NonNullable<App['_storageAdapter']>

/**
 * Keeps the bytes of storage objects in a folder. A file is named by the hash of its bucket and path, so that no path
 * can leave the folder and none is too long; the database knows which objects exist and their types.
 * @param folder created with the first file
 * @returns the adapter that lite uses for its storage
 */
export function fileStorage(folder: string): StorageAdapter {
  const fileOf = (bucket: string, key: string) =>
    join(folder, createHash('sha256').update(`${bucket}/${key}`).digest('hex'))

  const describe = async (file: string) => {
    const { size, mtime } = await stat(file)
    const { mimetype, cacheControl } = await readKind(file)
    return {
      cacheControl,
      contentLength: size,
      size,
      mimetype,
      lastModified: mtime,
      eTag: `"${createHash('md5').update(`${file}:${mtime.getTime()}:${size}`).digest('hex')}"`,
      httpStatusCode: 200,
    }
  }

  const write = async (file: string, bytes: Uint8Array, kind: Kind) => {
    await mkdir(folder, { recursive: true })
    await writeFile(`${file}.json`, JSON.stringify(kind))
    const unfinished = `${file}.${randomUUID()}`
    try {
      await writeFile(unfinished, bytes)
      await rename(unfinished, file)
    } catch (error) {
      await rm(unfinished, { force: true })
      throw error
    }
  }

  const remove = async (file: string) => {
    await rm(file, { force: true })
    await rm(`${file}.json`, { force: true })
  }

  return {
    driver: folder,
    async getObject(bucket, key) {
      const file = fileOf(bucket, key)
      const metadata = await describe(file)
      return { metadata, httpStatusCode: 200, body: Readable.toWeb(createReadStream(file)) }
    },
    async uploadObject(bucket, key, _version, body, mimetype, cacheControl) {
      const bytes = body instanceof Uint8Array ? body : await readAll(body)
      const file = fileOf(bucket, key)
      await write(file, bytes, { mimetype, cacheControl })
      const eTag = `"${createHash('md5').update(bytes).digest('hex')}"`
      return { ...(await describe(file)), mimetype, cacheControl, eTag }
    },
    async deleteObject(bucket, key) {
      await remove(fileOf(bucket, key))
    },
    async deleteObjects(bucket, keys) {
      for (const key of keys) await remove(fileOf(bucket, key))
    },
    async copyObject(sourceBucket, source, _version, bucket, key) {
      const file = fileOf(bucket, key)
      const original = fileOf(sourceBucket, source)
      await write(file, await readFile(original), await readKind(original))
      return await describe(file)
    },
    headObject: (bucket, key) => describe(fileOf(bucket, key)),
    privateAssetUrl: async (bucket, key) => `file://${fileOf(bucket, key)}`,
  }
}

/** Removes what uploads left behind that were interrupted when the stack was killed. */
export async function removeUnfinishedFiles(folder: string): Promise<void> {
  const names = await readdir(folder).catch(() => [])
  for (const name of names) {
    if (/^[0-9a-f]{64}\.[0-9a-f-]{36}$/.test(name)) await rm(join(folder, name), { force: true })
  }
}

interface Kind {
  mimetype: string
  cacheControl: string
}

/** The content type that the uploader sent; stored beside the file, because lite reads it from the storage. */
async function readKind(file: string): Promise<Kind> {
  const kind: unknown = JSON.parse(await readFile(`${file}.json`, 'utf8').catch(() => '{}'))
  const said: Partial<Kind> = isRecord(kind) ? kind : {}
  return {
    mimetype: said.mimetype ?? 'application/octet-stream',
    cacheControl: said.cacheControl ?? 'no-cache',
  }
}

async function readAll(stream: Parameters<StorageAdapter['uploadObject']>[3]): Promise<Uint8Array> {
  if (stream instanceof Uint8Array) return stream
  const chunks: Uint8Array[] = []
  const reader = stream.getReader()
  for (let next = await reader.read(); !next.done; next = await reader.read()) chunks.push(next.value)
  return Buffer.concat(chunks)
}
