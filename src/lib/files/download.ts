/** Lets the browser save a text as a file. @param type the media type, such as "text/csv;charset=utf-8" */
export function downloadText(fileName: string, text: string, type: string): void {
  downloadBlob(fileName, new Blob([text], { type }))
}

/** Lets the browser save what is in its memory as a file. */
export function downloadBlob(fileName: string, blob: Blob): void {
  const url = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = url
  link.download = fileName
  link.click()
  // The browser reads the address after the click.
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

/** The disk takes no more. */
class DiskFullError extends Error {
  override name = 'DiskFullError'
  code = 'disk_full'
}

/**
 * Takes a stream to where it is saved.
 * @throws DiskFullError; what the stream throws; the signal's reason once that is aborted
 */
export type StreamSaver = (stream: ReadableStream<Uint8Array>, signal: AbortSignal) => Promise<void>

/** Whether this browser writes a file to the disk as it comes, so that its size does not matter. */
export function savesToDisk(): boolean {
  return window.showSaveFilePicker !== undefined
}

/**
 * Lets the person choose where a large file goes, in answer to a click. Where the browser cannot write it as it comes,
 * nothing is asked: it is put together first (in memory, as far as that goes) and saved like any download.
 * @returns null when they chose nothing
 */
export async function chooseDestination(fileName: string, type: string): Promise<StreamSaver | null> {
  if (!window.showSaveFilePicker) return saveWhole(fileName, type)
  const ending = /\.\w+$/.exec(fileName)?.[0] ?? ''
  try {
    const handle = await window.showSaveFilePicker({
      suggestedName: fileName,
      types: [{ description: fileName, accept: { [type]: [ending] } }],
    })
    // What stood in the file stays until the stream has come to its end, and for good when it does not.
    const file = await handle.createWritable()
    return async (stream, signal) => {
      await stream.pipeTo(file, { signal }).catch((error: unknown) => {
        throw isNamed(error, 'QuotaExceededError') ? new DiskFullError() : error
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
    // Browsers put a large answer on the disk by themselves, as far as they can.
    const blob = await new Response(stream, { headers: { 'content-type': type } }).blob()
    signal.throwIfAborted()
    downloadBlob(fileName, blob)
  }
}
