import type { ReactNode } from 'react'
import { Button, type ButtonProps } from '@/ui/button'
import { DialogActions } from '@/ui/dialog-actions'
import { SlowNote } from '@/ui/slow-note'

export interface FormFrameProps extends Pick<ButtonProps, 'icon' | 'disabled' | 'wide' | 'variant'> {
  /** From useSubmitForm or useVersionedForm. */
  busy: boolean
  submit: () => void
  /** The button's words, and its words while busy. */
  submitLabel: string
  busyLabel?: string
  /** Why the last try failed, shown beside the buttons. */
  problem?: ReactNode
  /** Closes the dialog that holds the form; pressed while it is sent, too: see FormDialog. */
  onCancel?: (() => void) | undefined
  cancelLabel?: string
  /** The fields. */
  children: ReactNode
}

/** A form: its fields, the problem and the buttons. The browser's own checks and autofill are off by default. */
export function FormFrame({
  busy,
  submit,
  submitLabel,
  busyLabel = 'Saving...',
  problem,
  onCancel,
  cancelLabel = 'Cancel',
  children,
  ...button
}: FormFrameProps) {
  const submitButton = (
    <Button type="submit" variant="primary" {...button} busy={busy} busyLabel={busyLabel}>
      {submitLabel}
    </Button>
  )
  return (
    <form
      noValidate
      autoComplete="off"
      className="grid grid-cols-1 gap-5"
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      {children}
      {problem}
      <SlowNote busy={busy} />
      {onCancel ? (
        <DialogActions>
          {submitButton}
          <Button onClick={onCancel}>{cancelLabel}</Button>
        </DialogActions>
      ) : (
        <div>{submitButton}</div>
      )}
    </form>
  )
}
