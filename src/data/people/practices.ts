import type { QueryData } from '@supabase/supabase-js'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { supabase } from '@/data/client'
import { accessEventKeys } from '@/data/memorial/access-events'
import { selectAll } from '@/data/rows/select-all'
import type { Enums } from '@/lib/database.types'
import { errorCode } from '@/lib/errors'

const selectPractices = () =>
  supabase.from('practices').select('id, owner_id, designation_id, created_at, opened_at, completed_at')

/** A request to a designee to practice, and its outcome. Times are ISO timestamps. */
export type Practice = QueryData<ReturnType<typeof selectPractices>>[number]

const practiceKeys = {
  all: ['practices'] as const,
  ofOwner: (ownerId: string) => [...practiceKeys.all, 'of-owner', ownerId] as const,
  ofPerson: (userId: string) => [...practiceKeys.all, 'of-person', userId] as const,
  practice: (id: string) => [...practiceKeys.all, 'practice', id] as const,
}

/** The latest practice of each designation, keyed by the designation's id. */
function lastOfEach(practices: Practice[]): Map<number, Practice> {
  // The rows are newest first; reversed, the newest row of each designation is set last and wins.
  return new Map(practices.toReversed().map((practice) => [practice.designation_id, practice]))
}

/** The latest practices that the signed-in owner asked for, keyed by designation id. */
export function practicesQuery(ownerId: string) {
  return queryOptions({
    queryKey: practiceKeys.ofOwner(ownerId),
    queryFn: ({ signal }): Promise<Practice[]> =>
      selectAll(() =>
        selectPractices()
          .eq('owner_id', ownerId)
          .order('created_at', { ascending: false })
          .order('id', { ascending: false })
          .abortSignal(signal)
          .throwOnError(),
      ),
    select: lastOfEach,
  })
}

/** The latest practices that the signed-in person was asked for, keyed by the id of their designation. */
export function ownPracticesQuery(userId: string) {
  return queryOptions({
    queryKey: practiceKeys.ofPerson(userId),
    queryFn: async ({ signal }): Promise<Practice[]> => {
      const { data } = await selectPractices()
        .eq('viewer_id', userId)
        .order('created_at', { ascending: false })
        .order('id', { ascending: false })
        .abortSignal(signal)
        .throwOnError()
      return data
    },
    select: lastOfEach,
  })
}

/** Everyone selected was already asked within the last day. */
class NobodyAskedError extends Error {
  override name = 'NobodyAskedError'
  code = 'nobody_asked'
}

/**
 * Asks designees of the signed-in owner to practice, each by mail. Skips people who were asked within the last day.
 * @returns how many people were asked
 * @throws NobodyAskedError; HW005 when the death was verified
 */
export function useStartPractice(ownerId: string) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: async (designation_ids: number[]): Promise<number> => {
      const { data } = await supabase.rpc('start_practice', { designation_ids }).throwOnError()
      if (data === 0) throw new NobodyAskedError()
      return data
    },
    // The screen shows the outcome, so no toast is needed.
    meta: { errorOnScreen: true },
    onSettled: () =>
      Promise.all([
        cache.invalidateQueries({ queryKey: practiceKeys.ofOwner(ownerId) }),
        cache.invalidateQueries({ queryKey: accessEventKeys.ofOwner(ownerId) }),
      ]),
  })
}

/** A practice as the person who practices sees it. */
export interface OpenedPractice {
  ownerName: string
  role: Enums<'designation_role'>
  /** When they confirmed that they managed it; null if they have not. */
  completedAt: string | null
}

/**
 * Opens a practice and records for the owner that the signed-in person found the way in. Null when this person has no
 * such practice, or no longer has it.
 */
export function practiceQuery(practiceId: string) {
  return queryOptions({
    queryKey: practiceKeys.practice(practiceId),
    queryFn: async ({ signal }): Promise<OpenedPractice | null> => {
      try {
        const [opened, practice] = await Promise.all([
          supabase
            .rpc('open_practice', { practice_id: practiceId })
            .abortSignal(signal)
            .single()
            .throwOnError(),
          selectPractices().eq('id', practiceId).abortSignal(signal).maybeSingle().throwOnError(),
        ])
        return {
          ownerName: opened.data.owner_name,
          role: opened.data.role,
          completedAt: practice.data?.completed_at ?? null,
        }
      } catch (error) {
        // HW001: not this person's practice; 22P02: not a UUID.
        if (['HW001', '22P02'].includes(errorCode(error))) return null
        throw error
      }
    },
  })
}

/** The practice was withdrawn in the meantime. */
class PracticeOverError extends Error {
  override name = 'PracticeOverError'
  code = 'practice_over'
}

/**
 * "I managed it": records this for the owner.
 * @throws PracticeOverError when the person is no longer named
 */
export function useCompletePractice(practiceId: string) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: async () => {
      const { error } = await supabase.rpc('complete_practice', { practice_id: practiceId })
      if (error?.code === 'HW001') throw new PracticeOverError()
      if (error) throw error
    },
    meta: { errorOnScreen: true },
    onSettled: () => cache.invalidateQueries({ queryKey: practiceKeys.all }),
  })
}
