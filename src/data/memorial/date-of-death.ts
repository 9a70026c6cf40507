import { useMutation } from '@tanstack/react-query'
import { profileKeys } from '@/data/account/profiles'
import { supabase } from '@/data/client'
import { memorialKeys } from './memorials'

/** The first day of death that the database takes. */
export const EARLIEST_DEATH = '1900-01-01'

/**
 * Enters the day on which an owner died, or takes it back with null, as their executor.
 * @throws HW006 when the signed-in person is no executor (any more), or the plan is not open after the death
 */
export function useSetDateOfDeath(ownerId: string) {
  return useMutation({
    mutationFn: async (died_on: string | null) =>
      supabase
        .rpc('set_date_of_death', { owner_id: ownerId, ...(died_on ? { died_on } : {}) })
        .throwOnError(),
    meta: {
      success: { title: 'Saved' },
      quietError: true,
      refreshes: [memorialKeys.detail(ownerId), profileKeys.detail(ownerId)],
    },
  })
}
