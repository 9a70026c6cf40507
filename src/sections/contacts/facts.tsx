import { listFacts } from '@/plan/facts/facts'
import { sampleTimes } from '@/plan/facts/sample'
import { Badge } from '@/ui/badge'
import { ContactFacts } from './contact-facts'
import type { Contact } from './data'

function Invitee({ contact }: { contact: Contact }) {
  return contact.invitee ? <Badge>Invite to the service</Badge> : null
}

export const facts = listFacts<Contact>({
  key: 'contacts',
  title: 'People to tell',
  name: 'Contacts',
  sample: [
    {
      id: 'contact',
      name: 'Sample contact',
      email: null,
      phone: '555-0100',
      relation: 'Somebody to be told',
      invitee: true,
      rsvp_status: null,
      ...sampleTimes,
    },
  ],
  loading: 'Loading the contacts',
  errorTitle: 'Unable to load contacts',
  intro: (ownerName) => `The people whom ${ownerName} would like to be told, by name.`,
  empty: (ownerName) => `${ownerName} has not left any contacts.`,
  framed: true,
  item: (contact) => (
    <>
      <ContactFacts contact={contact} />
      <Invitee contact={contact} />
    </>
  ),
  printed: {
    noun: ['person', 'people'],
    none: 'Nobody is listed yet.',
    look: 'columns',
    missing: (contacts) =>
      contacts.length === 0
        ? ['Anybody to be told']
        : contacts.filter(({ email, phone }) => !email && !phone).map(({ name }) => `How to reach ${name}`),
    step: (contacts, { number }) =>
      contacts.length > 0
        ? `Tell the people in section ${number}. Those to be invited to the service are marked.`
        : undefined,
    item: (contact) => (
      <>
        <ContactFacts contact={contact} />
        <Invitee contact={contact} />
      </>
    ),
  },
})
