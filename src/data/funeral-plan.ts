import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import { Constants, type Tables } from '@/lib/database.types'
import type { ToastWords } from '@/lib/toasts'
import { optionalChoice, optionalText } from '@/lib/validation'
import { supabase } from './client'
import { planOverviewKeys } from './plan-overview'
import { ChangedElsewhereError, holds, insertIfNew, saveOver, whileAsLoaded } from './rows/versioned-update'

export type FuneralPlan = Tables<'funeral_plan'>

/** The longest texts, in characters; the table's checks enforce the same limits. */
export const funeralPlanLimits = { line: 200, personal_requests: 5000, obituary: 20000 } as const

/** The fields of the wizard's four steps. An empty answer becomes null: not decided. */
export const funeralPlanSchema = z.object({
  disposition: optionalChoice(Constants.public.Enums.disposition_type),
  funeral_home: optionalText(funeralPlanLimits.line),
  service_type: optionalChoice(Constants.public.Enums.service_type),
  venue: optionalText(funeralPlanLimits.line),
  officiant: optionalText(funeralPlanLimits.line),
  personal_requests: optionalText(funeralPlanLimits.personal_requests),
  obituary: optionalText(funeralPlanLimits.obituary),
})
/** The form's values: every field is text. */
export type FuneralPlanForm = z.input<typeof funeralPlanSchema>
/** The values that are saved. */
type FuneralPlanInput = z.output<typeof funeralPlanSchema>

export const funeralPlanKeys = {
  all: ['funeral-plan'] as const,
  detail: (ownerId: string) => [...funeralPlanKeys.all, ownerId] as const,
}

/** Selects an owner's plan. Chain `.abortSignal()` or the like before awaiting it. */
export function selectFuneralPlan(ownerId: string) {
  return supabase
    .from('funeral_plan')
    .select(
      'user_id, disposition, funeral_home, service_type, venue, officiant, personal_requests, obituary, music_playlist_provider, music_playlist_ref, completed_at, created_at, updated_at',
    )
    .eq('user_id', ownerId)
}

/** An owner's plan; null when there is none or the caller may not read it. */
export function funeralPlanQuery(ownerId: string) {
  return queryOptions({
    queryKey: funeralPlanKeys.detail(ownerId),
    queryFn: async ({ signal }): Promise<FuneralPlan | null> => {
      const { data } = await selectFuneralPlan(ownerId).abortSignal(signal).maybeSingle().throwOnError()
      return data
    },
  })
}

export interface SaveFuneralPlan {
  input: FuneralPlanInput
  /** The row's updated_at when it was loaded; null when there was no row. */
  loadedVersion: string | null
  /** Marks the plan as complete. When omitted, its completion stays as it was. */
  complete?: boolean
}

/**
 * Saves the signed-in owner's plan, unless it was changed since it was loaded.
 * @returns the saved row, also when an earlier attempt saved it and only the answer was lost
 * @throws ChangedElsewhereError when it was changed (nothing is overwritten); PlanClosedError when it takes no changes
 */
async function saveFuneralPlan(
  ownerId: string,
  { input, loadedVersion, complete = false }: SaveFuneralPlan,
): Promise<FuneralPlan> {
  const columns = complete ? { ...input, completed_at: new Date().toISOString() } : input
  const current = () => selectFuneralPlan(ownerId).maybeSingle().throwOnError()
  const isSaved = (row: FuneralPlan) => holds(row, input) && (!complete || row.completed_at !== null)
  if (loadedVersion === null) {
    const added = await insertIfNew(
      supabase
        .from('funeral_plan')
        .insert({ user_id: ownerId, ...columns })
        .select()
        .single()
        .throwOnError(),
    )
    const plan = added ?? (await current()).data
    if (plan && (added || isSaved(plan))) return plan
    throw new ChangedElsewhereError()
  }
  const loaded = { updated_at: loadedVersion }
  return saveOver({
    update: whileAsLoaded(supabase.from('funeral_plan').update(columns).eq('user_id', ownerId), loaded)
      .select()
      .maybeSingle()
      .throwOnError(),
    current,
    loaded,
    isSaved,
  })
}

/** Saves the wizard. The form shows the error as well. @param success the words of the toast */
export function useSaveFuneralPlan(ownerId: string, success: ToastWords) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (save: SaveFuneralPlan) => saveFuneralPlan(ownerId, save),
    meta: { success, errorOnScreen: true },
    // A read already in progress would overwrite the saved plan in the cache with the old one.
    onMutate: () => cache.cancelQueries({ queryKey: funeralPlanKeys.detail(ownerId) }),
    onSuccess: (plan) => {
      cache.setQueryData(funeralPlanKeys.detail(ownerId), plan)
      void cache.invalidateQueries({ queryKey: planOverviewKeys.all })
    },
  })
}
