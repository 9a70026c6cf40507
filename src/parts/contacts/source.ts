import { supabase } from '@/data/client'
import { ownedRows } from '@/data/rows/owned-rows'
import type { PartSource } from '@/parts/kit/part'
import type { Contact } from './data'

export const table = () => supabase.from('contacts')

export const rows = ownedRows<Contact>({ key: 'contacts', table })

const byName = new Intl.Collator('en', { sensitivity: 'base', numeric: true })
const sortedByName = (contacts: Contact[]) => [...contacts].sort((a, b) => byName.compare(a.name, b.name))

/** The contacts as their readers see them, sorted by name. */
export const source = {
  key: 'contacts',
  name: 'Contacts',
  loading: 'Loading the contacts',
  errorTitle: 'Unable to load contacts',
  query: (ownerId: string) => ({ ...rows.query(ownerId), select: sortedByName }),
} satisfies PartSource
