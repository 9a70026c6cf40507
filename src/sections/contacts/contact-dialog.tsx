import { useSaveRow } from '@/data/rows/owned-list'
import { TextField } from '@/ui/forms/field'
import { useVersionedForm } from '@/ui/forms/use-versioned-form'
import { VersionedFormDialog } from '@/ui/forms/versioned-form'
import { type Contact, contactSchema, contacts } from './data'

interface Props {
  ownerId: string
  /** The contact to edit; null to add one. */
  contact: Contact | null
  onClose: () => void
  onAdded?: () => void
}

const toValues = (contact: Contact | null) => ({
  name: contact?.name ?? '',
  email: contact?.email ?? '',
  phone: contact?.phone ?? '',
  relation: contact?.relation ?? '',
})

/** Adds or edits a contact. Keeps what was typed until it is saved. */
export function ContactDialog({ ownerId, contact, onClose, onAdded }: Props) {
  const { mutateAsync: save } = useSaveRow(contacts, ownerId)
  const editing = useVersionedForm({
    schema: contactSchema,
    loaded: contact,
    toValues,
    save: (input, loaded, id) => save({ id, loaded, input }),
    reread: () => contacts.read(contact?.id ?? ''),
    onSaved: () => {
      if (!contact) onAdded?.()
      onClose()
    },
  })
  const { field } = editing

  return (
    <VersionedFormDialog
      title={contact ? 'Edit Contact' : 'Add Contact'}
      description="Somebody your family should tell, or invite to the service. We do not write to them."
      editing={editing}
      what="this contact"
      submitLabel={contact ? 'Save Contact' : 'Add Contact'}
      onClose={onClose}
    >
      <TextField label="Name" {...field('name')} />
      <TextField
        label="Email"
        type="email"
        hint="If you do not know it, leave it empty. It is checked only when there is one."
        autoCapitalize="off"
        {...field('email')}
      />
      <TextField label="Phone" type="tel" optional {...field('phone')} />
      <TextField
        label="Relation"
        optional
        hint="Who they are to you: cousin, neighbour, old colleague."
        {...field('relation')}
      />
    </VersionedFormDialog>
  )
}
