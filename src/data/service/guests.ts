import type { QueryData } from '@supabase/supabase-js'
import { queryOptions, useMutation } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { supabase } from '@/data/client'
import { accessEventKeys } from '@/data/memorial/access-event-keys'
import { selectAll } from '@/data/rows/select-all'
import { emailSchema, requiredLine } from '@/lib/validation'
import { serviceKeys } from './services'

const selectGuests = () =>
  supabase
    .from('service_guests')
    .select(
      'id, name, email, invited_at, mail_waits_since, mail_refused_at, unsubscribed_at, is_withdrawn, answer, people, message, answered_at',
    )

/** A guest of a service, as those who arrange it see them. Times are ISO timestamps. */
export type Guest = QueryData<ReturnType<typeof selectGuests>>[number]

/** A guest who is not among the contacts. */
export const guestSchema = z.object({
  name: requiredLine('Enter a name.', 120),
  email: emailSchema,
})

/** Someone to invite: typed in, or one of the contacts. */
export type NewGuest = z.output<typeof guestSchema> & { contact_id?: string }

/** Everyone who was invited to an owner's service, by name. It leaves the cache with its page. */
export function guestsQuery(ownerId: string) {
  return queryOptions({
    queryKey: serviceKeys.guests(ownerId),
    queryFn: ({ signal }): Promise<Guest[]> =>
      selectAll(() =>
        selectGuests().eq('owner_id', ownerId).order('name').order('id').abortSignal(signal).throwOnError(),
      ),
    gcTime: 0,
  })
}

const refreshes = [serviceKeys.all, accessEventKeys.all]

/**
 * Invites guests, each by one email. Those who were invited before are left out, so that it can be tried again.
 * @returns how many were invited
 * @throws HW006 without access, HW040 for more than 500 guests, HW065 without a service to come
 */
export function useInviteGuests(ownerId: string) {
  return useMutation({
    mutationFn: async (guests: NewGuest[]): Promise<number> => {
      const { data } = await supabase.rpc('invite_guests', { owner_id: ownerId, guests }).throwOnError()
      return data
    },
    meta: { quietError: true, refreshes },
  })
}

/**
 * Ends a guest's link, or lets it work again. No one is written to. Who can't have read the invitation yet is no guest any
 * more, and can be invited again.
 * @throws HW006 without access, HW072 when too many were changed today
 */
export function useWithdrawGuest() {
  return useMutation({
    mutationFn: async ({ id, isWithdrawn }: { id: string; isWithdrawn: boolean }) => {
      await supabase.rpc('withdraw_guest', { guest_id: id, withdrawn: isWithdrawn }).throwOnError()
    },
    meta: { errorTitle: 'Unable to change the invitation', errorOnScreen: true, refreshes },
  })
}
