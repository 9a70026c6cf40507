/** Somebody, most likely the same person in another window, saved it after it was loaded here. */
export class ChangedElsewhereError extends Error {
  override name = 'ChangedElsewhereError'
  code = 'changed_elsewhere'
}

/** It was deleted after it was loaded here. */
export class DeletedElsewhereError extends Error {
  override name = 'DeletedElsewhereError'
  code = 'deleted_elsewhere'
}

/** The plan takes no changes now: the membership has ended, or the death was verified. */
export class PlanClosedError extends Error {
  override name = 'PlanClosedError'
  code = 'plan_closed'
}

interface GuardedUpdate<Row> {
  /** The update. It asks for what was loaded too, such as `.eq('updated_at', loaded)`, and so may meet no row. */
  update: PromiseLike<{ data: Row | null }>
  /** Asked when it met none: is the row still as it was loaded? null when there is no such row any more. */
  stillAsLoaded: () => PromiseLike<boolean | null>
  /**
   * Asked when it was changed: a save whose answer was lost on the way has changed it too, and is no change by
   * somebody else.
   */
  ownSave?: { current: () => PromiseLike<{ data: Row | null }>; isSent: (row: Row) => boolean }
}

/**
 * Changes a row, unless it was changed since it was loaded.
 * @returns the saved row, also when it was saved by an earlier try whose answer was lost
 * @throws ChangedElsewhereError or DeletedElsewhereError, and nothing is overwritten then; PlanClosedError when the
 * row is as it was loaded, so that the policies refused the change
 */
export async function guardedUpdate<Row>({
  update,
  stillAsLoaded,
  ownSave,
}: GuardedUpdate<Row>): Promise<Row> {
  const { data } = await update
  if (data !== null) return data
  const unchanged = await stillAsLoaded()
  if (unchanged === null) throw new DeletedElsewhereError()
  if (unchanged) throw new PlanClosedError()
  const current = ownSave && (await ownSave.current()).data
  if (current && ownSave.isSent(current)) return current
  throw new ChangedElsewhereError()
}

/** Tells whether a row already holds all of these values. */
export function holds<Row extends object>(row: Row, values: Partial<Row>): boolean {
  return Object.entries(values).every(([column, value]) => Reflect.get(row, column) === value)
}

/**
 * For `stillAsLoaded` of rows that go by their version.
 * @param current reads the row's version as it is now
 * @param loaded the version that was loaded
 * @returns null when there is no such row any more
 */
export async function hasVersion(
  current: PromiseLike<{ data: { updated_at: string } | null }>,
  loaded: string,
): Promise<boolean | null> {
  const { data } = await current
  return data && data.updated_at === loaded
}

interface GuardedDelete {
  /** The deletion, returning what it deleted; no row when there is none, or when the policies refuse. */
  remove: PromiseLike<{ data: unknown }>
  /** Asked when nothing was deleted: is the row there? */
  stillThere: () => PromiseLike<{ data: unknown }>
}

/**
 * Deletes a row. One that was already deleted elsewhere is as good as deleted here.
 * @throws PlanClosedError when it is still there, so that the policies refused
 */
export async function guardedDelete({ remove, stillThere }: GuardedDelete): Promise<void> {
  const { data } = await remove
  if (data === null && (await stillThere()).data !== null) throw new PlanClosedError()
}
