import type { QueryData } from '@supabase/supabase-js'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { supabase } from '@/data/client'
import { accessEventKeys } from '@/data/memorial/access-events'
import { selectAll } from '@/data/rows/select-all'
import type { Enums } from '@/lib/database.types'
import { errorCode } from '@/lib/errors'

const selectRehearsals = () =>
  supabase.from('rehearsals').select('id, owner_id, designation_id, created_at, opened_at, completed_at')

/** A request to a designee to practice, and its outcome. Times are ISO timestamps. */
export type Rehearsal = QueryData<ReturnType<typeof selectRehearsals>>[number]

const rehearsalKeys = {
  all: ['rehearsals'] as const,
  ofOwner: (ownerId: string) => [...rehearsalKeys.all, 'of-owner', ownerId] as const,
  ofPerson: (userId: string) => [...rehearsalKeys.all, 'of-person', userId] as const,
  practice: (id: string) => [...rehearsalKeys.all, 'practice', id] as const,
}

/** The latest rehearsal of each designation, keyed by the designation's id. */
function lastOfEach(rehearsals: Rehearsal[]): Map<number, Rehearsal> {
  // The rows are newest first; reversed, the newest row of each designation is set last and wins.
  return new Map(rehearsals.toReversed().map((rehearsal) => [rehearsal.designation_id, rehearsal]))
}

/** The latest rehearsals that the signed-in owner asked for, keyed by designation id. */
export function rehearsalsQuery(ownerId: string) {
  return queryOptions({
    queryKey: rehearsalKeys.ofOwner(ownerId),
    queryFn: ({ signal }): Promise<Rehearsal[]> =>
      selectAll(() =>
        selectRehearsals()
          .eq('owner_id', ownerId)
          .order('created_at', { ascending: false })
          .order('id', { ascending: false })
          .abortSignal(signal)
          .throwOnError(),
      ),
    select: lastOfEach,
  })
}

/** The latest rehearsals that the signed-in person was asked for, keyed by the id of their designation. */
export function ownRehearsalsQuery(userId: string) {
  return queryOptions({
    queryKey: rehearsalKeys.ofPerson(userId),
    queryFn: async ({ signal }): Promise<Rehearsal[]> => {
      const { data } = await selectRehearsals()
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
export function useStartRehearsal(ownerId: string) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: async (designation_ids: number[]): Promise<number> => {
      const { data } = await supabase.rpc('start_rehearsal', { designation_ids }).throwOnError()
      if (data === 0) throw new NobodyAskedError()
      return data
    },
    // The screen shows the outcome, so no toast is needed.
    meta: { errorOnScreen: true },
    onSettled: () =>
      Promise.all([
        cache.invalidateQueries({ queryKey: rehearsalKeys.ofOwner(ownerId) }),
        cache.invalidateQueries({ queryKey: accessEventKeys.ofOwner(ownerId) }),
      ]),
  })
}

/** A rehearsal as the person who practices sees it. */
export interface Practice {
  ownerName: string
  role: Enums<'designation_role'>
  /** When they confirmed that they managed it; null if they have not. */
  completedAt: string | null
}

/**
 * Opens a rehearsal and records for the owner that the signed-in person found the way in. Null when this person has no
 * such rehearsal, or no longer has it.
 */
export function practiceQuery(rehearsalId: string) {
  return queryOptions({
    queryKey: rehearsalKeys.practice(rehearsalId),
    queryFn: async ({ signal }): Promise<Practice | null> => {
      try {
        const [opened, rehearsal] = await Promise.all([
          supabase
            .rpc('open_rehearsal', { rehearsal_id: rehearsalId })
            .abortSignal(signal)
            .single()
            .throwOnError(),
          selectRehearsals().eq('id', rehearsalId).abortSignal(signal).maybeSingle().throwOnError(),
        ])
        return {
          ownerName: opened.data.owner_name,
          role: opened.data.role,
          completedAt: rehearsal.data?.completed_at ?? null,
        }
      } catch (error) {
        // HW001: not this person's rehearsal; 22P02: not a UUID.
        if (['HW001', '22P02'].includes(errorCode(error))) return null
        throw error
      }
    },
  })
}

/** The rehearsal was withdrawn in the meantime. */
class PracticeOverError extends Error {
  override name = 'PracticeOverError'
  code = 'practice_over'
}

/**
 * "I managed it": records this for the owner.
 * @throws PracticeOverError when the person is no longer named
 */
export function useCompletePractice(rehearsalId: string) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: async () => {
      const { error } = await supabase.rpc('complete_rehearsal', { rehearsal_id: rehearsalId })
      if (error?.code === 'HW001') throw new PracticeOverError()
      if (error) throw error
    },
    meta: { errorOnScreen: true },
    onSettled: () => cache.invalidateQueries({ queryKey: rehearsalKeys.all }),
  })
}
