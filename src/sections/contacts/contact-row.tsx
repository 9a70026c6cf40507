import { useContext } from 'react'
import { errorSentence } from '@/lib/errors'
import { PlanOpen, WhilePlanOpen } from '@/plan/plan-open'
import { Button } from '@/ui/button'
import { Switch } from '@/ui/forms/switch'
import { type Contact, useToggleInvitee } from './data'
import { ContactFacts } from './facts'

interface Props {
  ownerId: string
  contact: Contact
  onEdit: () => void
  onDelete: () => void
}

/** One contact: who it is, how to reach them, and whether they are invited to the service. */
export function ContactRow({ ownerId, contact, onEdit, onDelete }: Props) {
  const isOpen = useContext(PlanOpen)
  const toggle = useToggleInvitee(ownerId, contact.id)
  const { name } = contact
  // What was clicked shows at once.
  const invitee = toggle.isPending ? toggle.variables : contact.invitee
  return (
    <li className="p-5">
      <fieldset aria-label={name} className="grid min-w-0 gap-x-8 gap-y-4 md:grid-cols-[1fr_18rem]">
        <ContactFacts contact={contact} />
        <div className="grid content-start gap-3">
          <Switch
            label="Invite to the service"
            checked={invitee}
            onCheckedChange={(checked) => toggle.mutate(checked)}
            disabled={!isOpen}
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
            <WhilePlanOpen>
              <Button icon="edit" disabled={toggle.isPending} onClick={onEdit} aria-label={`Edit ${name}`}>
                Edit
              </Button>
            </WhilePlanOpen>
            <Button icon="trash" onClick={onDelete} aria-label={`Delete ${name}`}>
              Delete
            </Button>
          </div>
        </div>
      </fieldset>
    </li>
  )
}
