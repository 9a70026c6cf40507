import { errorCode } from '@/lib/errors'

/** The row was saved elsewhere after it was loaded here, most likely by the same person in another window. */
export class ChangedElsewhereError extends Error {
  override name = 'ChangedElsewhereError'
  code = 'changed_elsewhere'
}

/** The row was deleted after it was loaded here. */
export class DeletedElsewhereError extends Error {
  override name = 'DeletedElsewhereError'
  code = 'deleted_elsewhere'
}

/** The plan takes no changes now: the membership has ended, or the death was verified. */
export class PlanClosedError extends Error {
  override name = 'PlanClosedError'
  code = 'plan_closed'
}

/** Tells whether a row already holds all of these values. */
export function holds(row: object, values: object): boolean {
  return Object.entries(values).every(([column, value]) => Reflect.get(row, column) === value)
}

interface Filtered<Query> {
  filter: (column: string, operator: 'eq' | 'is', value: unknown) => Query
}

/** Narrows an update to a row that still has the values that were loaded: its version, or some of its columns. */
export function whileAsLoaded<Query extends Filtered<Query>>(query: Query, loaded: object): Query {
  return Object.entries(loaded).reduce(
    (narrowed, [column, value]) => narrowed.filter(column, value === null ? 'is' : 'eq', value),
    query,
  )
}

interface SaveOver<Row> {
  /** The update of the one row, narrowed by whileAsLoaded, so that it changes nothing when the row is another by now. */
  update: PromiseLike<{ data: Row | null }>
  /** Reads the row as it is now. Asked only when nothing was updated. */
  current: () => PromiseLike<{ data: Row | null }>
  /** What the update was narrowed to. */
  loaded: object
  /** Tells whether a row holds what was to be saved: then an earlier try has saved it and only its answer was lost. */
  isSaved: (row: Row) => boolean
}

/**
 * Changes a row, unless it was changed since it was loaded.
 * @returns the saved row, also when it was saved by an earlier try whose answer was lost
 * @throws ChangedElsewhereError or DeletedElsewhereError, and nothing is overwritten then; PlanClosedError when the
 * row is as it was loaded, so that the policies refused the change
 */
export async function saveOver<Row extends object>(save: SaveOver<Row>): Promise<Row> {
  const { data } = await save.update
  if (data !== null) return data
  const { data: row } = await save.current()
  if (row === null) throw new DeletedElsewhereError()
  if (holds(row, save.loaded)) throw new PlanClosedError()
  if (save.isSaved(row)) return row
  throw new ChangedElsewhereError()
}

/**
 * Adds a row, unless there is one with its key already.
 * @returns null when there is one: an earlier try whose answer was lost may have added it
 * @throws what the insert throws otherwise
 */
export async function insertIfNew<Row>(insert: PromiseLike<{ data: Row }>): Promise<Row | null> {
  try {
    return (await insert).data
  } catch (error) {
    if (errorCode(error) === '23505') return null
    throw error
  }
}
