// What earlier runs in the same folder know of the files, so that they are not fetched again.
import { existsSync } from 'node:fs'
import { messageOf } from './files.ts'
import { linesIn } from './lines.ts'
import {
  backupsIn,
  byName,
  filesOf,
  journalOf,
  type KeptFile,
  keptFrom,
  type Manifest,
  readManifest,
  type StoredFile,
} from './manifest.ts'

interface Finished {
  own: string
  manifest: Manifest
}

/** The newest backup whose manifest can be read. What is wrong with newer ones is added to the problems. */
export async function newestBackup(folder: string, problems: string[]): Promise<Finished | undefined> {
  for (const own of (await backupsIn(folder)).reverse()) {
    try {
      return { own, manifest: await readManifest(own) }
    } catch (error) {
      problems.push(messageOf(error))
    }
  }
  return undefined
}

/**
 * Finds what a backup, or a run that was interrupted later, knows of a file. To be asked in the order of `byName`.
 * @param interrupted the folders of these runs
 */
export function earlierFiles(newest: Finished | undefined, interrupted: string[], problems: string[]) {
  const finders = interrupted.map((own) => finder(journal(own), []))
  if (newest) finders.unshift(finder(filesOf(newest.own, newest.manifest), problems))
  return async (file: StoredFile): Promise<KeptFile | undefined> => {
    const found: (KeptFile | undefined)[] = []
    for (const find of finders) found.push(await find(file))
    return found.find((one) => one?.sha256)
  }
}

/** Storage gives each upload a version of its own. */
const isSame = (a: StoredFile, b: StoredFile) =>
  byName(a, b) === 0 && a.version === b.version && a.created === b.created

/**
 * Finds files in an earlier list that is in the same order as the questions, so that neither has to be in memory.
 * What comes after damage in the list counts as unknown.
 */
function finder(list: AsyncGenerator<KeptFile>, problems: string[]) {
  const next = () =>
    list.next().catch((error: unknown): IteratorResult<KeptFile> => {
      problems.push(`${messageOf(error)}. Its files are fetched again.`)
      return { done: true, value: undefined }
    })
  let current: IteratorResult<KeptFile> | undefined
  return async (file: StoredFile): Promise<KeptFile | undefined> => {
    current ??= await next()
    while (!current.done && byName(current.value, file) < 0) current = await next()
    return !current.done && isSame(current.value, file) ? current.value : undefined
  }
}

/** What an interrupted run had fetched. Its last line may be half written. */
async function* journal(own: string): AsyncGenerator<KeptFile> {
  if (!existsSync(journalOf(own))) return
  for await (const line of linesIn(journalOf(own))) {
    try {
      yield keptFrom(line)
    } catch {
      return
    }
  }
}
