import { queryOptions } from '@tanstack/react-query'
import type { Tables } from '@/lib/database.types'
import { supabase } from './client'

export type FuneralPlan = Tables<'funeral_plan'>

export const funeralPlanKeys = {
  all: ['funeral-plan'] as const,
  detail: (ownerId: string) => [...funeralPlanKeys.all, ownerId] as const,
}

/** Selects an owner's plan. */
export const readPlan = (ownerId: string) => supabase.from('funeral_plan').select().eq('user_id', ownerId)

/** An owner's plan; null when there is none or the caller may not read it. */
export function funeralPlanQuery(ownerId: string) {
  return queryOptions({
    queryKey: funeralPlanKeys.detail(ownerId),
    queryFn: async ({ signal }): Promise<FuneralPlan | null> => {
      const { data } = await readPlan(ownerId).abortSignal(signal).maybeSingle().throwOnError()
      return data
    },
  })
}
