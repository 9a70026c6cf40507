import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import { Constants, type Tables } from '@/lib/database.types'
import { supabase } from '@/lib/supabase'
import { optionalChoice, optionalText } from '@/lib/validation'
import { ChangedElsewhereError, guardedUpdate, hasVersion } from './guarded-update'
import { planOverviewKeys } from './plan-overview'

export type FuneralPlan = Tables<'funeral_plan'>

/** The longest texts, in characters; the table's checks hold the same. */
export const funeralPlanLimits = { line: 200, personal_requests: 5000, obituary: 20000 } as const

/** The wizard's four steps. An empty answer is null: not decided. */
export const funeralPlanSchema = z.object({
  disposition: optionalChoice(Constants.public.Enums.disposition_type),
  funeral_home: optionalText(funeralPlanLimits.line),
  service_type: optionalChoice(Constants.public.Enums.service_type),
  venue: optionalText(funeralPlanLimits.line),
  officiant: optionalText(funeralPlanLimits.line),
  personal_requests: optionalText(funeralPlanLimits.personal_requests),
  obituary: optionalText(funeralPlanLimits.obituary),
})
/** What stands in the form: text everywhere. */
export type FuneralPlanForm = z.input<typeof funeralPlanSchema>
/** What is saved. */
export type FuneralPlanInput = z.output<typeof funeralPlanSchema>

export const funeralPlanKeys = {
  all: ['funeral-plan'] as const,
  detail: (ownerId: string) => [...funeralPlanKeys.all, ownerId] as const,
}

/** The plan of an owner; null when there is none, or none that the caller may read. */
export function funeralPlanQuery(ownerId: string) {
  return queryOptions({
    queryKey: funeralPlanKeys.detail(ownerId),
    queryFn: async ({ signal }): Promise<FuneralPlan | null> => {
      const { data } = await supabase
        .from('funeral_plan')
        .select(
          'user_id, disposition, funeral_home, service_type, venue, officiant, personal_requests, obituary, music_playlist_provider, music_playlist_ref, completed_at, created_at, updated_at',
        )
        .eq('user_id', ownerId)
        .abortSignal(signal)
        .maybeSingle()
        .throwOnError()
      return data
    },
  })
}

export interface SaveFuneralPlan {
  input: FuneralPlanInput
  /** The row's updated_at as it was loaded; null when there was no row. */
  loadedVersion: string | null
  /** Marks the plan as complete. Left out, what it was before stays. */
  complete?: boolean
}

/**
 * Saves the signed-in owner's plan, unless it was changed since it was loaded.
 * @returns the saved row
 * @throws ChangedElsewhereError when it was changed, and nothing is overwritten then; PlanClosedError when it takes no changes
 */
export async function saveFuneralPlan(
  ownerId: string,
  { input, loadedVersion, complete = false }: SaveFuneralPlan,
): Promise<FuneralPlan> {
  const columns = complete ? { ...input, completed_at: new Date().toISOString() } : input
  if (loadedVersion === null) {
    const { data, error } = await supabase
      .from('funeral_plan')
      .insert({ user_id: ownerId, ...columns })
      .select()
      .single()
    if (error?.code === '23505') throw new ChangedElsewhereError()
    if (error) throw error
    return data
  }
  return guardedUpdate({
    update: supabase
      .from('funeral_plan')
      .update(columns)
      .eq('user_id', ownerId)
      .eq('updated_at', loadedVersion)
      .select()
      .maybeSingle()
      .throwOnError(),
    stillAsLoaded: () =>
      hasVersion(
        supabase
          .from('funeral_plan')
          .select('updated_at')
          .eq('user_id', ownerId)
          .maybeSingle()
          .throwOnError(),
        loadedVersion,
      ),
  })
}

/** Saves the wizard. The screen itself says what went wrong, so that it stands beside what was typed. */
export function useSaveFuneralPlan(ownerId: string) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (save: SaveFuneralPlan) => saveFuneralPlan(ownerId, save),
    meta: { quietError: true },
    // A read that is under way would put the old plan over the saved one.
    onMutate: () => cache.cancelQueries({ queryKey: funeralPlanKeys.detail(ownerId) }),
    onSuccess: (plan) => {
      cache.setQueryData(funeralPlanKeys.detail(ownerId), plan)
      void cache.invalidateQueries({ queryKey: planOverviewKeys.all })
    },
  })
}
