import { queryOptions, useMutation } from '@tanstack/react-query'
import { supabase } from '@/data/client'
import { accessEventKeys } from '@/data/memorial/access-event-keys'
import { memorialKeys, rechecked } from '@/data/memorial/memorials'
import type { Json } from '@/lib/database.types'
import { inWords } from '@/lib/text'
import { designationKeys } from './designations'

/** Why someone opens the first hours: the owner can't speak for themself, or has died. */
export const openingReasons = ['ill', 'died'] as const
export type OpeningReason = (typeof openingReasons)[number]

/** The first hours of one's own plan, and of a plan that one can open. */
const firstHoursKeys = {
  all: ['first-hours'] as const,
  own: (userId: string) => [...firstHoursKeys.all, 'own', userId] as const,
  ofOwner: (ownerId: string) => [...firstHoursKeys.all, 'of', ownerId] as const,
}

/**
 * The first hours of the signed-in owner's plan: how many hours after a press they open, the circle of those who can open them
 * (circleOf reads it), what is open or announced, who announced a death and when that opens, whom of the circle our email
 * doesn't reach (`untold`), and what was closed last as long as they were not asked whether it was
 * right to open it (`closed_by_name`: everyone who had opened it, as in "Anna and Ben"). Times are ISO timestamps.
 */
export interface OwnFirstHours {
  notice_hours: number
  circle: Json
  reason: OpeningReason | null
  opened_by_name: string | null
  opens_at: string | null
  ends_at: string | null
  died_by_name: string | null
  died_opens_at: string | null
  untold: string[]
  closed_reason: OpeningReason | null
  closed_by_name: string | null
}

const reasonOf = (given: string | null): OpeningReason | null =>
  openingReasons.find((reason) => reason === given) ?? null

/** Asked again every minute and whenever the page comes back to the front: an owner who can close it has to learn of it. */
export function ownFirstHoursQuery(userId: string) {
  return queryOptions({
    queryKey: firstHoursKeys.own(userId),
    queryFn: async ({ signal }): Promise<OwnFirstHours> => {
      const { data } = await supabase.rpc('my_first_hours').abortSignal(signal).single().throwOnError()
      const { closed_by_names, ...told } = data
      return {
        ...told,
        reason: reasonOf(data.reason),
        closed_reason: reasonOf(data.closed_reason),
        closed_by_name: closed_by_names.length > 0 ? inWords(closed_by_names) : null,
      }
    },
    ...rechecked,
  })
}

/** What a person of the circle may know of an owner's first hours. Times are ISO timestamps. */
export interface FirstHours {
  /** Everyone in the circle, the person included. */
  members: string[]
  notice_hours: number
  /** What would open to the person for each reason: names of choices. */
  parts_if_ill: string[] | null
  parts_if_died: string[] | null
  /** What is open or announced. */
  reason: OpeningReason | null
  opened_by_name: string | null
  opened_at: string | null
  opens_at: string | null
  ends_at: string | null
  /** When it opens because of a death that was announced. */
  died_opens_at: string | null
  /** Until when the person may not open it, after the owner closed what they had opened. */
  wait_until: string | null
  /** Until the owner allows it. */
  waits_for_owner: boolean
  /** Others in the circle whom our email doesn't reach. */
  untold: string[]
}

/** The first hours of another's plan; null for someone who can't open them. */
export function firstHoursQuery(ownerId: string) {
  return queryOptions({
    queryKey: firstHoursKeys.ofOwner(ownerId),
    queryFn: async ({ signal }): Promise<FirstHours | null> => {
      const { data } = await supabase
        .rpc('first_hours_of', { owner_id: ownerId })
        .abortSignal(signal)
        .maybeSingle()
        .throwOnError()
      return data && { ...data, reason: reasonOf(data.reason) }
    },
    ...rechecked,
  })
}

/**
 * Opens the first hours of another's plan; a second call changes nothing.
 * @throws HW006 when the signed-in person can't; HW072 after too many today; HW090 while they wait after a close; HW091 when
 *   the plan is released
 */
export function useOpenFirstHours(ownerId: string) {
  return useMutation({
    mutationFn: async (wanted: OpeningReason) =>
      supabase.rpc('open_first_hours', { owner_id: ownerId, reason: wanted }).throwOnError(),
    meta: {
      quietError: true,
      refreshes: [firstHoursKeys.ofOwner(ownerId), memorialKeys.detail(ownerId), accessEventKeys.all],
    },
  })
}

/** Keeps them open for 14 days more. @throws HW006, HW090, HW091 as above */
export function useProlongFirstHours(ownerId: string) {
  return useMutation({
    mutationFn: async () => supabase.rpc('prolong_first_hours', { owner_id: ownerId }).throwOnError(),
    meta: {
      success: { title: 'It stays open longer' },
      errorTitle: 'It couldn’t be kept open longer',
      refreshes: [firstHoursKeys.ofOwner(ownerId), memorialKeys.detail(ownerId), accessEventKeys.all],
    },
  })
}

/** What a change by the owner makes out of date. */
const refreshes = [firstHoursKeys.all, designationKeys.all, accessEventKeys.all]

/** "Close it": closes the first hours of the owner's own plan at once. */
export function useCloseFirstHours() {
  return useMutation({
    mutationFn: async () => supabase.rpc('close_first_hours').throwOnError(),
    retry: 2,
    meta: { errorTitle: 'It isn’t closed yet', refreshes },
  })
}

/**
 * Says whether it was right to open them. No: the parts of those who opened them go back to "after my death".
 * @throws HW005 in a frozen plan; HW080 in a new browser; HW091 when nothing was closed
 */
export function useAnswerOpening() {
  return useMutation({
    mutationFn: async (was_right: boolean) => supabase.rpc('answer_opening', { was_right }).throwOnError(),
    meta: { success: { title: 'Saved' }, errorTitle: 'Not saved', refreshes },
  })
}

/** Lets a person open them again, whose opening was closed. @throws HW001, HW080 */
export function useAllowOpening() {
  return useMutation({
    mutationFn: async (designation_id: number) =>
      supabase.rpc('allow_opening', { designation_id }).throwOnError(),
    meta: { success: { title: 'Saved' }, errorTitle: 'Not saved', refreshes },
  })
}

/** Says how many hours after the press they open: 0 or 24. @throws HW005, HW080 */
export function useSetOpeningNotice() {
  return useMutation({
    mutationFn: async (hours: number) => supabase.rpc('set_opening_notice', { hours }).throwOnError(),
    meta: { success: { title: 'Saved' }, quietError: true, refreshes },
  })
}
