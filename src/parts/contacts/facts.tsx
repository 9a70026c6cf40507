import { listFacts } from '@/parts/kit/facts'
import { ContactToTell } from './contact-to-tell'
import type { Contact } from './data'
import { source } from './source'

export const facts = listFacts<Contact>({
  ...source,
  intro: (ownerName) => `The people ${ownerName} would like you to tell, by name.`,
  empty: (ownerName) => `${ownerName} hasn't left any contacts.`,
  framed: true,
  item: (contact) => <ContactToTell contact={contact} />,
})
