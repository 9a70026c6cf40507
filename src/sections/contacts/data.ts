import { queryOptions, useMutation } from '@tanstack/react-query'
import { z } from 'zod'
import { supabase } from '@/data/client'
import { useListCache } from '@/data/rows/list-cache'
import { selectAll } from '@/data/rows/select-all'
import {
  DeletedElsewhereError,
  guardedDelete,
  guardedUpdate,
  hasVersion,
  holds,
} from '@/data/rows/versioned-update'
import type { Tables } from '@/lib/database.types'
import { emailSchema, optionalText, requiredLine } from '@/lib/validation'

const columns = 'id, name, email, phone, relation, invitee, rsvp_status, created_at, updated_at'

export type Contact = Pick<
  Tables<'contacts'>,
  'id' | 'name' | 'email' | 'phone' | 'relation' | 'invitee' | 'rsvp_status' | 'created_at' | 'updated_at'
>

/** The longest texts, in characters; the table's checks hold the same. */
export const contactLimits = { name: 120, phone: 40, relation: 80 } as const

/** An empty e-mail address, phone number or relation is saved as null. An address is checked when there is one. */
export const contactSchema = z.object({
  name: requiredLine('Enter a name.', contactLimits.name),
  email: z
    .string()
    .trim()
    .transform((text) => (text === '' ? null : text))
    .pipe(emailSchema.nullable()),
  phone: optionalText(contactLimits.phone),
  relation: optionalText(contactLimits.relation),
})
/** What stands in the form: text everywhere. */
export type ContactForm = z.input<typeof contactSchema>
/** What is saved. */
export type ContactInput = z.output<typeof contactSchema>

export const contactKeys = {
  all: ['contacts'] as const,
  ofOwner: (ownerId: string) => [...contactKeys.all, ownerId] as const,
}

/** All contacts of an owner, newest first. */
export function contactsQuery(ownerId: string) {
  return queryOptions({
    queryKey: contactKeys.ofOwner(ownerId),
    queryFn: ({ signal }): Promise<Contact[]> =>
      selectAll(() =>
        supabase
          .from('contacts')
          .select(columns)
          .eq('user_id', ownerId)
          .order('created_at', { ascending: false })
          .order('id')
          .abortSignal(signal)
          .throwOnError(),
      ),
  })
}

/** Reads one contact as it is now. @throws DeletedElsewhereError when there is none any more */
export async function readContact(id: string): Promise<Contact> {
  const { data } = await supabase.from('contacts').select(columns).eq('id', id).maybeSingle().throwOnError()
  if (data === null) throw new DeletedElsewhereError()
  return data
}

/** Adds a contact. The dialog itself says what went wrong. */
export function useAddContact(ownerId: string) {
  const list = useListCache<Contact>(contactKeys.ofOwner(ownerId))
  return useMutation({
    mutationFn: async (input: ContactInput): Promise<Contact> => {
      const { data } = await supabase
        .from('contacts')
        .insert({ user_id: ownerId, source: 'manual', ...input })
        .select(columns)
        .single()
        .throwOnError()
      return data
    },
    meta: { success: { title: 'Contact added' }, errorOnScreen: true },
    onSuccess: list.add,
  })
}

export interface SaveContact {
  id: string
  input: ContactInput
  /** The row's updated_at as it was loaded. */
  loadedVersion: string
}

/**
 * Saves a contact, unless it was changed since it was loaded.
 * @throws ChangedElsewhereError, DeletedElsewhereError or PlanClosedError
 */
export async function saveContact({ id, input, loadedVersion }: SaveContact): Promise<Contact> {
  return guardedUpdate({
    update: supabase
      .from('contacts')
      .update(input)
      .eq('id', id)
      .eq('updated_at', loadedVersion)
      .select(columns)
      .maybeSingle()
      .throwOnError(),
    stillAsLoaded: () =>
      hasVersion(
        supabase.from('contacts').select('updated_at').eq('id', id).maybeSingle().throwOnError(),
        loadedVersion,
      ),
    ownSave: {
      current: () => supabase.from('contacts').select(columns).eq('id', id).maybeSingle().throwOnError(),
      isSent: (row) => holds(row, input),
    },
  })
}

/** Saves an edited contact. The dialog itself says what went wrong. */
export function useSaveContact(ownerId: string) {
  const list = useListCache<Contact>(contactKeys.ofOwner(ownerId))
  return useMutation({
    mutationFn: saveContact,
    meta: { success: { title: 'Contact saved' }, errorOnScreen: true },
    onSuccess: list.replace,
    onError: () => void list.reload(),
  })
}

/** While clicks on a contact's invitation are being saved: what is certainly saved, and how many are under way. */
const invitations = new Map<string, { saved: boolean; underWay: number }>()

/**
 * Marks a contact as invited to the service, or not. It shows at once; when it could not be saved, it is set back to
 * what was saved last. Clicks on the same contact are saved one after the other.
 */
export function useToggleInvitee(ownerId: string, id: string) {
  const list = useListCache<Contact>(contactKeys.ofOwner(ownerId))
  return useMutation({
    scope: { id: `contact-invitee-${id}` },
    mutationFn: (invitee: boolean) =>
      guardedUpdate({
        update: supabase
          .from('contacts')
          .update({ invitee })
          .eq('id', id)
          .select('invitee, updated_at')
          .maybeSingle()
          .throwOnError(),
        stillAsLoaded: async () => {
          const { data } = await supabase
            .from('contacts')
            .select('id')
            .eq('id', id)
            .maybeSingle()
            .throwOnError()
          return data && true
        },
      }),
    onMutate: (invitee) => {
      const { saved, underWay } = invitations.get(id) ?? { saved: !invitee, underWay: 0 }
      invitations.set(id, { saved, underWay: underWay + 1 })
      return list.patch(id, { invitee })
    },
    onSuccess: ({ invitee, updated_at }) => {
      invitations.set(id, { saved: invitee, underWay: invitations.get(id)?.underWay ?? 1 })
      return list.patch(id, { updated_at })
    },
    onSettled: async (_saved, _error, invitee) => {
      const { saved, underWay } = invitations.get(id) ?? { saved: invitee, underWay: 1 }
      if (underWay > 1) {
        // The screen shows the last click, which is still to be saved.
        invitations.set(id, { saved, underWay: underWay - 1 })
        return
      }
      invitations.delete(id)
      await list.patch(id, { invitee: saved })
    },
  })
}

/** Deletes a contact. */
export function useDeleteContact(ownerId: string) {
  const list = useListCache<Contact>(contactKeys.ofOwner(ownerId))
  return useMutation({
    mutationFn: (id: string) =>
      guardedDelete({
        remove: supabase.from('contacts').delete().eq('id', id).select('id').maybeSingle().throwOnError(),
        stillThere: () => supabase.from('contacts').select('id').eq('id', id).maybeSingle().throwOnError(),
      }),
    meta: { success: { title: 'Contact deleted' }, errorOnScreen: true },
    onSuccess: (_nothing, id) => list.remove(id),
  })
}
