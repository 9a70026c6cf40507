import { BlobReader, type Entry, type FileEntry, ZipReader } from '@zip.js/zip.js/lib/zip-core-custom.js'
import Papa from 'papaparse'
import * as z from 'zod/mini'
import { CodedError, propertyOf } from '@/lib/errors'
import { withoutGuards } from '@/lib/files/csv'
import { PRODUCT_NAME } from '@/lib/text'
import type { ExportedRow, ExportedTables } from '@/parts/kit/incoming'

/** The format of data.json that this version reads: see exportJson. */
const FORMAT = 1
/** The largest data.json and files.csv that are read into memory, in bytes: no plan within the database's limits is larger. */
const TEXT_LIMIT = 100 * 1024 * 1024
/** More files than all parts of a plan can have rows. */
const MOST_ENTRIES = 20_000

/** A file in the zip. */
export interface ZippedFile {
  /** Its size in bytes, as the zip says. No more than that is ever unpacked. */
  size: number
  /** Unpacks it. @throws `export_damaged`; the signal's reason */
  read: (signal: AbortSignal) => Promise<Blob>
}

/** An export of someone's own plan, opened: its files stay in the zip until each is read. */
export interface OpenedExport {
  email: string
  /** ISO timestamp */
  exportedAt: string
  rows: ExportedTables
  /** The file that was stored at "bucket/path"; or null, with what the export itself says about it. */
  fileOf: (stored: string) => { zipped: ZippedFile; problem?: undefined } | { zipped: null; problem: string }
}

const headSchema = z.object({
  product: z.literal(PRODUCT_NAME),
  format: z.number(),
  exported_at: z.string(),
  user_id: z.string(),
  email: z.string(),
  /** In a download of someone else's plan. */
  owner_id: z.optional(z.string()),
  tables: z.record(z.string(), z.array(z.record(z.string(), z.unknown()))),
})

/**
 * Opens an export that its owner has downloaded: the zip with data.json and the files. Only its directory and its data are
 * read; it can be far larger than the memory.
 * @throws `export_not_zip`, `not_an_export`, `export_of_another`, `export_too_new`, `export_too_large`, `export_damaged` or
 * `file_unreadable`
 */
export async function openExport(file: File, signal: AbortSignal): Promise<OpenedExport> {
  const beginning = await file
    .slice(0, 4)
    .text()
    .catch(() => {
      throw new CodedError('file_unreadable')
    })
  if (!beginning.startsWith('PK')) throw new CodedError('export_not_zip')
  const entries = await entriesOf(file)
  const data = entries.get('data.json')
  if (!data) throw new CodedError('not_an_export')
  const head = readHead(await textOf(data, signal))
  const list = entries.get('files.csv')
  if (!list) throw new CodedError('export_damaged')
  const places = readList(await textOf(list, signal))
  return {
    email: head.email,
    exportedAt: head.exported_at,
    rows: (table): readonly ExportedRow[] => head.tables[table] ?? [],
    fileOf: (stored) => {
      const place = places.get(stored)
      const entry = entries.get(place?.path ?? '')
      if (place?.problem) return { zipped: null, problem: `The export says about its file: ${place.problem}` }
      if (!place || !entry) return { zipped: null, problem: 'Its file isn’t in the zip.' }
      return { zipped: { size: entry.uncompressedSize, read: (leave) => bytesOf(entry, leave) } }
    },
  }
}

/** The files in a zip by their paths. A computer that unpacked and packed it again may have put all of it in a folder. */
async function entriesOf(file: File): Promise<Map<string, FileEntry>> {
  const found: Entry[] = []
  try {
    for await (const entry of new ZipReader(new BlobReader(file)).getEntriesGenerator()) {
      if (found.push(entry) > MOST_ENTRIES) throw new CodedError('not_an_export')
    }
  } catch (error) {
    throw damaged(error)
  }
  const files = found.filter((entry): entry is FileEntry => !entry.directory)
  const data = files.find(({ filename }) => /^([^/]+\/)?data\.json$/.test(filename))
  const folder = data?.filename.replace('data.json', '') ?? ''
  return new Map(
    files
      .filter(({ filename }) => filename.startsWith(folder))
      // macOS writes accents in another way.
      .map((entry) => [entry.filename.slice(folder.length).normalize('NFC'), entry]),
  )
}

/** Unpacks a file, and never more than its size: what is larger than it says is no file of ours. */
async function bytesOf(entry: FileEntry, signal: AbortSignal): Promise<Blob> {
  let room = entry.uncompressedSize
  const counting = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform: (piece, controller) => {
      room -= piece.length
      if (room < 0) controller.error(new CodedError('export_damaged'))
      else controller.enqueue(piece)
    },
  })
  try {
    const [blob] = await Promise.all([
      new Response(counting.readable).blob(),
      entry.getData(counting.writable, { signal, checkCrc32: true, useWebWorkers: false }),
    ])
    return blob
  } catch (error) {
    signal.throwIfAborted()
    throw damaged(error)
  }
}

/** The browser's names for a file that was moved, changed or deleted since it was chosen. */
const gone = /^(NotReadableError|NotFoundError)$/

function damaged(error: unknown): CodedError {
  if (error instanceof CodedError) return error
  return new CodedError(gone.test(String(propertyOf(error, 'name'))) ? 'file_unreadable' : 'export_damaged')
}

async function textOf(entry: FileEntry, signal: AbortSignal): Promise<string> {
  if (entry.uncompressedSize > TEXT_LIMIT) throw new CodedError('export_too_large')
  return (await bytesOf(entry, signal)).text()
}

function readHead(text: string): z.output<typeof headSchema> {
  const json = parsed(text)
  const { success, data: head } = headSchema.safeParse(json)
  if (!success) throw new CodedError('not_an_export')
  if (head.owner_id !== undefined && head.owner_id !== head.user_id) throw new CodedError('export_of_another')
  if (head.format > FORMAT) throw new CodedError('export_too_new')
  return head
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new CodedError('export_damaged')
  }
}

/** Reads files.csv: where in the zip each stored file is, and what was wrong with it. */
function readList(text: string): Map<string, { path: string; problem: string }> {
  const { data } = Papa.parse<Record<string, string>>(text.replace(/^\ufeff/, ''), { header: true })
  return new Map(
    data.map(({ file = '', stored_as = '', problem = '' }) => [
      withoutGuards(stored_as),
      { path: withoutGuards(file).normalize('NFC'), problem: withoutGuards(problem) },
    ]),
  )
}
