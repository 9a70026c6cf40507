import { queryOptions } from '@tanstack/react-query'
import { z } from 'zod'
import { supabase } from './client'

export const planOverviewKeys = {
  all: ['plan-overview'] as const,
  detail: (userId: string) => [...planOverviewKeys.all, userId] as const,
}

/** What the parts of a plan count: each names its own in its migration. */
const counts = z.object({
  funeral_plan_saved: z.boolean(),
  funeral_plan_completed: z.boolean(),
  music_chosen: z.boolean(),
  people: z.number(),
  people_accepted: z.number(),
  executors: z.number(),
  contacts: z.number(),
  videos: z.number(),
  insurance: z.number(),
  policy_numbers: z.number(),
  accounts: z.number(),
  documents: z.number(),
  wills: z.number(),
})

/**
 * How much there is of everything in a plan, its owner's name (null when that was not entered yet), when it was last
 * confirmed, and when it is due to be looked over again (null: never).
 */
export type PlanOverview = z.infer<typeof counts> &
  Record<'full_name' | 'plan_reviewed_at' | 'review_due_at', string | null>

/** What stands in the signed-in person's own plan. */
export function planOverviewQuery(userId: string) {
  return queryOptions({
    queryKey: planOverviewKeys.detail(userId),
    queryFn: async ({ signal }): Promise<PlanOverview> => {
      const { data } = await supabase.rpc('plan_overview').abortSignal(signal).single().throwOnError()
      const { full_name, plan_reviewed_at, review_due_at } = data
      return { full_name, plan_reviewed_at, review_due_at, ...counts.parse(data.counts) }
    },
  })
}
