import { queryOptions, useMutation } from '@tanstack/react-query'
import { supabase } from '@/data/client'
import type { Database } from '@/lib/database.types'
import { toastDone } from '@/lib/toasts'
import { useListCache } from './list-cache'
import { selectAll } from './select-all'
import {
  DeletedElsewhereError,
  holds,
  insertIfNew,
  PlanClosedError,
  saveOver,
  whileAsLoaded,
} from './versioned-update'

type AllTables = Database['public']['Tables']

/** The tables of which an owner has a list. */
type ListTable = {
  [Table in keyof AllTables]: AllTables[Table]['Row'] extends {
    id: string
    user_id: string
    updated_at: string
  }
    ? Table
    : never
}[keyof AllTables]

/** What every row of a list has. `updated_at` is its version. */
export interface ListRow {
  id: string
  updated_at: string
}

/** What every new row is added with. The client makes the id, so that a repeated add makes no second row. */
interface NewRow {
  id: string
  user_id: string
}

/** The queries of supabase-js that a list is made of, as far as they are used here. */
interface Rows<Row> {
  filter: (column: string, operator: 'eq' | 'is', value: unknown) => Rows<Row>
  order: (column: string, options?: { ascending: boolean }) => Rows<Row>
  abortSignal: (signal: AbortSignal) => Rows<Row>
  retry: (enabled: boolean) => Rows<Row>
  throwOnError: () => { range: (from: number, to: number) => PromiseLike<{ data: Row[] }> }
  maybeSingle: () => { throwOnError: () => PromiseLike<{ data: Row | null }> }
}

interface ListDefinition<Row extends ListRow, Values extends object> {
  table: ListTable
  select: () => Rows<Row>
  insert: (row: Values & NewRow) => Rows<Row>
  update: (values: Partial<Values>) => Rows<Row>
  /** Mends what a server sends in another form than the types say. */
  toRow?: (row: Row) => Row
  /** The toasts. */
  words: { added: string; saved: string; deleted: string }
}

/** One row to save. */
export interface SaveRow<Row, Input> {
  /** For a new row: the same in every try, so that a repeated one makes no second row. */
  id: string
  /** The row as it was loaded; null adds it. */
  loaded: Row | null
  input: Input
}

/**
 * A list of rows that belong to an owner, newest first: how it is read, added to, saved over what was loaded, deleted
 * from, and kept in the cache. `table`, the three queries and the words are all that the parts of a plan differ in; a
 * part whose rows name a file saves them with a function of its own, made of `add`, `change` and `settle`.
 */
