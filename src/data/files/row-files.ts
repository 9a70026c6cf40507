import { supabase } from '@/data/client'
import { PlanClosedError } from '@/data/rows/versioned-update'
import { errorCode, isNetworkError } from '@/lib/errors'
import { cleanFileName } from '@/lib/files/file-rules'
import { plainType, videoPath } from '@/lib/files/video-format'
import { signedLink } from './signed-link'
import { type FileUpload, removeUpload, startUpload, type UploadRequest } from './uploads'

/** What no row names for a day, housekeeping removes. Half of that is kept as a distance. */
const FRESH = 12 * 60 * 60 * 1000

/** Answers after which a row may still be saved, or may be on the next try. */
const passing = /^(network|unknown|PGRST0|PGRST3|08|40|5[3-8])/

interface Arrived extends Pick<UploadRequest, 'bucket' | 'path'> {
  at: number
}
/** Files that are stored while it is not known whether their row is: the next try goes on with them. */
const arrived = new WeakMap<Blob, Arrived>()

interface SaveWithFile<Row> {
  ownerId: string
  /** The kind of row. For documents it is the folder too; the table's check asks for it. */
  area: 'videos' | 'estate' | 'insurance'
  /** A document as checkFile returns it: its type is what the file holds. */
  file: Blob
  /** Told when the upload begins, for its progress and for cancelling it, and with null when it is through. */
  onUpload: (upload: FileUpload | null) => void
  /** Saves the row that names the file. */
  save: (path: string) => Promise<Row>
  /** Looks for the row, by the id that it is saved with. */
  find: () => Promise<Row | null>
  /** The file that a row names. */
  pathOf: (row: Row) => string | null
  /** Brings a row that an earlier try saved to what is wanted now. */
  correct: (row: Row) => Promise<Row>
}

/**
 * Uploads a file and saves the row that names it. When the row is refused, the file is removed again; while that is
 * not known it stays, and calling this again with the same file goes on from there. What nobody comes back for,
 * housekeeping removes after a day.
 * @returns the saved row, also when it was saved by an earlier try whose answer was lost
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
    // When only the answer was lost, the row stands there all the same, and its file has to stay.
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
    // The bucket takes nothing from a person whose plan takes no changes.
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
 * Takes back what trying to save a file has left behind: its row, should it be saved after all, and the file.
 * @param remove deletes the row that names the file, if there is one
 * @throws what `remove` throws: then the row may be there
 */
export async function discardFile(file: Blob, remove: () => Promise<void>): Promise<void> {
  const left = arrived.get(file)
  if (!left) return
  await remove()
  arrived.delete(file)
  // What cannot be removed now, housekeeping removes later.
  await removeUpload({ bucket: left.bucket, path: left.path }).catch(() => {})
}

/**
 * A link to a document, as signedLink makes it. What it opens comes with one of the bucket's types, and no browser takes
 * any of these for a page or a script, whatever the file holds.
 * @throws StorageError when the caller may not read the file
 */
export function storedFileLink(path: string): Promise<string> {
  return signedLink('documents', path)
}
