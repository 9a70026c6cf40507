import { supabase } from '@/data/client'
import { selectAll } from '@/data/rows/select-all'
import { CodedError, errorCode, isNetworkError } from '@/lib/errors'
import { LINK_SECONDS } from '@/lib/files/storage'
import { makeRetries } from './retries'
import { signedLink } from './storage'

const buckets = ['documents', 'pictures', 'memories', 'death-certificates', 'videos'] as const
type Bucket = (typeof buckets)[number]

/** A download fails after this many lost connections in a row without new data. */
const MOST_FAILURES = 5
/** A download without new data for this many milliseconds is aborted and tried again. */
const STALLED = 60_000

/** A file in Storage. */
export interface StoredFile {
  bucket: Bucket
  path: string
  /** In bytes; null when Storage did not say. */
  size: number | null
  /** ISO timestamp; null when Storage did not say. */
  storedAt: string | null
}

/** Lists every file in an owner's folders that the signed-in person may read. @throws PostgrestError */
export async function listStoredFiles(ownerId: string, signal: AbortSignal): Promise<StoredFile[]> {
  const files = await selectAll(() =>
    supabase
      .rpc('stored_files', { owner_id: ownerId })
      .order('bucket_id')
      .order('path')
      .abortSignal(signal)
      .throwOnError(),
  )
  return files.flatMap(({ bucket_id, path, size, stored_at }) => {
    const bucket = buckets.find((each) => each === bucket_id)
    return bucket ? { bucket, path, size, storedAt: stored_at } : []
  })
}

/** The codes after which a download is tried again. */
const temporary = /^(download_broken|storage_(408|429|5\d\d))$/

interface ReadOptions {
  signal: AbortSignal
  /** Called when the connection is lost (false) and while it works (true). */
  onConnection: (connected: boolean) => void
}

/**
 * Reads a file piece by piece, as fast as the caller takes the pieces. After a lost connection the download resumes
 * where it stopped, with a new link; while offline it waits for a connection.
 * @throws CodedError when the file cannot be read completely; the signal's reason when the signal is aborted
 */
export async function* readStoredFile(
  file: Pick<StoredFile, 'bucket' | 'path' | 'size'>,
  { signal, onConnection }: ReadOptions,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const retries = makeRetries(signal, MOST_FAILURES)
  let received = 0
  for (;;) {
    try {
      for await (const piece of readFrom(file, received, signal)) {
        onConnection(true)
        retries.moved()
        received += piece.length
        yield piece
      }
      if (file.size !== null && received !== file.size)
        // An answer that ends early counts as a lost connection.
        throw new CodedError(received < file.size ? 'download_broken' : 'download_wrong_size')
      return
    } catch (error) {
      signal.throwIfAborted()
      const reason = toCodedError(error)
      if (!temporary.test(reason.code) || retries.isOver()) throw reason
      onConnection(false)
      await retries.wait()
    }
  }
}

function toCodedError(error: unknown): CodedError {
  if (isNetworkError(error)) return new CodedError('download_broken')
  const code = errorCode(error)
  if (code === 'storage_404') return new CodedError('download_gone')
  return error instanceof CodedError ? error : new CodedError(code)
}

async function* readFrom(
  { bucket, path }: Pick<StoredFile, 'bucket' | 'path'>,
  from: number,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const attempt = new AbortController()
  const stop = () => attempt.abort()
  signal.addEventListener('abort', stop)
  try {
    const link = await inTime(signedLink(bucket, path, LINK_SECONDS), signal)
    const response = await inTime(
      fetch(link, {
        signal: attempt.signal,
        cache: 'no-store',
        headers: from > 0 ? { range: `bytes=${from}-` } : {},
      }),
      signal,
    )
    if (!response.ok) throw new CodedError(`storage_${response.status}`)
    if (!response.body) return
    const reader = response.body.getReader()
    // A server that does not support ranges sends the file from its start.
    let skip = response.status === 206 ? 0 : from
    for (;;) {
      const { done, value } = await inTime(reader.read(), signal)
      if (done) return
      const fresh = value.subarray(skip)
      skip -= value.length - fresh.length
      if (fresh.length > 0) yield fresh
    }
  } finally {
    signal.removeEventListener('abort', stop)
    stop()
  }
}

/** Waits for an answer, up to a time limit. A timeout or a request without an answer counts as a lost connection. */
function inTime<T>(answer: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const fail = (error: unknown) => settle(() => reject(error))
    const lost = () => fail(new CodedError('download_broken'))
    const aborted = () => fail(signal.reason)
    const timer = setTimeout(lost, STALLED)
    const settle = (finish: () => void) => {
      clearTimeout(timer)
      signal.removeEventListener('abort', aborted)
      finish()
    }
    signal.addEventListener('abort', aborted)
    if (signal.aborted) aborted()
    answer.then(
      (value) => settle(() => resolve(value)),
      (error) => (error instanceof CodedError ? fail(error) : lost()),
    )
  })
}
