import { useMutation } from '@tanstack/react-query'
import { toastDone } from '@/browser/toasts'
import { CodedError, errorCode } from '@/lib/errors'
import { useListCache } from './list-cache'
import type { ListRow, OwnedRows, Rows } from './owned-rows'
import { holds, saveOver, whileAsLoaded } from './versioned-update'

/** The columns that every insert sets. The client makes the id, so that a retry adds no second row. */
interface NewRow {
  id: string
  user_id: string
}

/** The table of a list, as far as it is used: see Rows. */
interface Table<Row, Values> {
  select: () => Rows<Row>
  insert: (row: Values & NewRow) => { select: () => Rows<Row> }
  upsert: (
    rows: (Values & NewRow)[],
    options: { onConflict: 'id'; ignoreDuplicates: true },
  ) => { throwOnError: () => PromiseLike<unknown> }
  update: (values: Partial<Values>) => { select: () => Rows<Row> }
  delete: () => { select: () => Rows<Row> }
}

interface ListDefinition<Row extends ListRow, Values extends object> {
  rows: OwnedRows<Row>
  table: () => Table<Row, Values>
  /** The titles of the toasts. */
  words: { added: string; saved: string; deleted: string }
}

/** One row to save. */
export interface SaveRow<Row, Input> {
  /** A new row keeps its id in every attempt, so that a retry adds no second row. */
  id: string
  /** The row as it was loaded; null to add a new one. */
  loaded: Row | null
  input: Input
}

/**
 * Defines how to add, save and delete a row of an owner's list. The parts of a plan differ only in the table and the
 * words. A part whose rows name a file saves them
 * with its own function, built from `add`, `change` and `settle`.
 */
export function defineOwnedList<Row extends ListRow, Values extends object>(
  definition: ListDefinition<Row, Values>,
) {
  const {
    rows: { keys, query, toRow },
    table,
    words,
  } = definition

  /** Reads one current row; null when it does not exist. */
  const find = async (id: string): Promise<Row | null> => {
    const { data } = await table().select().filter('id', 'eq', id).maybeSingle().throwOnError()
    return data && toRow(data)
  }

  /** Reads one current row. @throws `deleted_elsewhere` when it no longer exists */
  const read = async (id: string): Promise<Row> => {
    const row = await find(id)
    if (row === null) throw new CodedError('deleted_elsewhere')
    return row
  }

  /**
   * Changes a row, unless it was changed since it was loaded. Without a version, the last change wins.
   * @throws `changed_elsewhere`, `deleted_elsewhere` or `plan_closed`
   */
  const change = (
    { id, updated_at }: Pick<ListRow, 'id'> & Partial<ListRow>,
    values: Partial<Values>,
  ): Promise<Row> => {
    const loaded = updated_at === undefined ? {} : { updated_at }
    const changing = whileAsLoaded(table().update(values).select().filter('id', 'eq', id), loaded)
    return saveOver({
      update: changing.maybeSingle().throwOnError(),
      current: async () => ({ data: await find(id) }),
      loaded,
      isSaved: (row) => holds(row, values),
    }).then(toRow)
  }

  /** Updates a row that an earlier attempt saved to the values wanted now. @throws what `change` throws */
  const settle = async (row: Row, values: Partial<Values>): Promise<Row> =>
    holds(row, values) ? row : change(row, values)

  /**
   * Adds a row. If an earlier attempt added it and only the answer was lost, no second row is added.
   * @throws the database's refusal; what `change` throws when the earlier row holds other values
   */
  const add = async (ownerId: string, id: string, values: Values): Promise<Row> => {
    try {
      const adding = table()
        .insert({ ...values, id, user_id: ownerId })
        .select()
      return toRow((await adding.single().throwOnError()).data)
    } catch (error) {
      // Another value than the id can be taken, too: then no row has this id.
      const earlier = errorCode(error) === '23505' ? await find(id) : null
      if (earlier === null) throw error
      return settle(earlier, values)
    }
  }

  /**
   * Adds several rows in one request: all of them or none. What has one of the ids already stays as it is, so that
   * another try adds no second row and changes none.
   */
  const addMissing = async (ownerId: string, given: readonly (Values & { id: string })[]): Promise<void> => {
    await table()
      .upsert(
        given.map((row) => ({ ...row, user_id: ownerId })),
        { onConflict: 'id', ignoreDuplicates: true },
      )
      .throwOnError()
  }

  /** Deletes a row; a row that no longer exists counts as deleted. @throws `plan_closed` when the policies refuse */
  const remove = async (id: string): Promise<void> => {
    const { data } = await table().delete().select().filter('id', 'eq', id).maybeSingle().throwOnError()
    if (data === null && (await find(id)) !== null) throw new CodedError('plan_closed')
  }

  /** Adds or saves a row that names no file. @throws what `add` and `change` throw */
  const save = (ownerId: string, { id, loaded, input }: SaveRow<Row, Values>): Promise<Row> =>
    loaded ? change(loaded, input) : add(ownerId, id, input)

  return { keys, words, query, find, read, add, addMissing, change, settle, save, remove }
}

export type OwnedList<Row extends ListRow, Values extends object> = ReturnType<
  typeof defineOwnedList<Row, Values>
>

interface SavingOptions<Save> {
  /** Returns whether a file was sent; a second toast then says so. */
  sendsFile?: (given: Save) => boolean
}

/**
 * Adds or saves a row of the signed-in owner with the part's own function. The dialog shows the error.
 * @param save throws when the row cannot be saved
 */
export function useSaving<Row extends ListRow, Values extends object, Save extends { loaded: Row | null }>(
  { keys, words }: OwnedList<Row, Values>,
  ownerId: string,
  save: (given: Save) => Promise<Row>,
  { sendsFile }: SavingOptions<Save> = {},
) {
  const list = useListCache<Row>(keys.ofOwner(ownerId))
  return useMutation({
    mutationFn: save,
    meta: { quietError: true },
    onSuccess: (row, given) => {
      toastDone({ title: given.loaded ? words.saved : words.added })
      if (sendsFile?.(given)) toastDone({ title: 'File uploaded' })
      return given.loaded ? list.replace(row) : list.add(row)
    },
    // The row may have been saved although the answer was lost, or changed in another window.
    onError: list.reload,
  })
}

/** Adds or saves a row of the signed-in owner that names no file. The dialog shows the error. */
export function useSaveRow<Row extends ListRow, Values extends object>(
  list: OwnedList<Row, Values>,
  ownerId: string,
) {
  return useSaving(list, ownerId, (given: SaveRow<Row, Values>) => list.save(ownerId, given))
}

/**
 * Deletes a row of the signed-in owner. The database queues its file for removal.
 * @param title of the toast
 */
export function useDeleteRow<Row extends ListRow, Values extends object>(
  { keys, words, remove }: OwnedList<Row, Values>,
  ownerId: string,
  title = words.deleted,
) {
  const list = useListCache<Row>(keys.ofOwner(ownerId))
  return useMutation({
    mutationFn: remove,
    meta: { success: { title }, quietError: true },
    onSuccess: (_nothing, id) => list.remove(id),
  })
}
