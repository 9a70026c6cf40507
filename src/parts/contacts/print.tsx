import { printedList } from '@/parts/kit/printed'
import type { Contact } from './data'
import { ContactToTell } from './facts'

export const print = printedList<Contact>({
  title: 'People to tell',
  none: 'No one is listed.',
  look: 'columns',
  step: (contacts, { number }) =>
    contacts.length > 0
      ? `Tell the people in section ${number}. The ones to invite to the service are marked.`
      : undefined,
  item: (contact) => <ContactToTell contact={contact} />,
})
