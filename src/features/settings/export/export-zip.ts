import { makeZip } from 'client-zip'
import { readStoredFile } from '@/data/files/downloads'
import type { OwnerData } from '@/data/rows/all-of-owner'
import { parseTimestamp } from '@/lib/dates'
import type { Account } from './export-account'
import { type ExportFile, exportJson, tableCsv } from './export-files'
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

export interface ZipContents {
  account: Account
  data: OwnerData
  files: readonly ExportFile[]
  now: Date
}

interface ZipOptions {
  signal: AbortSignal
  onProgress: (progress: ZipProgress) => void
}

/**
 * Makes one zip of all of an owner's data, piece by piece as it is read: files are fetched one at a time and not kept
 * in memory. A file that cannot be loaded is left out, or is incomplete if it is large, and is listed in the archive's
 * report; the archive itself stays valid.
 * @returns the archive, and the files that failed, complete once the archive is read to its end
 */
export function makeExportZip(contents: ZipContents, options: ZipOptions) {
  const failed: FailedFile[] = []
  return { stream: makeZip(entries(contents, options, failed)), failed }
}

async function* entries(
  { account, data, files, now }: ZipContents,
  { signal, onProgress }: ZipOptions,
  failed: FailedFile[],
) {
  const text = (name: string, input: string) => ({ name, input, lastModified: now })
  yield text('data.json', exportJson(data, account, now))
  const tables = Object.entries(data).map(([name, rows]) => ({ name, csv: tableCsv(rows) }))
  for (const { name, csv } of tables) if (csv !== null) yield text(`tables/${name}.csv`, csv)

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
    if (input) yield { name: file.path, input, lastModified: parseTimestamp(file.stored.storedAt) ?? now }
    update({ files: progress.files + 1, connected: true })
  }

  yield text('files.csv', filesCsv(files, failed))
  const named = (filled: boolean) =>
    tables.filter(({ csv }) => (csv !== null) === filled).map(({ name }) => name)
  yield text(
    'report.txt',
    reportText({ account, now, tables: named(true), emptyTables: named(false), files, failed }),
  )
}

interface OpenOptions {
  signal: AbortSignal
  onBytes: (received: number) => void
  onConnection: (connected: boolean) => void
  /** @param kept how many bytes of the file are in the archive anyway */
  onFailure: (error: unknown, kept: number) => void
}

type Pieces = AsyncGenerator<Uint8Array<ArrayBuffer>>

/**
 * Starts loading a file. @returns its pieces; null when it cannot be loaded. @throws the signal's reason once aborted
 */
async function open({ stored }: ExportFile, options: OpenOptions): Promise<Pieces | null> {
  const { signal, onBytes, onFailure } = options
  const pieces = readStoredFile(stored, options)
  const first: Uint8Array<ArrayBuffer>[] = []
  let received = 0
  try {
    // For a large file, only the first piece is awaited, because most failures happen there.
    const enough = stored.size !== null && stored.size <= AT_ONCE ? AT_ONCE : 1
    while (received < enough) {
      const { done, value } = await pieces.next()
      if (done) break
      first.push(value)
      received += value.length
      onBytes(received)
    }
  } catch (error) {
    signal.throwIfAborted()
    onFailure(error, 0)
    return null
  }
  return rest(pieces, first, received, options)
}

async function* rest(
  pieces: Pieces,
  first: Uint8Array<ArrayBuffer>[],
  receivedBefore: number,
  { signal, onBytes, onFailure }: OpenOptions,
): Pieces {
  let received = receivedBefore
  yield* first.splice(0)
  try {
    for await (const piece of pieces) {
      received += piece.length
      onBytes(received)
      yield piece
    }
  } catch (error) {
    signal.throwIfAborted()
    // Pieces that are already in the archive cannot be removed: the file stays incomplete.
    onFailure(error, received)
  }
}
