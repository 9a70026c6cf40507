import type { Client } from '@/data/client'
import type { Tables } from '@/lib/database.types'
import type { PlanTable } from './plan-rows'
import { selectAll } from './select-all'

/** The columns that every row of a list has. `updated_at` is the row's version. */
export interface ListRow {
  id: string
  updated_at: string
}

/**
 * A query of supabase-js for the rows of any one table, as far as it is used. For a row that is a type parameter the
 * compiler cannot compare its own PostgrestFilterBuilder ("excessively deep"), nor would it check a method's parameters.
 */
export interface Rows<Row> {
  filter: (column: string, operator: 'eq' | 'is', value: unknown) => Rows<Row>
  order: (column: string, options?: { ascending: boolean }) => Rows<Row>
  abortSignal: (signal: AbortSignal) => Rows<Row>
  throwOnError: () => PromiseLike<{ data: Row[] }> & {
    range: (from: number, to: number) => PromiseLike<{ data: Row[] }>
  }
  single: () => { throwOnError: () => PromiseLike<{ data: Row }> }
  maybeSingle: () => { throwOnError: () => PromiseLike<{ data: Row | null }> }
}

/** The tables with these columns. */
type TableOf<Row> = { [Table in PlanTable]: Tables<Table> extends Row ? Table : never }[PlanTable]

/**
 * Defines how a list of an owner's rows is read, newest first: its query and cache keys. How they are saved is in
 * owned-list.ts, which screens that only read do not load. Sign-in loads this, but neither the client
 * nor the library for queries.
 * @param toRow corrects values that a server sends in a form other than the generated types say
 */
export function ownedRows<Row extends ListRow>(table: TableOf<Row>, toRow = (row: Row) => row) {
  const rowsOf = (client: Client): { select: () => Rows<Row> } => client.from(table)
  const keys = { ofOwner: (ownerId: string): readonly [string, string] => [table, ownerId] }

  const readAlone = async (ownerId: string, signal: AbortSignal): Promise<Row[]> => {
    const { supabase } = await import('@/data/client')
    return selectAll(() =>
      rowsOf(supabase)
        .select()
        .filter('user_id', 'eq', ownerId)
        .order('created_at', { ascending: false })
        .order('id')
        .abortSignal(signal)
        .throwOnError(),
    )
  }

  /** All rows of an owner that the signed-in person may read. */
  const query = (ownerId: string) => ({
    queryKey: keys.ofOwner(ownerId),
    queryFn: async ({ signal }: { signal: AbortSignal }): Promise<Row[]> => {
      const { readWithOthers } = await import('./plan-rows')
      const together = await readWithOthers(ownerId, table, signal)
      return (hasRows<Row>(together) ? together : await readAlone(ownerId, signal)).map(toRow)
    },
  })

  return { table, keys, query, toRow }
}

/** Whether a table's rows came, which are then as its generated types say. */
export const hasRows = <Row>(rows: readonly unknown[] | null): rows is Row[] => rows !== null

export type OwnedRows<Row extends ListRow> = ReturnType<typeof ownedRows<Row>>
