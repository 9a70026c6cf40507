import type { QueryData } from '@supabase/supabase-js'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import { supabase } from '@/data/client'
import { planOverviewKeys } from '@/data/plan-overview'
import { DeletedElsewhereError, holds, saveOver, whileAsLoaded } from '@/data/rows/versioned-update'
import { errorCode } from '@/lib/errors'
import { requiredLine } from '@/lib/validation'

const columns =
  'user_id, full_name, visibility_hold, hold_lifted_until, is_deceased, death_review, death_certificate_path, death_reviewed_at, release_at, release_wait_days, review_reminder_months, plan_reviewed_at, created_at, updated_at'

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

/** Reads a person's profile as it is now. @throws DeletedElsewhereError when there is none any more */
export async function readProfile(userId: string): Promise<Profile> {
  const { data } = await selectProfile(userId).maybeSingle().throwOnError()
  if (data === null) throw new DeletedElsewhereError()
  return data
}

/** What a person changes of their own profile, each for itself. */
type ProfileSettings = Pick<Profile, 'full_name' | 'release_wait_days' | 'review_reminder_months'>

export interface SaveProfile {
  /** The settings that change. */
  input: Partial<ProfileSettings>
  /** What was loaded of them; null when there was no profile. */
  loaded: Partial<ProfileSettings> | null
}

/** The waiting period cannot change while a death certificate is reviewed, waited out or acted upon. */
class WaitingPeriodFixedError extends Error {
  override name = 'WaitingPeriodFixedError'
  code = 'waiting_period_fixed'
}

/**
 * Changes the signed-in person's profile, unless just these settings were changed since they were loaded; what was
 * changed beside them does not get in the way.
 * @returns the saved profile, also when an earlier try had saved it and only its answer was lost
 * @throws ChangedElsewhereError; PlanClosedError when the death was verified; WaitingPeriodFixedError when the waiting
 * period was to change during a review or after it
 */
async function saveProfile(userId: string, { input, loaded }: SaveProfile): Promise<Profile> {
  const before = Object.fromEntries(
    Object.keys(input).map((column) => [column, Reflect.get(loaded ?? {}, column) ?? null]),
  )
  try {
    return await saveOver<Profile>({
      update: whileAsLoaded(supabase.from('profiles').update(input).eq('user_id', userId), before)
        .select(columns)
        .maybeSingle()
        .throwOnError(),
      current: () => selectProfile(userId).maybeSingle().throwOnError(),
      loaded: before,
      isSaved: (row) => holds(row, input),
    })
  } catch (error) {
    const isFixed = 'release_wait_days' in input && ['HW005', 'plan_closed'].includes(errorCode(error))
    throw isFixed ? new WaitingPeriodFixedError() : error
  }
}

/** What saving a profile says and does; whatever comes of it, it is then read again. */
function useProfileSaved(userId: string) {
  const cache = useQueryClient()
  return {
    meta: { success: { title: 'Saved', description: 'Your profile has been updated.' }, errorOnScreen: true },
    onSuccess: (profile: Profile) => cache.setQueryData(profileKeys.detail(userId), profile),
    onSettled: () =>
      Promise.all([
        cache.invalidateQueries({ queryKey: profileKeys.detail(userId) }),
        cache.invalidateQueries({ queryKey: planOverviewKeys.all }),
      ]),
  }
}

/** Saves settings of the signed-in person over those that were loaded. @throws what saveProfile throws */
export function useSaveProfile(userId: string) {
  return useMutation({
    mutationFn: (change: SaveProfile) => saveProfile(userId, change),
    ...useProfileSaved(userId),
  })
}

/** A first name was saved elsewhere meanwhile. */
class NameAlreadySetError extends Error {
  override name = 'NameAlreadySetError'
  code = 'name_already_set'
}

/**
 * Saves the signed-in person's first full name. One that was saved elsewhere meanwhile is not overwritten.
 * @throws NameAlreadySetError then; otherwise what saveProfile throws
 */
export function useSaveFirstName(userId: string) {
  return useMutation({
    mutationFn: async (input: FullNameInput) => {
      try {
        return await saveProfile(userId, { input, loaded: { full_name: null } })
      } catch (error) {
        throw errorCode(error) === 'changed_elsewhere' ? new NameAlreadySetError() : error
      }
    },
    ...useProfileSaved(userId),
  })
}

/** After how many months an owner can be reminded to look the plan over (0: never); the table's check holds the same. */
export const reminderPeriods = [3, 6, 12, 0] as const
export type ReminderPeriod = (typeof reminderPeriods)[number]

/** The waiting periods that a plan can have, in days; the table's check holds the same. */
export const waitingPeriods = [0, 1, 3, 7, 14, 30] as const

/**
 * "Still right": notes that the signed-in owner has looked the plan over now.
 * @throws HW005 when the death was verified
 */
export function useConfirmPlan() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: async () => {
      await supabase.rpc('confirm_plan').throwOnError()
    },
    meta: {
      success: { title: 'Saved', description: 'We have noted that your plan is still right.' },
      errorOnScreen: true,
    },
    onSettled: () =>
      Promise.all([
        cache.invalidateQueries({ queryKey: profileKeys.all }),
        cache.invalidateQueries({ queryKey: planOverviewKeys.all }),
      ]),
  })
}

/** Days after which a lifted hold comes back by itself. */
export const LIFTED_DAYS = 7

/**
 * Puts the signed-in owner's visibility hold on, or lifts it: for some days, or until it is put back.
 * @throws HW005 once the death is verified
 */
export function useSetVisibilityHold(userId: string) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: async (wanted: 'hidden' | 'open' | 'open-for-days') => {
      await supabase
        .rpc('set_visibility_hold', {
          hold: wanted === 'hidden',
          ...(wanted === 'open-for-days' ? { days: LIFTED_DAYS } : {}),
        })
        .throwOnError()
    },
    meta: {
      success: { title: 'Visibility updated' },
      errorTitle: 'Failed to update',
      errorOnScreen: true,
    },
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
