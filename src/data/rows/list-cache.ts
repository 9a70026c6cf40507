import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { planOverviewKeys } from '@/data/plan-overview'

/**
 * Changes a list in the cache, newest first, so that one changed row does not cost the whole list again. A list that
 * was not read yet stays unread.
 */
export function useListCache<Row extends { id: string }>(queryKey: QueryKey) {
  const cache = useQueryClient()
  const change = async (next: (rows: Row[]) => Row[]) => {
    // A read that is under way would bring back what is being changed.
    await cache.cancelQueries({ queryKey })
    cache.setQueryData<Row[]>(queryKey, (rows) => rows && next(rows))
  }
  const recount = () => void cache.invalidateQueries({ queryKey: planOverviewKeys.all })
  return {
    add: async (row: Row) => {
      await change((rows) => [row, ...rows.filter(({ id }) => id !== row.id)])
      recount()
    },
    /** Puts new values into a row. */
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
    /** Reads the whole list again, after something may have changed that is not known here. Nobody waits for it. */
    reload: () => {
      void cache.invalidateQueries({ queryKey })
      recount()
    },
  }
}
