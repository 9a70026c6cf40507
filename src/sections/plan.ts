import { type UseQueryOptions, useQueries, useQueryClient } from '@tanstack/react-query'
import { useLayoutEffect, useRef } from 'react'
import type { Loadable } from '@/ui/page/loaded'
import { binderParts, type PartFacts } from './facts'

type Query = (ownerId: string) => UseQueryOptions<unknown>

/** The `query` in the data.ts of every folder. */
const queries = import.meta.glob<Query>('./*/data.ts', { eager: true, import: 'query' })

/** The query of each table. Two parts may share a table, which is then read once. */
const sources = new Map(
  binderParts.flatMap(({ table, folder }) => {
    const query = queries[`${folder}/data.ts`]
    return query ? [[table, query] as const] : []
  }),
)

/** A part of a plan with its data: the state of its query, or sample data in its place. */
export interface ReadPart extends PartFacts {
  query: Loadable<unknown>
}

/**
 * Reads these parts of a plan, as far as the policies allow the signed-in person. Each part has its own query, so that a
 * failed part does not affect the others.
 * @param canView whether the plan is open to the reader; undefined until that is known. The queries do not wait for it, because the policies return nothing of a closed
 * plan; this saves a round of requests.
 */
export function usePlan(
  parts: readonly PartFacts[],
  ownerId: string,
  canView: boolean | undefined,
): readonly ReadPart[] {
  const wanted = [...sources].filter(([table]) => parts.some((part) => part.table === table))
  const options = wanted.map(([, query]) => query(ownerId))
  useReadWhenOpened(canView, options)
  const answers = useQueries({ queries: options })
  return parts.flatMap((part) => {
    const query = answers[wanted.findIndex(([table]) => table === part.table)]
    return query ? { ...part, query } : []
  })
}

/**
 * Resets queries when a plan opens while its reader has it on the screen, because a closed plan returns empty lists.
 * The reset shows the skeleton first, so that a closed plan is not mistaken for an empty one.
 */
function useReadWhenOpened(canView: boolean | undefined, queries: readonly UseQueryOptions<unknown>[]) {
  const cache = useQueryClient()
  const wasClosed = useRef(false)
  useLayoutEffect(() => {
    if (canView && wasClosed.current) {
      for (const { queryKey } of queries) void cache.resetQueries({ queryKey })
    }
    wasClosed.current = canView === false
  })
}
