import { useSyncExternalStore } from 'react'
import type { Upload } from 'tus-js-client'
import { supabase } from '@/data/client'
import { readEnv } from '@/lib/env'
import { isNetworkError } from '@/lib/errors'
import { uploadOrigin } from '@/lib/files/storage-host'
import { makeRetries } from './retries'

/** Up to this size a file goes in one request; above it in parts of exactly this size, as Storage wants them. */
const PART = 6 * 1024 * 1024
/** A part of a file that has not moved for so long is given up and tried again. */
const STALLED = 60_000

export interface UploadRequest {
  bucket: 'videos' | 'documents' | 'death-certificates'
  /** Must be new: nothing is ever overwritten. */
  path: string
  file: Blob
  /** One of the bucket's types, without codecs. */
  contentType: string
}

/** Where an upload stands; sizes are in bytes. */
export interface UploadProgress {
  sent: number
  total: number
  /** False while the connection is lost. The upload goes on by itself when it is back. */
  connected: boolean
}

/** A file on its way into Storage. */
export interface FileUpload {
  /**
   * Resolves once the whole file is stored. A lost connection never ends it.
   * @throws UploadCancelledError, or UploadRefusedError with the code of the refusal
   */
  done: Promise<void>
  progress: () => UploadProgress
  subscribe: (listener: () => void) => () => void
  /** Tries again at once, without waiting for the connection. */
  resume: () => void
  /** Gives the upload up; what has arrived is removed again. Does nothing once it is done. */
  cancel: () => void
}

/** The upload was given up by the person, or with the screen. */
export class UploadCancelledError extends Error {
  override name = 'UploadCancelledError'
  code = 'upload_cancelled'
}

/** Storage does not take the file. */
class UploadRefusedError extends Error {
  override name = 'UploadRefusedError'
  /** For the sentence: "storage_413". */
  code: string
  constructor(code: string) {
    super(code)
    this.code = code
  }
}

/**
 * One try to send a file, or what is missing of it.
 * @param onSent how far it has come
 * @throws AttemptError
 */
type Attempt = (onSent: (bytes: number) => void) => Promise<void>

/** Why one try came to nothing: the answer's status, or null when no answer came. */
class AttemptError extends Error {
  status: number | null
  code: string
  /** The file is already there. After a try whose answer got lost, that is our own. */
  alreadyThere: boolean
  constructor(status: number | null, { code = `storage_${status}`, alreadyThere = false } = {}) {
    super(code)
    this.status = status
    this.code = code
    this.alreadyThere = alreadyThere
  }
  get isTemporary(): boolean {
    return this.status === null || this.status >= 500 || [408, 409, 423, 429].includes(this.status)
  }
}

/**
 * Sends a file to Storage: a small one in one request, a larger one in parts, so that a lost connection costs no more
 * than one of them. It begins at once, and goes on until it is done, refused or cancelled.
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
  // Only a connection that gets nowhere makes the waits longer.
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
        const failure = toAttemptError(error)
        if (failure.alreadyThere && tries > 0) return
        if (failure.alreadyThere || !failure.isTemporary) throw new UploadRefusedError(failure.code)
        // A file that was moved or changed meanwhile fails like a connection, but would do so for ever.
        if (!(await isReadable(file))) throw new UploadRefusedError('file_unreadable')
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
  // A failure that no caller waits for is no error of the page.
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
      // A file that has arrived stays: its row may name it by now.
      if (!settled) cancelled.abort(new UploadCancelledError())
    },
  }
}

const nothing: UploadProgress = { sent: 0, total: 0, connected: true }
const neverChanges = () => () => {}

/** Follows an upload on the screen; null is one that has not begun. */
export function useUploadProgress(upload: FileUpload | null): UploadProgress {
  return useSyncExternalStore(upload?.subscribe ?? neverChanges, upload?.progress ?? (() => nothing))
}

async function isReadable(file: Blob): Promise<boolean> {
  return file
    .slice(0, 1)
    .arrayBuffer()
    .then(
      () => true,
      () => false,
    )
}

