import { type ReactNode, useContext } from 'react'
import { PlanState } from '@/parts/kit/plan-open'
import { FailureLine } from '@/ui/base/failure-line'
import { Switch } from '@/ui/forms/switch'
import { ContactFacts } from './contact-facts'
import { type Contact, useToggleInvitee } from './data'

export interface ContactRowProps {
  ownerId: string
  contact: Contact
  /** Its buttons; see ListPage. */
  actionsOf: (contact: Contact, state: { isSaving: boolean; hasMain: boolean }) => ReactNode
}

/** One contact: who it is, how to reach them, and whether they are invited to the service. */
export function ContactRow({ ownerId, contact, actionsOf }: ContactRowProps) {
  const state = useContext(PlanState)
  const toggle = useToggleInvitee(ownerId, contact.id)
  // The switch shows the new value at once, before it is saved.
  const invitee = toggle.isPending ? toggle.variables : contact.invitee
  return (
    <fieldset aria-label={contact.name} className="grid min-w-0 gap-x-8 gap-y-4 md:grid-cols-[1fr_18rem]">
      <ContactFacts contact={contact} />
      <div className="grid content-start gap-3">
        <Switch
          label="Invite to the service"
          checked={invitee}
          onCheckedChange={(checked) => toggle.mutate(checked)}
          disabled={state !== 'open'}
          onLabel="Yes"
          offLabel="No"
        />
        <FailureLine problem={toggle.error}>
          Not saved, so it was set back to “{invitee ? 'Yes' : 'No'}”.
        </FailureLine>
        <div className="flex flex-wrap gap-3 print:hidden">
          {/* An edit started while the toggle is being saved would be based on the old version of the row. */}
          {actionsOf(contact, { isSaving: toggle.isPending, hasMain: true })}
        </div>
      </div>
    </fieldset>
  )
}
