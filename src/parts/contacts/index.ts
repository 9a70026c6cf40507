import { ownedRows } from '@/data/rows/owned-rows'
import { paths } from '@/lib/paths'
import { count } from '@/lib/text'
import { part } from '@/parts/kit/part'
import type { Contact } from './data'

/** How its rows are read, by the owner and by others. */
export const rows = ownedRows<Contact>('contacts')

/** Names that a collator would put in the order of their letters. */
const plainName = /^[a-z ]*$/i

function byLetters(a: string, b: string): number {
  const [one, other] = [a.toLowerCase(), b.toLowerCase()]
  return one < other ? -1 : Number(one > other)
}

function sortedByName(contacts: Contact[]): Contact[] {
  // The first collator that a page makes takes a slow phone 80 ms.
  const compare = contacts.every(({ name }) => plainName.test(name))
    ? byLetters
    : new Intl.Collator('en', { sensitivity: 'base', numeric: true }).compare
  return contacts.toSorted((a, b) => compare(a.name, b.name))
}

/** The contacts as their readers see them, sorted by name. */
export const contactsQuery = (ownerId: string) => ({ ...rows.query(ownerId), select: sortedByName })

export const contacts = part<Contact[]>({
  table: 'contacts',
  title: 'Contacts',
  icon: 'phone',
  group: 'My people',
  screens: [{ path: paths.contacts, lazy: () => import('./page') }],
  choice: 'contacts',
  tab: 'contacts',
  rowName: 'name',
  viewed: 'the contacts',
  gained: 'contacts',
  words: {
    name: 'Contacts',
    loading: 'Loading the contacts',
    errorTitle: 'Unable to load contacts',
  },
  query: contactsQuery,
  held: (all) => (all.length > 0 ? count(all.length, 'person', 'people') : null),
  next: (all) =>
    all.length > 0
      ? null
      : {
          ask: 'who should be called?',
          why: 'Someone will have to make many calls, often within a day.',
          how: 'The people to tell, with their numbers.',
          action: 'Add Contact',
          to: paths.adding(paths.contacts),
        },
  lost: ({ contacts: all }) => (all ? count(all, 'contact') : null),
  files: null,
  facts: () => import('./facts'),
  print: () => import('./print'),
  steps: () => import('./steps'),
  obituary: (people) => ({ people }),
  sample: () => import('./sample'),
  incoming: () => import('./data'),
})
