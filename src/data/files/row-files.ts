import { supabase } from '@/data/client'
import { PlanClosedError } from '@/data/rows/versioned-update'
import { errorCode, isNetworkError } from '@/lib/errors'
import { cleanFileName } from '@/lib/files/file-rules'
import { plainType, videoPath } from '@/lib/files/video-format'
import { signedLink } from './signed-link'
import { type FileUpload, removeUpload, startUpload, type UploadRequest } from './uploads'

/** Housekeeping removes a file without a row after a day. Half a day leaves a safe margin for using the file again. */
const FRESH = 12 * 60 * 60 * 1000

/** Error codes after which the row may have been saved, or the next attempt may save it. */
const passing = /^(network|unknown|PGRST0|PGRST3|08|40|5[3-8])/

interface Arrived extends Pick<UploadRequest, 'bucket' | 'path'> {
  at: number
}
/** Stored files whose row is not known to be saved: the next attempt uses them without another upload. */
const arrived = new WeakMap<Blob, Arrived>()

interface SaveWithFile<Row> {
  ownerId: string
  /** The kind of row. For documents it is also the folder, which the table's check requires. */
  area: 'videos' | 'estate' | 'insurance'
  /** A document must come from checkDocument, which sets its type from its content. */
  file: Blob
  /** Receives the upload when it starts, to show its progress or cancel it, and null when it has ended. */
  onUpload: (upload: FileUpload | null) => void
  /** Saves the row that names the file. */
  save: (path: string) => Promise<Row>
  /** Looks for the row by the id that it is saved with. */
  find: () => Promise<Row | null>
  /** The path of the file that a row names. */
  pathOf: (row: Row) => string | null
  /** Updates a row that an earlier attempt saved to the values wanted now. */
  correct: (row: Row) => Promise<Row>
}

/**
 * Uploads a file and saves the row that names it. When the row is refused, the file is removed again. When the outcome
 * is unknown, the file stays, and another call with the same file continues without uploading it again. Housekeeping
 * removes a file that has no row after a day.
 * @returns the saved row, also when an earlier attempt saved it and only the answer was lost
 * @throws UploadRefusedError, UploadCancelledError, PlanClosedError; and what `save`, `find` and `correct` throw
 */
export async function saveWithFile<Row>(given: SaveWithFile<Row>): Promise<Row> {
  const { file, save, find, pathOf, correct } = given
  const findSaved = async (path: string) => {
    const row = await find()
    return row && pathOf(row) === path ? row : null
  }
  const finish = async (row: Promise<Row>) => {
    const wanted = await row
    arrived.delete(file)
    return wanted
  }
  const before = arrived.get(file)
  const saved = before && (await findSaved(before.path))
  if (saved) return finish(correct(saved))
  const { bucket, path } = before && (await isThere(before)) ? before : await store(given)
  try {
    return await finish(save(path))
  } catch (error) {
    // When only the answer was lost, the row was saved, so its file must not be removed.
    const found = await findSaved(path).catch(() => undefined)
    if (found) return finish(correct(found))
    if (found === null && !passing.test(errorCode(error))) {
      arrived.delete(file)
      await removeUpload({ bucket, path }).catch(() => {})
    }
    throw error
  }
}

async function store<Row>({ ownerId, area, file, onUpload }: SaveWithFile<Row>): Promise<Arrived> {
  const bucket = area === 'videos' ? 'videos' : 'documents'
  const contentType = area === 'videos' ? plainType(file.type) : file.type
  const name = file instanceof File ? file.name : 'file'
  const now = Date.now()
  const path =
    area === 'videos'
      ? videoPath(ownerId, contentType, now)
      : `${ownerId}/${area}/${now}-${cleanFileName(name)}`
  const upload = startUpload({ bucket, path, file, contentType })
  onUpload(upload)
  try {
    await upload.done
  } catch (error) {
    // Storage refuses the upload with 403 when the plan takes no changes.
    throw errorCode(error) === 'storage_403' ? new PlanClosedError() : error
  } finally {
    onUpload(null)
  }
  const stored: Arrived = { bucket, path, at: Date.now() }
  arrived.set(file, stored)
  return stored
}

async function isThere({ bucket, path, at }: Arrived): Promise<boolean> {
  if (Date.now() - at > FRESH) return false
  const { error } = await supabase.storage.from(bucket).info(path)
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

/**
 * A link to a document, as signedLink makes it. The file is served with one of the bucket's types, and no browser runs
 * any of these as a page or a script, whatever the file contains.
 * @throws StorageError when the caller may not read the file
 */
export function storedFileLink(path: string): Promise<string> {
  return signedLink('documents', path)
}
