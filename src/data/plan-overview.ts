import { queryOptions } from '@tanstack/react-query'
import { supabase } from '@/lib/supabase'

export const planOverviewKeys = {
  all: ['plan-overview'] as const,
  detail: (userId: string) => [...planOverviewKeys.all, userId] as const,
}

/** What stands in the signed-in person's own plan: their name, and how much there is of everything. */
export function planOverviewQuery(userId: string) {
  return queryOptions({
    queryKey: planOverviewKeys.detail(userId),
    queryFn: async ({ signal }) => {
      const { data } = await supabase.rpc('plan_overview').abortSignal(signal).single().throwOnError()
      return data
    },
  })
}
