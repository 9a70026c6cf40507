import type { QueryData } from '@supabase/supabase-js'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { supabase } from '@/data/client'
import { planOverviewKeys } from '@/data/plan-overview'
import { holds, saveOver, whileAsLoaded } from '@/data/rows/versioned-update'
import { parseTimestamp } from '@/lib/dates'
import { CodedError, errorCode, isLostAnswer } from '@/lib/errors'

const columns =
  'user_id, full_name, visibility_hold, hold_lifted_until, is_deceased, death_review, death_certificate_path, death_reviewed_at, death_review_message, release_stopped_at, release_at, open_until, died_on, release_wait_days, review_reminder_months, plan_reviewed_at, created_at, updated_at'

const selectProfile = (userId: string) => supabase.from('profiles').select(columns).eq('user_id', userId)

/** The part of a profile that its owner and their accepted designees can read. Times are ISO timestamps. */
export type Profile = QueryData<ReturnType<typeof selectProfile>>[number]

/**
 * Whether the visibility hold hides a plan from the designees before its release. A hold that was lifted for some days
 * is on again when they have passed, even though the row does not change.
 * @param profile the owner's profile
 */
export function isHoldOn(
  { visibility_hold, hold_lifted_until }: Pick<Profile, 'visibility_hold' | 'hold_lifted_until'>,
  now: Date = new Date(),
): boolean {
  const end = parseTimestamp(hold_lifted_until)
  return visibility_hold || (end !== null && end <= now)
}

/** Whether a plan has opened after its owner's death, and not because its living owner shared it. */
export function isReleased(
  { death_review, release_at }: Pick<Profile, 'death_review' | 'release_at'>,
  now = new Date(),
): boolean {
  const opens = parseTimestamp(release_at)
  return death_review === 'approved' && opens !== null && opens <= now
}

/** Whether the last certificate was set aside because another photo of it is needed: nothing was decided, and anyone named can send one. */
export function needsAnother({
  death_review,
  death_certificate_path,
}: Pick<Profile, 'death_review' | 'death_certificate_path'>): boolean {
  return death_review === 'none' && death_certificate_path !== null
}

/**
 * Whether the owner is alive as far as anyone said.
 * @param isAnnounced whether someone opened the first hours of the plan, or asked to
 */
export function hasNothingHappened(
  { death_review, is_deceased }: Pick<Profile, 'death_review' | 'is_deceased'>,
  isAnnounced: boolean,
): boolean {
  return !(isAnnounced || is_deceased || death_review === 'pending' || death_review === 'approved')
}

/** Whether those who accepted can read the plan at a moment: released, or opened by its owner. */
export function isVisible(profile: Profile, now = new Date()): boolean {
  if (profile.death_review !== 'approved') return !isHoldOn(profile, now)
  const [release, openUntil] = [parseTimestamp(profile.release_at), parseTimestamp(profile.open_until)]
  return (release !== null && release <= now) || (openUntil !== null && openUntil > now)
}

export const profileKeys = {
  all: ['profiles'] as const,
  detail: (userId: string) => [...profileKeys.all, userId] as const,
}

/** A person's profile; null when the caller may not read it. */
export function profileQuery(userId: string) {
  return queryOptions({
    queryKey: profileKeys.detail(userId),
    queryFn: async ({ signal }): Promise<Profile | null> => {
      const { data } = await selectProfile(userId).abortSignal(signal).maybeSingle().throwOnError()
      return data
    },
  })
}

/** The settings that people change in their own profile, each separately. */
const settings = ['full_name', 'release_wait_days', 'review_reminder_months'] as const
type ProfileSettings = Pick<Profile, (typeof settings)[number]>

interface SaveProfile {
  /** The settings that change. */
  input: Partial<ProfileSettings>
  /** Their values when they were loaded; null when there was no profile. */
  loaded: Partial<ProfileSettings> | null
}

/**
 * Changes settings of the signed-in person's profile, unless these settings were changed since they were loaded.
 * Changes to other settings do not matter.
 * @returns the saved profile, also when an earlier attempt saved it and only the answer was lost
 * @throws `changed_elsewhere`; `plan_closed` when the death was verified; CodedError `waiting_period_fixed` when the
 * waiting period was to change while a death certificate is under review, or after it was approved
 */
