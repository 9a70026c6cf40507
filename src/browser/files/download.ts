import { CodedError } from '@/lib/errors'

/** Lets the browser save a text as a file. @param type the media type, such as "text/csv;charset=utf-8" */
export function downloadText(fileName: string, text: string, type: string): void {
  downloadBlob(fileName, new Blob([text], { type }))
}

/** Lets the browser save data from memory as a file. */
export function downloadBlob(fileName: string, blob: Blob): void {
  const url = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = url
  link.download = fileName
  link.click()
  // The browser reads the address only after the click.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}

declare global {
  interface Window {
    /** Not in every browser. */
    showSaveFilePicker?: (options: {
      suggestedName: string
      types: { description: string; accept: Record<string, string[]> }[]
    }) => Promise<FileSystemFileHandle>
  }
}

/**
 * Writes a stream to its destination.
 * @throws DiskFullError; what the stream throws; the signal's reason once that is aborted
 */
export type StreamSaver = (stream: ReadableStream<Uint8Array>, signal: AbortSignal) => Promise<void>

/** Whether this browser writes a file to the disk as it arrives, so that its size does not matter. */
export function savesToDisk(): boolean {
  return window.showSaveFilePicker !== undefined
}

/**
 * Lets the person choose where to save a large file; call it in answer to a click. A browser that cannot write the file
 * as it arrives does not ask: the file is put together first (in memory, as far as possible) and saved like any
 * download.
 * @returns null when the person chose nothing
 */
export async function chooseDestination(fileName: string, type: string): Promise<StreamSaver | null> {
  if (!window.showSaveFilePicker) return saveWhole(fileName, type)
  const ending = /\.\w+$/.exec(fileName)?.[0] ?? ''
  try {
    const handle = await window.showSaveFilePicker({
      suggestedName: fileName,
      types: [{ description: fileName, accept: { [type]: [ending] } }],
    })
    // The old content of the file stays until the stream has ended, and is kept if the stream fails.
    const file = await handle.createWritable()
    return async (stream, signal) => {
      await stream.pipeTo(file, { signal }).catch((error: unknown) => {
        throw isNamed(error, 'QuotaExceededError') ? new CodedError('disk_full') : error
      })
    }
  } catch (error) {
    if (isNamed(error, 'AbortError')) return null
    throw error
  }
}

function isNamed(error: unknown, name: string): boolean {
  return error instanceof DOMException && error.name === name
}

function saveWhole(fileName: string, type: string): StreamSaver {
  return async (stream, signal) => {
    // Browsers move a large response to the disk by themselves, as far as they can.
    const blob = await new Response(stream, { headers: { 'content-type': type } }).blob()
    signal.throwIfAborted()
    downloadBlob(fileName, blob)
  }
}
