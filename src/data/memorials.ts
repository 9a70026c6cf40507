import { queryOptions } from '@tanstack/react-query'
import type { Enums } from '@/lib/database.types'
import { supabase } from '@/lib/supabase'
import { type FuneralPlan, funeralPlanQuery } from './funeral-plan'
import { type Profile, profileQuery } from './profiles'

/** A memorial as the signed-in designee may see it now. */
export interface Memorial {
  owner: Profile
  role: Enums<'designation_role'>
  /** Whether the plan is open to this person; the database's answer. */
  canView: boolean
  /** When the last death certificate was submitted; null when none was. */
  certificateSubmittedAt: string | null
  /** Null when not saved, or not open to this person. */
  funeralPlan: FuneralPlan | null
}

export const memorialKeys = {
  all: ['memorials'] as const,
  detail: (ownerId: string) => [...memorialKeys.all, ownerId] as const,
}

/** The memorial of an owner, in one round of requests; null for anybody who is not an accepted designee. */
export function memorialQuery(ownerId: string) {
  return queryOptions({
    queryKey: memorialKeys.detail(ownerId),
    queryFn: async ({ client, signal }): Promise<Memorial | null> => {
      const [access, owner, funeralPlan] = await Promise.all([
        supabase
          .rpc('memorial_access', { owner_id: ownerId })
          .abortSignal(signal)
          .maybeSingle()
          .throwOnError(),
        client.fetchQuery({ ...profileQuery(ownerId), staleTime: 0 }),
        // The policies decide: where the plan is not open, no row comes.
        client.fetchQuery({ ...funeralPlanQuery(ownerId), staleTime: 0 }),
      ])
      if (!access.data || !owner) return null
      const { role, can_view, certificate_submitted_at } = access.data
      return {
        owner,
        role,
        canView: can_view,
        certificateSubmittedAt: certificate_submitted_at,
        funeralPlan,
      }
    },
  })
}
