import { paths } from '@/lib/paths'
import { count } from '@/lib/text'
import { mailHref, telHref } from '@/lib/ways-to-contact'
import type { PersonToTell, Step, Steps } from '@/parts/kit/step'
import type { Contact } from './data'

function personToTell({ id, name, relation, phone, email }: Contact): PersonToTell {
  return {
    key: `contacts:${id}`,
    name,
    relation,
    reach: [
      ...(phone ? [{ kind: 'call', label: phone, href: telHref(phone) } as const] : []),
      ...(email ? [{ kind: 'email', label: email, href: mailHref(email) } as const] : []),
    ],
  }
}

/** Those who can neither be called nor written to. */
function unreached(contacts: readonly Contact[]): Pick<Step, 'missing'> {
  const [first, ...more] = contacts.filter(({ phone, email }) => !phone && !email)
  if (!first) return {}
  return more.length === 0
    ? { missing: { what: `how to reach ${first.name}`, to: paths.editing(paths.contacts, first.id) } }
    : {
        missing: {
          what: `how to reach ${first.name} and ${count(more.length, 'other')} on the list`,
          to: paths.contacts,
        },
      }
}

/** Whom the owner wants at the service, then those whose relation to them is written down; of each, as they were given. */
function closestFirst(contacts: readonly Contact[]): Contact[] {
  const rank = ({ invitee, relation }: Contact) => (invitee ? 0 : 2) + (relation ? 0 : 1)
  return contacts.toSorted((one, other) => rank(one) - rank(other))
}

function tell(contacts: readonly Contact[], who: string): Step {
  const step = { key: 'contacts:tell', when: 'hours', rank: 40 } as const
  if (contacts.length === 0)
    return {
      ...step,
      title: 'Tell those who were close',
      words: [
        `The plan has no list of people to tell. Families usually call the closest first and ask each of them to tell two or three others. The address book of ${who}’s phone or email helps.`,
      ],
      missing: { what: 'who should be told', to: paths.adding(paths.contacts) },
    }
  return {
    ...step,
    title: `Tell the people on ${who}’s list`,
    words: ['Begin with the closest. Divide up the calls, so no one has to make them all.'],
    people: closestFirst(contacts).map(personToTell),
    ...unreached(contacts),
  }
}

function invite(contacts: readonly Contact[]): Step[] {
  const guests = contacts.filter(({ invitee }) => invitee)
  if (guests.length === 0) return []
  return [
    {
      key: 'contacts:invite',
      when: 'days',
      rank: 35,
      title: `Invite ${count(guests.length, 'person', 'people')} to the service`,
      words: [
        'Once the day and the place are known. They’re marked in the contacts.',
        guests.map(({ name }) => name).join(', '),
      ],
      service: true,
    },
  ]
}

export const steps: Steps<Contact[]> = (contacts, { who }) => [tell(contacts, who), ...invite(contacts)]
