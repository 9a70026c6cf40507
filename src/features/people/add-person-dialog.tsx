import { PersonFields, type PrefilledPerson, usePersonForm } from '@/account/person-form'
import { errorCode } from '@/lib/errors'
import { SubmitDialog } from '@/ui/dialogs/form-dialog'
import { ContactPicker } from './contact-picker'

interface Props {
  ownerId: string
  /** Invitations need the owner's name: if there is none, the dialog asks for it as well. */
  ownerHasName: boolean
  /** What a link has filled in. */
  prefilled: PrefilledPerson
  onClose: () => void
}

/** Adds a person and sends the invitation. */
export function AddPersonDialog({ ownerId, ownerHasName, prefilled, onClose }: Props) {
  const form = usePersonForm({ ownerId, ownerHasName, prefilled, onAdded: onClose })
  return (
    <SubmitDialog
      title="Add Person"
      description="We’ll email them to ask if they accept. The email doesn’t say what’s in your plan."
      sending={form}
      submitLabel="Add Person"
      busyLabel="Adding..."
      disabled={form.isBlank}
      failureTitle="Error"
      failureNote={
        errorCode(form.problem) === 'name_already_set' ? ' To continue, choose “Add Person” again.' : null
      }
      onClose={onClose}
    >
      <PersonFields form={form} ownerHasName={ownerHasName}>
        <ContactPicker
          ownerId={ownerId}
          onChoose={(contact) => {
            form.set({ person_name: contact.name, person_email: contact.email })
            form.forgetProblem()
            form.focus('person_name')
          }}
        />
      </PersonFields>
    </SubmitDialog>
  )
}
