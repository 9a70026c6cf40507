import { type Contact, useToggleInvitee } from '@/data/contacts'
import { errorSentence } from '@/lib/errors'
import { Button } from '@/ui/button'
import { Switch } from '@/ui/switch'

interface Props {
  ownerId: string
  contact: Contact
  onEdit: () => void
  onDelete: () => void
}

/** One contact: who it is, how to reach them, and whether they are invited to the service. */
export function ContactRow({ ownerId, contact, onEdit, onDelete }: Props) {
  const toggle = useToggleInvitee(ownerId, contact.id)
  const { name, email, phone, relation, invitee, rsvp_status } = contact
  return (
    <li className="p-5">
      <fieldset aria-label={name} className="grid min-w-0 gap-x-8 gap-y-4 md:grid-cols-[1fr_18rem]">
        <div className="min-w-0">
          <h3 className="text-title break-words">{name}</h3>
          {relation ? <p className="break-words">{relation}</p> : null}
          {email ? (
            <p>
              <a
                href={`mailto:${encodeURIComponent(email).replace('%40', '@')}`}
                className="inline-block py-1 break-all"
              >
                {email}
              </a>
            </p>
          ) : null}
          {phone ? (
            <p>
              <a href={`tel:${phone.replace(/[^\d+*#]/g, '')}`} className="inline-block py-1 break-all">
                {phone}
              </a>
            </p>
          ) : null}
          {email || phone ? null : <p className="text-ink-soft italic">No e-mail address or phone number</p>}
          {rsvp_status ? <p className="text-ink-soft">RSVP: {rsvp_status}</p> : null}
        </div>
        <div className="grid content-start gap-3">
          <Switch
            label="Invite to the service"
            checked={invitee}
            onCheckedChange={(checked) => toggle.mutate(checked)}
            onLabel="Yes"
            offLabel="No"
          />
          {toggle.isError ? (
            <p role="alert" className="font-semibold text-danger">
              Not saved, so it was set back to “{invitee ? 'Yes' : 'No'}”. {errorSentence(toggle.error)}
            </p>
          ) : null}
          <div className="flex flex-wrap gap-3 print:hidden">
            {/* Until the answer is there, the version that an edit would go by is the one before. */}
            <Button icon="edit" disabled={toggle.isPending} onClick={onEdit} aria-label={`Edit ${name}`}>
              Edit
            </Button>
            <Button icon="trash" onClick={onDelete} aria-label={`Delete ${name}`}>
              Delete
            </Button>
          </div>
        </div>
      </fieldset>
    </li>
  )
}
