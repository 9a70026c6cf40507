import { mailHref, telHref } from '@/lib/ways-to-contact'
import { listFacts } from '@/parts/kit/facts'
import { Badge } from '@/ui/base/badge'
import type { Contact } from './data'

/** Who a contact is and how to reach them, with links to call or write. */
export function ContactFacts({ contact }: { contact: Contact }) {
  const { name, email, phone, relation, rsvp_status } = contact
  return (
    <div className="min-w-0">
      <h3 className="text-title break-words">{name}</h3>
      {relation ? <p className="break-words">{relation}</p> : null}
      <div className="gap-x-6 md:flex md:flex-wrap">
        {email ? (
          <p>
            <a href={mailHref(email)} className="tall-link wrap-anywhere">
              {email}
            </a>
          </p>
        ) : null}
        {phone ? (
          <p>
            <a href={telHref(phone)} className="tall-link wrap-anywhere">
              {phone}
            </a>
          </p>
        ) : null}
      </div>
      {email || phone ? null : <p className="text-ink-soft italic">No email or phone number</p>}
      {rsvp_status ? <p className="text-ink-soft">RSVP: {rsvp_status}</p> : null}
    </div>
  )
}

/** A contact as the readers of a plan see it, on the screen and on paper. */
export function ContactToTell({ contact }: { contact: Contact }) {
  const { invitee, rsvp_status } = contact
  return (
    <>
      <ContactFacts contact={contact} />
      {/* Who has answered was invited. */}
      {invitee && !rsvp_status ? <Badge>Wanted at the service</Badge> : null}
    </>
  )
}

export const facts = listFacts<Contact>({
  intro: (ownerName) => `The people on ${ownerName}’s list, from A to Z.`,
  empty: (ownerName) => `${ownerName} hasn’t left any contacts.`,
  framed: true,
  item: (contact) => <ContactToTell contact={contact} />,
})
