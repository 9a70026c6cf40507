import { Badge } from '@/ui/base/badge'
import { ContactFacts } from './contact-facts'
import type { Contact } from './data'

/** A contact as the readers of a plan see it, on the screen and on paper. */
export function ContactToTell({ contact }: { contact: Contact }) {
  return (
    <>
      <ContactFacts contact={contact} />
      {contact.invitee ? <Badge>Invite to the service</Badge> : null}
    </>
  )
}