export function defineOwnedList<Row extends ListRow, Values extends object>(
  definition: ListDefinition<Row, Values>,
) {
  const { table, select, insert, update, toRow = (row) => row, words } = definition

  const keys = {
    all: [table] as const,
    ofOwner: (ownerId: string) => [table, ownerId] as const,
  }

  /** All rows of an owner that the signed-in person may read. */
  const query = (ownerId: string) =>
    queryOptions({
      queryKey: keys.ofOwner(ownerId),
      queryFn: async ({ signal }): Promise<Row[]> => {
        const rows = await selectAll(() =>
          select()
            .filter('user_id', 'eq', ownerId)
            .order('created_at', { ascending: false })
            .order('id')
            .abortSignal(signal)
            .throwOnError(),
        )
        return rows.map(toRow)
      },
    })

  /** One row as it is now; null when there is none. */
  const find = async (id: string): Promise<Row | null> => {
    const { data } = await select().filter('id', 'eq', id).retry(false).maybeSingle().throwOnError()
    return data && toRow(data)
  }

  /** One row as it is now. @throws DeletedElsewhereError when there is none any more */
  const read = async (id: string): Promise<Row> => {
    const row = await find(id)
    if (row === null) throw new DeletedElsewhereError()
    return row
  }

  /** Saves over a loaded row. @throws ChangedElsewhereError, DeletedElsewhereError or PlanClosedError */
  const change = ({ id, updated_at }: ListRow, values: Partial<Values>): Promise<Row> => {
    const loaded = { updated_at }
    const changing = whileAsLoaded(update(values).filter('id', 'eq', id), loaded)
    return saveOver({
      update: changing.maybeSingle().throwOnError(),
      current: async () => ({ data: await find(id) }),
      loaded,
      isSaved: (row) => holds(row, values),
    }).then(toRow)
  }

  /** Brings a row that an earlier try has saved to what is wanted now. @throws what `change` throws */
  const settle = async (row: Row, values: Partial<Values>): Promise<Row> =>
    holds(row, values) ? row : change(row, values)

  /**
   * Adds a row. When an earlier try has added it and only its answer was lost, no second one is made.
   * @throws a refusal of the database; what `change` throws when the earlier row holds something else
   */
  const add = async (ownerId: string, id: string, values: Values): Promise<Row> => {
    const added = await insertIfNew(
      insert({ ...values, id, user_id: ownerId })
        .maybeSingle()
        .throwOnError(),
    )
    return added ? toRow(added) : settle(await read(id), values)
  }

  /** Deletes a row; one that is gone already counts as deleted. @throws PlanClosedError when the policies refuse */
  const remove = async (id: string): Promise<void> => {
    const { data } = await supabase
      .from(table)
      .delete()
      .eq('id', id)
      .select('id')
      .maybeSingle()
      .throwOnError()
    if (data === null && (await find(id)) !== null) throw new PlanClosedError()
  }

  /** Adds or saves a row that names no file. @throws what `add` and `change` throw */
  const save = (ownerId: string, { id, loaded, input }: SaveRow<Row, Values>): Promise<Row> =>
    loaded ? change(loaded, input) : add(ownerId, id, input)

  return { keys, words, query, find, read, add, change, settle, save, remove }
}

export type OwnedList<Row extends ListRow, Values extends object> = ReturnType<
  typeof defineOwnedList<Row, Values>
>

interface SavingOptions<Save> {
  /** Tells whether a file was sent, which is said too. */
  sendsFile?: (given: Save) => boolean
  /** The screen alone says what went wrong. */
  quietError?: boolean
}

/**
 * Adds or saves a row of the signed-in owner by a function of the part's own. The dialog says what went wrong.
 * @param save throws what keeps the row from being saved
 */
export function useSaving<Row extends ListRow, Values extends object, Save extends { loaded: Row | null }>(
  { keys, words }: OwnedList<Row, Values>,
  ownerId: string,
  save: (given: Save) => Promise<Row>,
  { sendsFile, quietError = false }: SavingOptions<Save> = {},
) {
  const list = useListCache<Row>(keys.ofOwner(ownerId))
  return useMutation({
    mutationFn: save,
    meta: { errorOnScreen: true, quietError },
    onSuccess: (row, given) => {
      toastDone({ title: given.loaded ? words.saved : words.added })
      if (sendsFile?.(given)) toastDone({ title: 'File uploaded' })
      return given.loaded ? list.replace(row) : list.add(row)
    },
    // It may be saved all the same, or changed elsewhere.
    onError: list.reload,
  })
}

/** Adds or saves a row of the signed-in owner that names no file. The dialog says what went wrong. */
export function useSaveRow<Row extends ListRow, Values extends object>(
  list: OwnedList<Row, Values>,
  ownerId: string,
) {
  return useSaving(list, ownerId, (given: SaveRow<Row, Values>) => list.save(ownerId, given))
}

/** Deletes a row of the signed-in owner. Its file goes too: the database queues that for removal. */
export function useDeleteRow<Row extends ListRow, Values extends object>(
  { keys, words, remove }: OwnedList<Row, Values>,
  ownerId: string,
) {
  const list = useListCache<Row>(keys.ofOwner(ownerId))
  return useMutation({
    mutationFn: remove,
    meta: { success: { title: words.deleted }, errorOnScreen: true },
    onSuccess: (_nothing, id) => list.remove(id),
  })
}
