import { useMutation, useQueryClient } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { type ToastWords, toastDone } from '@/browser/toasts'
import { Constants, type TablesInsert } from '@/lib/database.types'
import { optionalChoice, optionalText } from '@/lib/validation'
import { supabase } from './client'
import { type FuneralPlan, funeralPlanKeys, selectPlan } from './funeral-plan'
import { planOverviewKeys } from './plan-overview'
import { holds, insertIfNew, saveOver, whileAsLoaded } from './rows/versioned-update'

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
  likeness: optionalChoice(Constants.public.Enums.likeness_wish),
})
/** The form's values: every field is text. */
export type FuneralPlanForm = z.input<typeof funeralPlanSchema>

export interface SaveFuneralPlan {
  values: Omit<TablesInsert<'funeral_plan'>, 'user_id'>
  /** Whether there was no plan when it was loaded. */
  isNew: boolean
  /** Columns as they were loaded. The plan is not saved over other values in them. */
  loaded: Partial<FuneralPlan> | { updated_at: null }
  /** Marks the plan as complete. When omitted, its completion stays as it was. */
  complete?: boolean
  /** The words of the toast. */
  success: ToastWords
}

/**
 * Saves values of the signed-in owner's plan, unless the plan was changed in the `loaded` columns. Changes to other
 * columns do not matter.
 * @returns the saved row, also when an earlier attempt saved it and only the answer was lost
 * @throws `changed_elsewhere` (nothing is overwritten), `deleted_elsewhere`, or `plan_closed` when it takes no
 * changes
 */
export async function saveFuneralPlan(
  ownerId: string,
  { values, isNew, loaded, complete = false }: Omit<SaveFuneralPlan, 'success'>,
): Promise<FuneralPlan> {
  const columns = complete ? { ...values, completed_at: new Date().toISOString() } : values
  if (isNew) {
    const added = await insertIfNew(
      supabase
        .from('funeral_plan')
        .insert({ user_id: ownerId, ...columns })
        .select()
        .single()
        .throwOnError(),
    )
    // If the plan was started elsewhere in the meantime, its row is updated below, provided it is empty in `loaded`.
    if (added) return added
  }
  return saveOver({
    update: whileAsLoaded(supabase.from('funeral_plan').update(columns).eq('user_id', ownerId), loaded)
      .select()
      .maybeSingle()
      .throwOnError(),
    current: () => selectPlan(supabase, ownerId).maybeSingle().throwOnError(),
    loaded,
    isSaved: (row) => holds(row, values) && (!complete || row.completed_at !== null),
  })
}

/** Saves the plan, or its music. The screen shows the error as well. */
export function useSaveFuneralPlan(ownerId: string) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (save: SaveFuneralPlan) => saveFuneralPlan(ownerId, save),
    meta: { quietError: true },
    // A read already in progress would overwrite the saved plan in the cache with the old one.
    onMutate: () => cache.cancelQueries({ queryKey: funeralPlanKeys.detail(ownerId) }),
    onSuccess: (plan, { success }) => {
      toastDone(success)
      cache.setQueryData(funeralPlanKeys.detail(ownerId), plan)
      void cache.invalidateQueries({ queryKey: planOverviewKeys.all })
    },
  })
}
