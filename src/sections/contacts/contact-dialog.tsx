import { useSaveRow } from '@/data/rows/owned-list'
import { RowDialog, type RowDialogProps, useRowForm } from '@/plan/row-dialog'
import { TextField } from '@/ui/forms/field'
import { formValues } from '@/ui/forms/form-values'
import { type Contact, type ContactForm, contactSchema, contacts } from './data'

const toValues = formValues<ContactForm>({ name: '', email: '', phone: '', relation: '' })

/** Adds or edits a contact. */
export function ContactDialog(props: RowDialogProps<Contact>) {
  const { mutateAsync: save } = useSaveRow(contacts, props.ownerId)
  const editing = useRowForm(props, { list: contacts, schema: contactSchema, toValues, save })
  const { field } = editing

  return (
    <RowDialog
      noun="Contact"
      description="Somebody your family should tell, or invite to the service. We do not write to them."
      editing={editing}
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
    </RowDialog>
  )
}
