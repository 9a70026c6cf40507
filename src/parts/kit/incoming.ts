import type * as z from 'zod/mini'
import type { SaveRowWithFile } from '@/data/files/row-files'
import type { FileUpload } from '@/data/files/uploads'
import type { ListRow, OwnedRows } from '@/data/rows/owned-rows'
import type { CheckedFile } from '@/lib/files/file-rules'

/** A row as an export holds it: nothing in it is known to be right. */
export type ExportedRow = Readonly<Record<string, unknown>>

/** The rows that an export has of a table; none of a table that it doesn't have. */
export type ExportedTables = (table: string) => readonly ExportedRow[]

/** The plan that an export comes into. */
export interface Destination {
  ownerId: string
  /** The people whom it names now, and whose invitations have not ended. */
  people: readonly { id: number; person_email: string }[]
}

/** What is checked about a file before it is sent, as in the part's own dialog. */
interface FileCheck {
  check: (file: File) => Promise<CheckedFile>
  /** The largest size, in bytes. */
  limit: number
}

/** The file of a row that comes in. */
interface IncomingFile extends FileCheck {
  /** Bucket and path of the file when it was exported, as the export's list of files names it. */
  stored: string
  /** Whether the row has to stay out without it. */
  isNeeded: boolean
}

interface Send {
  file: File | null
  onUpload: (upload: FileUpload | null) => void
}

/** A row of an export that can come in. */
export interface IncomingRow {
  /** The id that it gets: the same each time, so that nothing comes in twice. */
  id: string
  /** What its owner called it; '' where it has no name. */
  name: string
  file: IncomingFile | null
  /** Adds it to the plan. @throws what the database or Storage answers */
  add: (send: Send) => Promise<unknown>
}

/** What an export holds for a part. */
export interface Found<Data> {
  rows: readonly IncomingRow[]
  /** What can't come in, and why: a sentence or two. */
  staysOut: readonly { name: string; why: string }[]
  /** Adds several rows without files in one request: all or none. Left out where rows are added one by one. */
  addTogether?: (rows: readonly Pick<IncomingRow, 'id'>[]) => Promise<void>
  /**
   * Compares it with what the plan holds now: the ids of what is there, and whether anything is there that never came
   * from this export.
   */
  compare: (data: Data) => { there: ReadonlySet<string>; hasOthers: boolean }
}

/** How the rows of a part that were exported come into an empty plan. */
export type Incoming<Data> = (exported: ExportedTables, to: Destination) => Promise<Found<Data>>

/** What is wrong with an address in a file. */
export const notAnEmail = (email: string) => `“${email}” isn’t a valid email address.`

const notOurs = 'It isn’t written as an export writes it.'
const twice = 'It’s in the export twice.'

/**
 * Checks a row of an export with the schema of the part's own form. A column that came later than the export is empty
 * in it.
 * @param form the row as the form's values; left out, each value as text
 */
export function checkExported<Input>(
  schema: z.ZodMiniType<Input>,
  row: ExportedRow,
  form: ExportedRow = asForm(row),
): { input: Input; why?: undefined } | { input?: undefined; why: string } {
  const first = schema.safeParse(form)
  if (first.success) return { input: first.data }
  const absent = first.error.issues
    .map(({ path: [column] }) => String(column))
    .filter((name) => !(name in form))
  const again = schema.safeParse({ ...form, ...Object.fromEntries(absent.map((name) => [name, ''])) })
  if (again.success) return { input: again.data }
  const [issue] = again.error.issues
  // Nothing can be entered here, as the form's own words ask.
  if (issue?.code === 'invalid_format' && issue.format === 'email')
    return { why: notAnEmail(String(form[String(issue.path[0])])) }
  const message = issue?.message ?? ''
  // What zod itself says is for developers.
  return { why: /^Invalid/.test(message) || message === '' ? notOurs : message }
}

/** A row as a form holds it: numbers as text, and an empty text where there is nothing. */
export function asForm(row: ExportedRow): ExportedRow {
  return Object.fromEntries(
    Object.entries(row).map(([column, value]) => [
      column,
      value === null ? '' : typeof value === 'number' ? String(value) : value,
    ]),
  )
}

