import { FormDialog, type FormDialogProps } from './form-dialog'
import { FormFrame, type FormFrameProps } from './form-frame'
import { SaveProblem, type SaveProblemProps } from './save-problem'

export interface VersionedFormProps
  extends Omit<FormFrameProps, 'busy' | 'submit' | 'problem'>,
    Pick<SaveProblemProps, 'what'> {
  editing: SaveProblemProps['editing'] & Pick<FormFrameProps, 'submit'>
}

/** A form that is saved over the version that it was filled with. */
export function VersionedForm({ editing, what, ...frame }: VersionedFormProps) {
  const { busy, submit } = editing
  return (
    <FormFrame
      {...frame}
      busy={busy}
      submit={submit}
      problem={<SaveProblem what={what} editing={editing} />}
    />
  )
}

interface VersionedFormDialogProps
  extends Omit<VersionedFormProps, 'onCancel'>,
    Pick<FormDialogProps, 'title' | 'description' | 'onClose'> {
  editing: VersionedFormProps['editing'] & { isDirty: boolean }
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
