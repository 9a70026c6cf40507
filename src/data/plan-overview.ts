import { queryOptions } from '@tanstack/react-query'
import { z } from 'zod'
import { supabase } from './client'

export const planOverviewKeys = {
  all: ['plan-overview'] as const,
  detail: (userId: string) => [...planOverviewKeys.all, userId] as const,
}

/**
 * How much there is of everything in a plan; yes or no counts as 1 or 0. Each part of the plan names its own counts in
 * its migration and reads them in its section.ts.
 */
const counts = z.record(z.string(), z.union([z.number(), z.boolean()]).transform(Number))
export type PlanCounts = Readonly<z.output<typeof counts>>

/**
 * How much there is in a plan, its owner's name (null when that was not entered yet), when it was last confirmed, and
 * when it is due to be looked over again (null: never).
 */
export interface PlanOverview
  extends Record<'full_name' | 'plan_reviewed_at' | 'review_due_at', string | null> {
  counts: PlanCounts
}

/** What stands in the signed-in person's own plan. */
export function planOverviewQuery(userId: string) {
  return queryOptions({
    queryKey: planOverviewKeys.detail(userId),
    queryFn: async ({ signal }): Promise<PlanOverview> => {
      const { data } = await supabase.rpc('plan_overview').abortSignal(signal).single().throwOnError()
      const { full_name, plan_reviewed_at, review_due_at } = data
      return { full_name, plan_reviewed_at, review_due_at, counts: counts.parse(data.counts) }
    },
  })
}
