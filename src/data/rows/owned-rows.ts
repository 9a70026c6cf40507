import { queryOptions } from '@tanstack/react-query'
import type { Client } from '@/data/client'
import { selectAll } from './select-all'

/** The columns that every row of a list has. `updated_at` is the row's version. */
export interface ListRow {
  id: string
  updated_at: string
}

/** The supabase-js queries of a list, typed only as far as they are used here. */
export interface Rows<Row> {
  filter: (column: string, operator: 'eq' | 'is', value: unknown) => Rows<Row>
  order: (column: string, options?: { ascending: boolean }) => Rows<Row>
  abortSignal: (signal: AbortSignal) => Rows<Row>
  throwOnError: () => { range: (from: number, to: number) => PromiseLike<{ data: Row[] }> }
  single: () => { throwOnError: () => PromiseLike<{ data: Row }> }
  maybeSingle: () => { throwOnError: () => PromiseLike<{ data: Row | null }> }
}

interface RowsDefinition<Row> {
  /** The table's name, for the cache. */
  key: string
  table: (client: Client) => { select: () => Rows<Row> }
  /** Corrects values that a server sends in a form other than the generated types say. */
  toRow?: (row: Row) => Row
}

/**
 * Defines how a list of an owner's rows is read, newest first: its query and cache keys. How they are saved is in
 * owned-list.ts, which screens that only read do not load. Sign-in loads this, but not the client.
 */
export function ownedRows<Row extends ListRow>({ key, table, toRow = (row) => row }: RowsDefinition<Row>) {
  const keys = {
    all: [key] as const,
    ofOwner: (ownerId: string) => [key, ownerId] as const,
  }

  /** All rows of an owner that the signed-in person may read. */
  const query = (ownerId: string) =>
    queryOptions({
      queryKey: keys.ofOwner(ownerId),
      queryFn: async ({ signal }): Promise<Row[]> => {
        const { supabase } = await import('@/data/client')
        const rows = await selectAll(() =>
          table(supabase)
            .select()
            .filter('user_id', 'eq', ownerId)
            .order('created_at', { ascending: false })
            .order('id')
            .abortSignal(signal)
            .throwOnError(),
        )
        return rows.map(toRow)
      },
    })

  return { keys, query, toRow }
}

export type OwnedRows<Row extends ListRow> = ReturnType<typeof ownedRows<Row>>