function toAttemptError(error: unknown): AttemptError {
  if (error instanceof AttemptError) return error
  return isNetworkError(error) ? new AttemptError(null) : new AttemptError(0, { code: 'unknown' })
}

/** Takes a file out of Storage again. What is left behind without a row, `housekeeping` removes after a day. */
export async function removeUpload({ bucket, path }: Pick<UploadRequest, 'bucket' | 'path'>): Promise<void> {
  await supabase.storage.from(bucket).remove([path])
}

/** @throws AttemptError: temporary when the session could only not be renewed just now, otherwise that it has ended */
async function accessToken(): Promise<string> {
  const { data, error } = await supabase.auth.getSession()
  if (isNetworkError(error)) throw new AttemptError(null)
  if (!data.session) throw new AttemptError(401, { code: 'unauthorized' })
  return data.session.access_token
}

/** Sends a file in one request. Once the signal is aborted, what arrives is removed again. */
function inOne(request: UploadRequest, signal: AbortSignal): Attempt {
  const { bucket, path, file, contentType } = request
  let sending: Promise<unknown> = Promise.resolve()
  // The request itself cannot be called back.
  signal.addEventListener('abort', () => void sending.then(() => removeUpload(request)).catch(() => {}))
  return async (onSent) => {
    // Without a token the request would go as nobody's, and be refused for good.
    await accessToken()
    signal.throwIfAborted()
    const upload = supabase.storage.from(bucket).upload(path, file, { contentType, cacheControl: '3600' })
    sending = upload
    const { error } = await upload
    if (!error) return onSent(file.size)
    // Storage says its own status in the body; around it, the answer's may be another.
    const status = Number(('statusCode' in error && error.statusCode) || ('status' in error && error.status))
    throw new AttemptError(status || null, { alreadyThere: status === 409 })
  }
}

const loadTus = () => import('tus-js-client')

/** Loads what large files need, ahead of the first one. No page has it in its own code: few ever send a large file. */
export function prepareUploads(): void {
  loadTus().catch(() => {})
}

/** Sends a file part by part. Once the signal is aborted, the parts that have arrived are removed again. */
function inParts(request: UploadRequest, signal: AbortSignal): Attempt {
  const { bucket, path, file, contentType } = request
  let upload: Upload | undefined
  signal.addEventListener('abort', () => {
    // The whole file may have arrived just before.
    void upload
      ?.abort(true)
      .catch(() => {})
      .then(() => removeUpload(request))
      .catch(() => {})
  })
  return async (onSent) => {
    const tus = await loadTus().catch(() => {
      throw new AttemptError(null)
    })
    signal.throwIfAborted()
    const { supabaseUrl, supabasePublishableKey } = readEnv()
    // The same object in every try: it knows where on the server its parts are.
    upload ??= new tus.Upload(file, {
      endpoint: `${uploadOrigin(supabaseUrl)}/storage/v1/upload/resumable`,
      chunkSize: PART,
      headers: { apikey: supabasePublishableKey, 'x-upsert': 'false' },
      metadata: { bucketName: bucket, objectName: path, contentType, cacheControl: '3600' },
      // Its own retries end after a while, and cannot be told to go on at once.
      retryDelays: null,
      // Nothing about the file is left in the browser's store: its recording would not outlive the page anyway.
      storeFingerprintForResuming: false,
      onBeforeRequest: async (outgoing) => {
        if (outgoing.getMethod() !== 'DELETE') signal.throwIfAborted()
        // A large upload outlasts its first token.
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
          reject(new AttemptError(null))
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

function fromTus(error: Error, DetailedError: typeof import('tus-js-client').DetailedError): AttemptError {
  if (!(error instanceof DetailedError)) return toAttemptError(error)
  if (error.causingError instanceof AttemptError) return error.causingError
  const status = error.originalResponse?.getStatus() || null
  return new AttemptError(status, {
    alreadyThere: status === 409 && error.originalRequest?.getMethod() === 'POST',
  })
}
