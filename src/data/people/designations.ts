import type { QueryData } from '@supabase/supabase-js'
import { queryOptions, useMutation } from '@tanstack/react-query'
import { toastDone } from '@/browser/toasts'
import { supabase } from '@/data/client'
import { type Delay, delayedMail, delayOf } from '@/data/delayed-mail'
import { invokeFunction } from '@/data/functions'
import { accessEventKeys } from '@/data/memorial/access-event-keys'
import { memorialKeys } from '@/data/memorial/memorials'
import { planOverviewKeys } from '@/data/plan-overview'
import { insertIfNew } from '@/data/rows/versioned-update'
import { CodedError } from '@/lib/errors'
import { type DesignationState, designationState } from './designation-state'

/** The columns that the owner and the designee need to show a designation. */
const columns =
  'id, owner_id, owner_name, person_name, person_email, beneficiary_user_id, role, status, invited_at, accepted_at, declined_at, revoked_at, left_at, stepped_down_at, address_asked_at, address_confirmed_at, mail_refused_at, created_at'

// The row type is derived from this query, so that the columns are listed only once.
const selectDesignations = () => supabase.from('designations').select(columns)
export type Designation = QueryData<ReturnType<typeof selectDesignations>>[number]

/** A person whom an owner names. */
type DesignationInput = Pick<Designation, 'person_name' | 'person_email' | 'role'>

export const designationKeys = {
  all: ['designations'] as const,
  ofOwner: (ownerId: string) => [...designationKeys.all, 'of-owner', ownerId] as const,
  ofPerson: (userId: string) => [...designationKeys.all, 'of-person', userId] as const,
}

/** The people that an owner has named, newest first. */
export function designationsQuery(ownerId: string) {
  return queryOptions({
    queryKey: designationKeys.ofOwner(ownerId),
    queryFn: async ({ signal }): Promise<Designation[]> => {
      const { data } = await selectDesignations()
        .eq('owner_id', ownerId)
        .order('created_at', { ascending: false })
        .order('id', { ascending: false })
        .abortSignal(signal)
        .throwOnError()
      return data
    },
  })
}

/** Which of the signed-in person's open invitations are from someone whose death has been verified, by their ids. */
export function invitationsAfterDeathQuery(userId: string) {
  return queryOptions({
    queryKey: [...designationKeys.ofPerson(userId), 'after-death'],
    queryFn: async ({ signal }): Promise<number[]> => {
      const { data } = await supabase.rpc('invitations_after_death').abortSignal(signal).throwOnError()
      return data
    },
  })
}

/** How many people can see the signed-in owner's plan while it is not hidden: all who accepted. */
export function openToQuery(ownerId: string) {
  return queryOptions({
    queryKey: [...designationKeys.ofOwner(ownerId), 'accepted'],
    queryFn: async ({ signal }): Promise<number> => {
      const { count } = await supabase
        .from('designations')
        .select('id', { count: 'exact', head: true })
        .eq('owner_id', ownerId)
        .not('accepted_at', 'is', null)
        .is('revoked_at', null)
        .abortSignal(signal)
        .throwOnError()
      return count ?? 0
    },
  })
}

/** The signed-in person's invitations, newest first. The database matches them by the confirmed email address. */
export function invitationsQuery(userId: string) {
  return queryOptions({
    queryKey: designationKeys.ofPerson(userId),
    queryFn: async ({ signal }): Promise<Designation[]> => {
      const { data } = await selectDesignations()
        .neq('owner_id', userId)
        .order('invited_at', { ascending: false, nullsFirst: false })
        .order('id', { ascending: false })
        .abortSignal(signal)
        .throwOnError()
      return data
    },
  })
}

/** When an owner has named a person more than once, the first of these states decides which designation counts. */
const precedence: DesignationState[] = [
  'accepted',
  'invited',
  'pending',
  'stepped_down',
  'revoked',
  'declined',
]

/** The designation by this owner that counts among a person's invitations; undefined when the owner never named them. */
export function designationBy(ownerId: string, invitations: Designation[]): Designation | undefined {
  return precedence
    .flatMap((state) => invitations.filter((invitation) => designationState(invitation) === state))
    .find(({ owner_id }) => owner_id === ownerId)
}

/** What every change of a designation makes out of date. */
const refreshes = [designationKeys.all, planOverviewKeys.all]

/** @returns when it leaves, where that is not at once */
async function sendInvitation(designationId: number): Promise<Delay | null> {
  return delayOf(await invokeFunction('send-designation-invite', { designationId }))
}

/**
 * Adds a person to the list. A person who is on it in the same role and was never invited counts as added, most likely
 * by an earlier attempt whose answer was lost.
 * @returns the designation's id
 * @throws `already_named` when the address is on the list in any other way
 */
async function addDesignation(ownerId: string, input: DesignationInput): Promise<number> {
  const added = await insertIfNew(
    supabase
      .from('designations')
      .insert({ owner_id: ownerId, ...input })
      .select('id')
      .single()
      .throwOnError(),
  )
  if (added) return added.id
  const { data: present } = await supabase
    .from('designations')
    .select('id')
    .eq('owner_id', ownerId)
    .eq('person_email', input.person_email)
    .eq('role', input.role)
    .eq('status', 'pending')
    .is('revoked_at', null)
    .is('declined_at', null)
    .maybeSingle()
    .throwOnError()
  if (present === null) throw new CodedError('already_named')
  return present.id
}

/**
 * Adds a person and mails the invitation.
 * @returns `mailError`: the error when the mail could not be sent, otherwise null; `delay`: the mail leaves later. Either
 * way, the person was added.
 * @throws `already_named`; HW010 for the owner's own address; HW011 when the owner has no name; HW040 when the list is
 * full
 */
