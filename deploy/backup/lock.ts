// One run at a time in a folder of backups: another could delete what the first one counts on.
import { randomUUID } from 'node:crypto'
import { readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import * as z from 'zod'

const holderSchema = z.object({ id: z.string(), pid: z.number(), host: z.string(), since: z.string() })
type Holder = z.infer<typeof holderSchema>

/** How often a run shows that it lives. */
const signOfLifeMs = 60_000
/** After how long without one it counts as ended, on whatever machine it was. */
const staleMs = 10 * signOfLifeMs

/** The locks of this process. */
const held = new Set<string>()

/** Another run works in the same folder. */
export class FolderInUse extends Error {
  override readonly name = 'FolderInUse'
}

/**
 * Does `work` while no other run, on this machine or another one, works in the same folder. A run that was killed does
 * not keep others away: at once on the same machine, after ten minutes from another one.
 * @throws FolderInUse when another run is at work
 */
export async function withLock<T>(folder: string, work: () => Promise<T>): Promise<T> {
  const path = join(folder, 'lock')
  const own: Holder = {
    id: randomUUID(),
    pid: process.pid,
    host: hostname(),
    since: new Date().toISOString(),
  }
  try {
    await acquire(path, own)
  } catch (error) {
    // No other run changes a folder that can only be read, or that is not there.
    if (isOneOf(error, 'EROFS', 'EACCES', 'ENOENT')) return work()
    throw error
  }
  held.add(path)
  const signs = setInterval(() => utimes(path, new Date(), new Date()).catch(() => {}), signOfLifeMs)
  try {
    return await work()
  } finally {
    clearInterval(signs)
    held.delete(path)
    if ((await holderOf(path))?.id === own.id) await rm(path, { force: true })
  }
}

const isOneOf = (error: unknown, ...codes: string[]) =>
  error instanceof Error && 'code' in error && codes.includes(String(error.code))

async function acquire(path: string, own: Holder): Promise<void> {
  if (await take(path, own)) return
  const holder = await holderOf(path)
  if (!(await isOver(path, holder))) throw inUse(path, holder)
  // Of two that find the same lock stale, one moves the other's new lock away: it sees that, and gives it back.
  const stale = `${path}.${own.id}`
  await rename(path, stale).catch(() => {
    throw inUse(path, null)
  })
  const moved = await holderOf(stale)
  if (moved && moved.id !== holder?.id) await take(path, moved)
  await rm(stale, { force: true })
  if (!(await take(path, own))) throw inUse(path, moved)
}

/** Makes the lock, unless there is one. */
const take = (path: string, holder: Holder) =>
  writeFile(path, JSON.stringify(holder), { flag: 'wx', mode: 0o600 }).then(
    () => true,
    (error: unknown) => {
      if (isOneOf(error, 'EEXIST')) return false
      throw error
    },
  )

/** @returns null when there is no lock, or when one is just being written */
async function holderOf(path: string): Promise<Holder | null> {
  const text = await readFile(path, 'utf8').catch(() => '')
  try {
    return holderSchema.parse(JSON.parse(text))
  } catch {
    return null
  }
}

async function isOver(path: string, holder: Holder | null): Promise<boolean> {
  const signed = await stat(path).catch(() => null)
  if (signed && Date.now() - signed.mtimeMs > staleMs) return true
  if (holder?.host !== hostname()) return false
  // In a container every run has the same number.
  if (holder.pid === process.pid) return !held.has(path)
  try {
    process.kill(holder.pid, 0)
    return false
  } catch (error) {
    return isOneOf(error, 'ESRCH')
  }
}

const inUse = (path: string, holder: Holder | null) =>
  new FolderInUse(
    holder
      ? `Another run works in this folder: process ${holder.pid} on ${holder.host}, since ${holder.since}. If it is surely over, delete ${path}.`
      : 'Another run works in this folder.',
  )
