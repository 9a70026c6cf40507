import { useSaveRow } from '@/data/rows/owned-list'
import { RowDialog, type RowDialogProps, useRowForm } from '@/parts/kit/row-dialog'
import { TextField } from '@/ui/forms/field'
import { formValues } from '@/ui/forms/use-versioned-form'
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
      description="Someone your family should tell or invite. We won’t contact them unless your executor or a trustee invites them to your service."
      editing={editing}
    >
      <TextField label="Name" {...field('name')} />
      <TextField label="Email" type="email" optional autoCapitalize="off" {...field('email')} />
      <TextField label="Phone" type="tel" optional {...field('phone')} />
      <TextField
        label="Relation"
        optional
        hint="Who they are to you: cousin, neighbor, old colleague."
        {...field('relation')}
      />
    </RowDialog>
  )
}
