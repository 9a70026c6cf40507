import { listFacts } from '@/plan/facts/facts'
import { sampleTimes } from '@/plan/facts/sample'
import { Badge } from '@/ui/badge'
import { ContactFacts } from './contact-facts'
import type { Contact } from './data'

const item = (contact: Contact) => (
  <>
    <ContactFacts contact={contact} />
    {contact.invitee ? <Badge>Invite to the service</Badge> : null}
  </>
)

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
      relation: 'Someone to tell',
      invitee: true,
      rsvp_status: null,
      ...sampleTimes,
    },
  ],
  loading: 'Loading the contacts',
  errorTitle: 'Unable to load contacts',
  intro: (ownerName) => `The people ${ownerName} would like you to tell, by name.`,
  empty: (ownerName) => `${ownerName} hasn't left any contacts.`,
  framed: true,
  item,
  printed: {
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
    item,
  },
})