export function useAddDesignation(ownerId: string) {
  return useMutation({
    mutationFn: async (input: DesignationInput): Promise<{ mailError: unknown; delay: Delay | null }> => {
      const id = await addDesignation(ownerId, input)
      try {
        return { mailError: null, delay: await sendInvitation(id) }
      } catch (mailError) {
        return { mailError, delay: null }
      }
    },
    meta: { quietError: true, refreshes },
  })
}

/** Sends the invitation again. */
export function useSendInvitation() {
  return useMutation({
    mutationFn: sendInvitation,
    onSuccess: (delay) =>
      toastDone(delay ? delayedMail('Invitation on its way', delay) : { title: 'Invitation sent' }),
    meta: { errorTitle: 'Unable to send invitation', errorOnScreen: true, refreshes },
  })
}

/**
 * Asks a designee whose address refused our mail whether it works.
 * @throws HW001 when the address refuses nothing any more; HW005 when the death was verified
 */
export function useAskAddressAgain() {
  return useMutation({
    mutationFn: async (designation_id: number) =>
      supabase.rpc('ask_address_again', { designation_id }).throwOnError(),
    meta: { success: { title: 'Email sent' }, errorOnScreen: true, refreshes },
  })
}

/**
 * Deletes a person from the list, which ends their access. A person who is no longer on it counts as deleted.
 * @throws `video_addressed` when a message is addressed to them alone: deleting them would open it to everyone;
 * `plan_closed` when the policies refuse
 */
export function useRemoveDesignation() {
  return useMutation({
    mutationFn: async (id: number) => {
      const person = () => supabase.from('designations')
      const { data, error } = await person().delete().eq('id', id).select('id').maybeSingle()
      if (error) throw error.code === '23503' ? new CodedError('video_addressed') : error
      if (data) return
      const { data: present } = await person().select('id').eq('id', id).maybeSingle().throwOnError()
      if (present) throw new CodedError('plan_closed')
    },
    meta: { success: { title: 'Removed' }, quietError: true, refreshes },
  })
}

/**
 * Gives a person another role, which holds at once; who accepted is emailed. The same role again changes nothing.
 * @throws HW001 when the person is no longer on the list; HW005 in a frozen plan; HW072 after too many changes in a day;
 *   HW080 in a new browser; HW095 while a certificate is under review; 42501 for a role that sees more without a membership
 */
export function useChangeRole() {
  return useMutation({
    mutationFn: async (wanted: { designation_id: number; role: Designation['role'] }) =>
      supabase.rpc('change_designation_role', wanted).throwOnError(),
    meta: { quietError: true, refreshes: [...refreshes, accessEventKeys.all] },
  })
}

/** Ends a person's access or withdraws their invitation; they stay on the list as revoked. @param done what the toast says */
export function useRevokeDesignation(done: string) {
  return useMutation({
    mutationFn: async (designation_id: number) =>
      supabase.rpc('revoke_designation', { designation_id }).throwOnError(),
    meta: { success: { title: done }, quietError: true, refreshes },
  })
}

/** Accepts an invitation for the signed-in person. @throws HW001 when it was revoked, declined or is another person's */
export function useAcceptInvitation() {
  return useMutation({
    mutationFn: async (designation_id: number) =>
      supabase.rpc('accept_designation_invite', { designation_id }).throwOnError(),
    meta: { success: { title: 'Invitation accepted' }, quietError: true, refreshes },
  })
}

/** Declines an invitation for the signed-in person. @throws HW001 when it was revoked, accepted or is another person's */
export function useDeclineInvitation() {
  return useMutation({
    mutationFn: async (designation_id: number) =>
      supabase.rpc('decline_designation_invite', { designation_id }).throwOnError(),
    meta: { success: { title: 'Invitation declined' }, quietError: true, refreshes },
  })
}

/**
 * Ends the signed-in person's own role in an owner's plan. One that has ended already counts as ended.
 * @throws HW001 when it is not theirs
 */
export function useStepDown() {
  return useMutation({
    mutationFn: async (designation_id: number) =>
      supabase.rpc('step_down', { designation_id }).throwOnError(),
    meta: {
      success: { title: 'You stepped down' },
      quietError: true,
      refreshes: [...refreshes, memorialKeys.all],
    },
  })
}

/**
 * Answers the yearly question: the signed-in person's address still works. Every owner who named them sees the answer.
 * @throws HW001 when no owner names them any longer
 */
export function useConfirmAddress() {
  return useMutation({
    mutationFn: async () => supabase.rpc('confirm_address').throwOnError(),
    meta: { success: { title: 'Address confirmed' }, errorOnScreen: true, refreshes },
  })
}

/**
 * The designation id in the link of an invitation mail: `?token=` holds the URL-safe base64 of `designation:{id}`;
 * otherwise `?designation=` holds the plain number.
 * @returns null when there is no valid id
 */
export function designationIdFromSearch(search: URLSearchParams): number | null {
  return readToken(search.get('token')) ?? toDesignationId(search.get('designation'))
}

function readToken(token: string | null): number | null {
  if (!token || !/^[A-Za-z0-9_-]+={0,2}$/.test(token)) return null
  try {
    const text = atob(token.replaceAll('-', '+').replaceAll('_', '/'))
    return toDesignationId(/^designation:(\d+)$/.exec(text)?.[1])
  } catch {
    return null
  }
}

function toDesignationId(text: string | null | undefined): number | null {
  if (!text || !/^\d{1,15}$/.test(text)) return null
  return Number(text)
}
