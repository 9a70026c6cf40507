import { useQueries } from '@tanstack/react-query'
import { useReadWhenOpened } from '@/data/memorial/reset-when-opened'
import type { Facts } from '@/plan/facts/facts'
import { inOrder, type PlanPart } from '@/plan/section'
import type { Loadable } from '@/ui/page/loaded'
import { familyFirst, planParts } from '.'

/** The facts.tsx of every folder. Each is only ever given what its own query has read. */
const allFacts = Object.values(import.meta.glob<Facts>('./*/facts.tsx', { eager: true, import: 'facts' }))

/** A part of a plan and what its readers see of it. */
export interface PartFacts extends PlanPart {
  facts: Facts
}

/** A part of a plan with what was read of it, or stands in for that. */
export interface ReadPart extends PartFacts {
  query: Loadable<unknown>
}

const parts: readonly PartFacts[] = planParts.flatMap((part) =>
  allFacts.filter(({ key }) => key === part.key).map((facts) => ({ ...part, facts })),
)

/** In the order of a memorial. */
export const memorialParts = inOrder(
  parts,
  'funeral',
  'music',
  'documents',
  'messages',
  'contacts',
  'accounts',
)
/** In the order of a binder. */
export const binderParts = inOrder(parts, ...familyFirst)

/**
 * Everything that a plan holds, as far as the policies give it to the signed-in person: each part by itself, so that one
 * that fails takes no other with it.
 * @param canView see useReadWhenOpened. No part waits for it, as the policies give nothing of a closed plan: it is all
 * one round of requests.
 */
export function usePlan(
  all: readonly PartFacts[],
  ownerId: string,
  canView: boolean | undefined,
): readonly ReadPart[] {
  // Two parts may stand in one row, which is read once.
  const sources = [...new Set(all.map(({ facts }) => facts.query))]
  const queries = sources.map((source) => source(ownerId))
  useReadWhenOpened(canView, queries)
  const answers = useQueries({ queries })
  return all.flatMap((part) => {
    const query = answers[sources.indexOf(part.facts.query)]
    return query ? { ...part, query } : []
  })
}
