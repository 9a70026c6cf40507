import type { ReactNode } from 'react'
import { FailureNotice } from '@/ui/forms/failure-notice'
import { FormFrame, type FormFrameProps } from '@/ui/forms/form-frame'
import { FormDialog, type FormDialogProps } from './form-dialog'

interface Props
  extends Pick<FormDialogProps, 'title' | 'description' | 'onClose'>,
    Pick<FormFrameProps, 'submitLabel' | 'busyLabel' | 'disabled' | 'children'> {
  /** From useSubmitForm. */
  sending: Pick<FormFrameProps, 'busy' | 'submit'> & {
    form: { formState: { isDirty: boolean } }
    problem: unknown
  }
  /** Whether something besides the fields is unsaved, such as a chosen file. */
  unsaved?: boolean
  /** Stands above the reason why the last try failed. */
  failureTitle: string
  /** Shown after that reason. */
  failureNote?: ReactNode
}

/** A dialog with a form that is sent once. */
export function SubmitDialog({
  title,
  description,
  onClose,
  sending: { form, busy, submit, problem },
  unsaved = false,
  failureTitle,
  failureNote,
  ...frame
}: Props) {
  const dialog = { title, description, onClose, busy }
  return (
    <FormDialog {...dialog} unsaved={form.formState.isDirty || unsaved}>
      {(close) => (
        <FormFrame
          {...frame}
          busy={busy}
          submit={submit}
          problem={
            <FailureNotice title={failureTitle} problem={problem}>
              {failureNote}
            </FailureNotice>
          }
          onCancel={close}
        />
      )}
    </FormDialog>
  )
}
