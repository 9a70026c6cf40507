import { makeZip } from 'client-zip'
import { readStoredFile } from '@/data/files/downloads'
import { parseTimestamp } from '@/lib/dates'
import { type ExportContents, type ExportFile, exportJson, tableCsv } from './export-files'
import { type FailedFile, filesCsv, reportText } from './export-report'

/** Files up to this size, in bytes, are downloaded before they are added, so that they are never added incomplete. */
const AT_ONCE = 32 * 1024 * 1024

/** The progress of an archive. */
export interface ZipProgress {
  /** Finished files, including those that failed. */
  files: number
  /** Bytes received of all files together. */
  bytes: number
  /** False while the connection is lost. */
  connected: boolean
}

interface ZipOptions {
  signal: AbortSignal
  onProgress: (progress: ZipProgress) => void
  /** Called when the content of a file begins to go into the archive. */
  onFile?: ((file: ExportFile) => void) | undefined
}

/**
 * Makes one zip of rows and their files, piece by piece as it is read: files are fetched one at a time and not kept
 * in memory. A file that cannot be loaded is left out, or is incomplete if it is large, and is listed in the archive's
 * report; the archive itself stays valid.
 * @returns the archive, and the files that failed, complete once the archive is read to its end
 */
export function makeExportZip(contents: ExportContents, options: ZipOptions) {
  const failed: FailedFile[] = []
  return { stream: makeZip(entries(contents, options, failed)), failed }
}

async function* entries(
  contents: ExportContents,
  { signal, onProgress, onFile }: ZipOptions,
  failed: FailedFile[],
) {
  const { data, files, texts = [], now } = contents
  const text = (name: string, input: string) => ({ name, input, lastModified: now })
  for (const one of texts) yield text(one.name, one.text)
  yield text('data.json', exportJson(contents))
  for (const [table, rows] of Object.entries(data))
    if (rows.length > 0) yield text(`tables/${table}.csv`, tableCsv(rows))

  let progress: ZipProgress = { files: 0, bytes: 0, connected: true }
  const update = (change: Partial<ZipProgress>) => {
    progress = { ...progress, ...change }
    onProgress(progress)
  }
  for (const file of files) {
    const before = progress.bytes
    const input = await open(file, {
      signal,
      onBytes: (received) => update({ bytes: before + received, connected: true }),
      onConnection: (connected) => update({ connected }),
      onFailure: (error, kept) => {
        failed.push({ file, error, kept })
        update({ bytes: before + kept })
      },
    })
    if (input) {
      onFile?.(file)
      yield { name: file.path, input, lastModified: parseTimestamp(file.stored.storedAt) ?? now }
    }
    update({ files: progress.files + 1, connected: true })
  }

  yield text('files.csv', filesCsv(files, failed))
  yield text('report.txt', reportText(contents, failed))
}

interface OpenOptions {
  signal: AbortSignal
  onBytes: (received: number) => void
  onConnection: (connected: boolean) => void
  /** @param kept how many bytes of the file are in the archive anyway */
  onFailure: (error: unknown, kept: number) => void
}

/**
 * Starts loading a file. @returns its pieces; null when it cannot be loaded. @throws the signal's reason once aborted
 */
async function open({ stored }: ExportFile, { signal, onConnection, onBytes, onFailure }: OpenOptions) {
  let isInArchive = false
  let isFailed = false
  async function* load() {
    let received = 0
    try {
      for await (const piece of readStoredFile(stored, { signal, onConnection })) {
        received += piece.length
        onBytes(received)
        yield piece
      }
    } catch (error) {
      signal.throwIfAborted()
      isFailed = true
      // Pieces that are already in the archive cannot be removed: the file stays incomplete.
      onFailure(error, isInArchive ? received : 0)
    }
  }
  const pieces = load()
  const first: Uint8Array<ArrayBuffer>[] = []
  // For a large file, only the first piece is awaited, because most failures happen there.
  let awaited = stored.size !== null && stored.size <= AT_ONCE ? AT_ONCE : 1
  while (awaited > 0) {
    const { done, value } = await pieces.next()
    if (done) break
    first.push(value)
    awaited -= value.length
  }
  if (isFailed) return null
  isInArchive = true
  return (async function* () {
    yield* first.splice(0)
    yield* pieces
  })()
}
