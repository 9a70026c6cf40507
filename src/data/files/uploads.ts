import type { Upload } from 'tus-js-client'
import { supabase } from '@/data/client'
import { readEnv } from '@/lib/env'
import { CodedError, isNetworkError } from '@/lib/errors'
import { uploadOrigin } from '@/lib/files/storage'
import { makeRetries } from './retries'
import { filesOf } from './storage'

/** A file up to this size is sent in one request, a larger one in parts of exactly this size, as Storage requires. */
const PART = 6 * 1024 * 1024
/** A part without progress for this many milliseconds is aborted and sent again. */
const STALLED = 60_000

export interface UploadRequest {
  bucket: 'videos' | 'documents' | 'death-certificates' | 'pictures' | 'memories'
  /** Must be new, because an upload never overwrites a file. */
  path: string
  file: Blob
  /** One of the bucket's types, without codecs. */
  contentType: string
  /** No browser keeps a copy of it. */
  isPrivate?: boolean
}

/** The progress of an upload; sizes are in bytes. */
export interface UploadProgress {
  sent: number
  total: number
  /** False while the connection is lost. The upload continues automatically when it is back. */
  connected: boolean
}

/** A running upload to Storage. */
export interface FileUpload {
  /**
   * Resolves when the whole file is stored. A lost connection does not reject it.
   * @throws `upload_cancelled`, or UploadError with the code of the refusal
   */
  done: Promise<void>
  progress: () => UploadProgress
  subscribe: (listener: () => void) => () => void
  /** Tries again at once, without waiting for the connection. */
  resume: () => void
  /** Cancels the upload and removes what has been stored. Does nothing when the upload is done. */
  cancel: () => void
}

/**
 * One attempt to send a file, or the rest of it.
 * @param onSent receives the number of bytes sent so far
 * @throws UploadError
 */
type Attempt = (onSent: (bytes: number) => void) => Promise<void>

/** Why one attempt failed, or why Storage refused the file. */
class UploadError extends Error {
  override name = 'UploadError'
  /** The status of the answer; null when there was no answer. */
  status: number | null
  /** Selects the error text: "storage_413". */
  code: string
  details: string | undefined
  /** The path already has a file. After an attempt whose answer was lost, it is the file from that attempt. */
  alreadyThere: boolean
  constructor(
    status: number | null,
    { code = `storage_${status}`, alreadyThere = false, message = '' } = {},
  ) {
    // The database names its own code and limit in the message of a refusal: "HW041 2147483648: …".
    const [, own = code, details] = /^(HW\d{3})(?: (\d+))?:/.exec(message) ?? []
    super(own)
    this.status = status
    this.code = own
    this.details = details
    this.alreadyThere = alreadyThere
  }
  get isTemporary(): boolean {
    return this.status === null || this.status >= 500 || [408, 409, 423, 429].includes(this.status)
  }
}

/**
 * Sends a file to Storage: a small file in one request, a larger one in parts, so that a lost connection costs at most
 * one part. It starts at once and continues until it is done, refused or cancelled.
 */
export function startUpload(request: UploadRequest): FileUpload {
  const { file } = request
  const cancelled = new AbortController()
  const { signal } = cancelled
  const attempt = file.size > PART ? inParts(request, signal) : inOne(request, signal)
  const retries = makeRetries(signal)
  const listeners = new Set<() => void>()
  let progress: UploadProgress = { sent: 0, total: file.size, connected: true }
  const update = (change: Partial<UploadProgress>) => {
    progress = { ...progress, ...change }
    for (const listener of listeners) listener()
  }
  // New progress resets the waits; only failures without progress make them longer.
  let farthest = 0
  const onSent = (sent: number) => {
    if (sent > farthest) retries.moved()
    farthest = Math.max(farthest, sent)
    update({ sent, connected: true })
  }

  const run = async () => {
    for (let tries = 0; ; tries += 1) {
      try {
        return await attempt(onSent)
      } catch (error) {
        const failure = toUploadError(error)
        if (failure.alreadyThere && tries > 0) return
        if (failure.alreadyThere || !failure.isTemporary) throw failure
        // A file that was moved or changed on the device also fails like a lost connection; retrying would never end.
        const beginning = await file
          .slice(0, 1)
          .arrayBuffer()
          .catch(() => null)
        if (beginning === null) throw new UploadError(0, { code: 'file_unreadable' })
        update({ connected: false })
        await retries.wait()
      }
    }
  }
  const untilCancelled = new Promise<never>((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason))
  })

  let settled = false
  const done = Promise.race([run(), untilCancelled]).finally(() => {
    settled = true
  })
  // Without this, a failure that no caller awaits would be an unhandled rejection.
  done.catch(() => {})
  return {
    done,
    progress: () => progress,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    resume: retries.goOn,
    cancel: () => {
      // A finished upload is kept, because a row may already name its file.
      if (!settled) cancelled.abort(new CodedError('upload_cancelled'))
    },
  }
}

