import type { QueryData } from '@supabase/supabase-js'
import { queryOptions, useMutation } from '@tanstack/react-query'
import { supabase } from '@/data/client'
import { accessEventKeys } from '@/data/memorial/access-event-keys'
import { rechecked } from '@/data/memorial/memorials'
import { selectAll } from '@/data/rows/select-all'
import type { Enums } from '@/lib/database.types'
import { CodedError } from '@/lib/errors'

const selectPractices = () =>
  supabase.from('practices').select('id, owner_id, designation_id, created_at, opened_at, completed_at')

/** A request to a designee to practice, and its outcome. Times are ISO timestamps. */
export type Practice = QueryData<ReturnType<typeof selectPractices>>[number]

const allPractices = ['practices'] as const

/**
 * The latest practice of each designation, keyed by the designation's id: of all that the signed-in owner asked for
 * (`owner_id`), or of those that the signed-in person was asked for (`viewer_id`).
 */
export function practicesQuery(column: 'owner_id' | 'viewer_id', userId: string) {
  return queryOptions({
    queryKey: [...allPractices, column, userId],
    queryFn: ({ signal }): Promise<Practice[]> =>
      selectAll(() =>
        selectPractices()
          .eq(column, userId)
          .order('created_at', { ascending: false })
          .order('id', { ascending: false })
          .abortSignal(signal)
          .throwOnError(),
      ),
    select: lastOfEach,
  })
}

function lastOfEach(practices: Practice[]): Map<number, Practice> {
  // The rows are newest first; reversed, the newest row of each designation is set last and wins.
  return new Map(practices.toReversed().map((practice) => [practice.designation_id, practice]))
}

/**
 * Asks designees of the signed-in owner to practice, each by mail. Skips people who were asked within the last day.
 * @returns how many people were asked
 * @throws `nobody_asked` when everyone was already asked; HW005 when the death was verified
 */
export function useStartPractice() {
  return useMutation({
    mutationFn: async (designation_ids: number[]): Promise<number> => {
      const { data } = await supabase.rpc('start_practice', { designation_ids }).throwOnError()
      if (data === 0) throw new CodedError('nobody_asked')
      return data
    },
    // The screen shows the outcome, so no toast is needed.
    meta: { quietError: true, refreshes: [allPractices, accessEventKeys.all] },
  })
}

/** A practice as the person who practices sees it. */
export interface OpenedPractice {
  owner_name: string
  role: Enums<'designation_role'>
  /** When they confirmed that they managed it; null if they have not. */
  completed_at: string | null
  /** The owner's choices that will let them read their parts. */
  parts: string[]
}

/**
 * Opens a practice and records for the owner that the signed-in person found the way in. Null when this person has no
 * such practice, or no longer has it; an open page asks again.
 */
export function practiceQuery(practiceId: string) {
  return queryOptions({
    queryKey: [...allPractices, 'practice', practiceId],
    queryFn: async ({ signal }): Promise<OpenedPractice | null> => {
      const { data, error } = await supabase
        .rpc('open_practice', { practice_id: practiceId })
        .abortSignal(signal)
        .single()
      // HW012: not this person's practice; 22P02: not a UUID.
      if (error && !['HW012', '22P02'].includes(error.code)) throw error
      return data
    },
    ...rechecked,
  })
}

/**
 * "I managed it": records this for the owner.
 * @throws HW012 when the person is no longer named
 */
export function useCompletePractice(practiceId: string) {
  return useMutation({
    mutationFn: async () => {
      await supabase.rpc('complete_practice', { practice_id: practiceId }).throwOnError()
    },
    meta: { quietError: true, refreshes: [allPractices] },
  })
}
