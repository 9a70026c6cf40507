import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import type { Tables } from '@/lib/database.types'
import { supabase } from '@/lib/supabase'
import { emailSchema, optionalText, requiredLine } from '@/lib/validation'
import { DeletedElsewhereError, guardedDelete, guardedUpdate, hasVersion } from './guarded-update'
import { planOverviewKeys } from './plan-overview'
import { selectAll } from './select-all'

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

/** Changes the list in the cache, so that a row does not cost the whole list again. */
function useContactsCache(ownerId: string) {
  const cache = useQueryClient()
  const { queryKey } = contactsQuery(ownerId)
  return {
    change: (change: (contacts: Contact[]) => Contact[]) =>
      cache.setQueryData(queryKey, (contacts) => contacts && change(contacts)),
    /** A read that is under way would bring back what is being changed. */
    stopReading: () => cache.cancelQueries({ queryKey }),
    reload: () => cache.invalidateQueries({ queryKey }),
    recount: () => cache.invalidateQueries({ queryKey: planOverviewKeys.all }),
  }
}

function replace(contact: Contact) {
  return (contacts: Contact[]) => contacts.map((other) => (other.id === contact.id ? contact : other))
}

/** Adds a contact. The dialog itself says what went wrong. */
export function useAddContact(ownerId: string) {
  const list = useContactsCache(ownerId)
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
    meta: { success: { title: 'Contact added' }, quietError: true },
    onSuccess: async (contact) => {
      await list.stopReading()
      list.change((contacts) => [contact, ...contacts.filter(({ id }) => id !== contact.id)])
      void list.recount()
    },
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
  })
}

/** Saves an edited contact. The dialog itself says what went wrong. */
export function useSaveContact(ownerId: string) {
  const list = useContactsCache(ownerId)
  return useMutation({
    mutationFn: saveContact,
    meta: { success: { title: 'Contact saved' }, quietError: true },
    onSuccess: async (contact) => {
      await list.stopReading()
      list.change(replace(contact))
    },
    onError: () => void list.reload(),
  })
}

/**
 * Marks a contact as invited to the service, or not. It shows at once and is set back when it could not be saved.
 * Clicks on the same contact are saved one after the other.
 */
export function useToggleInvitee(ownerId: string, id: string) {
  const list = useContactsCache(ownerId)
  const set = (change: Partial<Contact>) =>
    list.change((contacts) =>
      contacts.map((contact) => (contact.id === id ? { ...contact, ...change } : contact)),
    )
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
    onMutate: async (invitee) => {
      await list.stopReading()
      set({ invitee })
    },
    onSuccess: set,
    onError: (_error, invitee) => set({ invitee: !invitee }),
  })
}

/** Deletes a contact. */
export function useDeleteContact(ownerId: string) {
  const list = useContactsCache(ownerId)
  return useMutation({
    mutationFn: (id: string) =>
      guardedDelete({
        remove: supabase.from('contacts').delete().eq('id', id).select('id').maybeSingle().throwOnError(),
        stillThere: () => supabase.from('contacts').select('id').eq('id', id).maybeSingle().throwOnError(),
      }),
    meta: { success: { title: 'Contact deleted' }, quietError: true },
    onSuccess: async (_nothing, id) => {
      await list.stopReading()
      list.change((contacts) => contacts.filter((contact) => contact.id !== id))
      void list.recount()
    },
  })
}
