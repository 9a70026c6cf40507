import { type UseQueryOptions, useQueries } from '@tanstack/react-query'
import { useReadWhenOpened } from '@/data/memorial/reset-when-opened'
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
 * Reads every part of a plan, as far as the policies allow the signed-in person. Each part has its own query, so that a
 * failed part does not affect the others.
 * @param canView see useReadWhenOpened. The queries do not wait for it, because the policies return nothing of a closed
 * plan; this saves a round of requests.
 */
export function usePlan(
  parts: readonly PartFacts[],
  ownerId: string,
  canView: boolean | undefined,
): readonly ReadPart[] {
  const tables = [...sources.keys()]
  const options = [...sources.values()].map((query) => query(ownerId))
  useReadWhenOpened(canView, options)
  const answers = useQueries({ queries: options })
  return parts.flatMap((part) => {
    const query = answers[tables.indexOf(part.table)]
    return query ? { ...part, query } : []
  })
}
