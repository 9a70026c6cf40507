import { useMutation } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { toastDone } from '@/browser/toasts'
import { supabase } from '@/data/client'
import { useListCache } from '@/data/rows/list-cache'
import { defineOwnedList } from '@/data/rows/owned-list'
import type { Tables } from '@/lib/database.types'
import { count } from '@/lib/text'
import { emailSchema, optionalText, requiredLine } from '@/lib/validation'
import { incomingList } from '@/parts/kit/incoming'
import { rows } from '.'

export type Contact = Omit<Tables<'contacts'>, 'user_id' | 'source'>

/** The longest texts, in characters; the table's checks enforce the same limits. */
export const contactLimits = { name: 120, phone: 40, relation: 80 } as const

/** An empty e-mail address, phone number or relation is saved as null. A given address is validated. */
export const contactSchema = z.object({
  name: requiredLine('Enter a name.', contactLimits.name),
  email: z.pipe(
    z.pipe(
      z.string().check(z.trim()),
      z.transform((text) => (text === '' ? null : text)),
    ),
    z.nullable(emailSchema),
  ),
  phone: optionalText(contactLimits.phone),
  relation: optionalText(contactLimits.relation),
})
/** The form's values: every field is text. */
export type ContactForm = z.input<typeof contactSchema>
/** The values that are saved. */
export type ContactInput = z.output<typeof contactSchema>

/** How a contact that was not typed here got into the list. */
const imported = { source: 'import' }

export const contacts = defineOwnedList<Contact, ContactInput & { invitee?: boolean; source?: string }>({
  rows,
  table: () => supabase.from('contacts'),
  words: { added: 'Contact added', saved: 'Contact saved', deleted: 'Contact deleted' },
})

/**
 * Marks a contact as invited to the service, or not. Clicks on the same contact are saved one after another. Until the
 * last one is saved or refused, the screen shows the requested value (`variables`), then the saved one.
 */
export function useToggleInvitee(ownerId: string, id: string) {
  const list = useListCache<Contact>(contacts.keys.ofOwner(ownerId))
  return useMutation({
    scope: { id: `contact-invitee-${id}` },
    mutationFn: (invitee: boolean) => contacts.change({ id }, { invitee }),
    meta: { errorOnScreen: true },
    onSuccess: (saved) => list.patch(id, saved),
  })
}

/** A contact from a file. It keeps its id in every try, so that a retry adds no one twice. */
export type ImportedContact = ContactInput & { id: string; invitee: boolean }

/**
 * Adds contacts from a file: all of them or none, in one request. If an earlier try added some and only its answer was
 * lost, they are not added again. The dialog shows the error.
 */
export function useImportContacts(ownerId: string) {
  const list = useListCache<Contact>(contacts.keys.ofOwner(ownerId))
  return useMutation({
    mutationFn: (people: readonly ImportedContact[]) =>
      contacts.addMissing(
        ownerId,
        people.map((person) => ({ ...person, ...imported })),
      ),
    meta: { quietError: true },
    onSuccess: (_nothing, people) => toastDone({ title: `${count(people.length, 'contact')} added` }),
    onSettled: list.reload,
  })
}

/** An answer to an invitation stays behind: it was to another plan's service. */
export const incoming = incomingList({
  rows,
  name: 'name',
  schema: z.pipe(
    z.extend(contactSchema, { invitee: z.boolean() }),
    z.transform((contact) => ({ ...contact, ...imported })),
  ),
  addMissing: contacts.addMissing,
})
