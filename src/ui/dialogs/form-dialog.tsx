import { type ReactNode, useState } from 'react'
import { FailureNotice } from '@/ui/base/failure'
import { FormFrame, type FormFrameProps } from '@/ui/forms/form-frame'
import { LeaveGuard } from '@/ui/forms/leave-guard'
import { VersionedForm, type VersionedFormProps } from '@/ui/forms/versioned-form'
import { ConfirmDialog } from './confirm-dialog'
import { Dialog } from './dialog'

const savingWords = {
  title: 'Close while it’s being saved?',
  consequence:
    'It’s being saved right now. If you leave, you won’t see whether that worked, and what you typed may be lost.',
}

export interface FormDialogProps {
  title: string
  description?: ReactNode
  /** Whether closing would lose typed text: closing then asks first. */
  unsaved: boolean
  /** Whether something is being sent: closing then asks first. */
  busy: boolean
  /** What it asks while busy. */
  whileBusy?: { title: string; consequence: string }
  /** Called when the dialog is to close; the caller then removes it from the page. */
  onClose: () => void
  /** The form; its Cancel button should close the dialog the same way as Escape does. */
  children: (close: () => void) => ReactNode
}

/**
 * A dialog with a form. It is open for as long as it is on the page, and starts empty or freshly filled each time.
 * It can be closed at any time, and typed text is never lost without a question: not by Escape, by a click outside, by
 * Back, by a link, or by closing the tab.
 */
export function FormDialog({
  title,
  description,
  unsaved,
  busy,
  whileBusy = savingWords,
  onClose,
  children,
}: FormDialogProps) {
  const [asking, setAsking] = useState(false)
  const close = () => {
    if (unsaved || busy) setAsking(true)
    else onClose()
  }
  return (
    <Dialog onClose={close} title={title} description={description}>
      {children(close)}
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title="Close without saving?"
        consequence="If you close this now, you’ll lose what you’ve typed."
        {...(busy ? whileBusy : {})}
        confirmLabel={busy ? 'Close' : 'Close without saving'}
        cancelLabel={busy ? 'Stay here' : 'Keep editing'}
        tone="danger"
        onConfirm={onClose}
      />
      <LeaveGuard
        inDialog
        isUnsaved={() => unsaved || busy}
        consequence={
          busy ? whileBusy.consequence : 'If you leave now, you’ll lose what you’ve typed and chosen here.'
        }
      />
    </Dialog>
  )
}

interface SubmitDialogProps
  extends Pick<FormDialogProps, 'title' | 'description' | 'onClose'>,
    Pick<FormFrameProps, 'submitLabel' | 'busyLabel' | 'disabled' | 'children'> {
  /** From useForm. */
  sending: Pick<FormFrameProps, 'busy' | 'submit'> & {
    isDirty: boolean
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
  sending: { isDirty, busy, submit, problem },
  unsaved = false,
  failureTitle,
  failureNote,
  ...frame
}: SubmitDialogProps) {
  const dialog = { title, description, onClose, busy }
  return (
    <FormDialog {...dialog} unsaved={isDirty || unsaved}>
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
