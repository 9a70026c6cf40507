import { errorCode } from '@/lib/errors'
import { cleanFileName } from '@/lib/files'
import { supabase } from '@/lib/supabase'
import { PlanClosedError } from './guarded-update'
import { type FileUpload, removeUpload, startUpload } from './uploads'

const bucket = 'documents'

interface SaveWithFile<Row> {
  ownerId: string
  /** The folder for one kind of row; the table's check asks for it. */
  area: 'estate' | 'insurance'
  /** As checkFile returns it: its type is what the file holds. */
  file: File
  /** Told when the upload begins, for its progress and for cancelling it, and with null when it is through. */
  onUpload: (upload: FileUpload | null) => void
  /** Saves the row that names the file. */
  save: (path: string) => Promise<Row>
  /** Looks for the row that names the file. */
  find: (path: string) => PromiseLike<{ data: Row | null }>
}

/**
 * Uploads a file and saves the row that names it; when the row cannot be saved, the file is removed again. What a
 * closed browser leaves behind in between, housekeeping removes after a day.
 * @returns the saved row
 * @throws UploadRefusedError, UploadCancelledError, PlanClosedError; and what `save` throws
 */
export async function saveWithFile<Row>(given: SaveWithFile<Row>): Promise<Row> {
  const { ownerId, area, file, onUpload, save, find } = given
  const path = `${ownerId}/${area}/${Date.now()}-${cleanFileName(file.name)}`
  const upload = startUpload({ bucket, path, file, contentType: file.type })
  onUpload(upload)
  try {
    await upload.done
  } catch (error) {
    // The bucket takes nothing from a person whose plan takes no changes.
    throw errorCode(error) === 'storage_403' ? new PlanClosedError() : error
  } finally {
    onUpload(null)
  }
  try {
    return await save(path)
  } catch (error) {
    // When only the answer was lost, the row stands there all the same, and its file has to stay.
    const found = await Promise.resolve(find(path)).catch(() => null)
    if (found?.data) return found.data
    if (found) await removeUpload({ bucket, path }).catch(() => {})
    throw error
  }
}

/**
 * A link that opens a document for five minutes. Made when it is needed and never kept. What it opens comes with one
 * of the bucket's types, and no browser takes any of these for a page or a script, whatever the file holds.
 * @throws StorageError when the caller may not read the file
 */
export async function storedFileLink(path: string): Promise<string> {
  const { data, error } = await supabase.storage.from(bucket).createSignedUrl(path, 300)
  if (error) throw error
  return data.signedUrl
}
