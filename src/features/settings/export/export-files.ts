import type { StoredFile } from '@/data/files/downloads'
import type { OwnerData } from '@/data/rows/all-of-owner'
import { toCsv } from '@/lib/files/csv'
import { fileNameOf } from '@/lib/files/file-rules'
import { PRODUCT_NAME } from '@/lib/product'
import { documentWords } from '@/sections/documents/document-words'
import { archiveName, archivePaths } from './archive-names'
import type { Account } from './export-account'

/** All rows as JSON, every column under its own name. */
export function exportJson(data: OwnerData, { id, email }: Account, now: Date): string {
  const head = { product: PRODUCT_NAME, format: 1, exported_at: now.toISOString(), user_id: id, email }
  return `${JSON.stringify({ ...head, tables: data }, null, 2)}\n`
}

/** A table as CSV, with its own column names; null when it has no rows. */
export function tableCsv(rows: readonly object[]): string | null {
  const columns = Object.keys(rows[0] ?? {})
  if (columns.length === 0) return null
  return toCsv([columns, ...rows.map((row) => columns.map((column) => cellText(Reflect.get(row, column))))])
}

/** Texts as they are, everything else as in JSON. */
function cellText(value: unknown): string | null {
  if (value === null || value === undefined) return null
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** A file that goes into the archive. */
export interface ExportFile {
  /** Where it goes: a readable path, unlike any other. */
  path: string
  stored: StoredFile
  /** The row that names it; for a death certificate there may be none. */
  row: { table: keyof OwnerData; id: string } | null
}

/**
 * Which files go into the archive, and under which names: those that the rows name, whether or not they are found in
 * Storage, and every death certificate there is.
 */
export function filesToExport(data: OwnerData, inStorage: readonly StoredFile[]): ExportFile[] {
  const pathFor = archivePaths()
  const known = new Map(inStorage.map((file) => [`${file.bucket}/${file.path}`, file]))
  const file = (
    folder: string,
    title: string,
    bucket: StoredFile['bucket'],
    storedPath: string,
    row: ExportFile['row'],
  ): ExportFile => ({
    path: pathFor(folder, archiveName(title), /\.[A-Za-z0-9]{1,10}$/.exec(storedPath)?.[0] ?? ''),
    stored: known.get(`${bucket}/${storedPath}`) ?? { bucket, path: storedPath, size: null, storedAt: null },
    row,
  })
  return [
    ...data.estate_documents.map(({ id, doc_type, description, file_path }) =>
      file('Wills and trusts', `${documentWords[doc_type].name} - ${description}`, 'documents', file_path, {
        table: 'estate_documents',
        id,
      }),
    ),
    ...data.insurance_policies.flatMap(({ id, provider, document_path }) =>
      document_path === null
        ? []
        : file('Life insurance', provider, 'documents', document_path, { table: 'insurance_policies', id }),
    ),
    ...certificates(data, inStorage).map(({ path, row }) =>
      file('Death certificates', fileNameOf(path).replace(/\.\w+$/, ''), 'death-certificates', path, row),
    ),
    ...data.video_messages.map(({ id, title, storage_path }) =>
      file('Video messages', title, 'videos', storage_path, { table: 'video_messages', id }),
    ),
  ]
}

function certificates({ profiles }: OwnerData, inStorage: readonly StoredFile[]) {
  const named = profiles.flatMap(({ user_id, death_certificate_path: path }) =>
    path === null ? [] : { path, row: { table: 'profiles', id: user_id } as const },
  )
  const others = inStorage
    .filter(({ bucket, path }) => bucket === 'death-certificates' && named.every((one) => one.path !== path))
    .map(({ path }) => ({ path, row: null }))
  return [...named, ...others]
}
