import type { StoredFile } from '@/data/files/downloads'
import type { Memory } from '@/data/memorial/memories'
import type { TableRows } from '@/data/rows/all-of-owner'
import { archiveName, archivePaths } from '@/lib/files/archive-names'
import { toCsv } from '@/lib/files/csv'
import { fileNameOf } from '@/lib/files/stored-names'
import { PRODUCT_NAME } from '@/lib/text'
import type { PlanPart } from '@/parts'
import { inOrder } from '@/parts/kit/part'

/** What the archive's report says in its own words to the person who exports. */
export interface ReportWords {
  title: string
  /** "everything you entered" */
  data: string
  /** "your documents and videos" */
  files: string
  noFiles: string
  /** How to try again when a file is missing. */
  again: string
}

/** What is exported. */
export interface ExportContents {
  /** Who exports, and whose plan, for the head of data.json. */
  about: { email: string } & Readonly<Record<string, string | null>>
  data: TableRows
  files: readonly ExportFile[]
  /** Texts from the data, to be read at once. */
  texts?: readonly ExportText[]
  words: ReportWords
  now: Date
}

/** A text in the archive. */
export interface ExportText {
  name: string
  /** What it is, for the report. */
  about: string
  text: string
  /** The row that holds it, where who saves it has opened that. */
  row?: { table: string; id: string }
}

/** All rows as JSON, with the column names of the database. */
export function exportJson({ about, data, now }: Pick<ExportContents, 'about' | 'data' | 'now'>): string {
  const head = { product: PRODUCT_NAME, format: 1, exported_at: now.toISOString(), ...about }
  return `${JSON.stringify({ ...head, tables: data }, null, 2)}\n`
}

/** A table as CSV, with the column names of the database. */
export function tableCsv(rows: TableRows[string]): string {
  const columns = Object.keys(rows[0] ?? {})
  return toCsv([columns, ...rows.map((row) => columns.map((column) => cellText(row[column])))])
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

interface FilesToExport {
  parts: readonly PlanPart[]
  data: TableRows
  inStorage: readonly StoredFile[]
  certificates: readonly Certificate[]
  memories: readonly Pick<Memory, 'id' | 'author_name' | 'picture_path'>[]
}

/** The path of a death certificate, and the row that names it. */
export interface Certificate extends Pick<ExportFile, 'row'> {
  path: string
}

/**
 * Which files are added to the archive, and under which names: those that rows name, whether or not Storage has them,
 * the death certificates, and the photos of memories.
 */
export function filesToExport({
  parts,
  data,
  inStorage,
  certificates,
  memories,
}: FilesToExport): ExportFile[] {
  const pathFor = archivePaths()
  const known = new Map(inStorage.map((file) => [`${file.bucket}/${file.path}`, file]))
  const ofParts = inOrder(parts, 'documents').flatMap((part) => namedBy(part, data))
  const isVideo = ({ bucket }: Named) => bucket === 'videos'
  const inTurn = [
    // Small files first.
    ...ofParts.filter((file) => !isVideo(file)),
    ...certificates.map(namedCertificate),
    ...memories.flatMap(namedMemory),
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

function namedBy({ table, files }: PlanPart, data: TableRows): Named[] {
  if (!files) return []
  return (data[table] ?? []).flatMap((row) => {
    const file = files.of(row)
    return file ? { ...file, folder: files.folder, row: { table, id: file.row } } : []
  })
}

function namedCertificate({ path, row }: Certificate): Named {
  return {
    folder: 'Death certificates',
    title: fileNameOf(path).replace(/\.\w+$/, ''),
    bucket: 'death-certificates',
    path,
    row,
  }
}

function namedMemory({ id, author_name, picture_path: path }: FilesToExport['memories'][number]): Named[] {
  if (path === null) return []
  const title = `Photo from ${author_name}`
  return [{ folder: 'Memories', title, bucket: 'memories', path, row: { table: 'memories', id } }]
}

/** The texts of rows that are files of the archive: letters, and the captions beside a video. */
export async function textsToExport({
  parts,
  data,
  files,
}: Pick<FilesToExport, 'parts' | 'data'> & { files: readonly ExportFile[] }): Promise<ExportText[]> {
  const pathFor = archivePaths()
  const pathsOf = new Map(files.map(({ path, row }) => [`${row?.table}/${row?.id}`, path]))
  const withTexts = await Promise.all(
    parts.map(async ({ table, files: named }) => ({ table, textOf: (await named?.texts?.())?.textOf })),
  )
  return withTexts.flatMap(({ table, textOf }) =>
    (data[table] ?? []).flatMap((given) => {
      const text = textOf?.(given)
      if (!text) return []
      const beside = pathsOf.get(`${table}/${text.row}`)?.replace(/\.\w+$/, text.ending)
      const { folder, title, ending } = text
      const name = folder === null ? beside : pathFor(folder, archiveName(title), ending)
      const row = text.opens ? { row: { table, id: text.row } } : {}
      return name === undefined ? [] : [{ name, about: text.about, text: text.text, ...row }]
    }),
  )
}

/** How large files are together, in bytes, as far as Storage said. */
export function sizeOf(files: readonly ExportFile[]): number {
  return files.reduce((sum, { stored }) => sum + (stored.size ?? 0), 0)
}
