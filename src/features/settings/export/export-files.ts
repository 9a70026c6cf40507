import type { StoredFile } from '@/data/files/downloads'
import type { OwnerData } from '@/data/rows/all-of-owner'
import type { SessionUser } from '@/data/session/session'
import { toCsv } from '@/lib/files/csv'
import { fileNameOf } from '@/lib/files/file-rules'
import { PRODUCT_NAME } from '@/lib/product'
import { inOrder, type Section } from '@/plan/section'
import { sections } from '@/sections/sections'
import { archiveName, archivePaths } from './archive-names'

/** What is exported: for whom, and when. */
export interface ExportContents {
  account: SessionUser
  data: OwnerData
  files: readonly ExportFile[]
  now: Date
}

/** All rows as JSON, with the column names of the database. */
export function exportJson({ account: { id, email }, data, now }: Omit<ExportContents, 'files'>): string {
  const head = { product: PRODUCT_NAME, format: 1, exported_at: now.toISOString(), user_id: id, email }
  return `${JSON.stringify({ ...head, tables: data }, null, 2)}\n`
}

/** A table as CSV, with the column names of the database. */
export function tableCsv(rows: readonly object[]): string {
  const columns = Object.keys(rows[0] ?? {})
  return toCsv([columns, ...rows.map((row) => columns.map((column) => cellText(Reflect.get(row, column))))])
}

/** Texts are kept as they are; all other values are written as JSON. */
function cellText(value: unknown): string | null {
  if (value === null || value === undefined) return null
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** A file for the archive. */
export interface ExportFile {
  /** Its path in the archive: readable and unique. */
  path: string
  stored: StoredFile
  /** The row that names the file; a death certificate may have none. */
  row: { table: string; id: string } | null
}

/**
 * Which files are added to the archive, and under which names: those that rows name, whether or not Storage has them,
 * and all death certificates.
 */
export function filesToExport(data: OwnerData, inStorage: readonly StoredFile[]): ExportFile[] {
  const pathFor = archivePaths()
  const known = new Map(inStorage.map((file) => [`${file.bucket}/${file.path}`, file]))
  const ofParts = inOrder(sections, 'documents').flatMap((part) => namedBy(part, data))
  const isVideo = ({ bucket }: Named) => bucket === 'videos'
  const inTurn = [
    // Small files first.
    ...ofParts.filter((file) => !isVideo(file)),
    ...certificates(data, inStorage),
    ...ofParts.filter(isVideo),
  ]
  return inTurn.map(({ folder, title, bucket, path, row }) => ({
    path: pathFor(folder, archiveName(title), /\.[A-Za-z0-9]{1,10}$/.exec(path)?.[0] ?? ''),
    stored: known.get(`${bucket}/${path}`) ?? { bucket, path, size: null, storedAt: null },
    row,
  }))
}

interface Named extends Pick<StoredFile, 'bucket' | 'path'>, Pick<ExportFile, 'row'> {
  folder: string
  title: string
}

function namedBy({ table, files }: Section, data: OwnerData): Named[] {
  if (!files) return []
  return (data[table] ?? []).flatMap((row) => {
    const file = files.of(row)
    return file ? { ...file, folder: files.folder, row: { table, id: file.row } } : []
  })
}

function certificates({ profiles }: OwnerData, inStorage: readonly StoredFile[]): Named[] {
  const bucket = 'death-certificates'
  const rows = new Map(
    profiles.map((profile) => [profile.death_certificate_path, { table: 'profiles', id: profile.user_id }]),
  )
  const stored = inStorage.filter((file) => file.bucket === bucket).map(({ path }) => path)
  return [...new Set([...rows.keys(), ...stored])]
    .filter((path) => path !== null)
    .map((path) => ({
      folder: 'Death certificates',
      title: fileNameOf(path).replace(/\.\w+$/, ''),
      bucket,
      path,
      row: rows.get(path) ?? null,
    }))
}
