import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'

/** How often an open page asks whether its reader still has access, in milliseconds; only while it is in front. */
export const CHECK_EVERY = 60_000

/**
 * Options of a query whose answer says whether its reader still has access: it is asked again every minute, whenever the
 * page comes back to the front, and by a page that is opened. Null stands for no access, and ends the asking.
 */
export const rechecked = {
  refetchInterval: ({ state: { data } }: { state: { data?: unknown } }) => (data ? CHECK_EVERY : false),
  refetchOnMount: 'always',
  refetchOnWindowFocus: 'always',
} as const

/** Drops from the cache what the reader may not read any more, once no screen shows it. */
export function useDropped(keys: readonly QueryKey[]): void {
  const cache = useQueryClient()
  useEffect(() => {
    for (const queryKey of keys) cache.removeQueries({ queryKey, type: 'inactive' })
  })
}
