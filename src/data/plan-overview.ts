import { queryOptions } from '@tanstack/react-query'
import type { Database } from '@/lib/database.types'
import { supabase } from '@/lib/supabase'

export const planOverviewKeys = {
  all: ['plan-overview'] as const,
  detail: (userId: string) => [...planOverviewKeys.all, userId] as const,
}

type Row = Database['public']['Functions']['plan_overview']['Returns'][number]

/** How much there is of everything in a plan, and its owner's name; null when that was not entered yet. */
export type PlanOverview = Omit<Row, 'full_name'> & { full_name: string | null }

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