function toUploadError(error: unknown): UploadError {
  if (error instanceof UploadError) return error
  return isNetworkError(error) ? new UploadError(null) : new UploadError(0, { code: 'unknown' })
}

/** Removes a file from Storage. If this fails, `housekeeping` removes a file without a row after a day. */
export async function removeUpload({ bucket, path }: Pick<UploadRequest, 'bucket' | 'path'>): Promise<void> {
  await (await filesOf(bucket)).remove([path])
}

/** @throws UploadError: temporary when a network error prevented a refresh, permanent when the session has ended */
async function accessToken(): Promise<string> {
  const { data, error } = await supabase.auth.getSession()
  if (isNetworkError(error)) throw new UploadError(null)
  if (!data.session) throw new UploadError(401, { code: 'unauthorized' })
  return data.session.access_token
}

/** How long browsers keep what they opened, in seconds. */
const cacheSeconds = ({ isPrivate }: UploadRequest) => (isPrivate ? '0' : '3600')

/** Sends a file in one request. When the signal is aborted, the stored file is removed again. */
function inOne(request: UploadRequest, signal: AbortSignal): Attempt {
  const { bucket, path, file, contentType } = request
  const cacheControl = cacheSeconds(request)
  let sending: Promise<unknown> = Promise.resolve()
  // The request itself cannot be aborted, so its file is removed afterwards.
  signal.addEventListener('abort', () => void sending.then(() => removeUpload(request)).catch(() => {}))
  return async (onSent) => {
    // Without a session the request would be sent anonymously and refused permanently.
    await accessToken()
    const files = await filesOf(bucket)
    signal.throwIfAborted()
    const upload = files.upload(path, file, { contentType, cacheControl })
    sending = upload
    const { error } = await upload
    if (!error) return onSent(file.size)
    // Storage puts its own status in the body; the HTTP status may differ.
    const status = Number(('statusCode' in error && error.statusCode) || ('status' in error && error.status))
    throw new UploadError(status || null, { alreadyThere: status === 409, message: error.message })
  }
}

const loadTus = () => import('tus-js-client')

/** Preloads the code for large files. It is not part of a page's bundle, because few people send large files. */
export function prepareUploads(): void {
  loadTus().catch(() => {})
}

/** Sends a file part by part. When the signal is aborted, the stored parts are removed again. */
function inParts(request: UploadRequest, signal: AbortSignal): Attempt {
  const { bucket, path, file, contentType } = request
  let upload: Upload | undefined
  signal.addEventListener('abort', () => {
    // The upload may have finished just before, so the whole file is removed, too.
    void upload
      ?.abort(true)
      .catch(() => {})
      .then(() => removeUpload(request))
      .catch(() => {})
  })
  return async (onSent) => {
    const tus = await loadTus().catch(() => {
      throw new UploadError(null)
    })
    signal.throwIfAborted()
    const { supabaseUrl, supabasePublishableKey } = readEnv()
    // Every attempt uses the same object, because it knows the upload's URL on the server.
    upload ??= new tus.Upload(file, {
      endpoint: `${uploadOrigin(supabaseUrl)}/storage/v1/upload/resumable`,
      chunkSize: PART,
      headers: { apikey: supabasePublishableKey, 'x-upsert': 'false' },
      metadata: { bucketName: bucket, objectName: path, contentType, cacheControl: cacheSeconds(request) },
      // The retries of tus stop after a while and cannot be triggered early.
      retryDelays: null,
      // Storing a fingerprint is of no use: a recording does not survive a reload.
      storeFingerprintForResuming: false,
      onBeforeRequest: async (outgoing) => {
        if (outgoing.getMethod() !== 'DELETE') signal.throwIfAborted()
        // A large upload takes longer than an access token is valid.
        outgoing.setHeader('authorization', `Bearer ${await accessToken()}`)
      },
    })
    const { options } = upload
    let timer: ReturnType<typeof setTimeout> | undefined
    await new Promise<void>((resolve, reject) => {
      const moved = () => {
        clearTimeout(timer)
        timer = setTimeout(() => {
          void upload?.abort()
          reject(new UploadError(null))
        }, STALLED)
      }
      options.onProgress = (sent) => {
        moved()
        onSent(sent)
      }
      options.onSuccess = () => resolve()
      options.onError = (error) => reject(fromTus(error, tus.DetailedError))
      moved()
      upload?.start()
    }).finally(() => clearTimeout(timer))
  }
}

function fromTus(error: Error, DetailedError: typeof import('tus-js-client').DetailedError): UploadError {
  if (!(error instanceof DetailedError)) return toUploadError(error)
  if (error.causingError instanceof UploadError) return error.causingError
  const status = error.originalResponse?.getStatus() || null
  return new UploadError(status, {
    alreadyThere: status === 409 && error.originalRequest?.getMethod() === 'POST',
    message: error.originalResponse?.getBody() ?? '',
  })
}
