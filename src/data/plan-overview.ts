import { queryOptions } from '@tanstack/react-query'
import type { Json } from '@/lib/database.types'
import { supabase } from './client'

export const planOverviewKeys = {
  all: ['plan-overview'] as const,
  detail: (userId: string) => [...planOverviewKeys.all, userId] as const,
}

/**
 * How many entries each part of a plan has; yes or no counts as 1 or 0. Each part names its own counts in its migration
 * and reads them in its index.ts.
 */
export type PlanCounts = Readonly<Record<string, number>>

/**
 * A plan's counts, its owner's name (null when not entered yet), when it was last confirmed, and when its next review
 * is due (null: never).
 */
export interface PlanOverview
  extends Record<'full_name' | 'plan_reviewed_at' | 'review_due_at', string | null> {
  counts: PlanCounts
}

/** The overview of the signed-in person's own plan. */
export function planOverviewQuery(userId: string) {
  return queryOptions({
    queryKey: planOverviewKeys.detail(userId),
    queryFn: async ({ signal }): Promise<PlanOverview> => {
      const { data } = await supabase.rpc('plan_overview').abortSignal(signal).single().throwOnError()
      return { ...data, counts: toCounts(data.counts) }
    },
  })
}

// Parsed by hand, because zod would make the sign-in page larger.
function toCounts(given: Json): PlanCounts {
  return Object.fromEntries(Object.entries(given ?? {}).map(([name, value]) => [name, Number(value)]))
}
