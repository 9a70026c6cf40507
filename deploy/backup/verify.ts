// Reads all that is in a folder of backups, and says what is damaged or missing. Needs no project.
import { join } from 'node:path'
import type { Tell } from './backup.ts'
import { messageOf } from './files.ts'
import { backupsIn, filesOf, readManifest, requireChecksums } from './manifest.ts'
import { checkPool, type Faults, pathOf } from './pool.ts'
import { damagedRows } from './restore.ts'

/**
 * Compares every file of the folder with its checksum. Rotten ones are set aside, and the next run fetches them again, as
 * long as Storage has them. To be called with the folder's lock.
 * @returns what is wrong, in sentences
 * @throws Error when the folder holds no backup
 */
export async function verify(folder: string, tell: Tell): Promise<string[]> {
  const backups = await backupsIn(folder)
  if (backups.length === 0) throw new Error(`${folder} holds no finished backup.`)
  const problems: string[] = []
  const readable: string[] = []
  for (const own of backups) {
    try {
      problems.push(...(await damagedRows(own, await readManifest(own))))
      await requireChecksums(own)
      readable.push(own)
    } catch (error) {
      problems.push(messageOf(error))
    }
  }
  tell(`${backups.length} backups read`)
  const faults = await checkPool(folder, readable)
  tell('All files read')
  return [...problems, ...(await described(folder, readable, faults))]
}

/** Names the files of people behind checksums, and the backups that need them. */
async function described(folder: string, backups: string[], { damaged, missing }: Faults): Promise<string[]> {
  const faults = new Map(
    [...damaged, ...missing].map((sum, n) => [
      sum,
      {
        is: n < damaged.length ? 'damaged' : 'missing',
        names: new Set<string>(),
        backups: new Set<string>(),
      },
    ]),
  )
  const problems: string[] = []
  for (const own of backups) {
    try {
      for await (const { sha256, bucket, name } of filesOf(own, await readManifest(own))) {
        const fault = faults.get(sha256 ?? '')
        fault?.names.add(`${bucket}/${name}`)
        fault?.backups.add(own)
      }
    } catch (error) {
      problems.push(messageOf(error))
    }
  }
  for (const [sum, { is, names, backups: needing }] of faults) {
    const of =
      names.size === 0 ? 'no backup needs it' : `${[...names].join(', ')}; in ${needing.size} backups`
    problems.push(`${join(pathOf(folder, sum))} is ${is}: ${of}`)
  }
  return problems
}
