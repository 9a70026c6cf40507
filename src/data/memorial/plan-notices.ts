import { queryOptions } from '@tanstack/react-query'
import { supabase } from '@/data/client'

/** What there is to say to the signed-in person about a released plan that they read. */
export interface PlanNotice {
  owner_id: string
  /** The day, as yyyy-MM-dd, from which on the account will be closed; null when it stays. */
  closes_on: string | null
  /** To trustees and executors: the names of the people whom our email does not reach. */
  unreached: string[]
}

/** The signed-in person's notices about released plans, one for each plan at most. */
export function planNoticesQuery(userId: string) {
  return queryOptions({
    queryKey: ['plan-notices', userId] as const,
    queryFn: async ({ signal }): Promise<PlanNotice[]> => {
      const { data } = await supabase.rpc('plan_notices').abortSignal(signal).throwOnError()
      return data
    },
  })
}
