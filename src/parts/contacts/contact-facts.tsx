import { mailHref, telHref } from '@/lib/ways-to-contact'
import type { Contact } from './data'

/** Who a contact is and how to reach them, with links to call or write. */
export function ContactFacts({ contact }: { contact: Contact }) {
  const { name, email, phone, relation, rsvp_status } = contact
  return (
    <div className="min-w-0">
      <h3 className="text-title break-words">{name}</h3>
      {relation ? <p className="break-words">{relation}</p> : null}
      {email ? (
        <p>
          <a href={mailHref(email)} className="inline-flex min-h-11 items-center wrap-anywhere">
            {email}
          </a>
        </p>
      ) : null}
      {phone ? (
        <p>
          <a href={telHref(phone)} className="inline-flex min-h-11 items-center wrap-anywhere">
            {phone}
          </a>
        </p>
      ) : null}
      {email || phone ? null : <p className="text-ink-soft italic">No email or phone number</p>}
      {rsvp_status ? <p className="text-ink-soft">RSVP: {rsvp_status}</p> : null}
    </div>
  )
}
