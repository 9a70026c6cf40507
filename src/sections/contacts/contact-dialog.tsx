import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { Button } from '@/ui/button'
import { DialogActions } from '@/ui/dialog'
import { TextField } from '@/ui/forms/field'
import { FormDialog } from '@/ui/forms/form-dialog'
import { SaveProblem } from '@/ui/forms/save-problem'
import { useRowSave } from '@/ui/forms/use-versioned-form'
import {
  type Contact,
  type ContactForm,
  type ContactInput,
  contactSchema,
  readContact,
  useAddContact,
  useSaveContact,
} from './data'

interface Props {
  ownerId: string
  /** The contact to edit; null to add one. */
  contact: Contact | null
  onClose: () => void
  onAdded?: () => void
}

function toForm(contact: Contact | null): ContactForm {
  return {
    name: contact?.name ?? '',
    email: contact?.email ?? '',
    phone: contact?.phone ?? '',
    relation: contact?.relation ?? '',
  }
}

/** Adds a contact, or edits one. What was typed stays until it is saved. */
export function ContactDialog({ ownerId, contact, onClose, onAdded }: Props) {
  const add = useAddContact(ownerId)
  const edit = useSaveContact(ownerId)
  const form = useForm<ContactForm, unknown, ContactInput>({
    resolver: zodResolver(contactSchema),
    defaultValues: toForm(contact),
  })
  const { errors, isDirty } = form.formState
  const { saving, problem, submit, saveMine, loadOther } = useRowSave({
    form,
    row: contact,
    toForm,
    save: (input, loadedVersion) =>
      contact && loadedVersion
        ? edit.mutateAsync({ id: contact.id, input, loadedVersion })
        : add.mutateAsync(input).then(onAdded),
    reread: () => readContact(contact?.id ?? ''),
    onSaved: onClose,
  })

  return (
    <FormDialog
      title={contact ? 'Edit Contact' : 'Add Contact'}
      description="Somebody your family should tell, or invite to the service. We do not write to them."
      unsaved={isDirty}
      busy={saving}
      onClose={onClose}
    >
      {(close) => (
        <form
          noValidate
          autoComplete="off"
          className="grid gap-5"
          onSubmit={(event) => {
            event.preventDefault()
            submit()
          }}
        >
          <TextField label="Name" error={errors.name?.message} {...form.register('name')} />
          <TextField
            label="Email"
            type="email"
            hint="If you do not know it, leave it empty. It is checked only when there is one."
            autoCapitalize="off"
            error={errors.email?.message}
            {...form.register('email')}
          />
          <TextField
            label="Phone"
            type="tel"
            optional
            error={errors.phone?.message}
            {...form.register('phone')}
          />
          <TextField
            label="Relation"
            optional
            hint="Who they are to you: cousin, neighbour, old colleague."
            error={errors.relation?.message}
            {...form.register('relation')}
          />
          <SaveProblem
            what="this contact"
            problem={problem}
            saving={saving}
            onLoadOther={loadOther}
            onSaveMine={saveMine}
          />
          <DialogActions>
            <Button type="submit" variant="primary" busy={saving} busyLabel="Saving...">
              {contact ? 'Save Contact' : 'Add Contact'}
            </Button>
            <Button onClick={close} disabled={saving}>
              Cancel
            </Button>
          </DialogActions>
        </form>
      )}
    </FormDialog>
  )
}
