import { queryOptions } from '@tanstack/react-query'
import type { Database } from '@/lib/database.types'
import { supabase } from './client'

export const planOverviewKeys = {
  all: ['plan-overview'] as const,
  detail: (userId: string) => [...planOverviewKeys.all, userId] as const,
}

type Row = Database['public']['Functions']['plan_overview']['Returns'][number]

/**
 * How much there is of everything in a plan, its owner's name (null when that was not entered yet), when it was last
 * confirmed, and when it is due to be looked over again (null: never).
 */
export type PlanOverview = Omit<Row, 'full_name' | 'plan_reviewed_at' | 'review_due_at'> &
  Record<'full_name' | 'plan_reviewed_at' | 'review_due_at', string | null>

/** What stands in the signed-in person's own plan. */
export function planOverviewQuery(userId: string) {
  return queryOptions({
    queryKey: planOverviewKeys.detail(userId),
    queryFn: async ({ signal }): Promise<PlanOverview> => {
      const { data } = await supabase.rpc('plan_overview').abortSignal(signal).single().throwOnError()
      return data
    },
  })
}
