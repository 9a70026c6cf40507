import type { QueryData } from '@supabase/supabase-js'
import { queryOptions, useMutation } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { supabase } from '@/data/client'
import { accessEventKeys } from '@/data/memorial/access-event-keys'
import { selectAll } from '@/data/rows/select-all'
import type { Enums } from '@/lib/database.types'
import { emailSchema, numberChoice, optionalText, requiredLine } from '@/lib/validation'
import { serviceKeys } from './services'

const selectGuests = () =>
  supabase
    .from('service_guests')
    .select(
      'id, contact_id, name, email, phone, invited_at, mailed_at, mail_waits_since, mail_refused_at, unsubscribed_at, is_withdrawn, answer, people, message, answered_at, answered_for, answer_taken_by, reminded_at, reminded_for',
    )

/** A guest of a service, as those who arrange it see them. Times are ISO timestamps. */
export type Guest = QueryData<ReturnType<typeof selectGuests>>[number]

const nameSchema = requiredLine('Enter a name.', 120)

/** A guest who is not among the contacts. */
export const guestSchema = z.object({ name: nameSchema, email: emailSchema })

/** A guest who is called, because there is no email address. */
export const calledGuestSchema = z.object({ name: nameSchema, phone: optionalText(40) })

/** Someone to invite: typed in, or one of the contacts. */
export type NewGuest = z.output<typeof guestSchema> & { contact_id?: string; phone?: string }

/** Someone to put on the list without an email. The id is the same in each try, so that a retry adds no second guest. */
export type CalledGuest = z.output<typeof calledGuestSchema> & { id: string; contact_id?: string }

/** The longest note about a call, in characters; the table's check enforces the same limit. */
export const CALL_NOTE_LIMIT = 1000

/** What a guest said on the phone. An empty answer takes back what was entered. */
export const takenAnswerSchema = z.object({
  answer: z.pipe(
    z.string().check(z.regex(/^(yes|no|none)$/, 'Please choose what they said.')),
    z.transform((text): Enums<'guest_answer'> | null => (text === 'yes' || text === 'no' ? text : null)),
  ),
  people: numberChoice,
  message: optionalText(CALL_NOTE_LIMIT),
})
type TakenAnswer = z.output<typeof takenAnswerSchema>

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

/**
 * Puts people on the guest list who have no email, one after the other. Those who are on it stay as they are, so that it
 * can be tried again.
 * @throws HW006 without access, HW040 for more than 500 guests, HW065 without a service to come
 */
export function useAddGuests(ownerId: string) {
  return useMutation({
    mutationFn: async (guests: readonly CalledGuest[]) => {
      for (const { id, name, phone, contact_id } of guests)
        await supabase
          .rpc('add_guest', {
            owner_id: ownerId,
            guest_id: id,
            name,
            ...(phone ? { phone } : {}),
            ...(contact_id ? { contact_id } : {}),
          })
          .throwOnError()
    },
    meta: { quietError: true, refreshes },
  })
}

/**
 * Reminds everyone by email who has not answered for the day of the service. No one is reminded twice for the same day, so
 * it can be tried again.
 * @returns how many are reminded
 * @throws HW006 without access, HW065 without a service to come
 */
export function useRemindGuests(ownerId: string) {
  return useMutation({
    mutationFn: async (): Promise<number> => {
      const { data } = await supabase.rpc('remind_guests', { owner_id: ownerId }).throwOnError()
      return data
    },
    meta: { quietError: true, refreshes },
  })
}

/**
 * Enters what a guest said on the phone.
 * @throws HW006 without access, HW067 when the service is over or called off, HW068 when they answered otherwise meanwhile
 */
export function useTakeAnswer() {
  return useMutation({
    mutationFn: async ({ guest, answer, people, message }: TakenAnswer & { guest: Guest }) => {
      await supabase
        .rpc('take_guest_answer', {
          guest_id: guest.id,
          ...(answer ? { answer } : {}),
          ...(answer === 'yes' ? { people } : {}),
          ...(message ? { message } : {}),
          ...(guest.answered_at ? { seen_at: guest.answered_at } : {}),
        })
        .throwOnError()
    },
    meta: { success: { title: 'Answer saved' }, quietError: true, refreshes },
  })
}