async function saveProfile(userId: string, { input, loaded }: SaveProfile): Promise<Profile> {
  const before = Object.fromEntries(
    settings.flatMap((name) => (name in input ? [[name, loaded?.[name] ?? null]] : [])),
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
    throw isFixed ? new CodedError('waiting_period_fixed') : error
  }
}

/** What every change of a profile makes out of date. */
const refreshes = [profileKeys.all, planOverviewKeys.all]

function useSaving<Given>(userId: string, save: (given: Given) => Promise<Profile>) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: save,
    meta: {
      success: { title: 'Saved', description: 'Your profile has been updated.' },
      quietError: true,
      refreshes,
    },
    onSuccess: (profile) => cache.setQueryData(profileKeys.detail(userId), profile),
  })
}

/** What a form for settings of the signed-in person's profile needs to save them. @throws what saveProfile throws */
export function useProfileForm(profile: Profile) {
  const userId = profile.user_id
  const { mutateAsync } = useSaving(userId, (change: SaveProfile) => saveProfile(userId, change))
  return {
    loaded: profile,
    save: (input: SaveProfile['input'], loaded: Profile | null) => mutateAsync({ input, loaded }),
    reread: async (): Promise<Profile> => {
      const { data } = await selectProfile(userId).maybeSingle().throwOnError()
      if (data === null) throw new CodedError('deleted_elsewhere')
      return data
    },
  }
}

/**
 * Saves the signed-in person's first full name, without overwriting one that another window has saved.
 * @throws CodedError `name_already_set` when another window has saved one; otherwise what saveProfile throws
 */
export function useSaveFirstName(userId: string) {
  return useSaving(userId, (input: { full_name: string }) =>
    saveProfile(userId, { input, loaded: { full_name: null } }).catch((error) => {
      throw errorCode(error) === 'changed_elsewhere' ? new CodedError('name_already_set') : error
    }),
  )
}

/** The choices for months until a reminder to review the plan (0: never); the table's check allows the same ones. */
export const reminderPeriods = [3, 6, 12, 0] as const
export type ReminderPeriod = (typeof reminderPeriods)[number]

/** The choices for a plan's waiting period, in days; the table's check allows the same ones. */
export const waitingPeriods = [0, 1, 3, 7, 14, 30] as const

/**
 * "Still right": records that the signed-in owner has reviewed the plan now.
 * @throws HW005 when the death was verified
 */
export function useConfirmPlan() {
  return useMutation({
    mutationFn: async () => supabase.rpc('confirm_plan').throwOnError(),
    meta: {
      success: { title: 'Saved', description: 'Thanks. We’ve noted your review.' },
      errorOnScreen: true,
      refreshes,
    },
  })
}

/** Days after which a temporarily lifted hold takes effect again. */
export const LIFTED_DAYS = 7

/**
 * Turns the signed-in owner's visibility hold on, or lifts it for some days or until it is turned on again.
 * @throws HW005 once the death is verified
 */
export function useSetVisibilityHold() {
  return useMutation({
    mutationFn: async (wanted: 'hidden' | 'open' | 'open-for-days') =>
      supabase
        .rpc('set_visibility_hold', {
          hold: wanted === 'hidden',
          ...(wanted === 'open-for-days' ? { days: LIFTED_DAYS } : {}),
        })
        .throwOnError(),
    meta: {
      success: { title: 'Visibility updated' },
      quietError: true,
      refreshes,
    },
  })
}

/**
 * "I'm alive: stop this": ends the review or the release of the signed-in owner's own plan. Pressed again, it changes
 * nothing more.
 * @throws HW004 when there is nothing to stop, for instance because the certificate was rejected
 */
export function useStopRelease() {
  return useMutation({
    mutationFn: async () => supabase.rpc('stop_release').throwOnError(),
    // After a lost answer the banner would disappear with its dialog, and without a word.
    retry: (failures, error) => failures < 1 && isLostAnswer(error),
    meta: {
      success: {
        title: 'Stopped',
        description: 'Your plan is closed, and we’re telling everyone who accepted your invitation.',
      },
      quietError: true,
      refreshes,
    },
  })
}
