import { type UseQueryOptions, useQueries } from '@tanstack/react-query'
import { useReadWhenOpened } from '@/data/memorial/reset-when-opened'
import type { Loadable } from '@/ui/page/loaded'
import { binderParts, type PartFacts } from './facts'

type Query = (ownerId: string) => UseQueryOptions<unknown>

/** The `query` in the data.ts of every folder. */
const queries = import.meta.glob<Query>('./*/data.ts', { eager: true, import: 'query' })

/** What each table is read with. Two parts may stand in one row, which is read once. */
const sources = new Map(
  binderParts.flatMap(({ table, folder }) => {
    const query = queries[`${folder}/data.ts`]
    return query ? [[table, query] as const] : []
  }),
)

/** A part of a plan with what was read of it, or stands in for that. */
export interface ReadPart extends PartFacts {
  query: Loadable<unknown>
}

/**
 * Everything that a plan holds, as far as the policies give it to the signed-in person: each part by itself, so that one
 * that fails takes no other with it.
 * @param canView see useReadWhenOpened. No part waits for it, as the policies give nothing of a closed plan: it is all
 * one round of requests.
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