/**
 * The id that a row gets here. It is made from its old id and the new owner, so that it is the same in every try, on
 * every device, and no other owner's.
 */
async function idHere(ownerId: string, id: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(`${ownerId} ${id}`))
  const hex = Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')
  // RFC 9562: version 8 is for ids made in a way of one's own.
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(12, 15)}`,
    `8${hex.slice(15, 18)}`,
    hex.slice(18, 30),
  ].join('-')
}

/** Goes through the rows of a table that was exported as a list, oldest first, so that the newest stays the newest. */
export async function eachExported(
  rows: readonly ExportedRow[],
  { ownerId }: Destination,
  name: (row: ExportedRow) => unknown,
  toRow: (row: ExportedRow, id: string) => Omit<IncomingRow, 'id' | 'name'> | string,
): Promise<Found<readonly { id: string }[]>> {
  const found: IncomingRow[] = []
  const staysOut: { name: string; why: string }[] = []
  const ids = new Set<string>()
  for (const row of rows.toReversed()) {
    const given = name(row)
    const title = typeof given === 'string' ? given.slice(0, 120) : ''
    const refuse = (why: string) => staysOut.push({ name: title, why })
    if (typeof row.id !== 'string') {
      refuse(notOurs)
      continue
    }
    const id = await idHere(ownerId, row.id)
    const made = ids.has(id) ? twice : toRow(row, id)
    ids.add(id)
    if (typeof made === 'string') refuse(made)
    else found.push({ id, name: title, ...made })
  }
  return {
    rows: found,
    staysOut,
    // Rows that stay out now may have come in before.
    compare: (data) => ({
      there: new Set(data.map(({ id }) => id)),
      hasOthers: data.some(({ id }) => !ids.has(id)),
    }),
  }
}

interface ListDefinition<Row extends ListRow, Input extends object> {
  /** How the part reads its rows. */
  rows: OwnedRows<Row>
  /** The schema of the part's form, and what else of a row comes along. */
  schema: z.ZodMiniType<Input>
  /** The column that names a row; left out where there is one row. */
  name?: string
  /** Adds rows without files; left out where each row needs one. */
  addMissing?: (ownerId: string, rows: readonly (Input & { id: string })[]) => Promise<void>
  /** The file that a row may name. */
  file?: FileCheck & {
    bucket: string
    column: string
    save: (ownerId: string, given: SaveRowWithFile<Row, Input>) => Promise<Row>
  }
}

/** How the rows of a list come in. */
export function incomingList<Row extends ListRow, Input extends object>({
  rows: { table },
  schema,
  name,
  addMissing,
  file,
}: ListDefinition<Row, Input>): Incoming<Row[]> {
  return async (exported, to) => {
    const { ownerId } = to
    const inputs = new Map<string, Input>()
    const withIds = (rows: readonly { id: string }[]) =>
      rows.flatMap(({ id }) => {
        const input = inputs.get(id)
        return input ? [{ ...input, id }] : []
      })
    const addTogether =
      addMissing && ((rows: readonly { id: string }[]) => addMissing(ownerId, withIds(rows)))
    const toRow = (row: ExportedRow, id: string) => {
      const checked = checkExported(schema, row)
      if (checked.why !== undefined) return checked.why
      const { input } = checked
      inputs.set(id, input)
      const path = file && row[file.column]
      return {
        file:
          file && typeof path === 'string'
            ? { ...file, stored: `${file.bucket}/${path}`, isNeeded: addMissing === undefined }
            : null,
        add: async ({ file: blob, onUpload }: Send) =>
          file && blob
            ? file.save(ownerId, { id, loaded: null, input, file: blob, onUpload })
            : addTogether?.([{ id }]),
      }
    }
    const found = await eachExported(exported(table), to, (row) => (name ? row[name] : ''), toRow)
    return { ...found, ...(addTogether ? { addTogether } : {}) }
  }
}
