import { CodedError, errorCode } from '@/lib/errors'

/** Tells whether a row already holds all of these values. */
export function holds(row: object, values: object): boolean {
  const held = new Map(Object.entries(row))
  return Object.entries(values).every(([column, value]) => held.get(column) === value)
}

interface Filtered<Query> {
  filter: (column: string, operator: 'eq' | 'is', value: unknown) => Query
}

/** Limits an update to a row that still has the loaded values: its version, or some of its columns. */
export function whileAsLoaded<Query extends Filtered<Query>>(query: Query, loaded: object): Query {
  return Object.entries(loaded).reduce(
    (narrowed, [column, value]) => narrowed.filter(column, value === null ? 'is' : 'eq', value),
    query,
  )
}

interface SaveOver<Row> {
  /** The update of the row, limited by whileAsLoaded, so that it changes nothing if the row was changed elsewhere. */
  update: PromiseLike<{ data: Row | null }>
  /** Reads the current row. Called only when nothing was updated. */
  current: () => PromiseLike<{ data: Row | null }>
  /** The loaded values that the update was limited to. */
  loaded: object
  /** Whether a row already holds the values to save: an earlier attempt saved it and only the answer was lost. */
  isSaved: (row: Row) => boolean
}

/**
 * Changes a row, unless it was changed since it was loaded.
 * @returns the saved row, also when an earlier attempt saved it and only the answer was lost
 * @throws `changed_elsewhere` or `deleted_elsewhere` (nothing is overwritten); `plan_closed` when the row still
 * has the loaded values, which means that the policies refused the change
 */
export async function saveOver<Row extends object>(save: SaveOver<Row>): Promise<Row> {
  const { data } = await save.update
  if (data !== null) return data
  const { data: row } = await save.current()
  if (row === null) throw new CodedError('deleted_elsewhere')
  if (holds(row, save.loaded)) throw new CodedError('plan_closed')
  if (save.isSaved(row)) return row
  throw new CodedError('changed_elsewhere')
}

/**
 * Adds a row, unless a row with its key exists.
 * @returns null when such a row exists; an earlier attempt whose answer was lost may have added it
 * @throws any other error of the insert
 */
export async function insertIfNew<Row>(insert: PromiseLike<{ data: Row }>): Promise<Row | null> {
  try {
    return (await insert).data
  } catch (error) {
    if (errorCode(error) === '23505') return null
    throw error
  }
}
