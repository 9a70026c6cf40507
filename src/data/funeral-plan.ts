import type { Tables } from '@/lib/database.types'
import type { Client } from './client'
import { hasRows } from './rows/owned-rows'

export type FuneralPlan = Tables<'funeral_plan'>

export const funeralPlanKeys = {
  detail: (ownerId: string): readonly [string, string] => ['funeral-plan', ownerId],
}

/** Selects an owner's plan. */
export const selectPlan = (client: Client, ownerId: string) =>
  client.from('funeral_plan').select().eq('user_id', ownerId)

/**
 * An owner's plan; null when there is none or the caller may not read it. Sign-in loads this, but neither the client nor
 * the library for queries.
 */
export function funeralPlanQuery(ownerId: string) {
  return {
    queryKey: funeralPlanKeys.detail(ownerId),
    queryFn: async ({ signal }: { signal: AbortSignal }): Promise<FuneralPlan | null> => {
      const { readWithOthers } = await import('./rows/plan-rows')
      const together = await readWithOthers(ownerId, 'funeral_plan', signal)
      if (hasRows<FuneralPlan>(together)) return together[0] ?? null
      const { supabase } = await import('./client')
      const { data } = await selectPlan(supabase, ownerId).abortSignal(signal).maybeSingle().throwOnError()
      return data
    },
  }
}
