import { printedList } from '@/parts/kit/printed'
import type { Contact } from './data'
import { ContactToTell } from './facts'

export const print = printedList<Contact>({
  title: 'People to tell',
  noun: ['person', 'people'],
  none: 'No one is listed.',
  look: 'columns',
  missing: (contacts) =>
    contacts.length === 0
      ? ['Anyone to tell']
      : contacts.filter(({ email, phone }) => !email && !phone).map(({ name }) => `How to reach ${name}`),
  step: (contacts, { number }) =>
    contacts.length > 0
      ? `Tell the people in section ${number}. The ones to invite to the service are marked.`
      : undefined,
  item: (contact) => <ContactToTell contact={contact} />,
})
