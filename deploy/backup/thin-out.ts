// Deletes old backups, and what only they hold.
import { rename, rm } from 'node:fs/promises'
import { messageOf } from './files.ts'
import { backupsIn, readManifest, requireChecksums, unfinished } from './manifest.ts'
import { sweep } from './pool.ts'

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
