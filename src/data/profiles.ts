import type { QueryData } from '@supabase/supabase-js'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import { errorCode } from '@/lib/errors'
import { supabase } from '@/lib/supabase'
import { requiredLine } from '@/lib/validation'
import { guardedUpdate, PlanClosedError } from './guarded-update'
import { planOverviewKeys } from './plan-overview'

const columns =
  'user_id, full_name, visibility_hold, is_deceased, death_review, death_certificate_path, death_reviewed_at, release_at, release_wait_days, updated_at'

const selectProfile = (userId: string) => supabase.from('profiles').select(columns).eq('user_id', userId)

/** What its owner and their accepted designees read of a profile. Times are ISO timestamps. */
export type Profile = QueryData<ReturnType<typeof selectProfile>>[number]

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
      const { data } = await selectProfile(userId).abortSignal(signal).maybeSingle().throwOnError()
      return data
    },
  })
}

/** A name was saved elsewhere meanwhile. */
class NameAlreadySetError extends Error {
  override name = 'NameAlreadySetError'
  code = 'name_already_set'
}

/**
 * Gives the signed-in person their first full name. One that was saved elsewhere meanwhile is not overwritten.
 * @throws NameAlreadySetError then; PlanClosedError when the death was verified
 */
async function saveFirstName(userId: string, input: FullNameInput): Promise<void> {
  const { data: saved } = await supabase
    .from('profiles')
    .update(input)
    .eq('user_id', userId)
    .is('full_name', null)
    .select('user_id')
    .maybeSingle()
    .throwOnError()
  if (saved) return
  const { data: current } = await selectProfile(userId).single().throwOnError()
  if (current.full_name === null) throw new PlanClosedError()
  // The same name: an earlier try saved it, and its answer was lost.
  if (current.full_name !== input.full_name) throw new NameAlreadySetError()
}

/** Saves the signed-in person's first full name. Whatever comes of it, the name is then read again. */
export function useSaveFullName(userId: string) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (input: FullNameInput) => saveFirstName(userId, input),
    meta: { success: { title: 'Saved', description: 'Your profile has been updated.' }, errorOnScreen: true },
    onSettled: () =>
      Promise.all([
        cache.invalidateQueries({ queryKey: profileKeys.detail(userId) }),
        cache.invalidateQueries({ queryKey: planOverviewKeys.all }),
      ]),
  })
}

/** The waiting periods that a plan can have, in days; the table's check holds the same. */
export const waitingPeriods = [0, 1, 3, 7, 14, 30] as const
export type WaitingPeriod = (typeof waitingPeriods)[number]

/** The waiting period cannot change while a death certificate is reviewed, waited out or acted upon. */
class WaitingPeriodFixedError extends Error {
  override name = 'WaitingPeriodFixedError'
  code = 'waiting_period_fixed'
}

/**
 * Saves how long the signed-in owner's plan waits after a certificate is approved.
 * @throws WaitingPeriodFixedError during a review and after it; ChangedElsewhereError when it is no longer as loaded
 */
export function useSaveWaitingPeriod(userId: string) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: async ({ days, loaded }: { days: WaitingPeriod; loaded: number }) => {
      const current = () => selectProfile(userId).maybeSingle().throwOnError()
      try {
        await guardedUpdate<Profile>({
          update: supabase
            .from('profiles')
            .update({ release_wait_days: days })
            .eq('user_id', userId)
            .eq('release_wait_days', loaded)
            .select(columns)
            .maybeSingle()
            .throwOnError(),
          stillAsLoaded: async () => {
            const { data } = await current()
            return data && data.release_wait_days === loaded
          },
          ownSave: { current, isSent: (row) => row.release_wait_days === days },
        })
      } catch (error) {
        throw ['HW005', 'plan_closed'].includes(errorCode(error)) ? new WaitingPeriodFixedError() : error
      }
    },
    meta: { success: { title: 'Saved', description: 'Your profile has been updated.' }, errorOnScreen: true },
    onSettled: () => cache.invalidateQueries({ queryKey: profileKeys.detail(userId) }),
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
    meta: {
      success: {
        title: 'Stopped',
        description: 'Your plan is closed, and everybody you named is told.',
      },
      errorOnScreen: true,
    },
    onSettled: () => cache.invalidateQueries({ queryKey: profileKeys.all }),
  })
}
