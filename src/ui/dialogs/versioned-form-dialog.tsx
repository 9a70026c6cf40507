import { VersionedForm, type VersionedFormProps } from '@/ui/forms/versioned-form'
import { FormDialog, type FormDialogProps } from './form-dialog'

interface VersionedFormDialogProps
  extends Omit<VersionedFormProps, 'onCancel'>,
    Pick<FormDialogProps, 'title' | 'description' | 'onClose'> {
  /** Whether something besides the fields is unsaved, such as a chosen file. */
  unsaved?: boolean
}

/** A dialog that adds or edits a row. */
export function VersionedFormDialog({
  title,
  description,
  onClose,
  unsaved = false,
  ...form
}: VersionedFormDialogProps) {
  const { isDirty, busy } = form.editing
  const dialog = { title, description, onClose, busy }
  return (
    <FormDialog {...dialog} unsaved={isDirty || unsaved}>
      {(close) => <VersionedForm {...form} onCancel={close} />}
    </FormDialog>
  )
}
