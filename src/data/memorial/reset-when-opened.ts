import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useLayoutEffect, useRef } from 'react'

/**
 * Resets queries when a plan opens while its reader has it on the screen, because a closed plan returns empty lists.
 * The reset shows the skeleton first, so that a closed plan is not mistaken for an empty one.
 * @param canView whether the plan is open to the reader; undefined until that is known
 */
export function useReadWhenOpened(canView: boolean | undefined, queries: readonly { queryKey: QueryKey }[]) {
  const cache = useQueryClient()
  const wasClosed = useRef(false)
  useLayoutEffect(() => {
    if (canView && wasClosed.current) {
      for (const { queryKey } of queries) void cache.resetQueries({ queryKey })
    }
    wasClosed.current = canView === false
  })
}
