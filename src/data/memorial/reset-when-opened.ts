import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useLayoutEffect, useRef } from 'react'

/**
 * Reads lists anew when a plan opens to the person who has it before them: what came while it was closed is empty. They
 * go back to the skeleton first, so that nobody takes a closed plan for an empty one.
 * @param canView whether the plan is open to this person; undefined while that is asked
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
