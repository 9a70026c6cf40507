import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { planOverviewKeys } from '@/data/plan-overview'

/**
 * Changes a cached list (newest first) in place, so that one changed row does not require reading the whole list again.
 * A list that was not read yet is read as it is now; one that no screen shows is left alone.
 */
export function useListCache<Row extends { id: string }>(queryKey: QueryKey) {
  const cache = useQueryClient()
  const change = async (next: (rows: Row[]) => Row[]) => {
    // A read already in progress would overwrite the change with the old list.
    await cache.cancelQueries({ queryKey })
    // The first read of a list on the screen ended with the line above, and nothing else would begin it again.
    if (cache.getQueryData(queryKey) === undefined) return void cache.invalidateQueries({ queryKey })
    cache.setQueryData<Row[]>(queryKey, (rows) => rows && next(rows))
  }
  const recount = () => void cache.invalidateQueries({ queryKey: planOverviewKeys.all })
  return {
    add: async (row: Row) => {
      await change((rows) => [row, ...rows.filter(({ id }) => id !== row.id)])
      recount()
    },
    /** Changes some values of a row. */
    patch: (id: string, values: Partial<Row>) =>
      change((rows) => rows.map((row) => (row.id === id ? { ...row, ...values } : row))),
    replace: async (row: Row) => {
      await change((rows) => rows.map((other) => (other.id === row.id ? row : other)))
      recount()
    },
    remove: async (id: string) => {
      await change((rows) => rows.filter((row) => row.id !== id))
      recount()
    },
    /** Reads the whole list again in the background, after the server may have changed it in an unknown way. */
    reload: () => {
      void cache.invalidateQueries({ queryKey })
      recount()
    },
  }
}
