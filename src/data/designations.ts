import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import { Constants, type Tables } from '@/lib/database.types'
import { supabase } from '@/lib/supabase'
import { emailSchema, requiredLine } from '@/lib/validation'
import { invokeFunction } from './functions'
import { planOverviewKeys } from './plan-overview'

/** What a designation is shown by, to its owner and to the person it names. */
const columns =
  'id, owner_id, owner_name, person_name, person_email, beneficiary_user_id, role, status, invited_at, accepted_at, declined_at, revoked_at, created_at'

export type Designation = Pick<
  Tables<'designations'>,
  | 'id'
  | 'owner_id'
  | 'owner_name'
  | 'person_name'
  | 'person_email'
  | 'beneficiary_user_id'
  | 'role'
  | 'status'
  | 'invited_at'
  | 'accepted_at'
  | 'declined_at'
  | 'revoked_at'
  | 'created_at'
>

export const designationSchema = z.object({
  person_name: requiredLine('Enter the full name.', 120),
  person_email: emailSchema,
  role: z.enum(Constants.public.Enums.designation_role),
})
export type DesignationInput = z.output<typeof designationSchema>

export const designationKeys = {
  all: ['designations'] as const,
  ofOwner: (ownerId: string) => [...designationKeys.all, 'of-owner', ownerId] as const,
  ofPerson: (userId: string) => [...designationKeys.all, 'of-person', userId] as const,
}

/** The people an owner has named, newest first. */
export function designationsQuery(ownerId: string) {
  return queryOptions({
    queryKey: designationKeys.ofOwner(ownerId),
    queryFn: async ({ signal }): Promise<Designation[]> => {
      const { data } = await supabase
        .from('designations')
        .select(columns)
        .eq('owner_id', ownerId)
        .order('created_at', { ascending: false })
        .order('id', { ascending: false })
        .abortSignal(signal)
        .throwOnError()
      return data
    },
  })
}

/** The invitations of a signed-in person, newest first. Which rows these are is the database's word, by confirmed address. */
export function invitationsQuery(userId: string) {
  return queryOptions({
    queryKey: designationKeys.ofPerson(userId),
    queryFn: async ({ signal }): Promise<Designation[]> => {
      const { data } = await supabase
        .from('designations')
        .select(columns)
        .neq('owner_id', userId)
        .order('invited_at', { ascending: false, nullsFirst: false })
        .order('id', { ascending: false })
        .abortSignal(signal)
        .throwOnError()
      return data
    },
  })
}

/** The mail could not be sent; the person is on the list all the same and can be invited again. */
export class InvitationNotSentError extends Error {
  override name = 'InvitationNotSentError'
  /** The code of what failed, for the sentence. */
  code: string
  constructor(code: string) {
    super(code)
    this.code = code
  }
}

async function sendInvitation(designationId: number): Promise<void> {
  await invokeFunction('send-designation-invite', { designationId })
}

function useRefresh() {
  const cache = useQueryClient()
  return () =>
    Promise.all([
      cache.invalidateQueries({ queryKey: designationKeys.all }),
      cache.invalidateQueries({ queryKey: planOverviewKeys.all }),
    ])
}

/**
 * Adds a person and mails the invitation.
 * @returns whether the mail went out: the person stays on the list when it did not
 */
export function useAddDesignation(ownerId: string) {
  const refresh = useRefresh()
  return useMutation({
    mutationFn: async (input: DesignationInput): Promise<{ mailError: unknown }> => {
      const { data } = await supabase
        .from('designations')
        .insert({ owner_id: ownerId, ...input })
        .select('id')
        .single()
        .throwOnError()
      try {
        await sendInvitation(data.id)
        return { mailError: null }
      } catch (mailError) {
        return { mailError }
      }
    },
    meta: { quietError: true },
    onSettled: refresh,
  })
}

/** Mails the invitation again. */
export function useSendInvitation() {
  const refresh = useRefresh()
  return useMutation({
    mutationFn: sendInvitation,
    meta: { success: { title: 'Invitation sent' }, errorTitle: 'Unable to send invitation' },
    onSettled: refresh,
  })
}

/** Deletes a person from the list. What they could see they can see no more. */
export function useRemoveDesignation() {
  const refresh = useRefresh()
  return useMutation({
    mutationFn: async (id: number) => {
      await supabase.from('designations').delete().eq('id', id).select('id').single().throwOnError()
    },
    meta: { success: { title: 'Removed' }, quietError: true },
    onSettled: refresh,
  })
}

/** Takes back what was given to a person; they stay on the list as revoked. */
export function useRevokeDesignation() {
  const refresh = useRefresh()
  return useMutation({
    mutationFn: async (designation_id: number) => {
      await supabase.rpc('revoke_designation', { designation_id }).throwOnError()
    },
    meta: { success: { title: 'Access revoked' }, quietError: true },
    onSettled: refresh,
  })
}

/** Accepts an invitation to the signed-in person. @throws HW001 when it is no longer open or names another address */
export function useAcceptInvitation() {
  const refresh = useRefresh()
  return useMutation({
    mutationFn: async (designation_id: number) => {
      await supabase.rpc('accept_designation_invite', { designation_id }).throwOnError()
    },
    meta: { success: { title: 'Invitation accepted' }, errorTitle: 'Unable to accept invitation' },
    onSettled: refresh,
  })
}

/** Declines an invitation to the signed-in person. @throws HW001 when it is no longer open */
export function useDeclineInvitation() {
  const refresh = useRefresh()
  return useMutation({
    mutationFn: async (designation_id: number) => {
      await supabase.rpc('decline_designation_invite', { designation_id }).throwOnError()
    },
    meta: { success: { title: 'Invitation declined' }, quietError: true },
    onSettled: refresh,
  })
}

/**
 * The designation that the link of an invitation mail names: `?token=` holds url-safe base64 of `designation:{id}`,
 * otherwise `?designation=` holds the plain number.
 * @returns null when neither can be read
 */
export function designationIdFromSearch(search: URLSearchParams): number | null {
  return readToken(search.get('token')) ?? readId(search.get('designation'))
}

function readToken(token: string | null): number | null {
  if (!token || !/^[A-Za-z0-9_-]+={0,2}$/.test(token)) return null
  try {
    const text = atob(token.replaceAll('-', '+').replaceAll('_', '/'))
    return readId(/^designation:(\d+)$/.exec(text)?.[1])
  } catch {
    return null
  }
}

function readId(text: string | null | undefined): number | null {
  if (!text || !/^\d{1,15}$/.test(text)) return null
  return Number(text)
}
