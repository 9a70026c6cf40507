import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import type { Tables } from '@/lib/database.types'
import { supabase } from '@/lib/supabase'
import { requiredLine } from '@/lib/validation'
import { planOverviewKeys } from './plan-overview'

/** What its owner reads of a profile. Times are ISO timestamps. */
export type Profile = Pick<
  Tables<'profiles'>,
  | 'user_id'
  | 'full_name'
  | 'visibility_hold'
  | 'is_deceased'
  | 'death_review'
  | 'death_certificate_path'
  | 'death_reviewed_at'
  | 'release_at'
  | 'release_wait_days'
  | 'updated_at'
>

export const fullNameSchema = z.object({
  full_name: requiredLine('Enter your full name.', 120),
})
export type FullNameInput = z.output<typeof fullNameSchema>

export const profileKeys = {
  all: ['profiles'] as const,
  detail: (userId: string) => [...profileKeys.all, userId] as const,
}

/** The profile of a person; null when the caller may not read it. */
export function profileQuery(userId: string) {
  return queryOptions({
    queryKey: profileKeys.detail(userId),
    queryFn: async ({ signal }): Promise<Profile | null> => {
      const { data } = await supabase
        .from('profiles')
        .select(
          'user_id, full_name, visibility_hold, is_deceased, death_review, death_certificate_path, death_reviewed_at, release_at, release_wait_days, updated_at',
        )
        .eq('user_id', userId)
        .abortSignal(signal)
        .maybeSingle()
        .throwOnError()
      return data
    },
  })
}

/** Saves the signed-in person's full name. */
export function useSaveFullName(userId: string) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: async (input: FullNameInput) => {
      await supabase
        .from('profiles')
        .update(input)
        .eq('user_id', userId)
        .select('user_id')
        .single()
        .throwOnError()
    },
    meta: { success: { title: 'Saved', description: 'Your profile has been updated.' } },
    onSuccess: () =>
      Promise.all([
        cache.invalidateQueries({ queryKey: profileKeys.detail(userId) }),
        cache.invalidateQueries({ queryKey: planOverviewKeys.all }),
      ]),
  })
}

/**
 * "I'm alive: stop this": ends the review or the release of the signed-in owner's own plan.
 * @throws HW004 when there is nothing to stop any more
 */
export function useStopRelease() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: async () => {
      await supabase.rpc('stop_release').throwOnError()
    },
    meta: { quietError: true },
    onSettled: () => cache.invalidateQueries({ queryKey: profileKeys.all }),
  })
}
