import type { SaveRow } from '@/data/rows/owned-list'
import type { ListRow } from '@/data/rows/owned-rows'
import { holds } from '@/data/rows/versioned-update'
import { CodedError, errorCode, hasSessionEnded, isDatabaseAway, isNetworkError } from '@/lib/errors'
import { storedName } from '@/lib/files/stored-names'
import { plainType, videoPath } from '@/lib/files/video-format'
import { filesOf } from './storage'
import { type FileUpload, removeUpload, startUpload, type UploadRequest } from './uploads'

/** Housekeeping removes a file without a row after a day. Half a day leaves a safe margin for using the file again. */
const FRESH = 12 * 60 * 60 * 1000

/** Whether the row may have been saved in spite of the error, or the next attempt may save it. */
const mayPass = (error: unknown) =>
  isDatabaseAway(error) ||
  hasSessionEnded(error) ||
  // Postgres's classes for a lost connection, a deadlock, and a server in need.
  /^(network|unknown|08|40|5[3-8])/.test(errorCode(error))

interface Arrived extends Pick<UploadRequest, 'bucket' | 'path'> {
  at: number
}
/** Stored files whose row is not known to be saved: the next attempt uses them without another upload. */
const arrived = new WeakMap<Blob, Arrived>()

/** Where the files of a part are stored. The folder is inside the owner's own one; the table's check requires it. */
type FilePlace =
  | { bucket: 'videos' }
  | {
      bucket: 'documents' | 'pictures' | 'memories'
      folder: string
      /** Its own name is left out of its path, and no browser keeps a copy of what it opened. */
      isPrivate?: true
    }

/** A row to save, with its file. */
export interface SaveRowWithFile<Row, Input> extends SaveRow<Row, Input> {
  /** A document must come from checkDocument, which sets its type from its content. */
  file: Blob
  /** Receives the upload when it starts, to show its progress or cancel it, and null when it has ended. */
  onUpload: (upload: FileUpload | null) => void
}

/** What is used here of the list that the row is in. */
interface FileList<Row, Input, Named> {
  save: (ownerId: string, given: SaveRow<Row, Input & NoInfer<Named>>) => Promise<Row>
  find: (id: string) => Promise<Row | null>
  settle: (row: Row, values: Input) => Promise<Row>
}

interface FileOptions<Named> {
  place: FilePlace
  /** The column that names the file. */
  named: (path: string) => Named
}

/**
 * Uploads a file and saves the row that names it. When the row is refused, the file is removed again. When the outcome
 * is unknown, the file stays, and another call with the same file continues without uploading it again: the last input
 * is saved. Housekeeping removes a file that has no row after a day.
 * @returns the saved row, also when an earlier attempt saved it and only the answer was lost
 * @throws UploadError, `upload_cancelled`, `plan_closed`; and what the list's functions throw
 */
export async function saveWithFile<Row extends ListRow, Input extends object, Named extends object>(
  list: FileList<Row, Input, Named>,
  ownerId: string,
  { id, loaded, input, file, onUpload }: SaveRowWithFile<Row, Input>,
  { place, named }: FileOptions<Named>,
): Promise<Row> {
  const findSaved = async (path: string) => {
    const row = await list.find(loaded?.id ?? id)
    return row && holds(row, named(path)) ? row : null
  }
  const finish = async (saving: Promise<Row>) => {
    const row = await saving
    arrived.delete(file)
    return row
  }
  const before = arrived.get(file)
  const saved = before && (await findSaved(before.path))
  if (saved) return finish(list.settle(saved, input))
  const { bucket, path } =
    before && (await isThere(before)) ? before : await store(ownerId, place, file, onUpload)
  try {
    return await finish(list.save(ownerId, { id, loaded, input: { ...input, ...named(path) } }))
  } catch (error) {
    // When only the answer was lost, the row was saved, so its file must not be removed.
    const found = await findSaved(path).catch(() => undefined)
    if (found) return finish(list.settle(found, input))
    if (found === null && !mayPass(error)) {
      arrived.delete(file)
      // The file stays when another row names it.
      if (errorCode(error) !== '23505') await removeUpload({ bucket, path }).catch(() => {})
    }
    throw error
  }
}

/** A row to save, whose file may stay as it is. */
export interface SaveRowWithOptionalFile<Row, Input> extends Omit<SaveRowWithFile<Row, Input>, 'file'> {
  /** A new file, which replaces the present one; null when there is none. */
  file: Blob | null
}

/** Saves a row with its new file, if there is one. @returns and @throws as saveWithFile */
export function saveWithOptionalFile<Row extends ListRow, Input extends object, Named extends object>(
  list: FileList<Row, Input, Named> & { save: (ownerId: string, given: SaveRow<Row, Input>) => Promise<Row> },
  ownerId: string,
  { file, onUpload, ...given }: SaveRowWithOptionalFile<Row, Input>,
  options: FileOptions<Named>,
): Promise<Row> {
  return file ? saveWithFile(list, ownerId, { ...given, file, onUpload }, options) : list.save(ownerId, given)
}

async function store(
  ownerId: string,
  place: FilePlace,
  file: Blob,
  onUpload: (upload: FileUpload | null) => void,
): Promise<Arrived> {
  const { bucket } = place
  const now = Date.now()
  const contentType = bucket === 'videos' ? plainType(file.type) : file.type
  const path =
    place.bucket === 'videos'
      ? videoPath(ownerId, contentType, now)
      : `${ownerId}/${place.folder}/${now}-${nameIn(place, file)}`
  const isPrivate = place.bucket !== 'videos' && place.isPrivate === true
  const upload = startUpload({ bucket, path, file, contentType, ...(isPrivate ? { isPrivate } : {}) })
  onUpload(upload)
  try {
    await upload.done
  } catch (error) {
    // Storage refuses the upload with 403 when the plan takes no changes.
    throw errorCode(error) === 'storage_403' ? new CodedError('plan_closed') : error
  } finally {
    onUpload(null)
  }
  const stored: Arrived = { bucket, path, at: Date.now() }
  arrived.set(file, stored)
  return stored
}

function nameIn({ isPrivate }: { isPrivate?: true }, file: Blob): string {
  const name = storedName(file instanceof File ? file.name : 'file')
  return isPrivate ? `file${/\.[A-Za-z0-9]{1,10}$/.exec(name)?.[0] ?? ''}` : name
}

async function isThere({ bucket, path, at }: Arrived): Promise<boolean> {
  if (Date.now() - at > FRESH) return false
  const { error } = await (await filesOf(bucket)).info(path)
  if (error && isNetworkError(error)) throw error
  return error === null
}

/**
 * Removes what failed attempts to save a file left behind: the file, and its row if it was saved after all.
 * @param remove deletes the row that names the file, if there is one
 * @throws what `remove` throws; the row may still exist then
 */
export async function discardFile(file: Blob, remove: () => Promise<void>): Promise<void> {
  const left = arrived.get(file)
  if (!left) return
  await remove()
  arrived.delete(file)
  // If removing the file fails, housekeeping removes it later.
  await removeUpload({ bucket: left.bucket, path: left.path }).catch(() => {})
}
