import { queryOptions, useMutation } from '@tanstack/react-query'
import { supabase } from '@/data/client'
import type { Database } from '@/lib/database.types'
import { parseTimestamp } from '@/lib/dates'

/** How long after a stop removed rows are kept, and then how long each of them is; the database uses the same number. */
export const KEPT_DAYS = 7

/** A row of the plan, or a person, that was removed soon after the owner's stop. Times are ISO timestamps. */
export type RemovedRow = Omit<
  Database['public']['Functions']['removed_since_stop']['Returns'][number],
  'refused'
> & {
  /** The error code of the last try to bring it back; null when there was none. */
  refused: string | null
}

const keyOf = (userId: string) => ['removed-rows', userId] as const

/** What was removed from the signed-in owner's plan since their stop, or in its first hours, and is still kept; oldest first. */
export function removedRowsQuery(userId: string) {
  return queryOptions({
    queryKey: keyOf(userId),
    queryFn: async ({ signal }): Promise<RemovedRow[]> => {
      const { data } = await supabase.rpc('removed_since_stop').abortSignal(signal).throwOnError()
      return data
    },
  })
}

/** Whether a stop was less than 7 days ago: until then the account cannot be deleted. */
export function wasStoppedLately(stoppedAt: string | null): boolean {
  const stopped = parseTimestamp(stoppedAt)
  return stopped !== null && Date.now() - stopped.getTime() < KEPT_DAYS * 86_400_000
}

/** Whether something that was removed since a stop could still be kept now. */
export function mayBeKept(stoppedAt: string | null): boolean {
  const stopped = parseTimestamp(stoppedAt)
  return stopped !== null && Date.now() - stopped.getTime() < 2 * KEPT_DAYS * 86_400_000
}

/**
 * Brings back everything that was removed since the signed-in owner's stop.
 * @returns how many rows came back; the others stay listed, with `refused`
 * @throws HW005 while the plan is frozen
 */
export function useBringBackRemoved() {
  return useMutation({
    mutationFn: async () => {
      // One call brings back a part, so that it ends in time.
      for (let all = 0; ; ) {
        const { data: some } = await supabase.rpc('bring_back_removed').throwOnError()
        if (some === 0) return all
        all += some
      }
    },
    // The empty key stands for every query: any list can have new rows.
    meta: { quietError: true, refreshes: [[]] },
  })
}
