import { z } from 'zod'
import { readEnv } from '@/lib/env'
import { cleanFileName } from '@/lib/files'
import { supabase } from '@/lib/supabase'

const BUCKET = 'documents'

/** Storage refused a file; `code` is "storage_" and the status. */
export class UploadRefusedError extends Error {
  override name = 'UploadRefusedError'
  code: string
  constructor(status: string) {
    super(`storage refused the file: ${status}`)
    this.code = `storage_${status}`
  }
}

/** What somebody who waits for an upload wants to know, and can do. */
export interface Upload {
  /** Ends the upload. Nothing is saved then. */
  signal?: AbortSignal | undefined
  /** Bytes that have gone out so far; the last call says that all have. */
  onProgress?: ((sent: number) => void) | undefined
}

interface SaveWithFile<Row> extends Upload {
  ownerId: string
  /** The folder for one kind of row; the table's check asks for it. */
  area: 'estate' | 'insurance'
  /** As checkFile returns it: its type is what the file holds. */
  file: File
  /** Saves the row that names the file. */
  save: (path: string) => Promise<Row>
  /** Looks for the row that names the file. */
  find: (path: string) => PromiseLike<{ data: Row | null }>
}

/**
 * Uploads a file and saves the row that names it; when the row cannot be saved, the file is removed again. What a
 * closed browser leaves behind in between, housekeeping removes after a day.
 * @returns the saved row
 * @throws UploadRefusedError, a TypeError when no answer came, an AbortError after `signal`; and what `save` throws
 */
export async function saveWithFile<Row>(given: SaveWithFile<Row>): Promise<Row> {
  const { ownerId, area, file, save, find } = given
  const path = `${ownerId}/${area}/${Date.now()}-${cleanFileName(file.name)}`
  try {
    await send(path, file, given)
    return await save(path)
  } catch (error) {
    if (error instanceof UploadRefusedError) throw error
    // When the answer was lost on its way, the row may stand there all the same, and then its file has to stay.
    const found = await Promise.resolve(find(path)).catch(() => 'unknown' as const)
    if (found === 'unknown') throw error
    if (found.data) return found.data
    await supabase.storage.from(BUCKET).remove([path])
    throw error
  }
}

const refusalSchema = z.object({ statusCode: z.coerce.string() })

/** Puts a file into the bucket. By XMLHttpRequest, because fetch does not tell how much has gone out. */
async function send(path: string, file: File, { signal, onProgress }: Upload): Promise<void> {
  const { supabaseUrl, supabasePublishableKey } = readEnv()
  const { data } = await supabase.auth.getSession()
  signal?.throwIfAborted()
  await new Promise<void>((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('POST', `${supabaseUrl}/storage/v1/object/${BUCKET}/${path}`)
    request.setRequestHeader('apikey', supabasePublishableKey)
    request.setRequestHeader('authorization', `Bearer ${data.session?.access_token ?? ''}`)
    request.setRequestHeader('content-type', file.type)
    request.setRequestHeader('cache-control', 'max-age=3600')
    request.upload.onprogress = ({ loaded }) => onProgress?.(Math.min(loaded, file.size))
    request.onload = () => {
      if (request.status < 400) return resolve()
      // Storage says the true status in the body.
      const refusal = refusalSchema.safeParse(parsed(request.responseText))
      reject(new UploadRefusedError(refusal.data?.statusCode ?? String(request.status)))
    }
    // In the words of fetch, by which a lost connection is known.
    request.onerror = () => reject(new TypeError('Failed to fetch'))
    request.onabort = () => reject(signal?.reason)
    signal?.addEventListener('abort', () => request.abort(), { once: true })
    request.send(file)
  })
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/**
 * A link that opens a document for five minutes. Made when it is needed and never kept. What it opens comes with the
 * type that was checked at the upload, one of the bucket's: no browser takes any of these for a page or a script.
 * @throws StorageError when the caller may not read the file
 */
export async function storedFileLink(path: string): Promise<string> {
  const { data, error } = await supabase.storage.from(BUCKET).createSignedUrl(path, 300)
  if (error) throw error
  return data.signedUrl
}
