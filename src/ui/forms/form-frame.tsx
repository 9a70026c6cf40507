import type { ReactNode } from 'react'
import { Button, type ButtonProps } from '@/ui/button'
import { DialogActions } from '@/ui/dialog-actions'

export interface FormFrameProps extends Pick<ButtonProps, 'icon' | 'disabled' | 'wide' | 'variant'> {
  /** From useSubmitForm or useVersionedForm. */
  busy: boolean
  submit: () => void
  /** What the button says, and what it says meanwhile. */
  submitLabel: string
  busyLabel?: string
  /** Beside the buttons, why the last try failed. */
  problem?: ReactNode
  /** In a dialog: closes it. */
  onCancel?: (() => void) | undefined
  cancelLabel?: string
  /** The fields. */
  children: ReactNode
}

/** A form: its fields, what went wrong, and the buttons. The browser neither checks nor fills in anything by itself. */
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
      className="grid gap-5"
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      {children}
      {problem}
      {onCancel ? (
        <DialogActions>
          {submitButton}
          <Button onClick={onCancel} disabled={busy}>
            {cancelLabel}
          </Button>
        </DialogActions>
      ) : (
        <div>{submitButton}</div>
      )}
    </form>
  )
}
