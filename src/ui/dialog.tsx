import * as Radix from '@radix-ui/react-dialog'
import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { Button } from './button'
import { DialogActions } from './dialog-actions'
import { Notice } from './notice'

const overlay =
  'fixed inset-0 z-40 grid items-end overflow-y-auto overscroll-contain bg-shade sm:place-items-center sm:p-6 print:hidden'
const panel =
  'relative w-full rounded-t-card bg-sheet p-5 text-ink shadow-raised sm:max-w-form sm:rounded-card sm:p-8'

/**
 * Returns the focus to where it was when a dialog closes, or to the page's heading if that element is gone, as after a
 * deletion. Radix itself only returns the focus to its own trigger buttons.
 */
function useFocusReturn(open: boolean, onClosed?: () => void) {
  const before = useRef<Element>(null)
  const wasOpen = useRef(false)
  // A layout effect, because a field in the dialog may take the focus by itself.
  useLayoutEffect(() => {
    if (open && !wasOpen.current) before.current = document.activeElement
    wasOpen.current = open
  }, [open])
  return {
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault()
      const target = before.current?.isConnected ? before.current : document.querySelector('h1')
      if (target instanceof HTMLElement) target.focus()
      onClosed?.()
    },
  }
}

export interface DialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: string
  /** Read out with the title when the dialog opens. */
  description?: ReactNode
  children: ReactNode
}

/**
 * A dialog over the page. Escape, a click outside and the "Close" button close it; the focus is held inside and returns
 * to where it was. A form's buttons belong in DialogActions.
 */
export function Dialog({ open, onOpenChange, title, description, children }: DialogProps) {
  const focusReturn = useFocusReturn(open)
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className={overlay}>
          <Radix.Content
            className={panel}
            {...focusReturn}
            {...(description ? {} : { 'aria-describedby': undefined })}
          >
            <div className="mb-4 flex items-start justify-between gap-3">
              <Radix.Title className="text-heading">{title}</Radix.Title>
              <Radix.Close asChild>
                <Button variant="quiet" icon="close" className="-mt-1 -mr-3 shrink-0">
                  Close
                </Button>
              </Radix.Close>
            </div>
            {description ? (
              <Radix.Description asChild>
                <div className="mb-5 text-ink-soft">{description}</div>
              </Radix.Description>
            ) : null}
            {children}
          </Radix.Content>
        </Radix.Overlay>
      </Radix.Portal>
    </Radix.Root>
  )
}

export interface ConfirmDialogProps {
  open: boolean
  /** Called with false by Cancel and Escape, but never while busy. The caller closes the dialog after success. */
  onOpenChange: (open: boolean) => void
  /** Called after the dialog has closed and returned the focus: only then may another dialog take it. */
  onClosed?: () => void
  /** A question that names the item: "Remove Anna Berg?" */
  title: string
  /** What will happen and whether it can be undone, in plain words. */
  consequence: ReactNode
  confirmLabel: string
  cancelLabel?: string
  /** "danger" for actions that cannot be undone. */
  tone?: 'primary' | 'danger'
  busy?: boolean | undefined
  busyLabel?: string | undefined
  /** Why the last try failed. The dialog stays open. */
  error?: string | undefined
  onConfirm: () => void
}

/** Asks before an important action. Cancel has the focus first; a click outside does not close the dialog. */
export function ConfirmDialog({
  open,
  onOpenChange,
  title,
  consequence,
  confirmLabel,
  cancelLabel = 'Cancel',
  tone = 'primary',
  busy = false,
  busyLabel,
  error,
  onConfirm,
  onClosed,
}: ConfirmDialogProps) {
  const change = (next: boolean) => {
    if (!busy) onOpenChange(next)
  }
  const focusReturn = useFocusReturn(open, onClosed)
  return (
    <Radix.Root open={open} onOpenChange={change}>
      <Radix.Portal>
        <Radix.Overlay className={overlay}>
          <Radix.Content
            role="alertdialog"
            className={panel}
            {...focusReturn}
            onPointerDownOutside={(event) => event.preventDefault()}
          >
            <Radix.Title className="mb-3 text-heading">{title}</Radix.Title>
            <Radix.Description asChild>
              <div>{consequence}</div>
            </Radix.Description>
            {error ? (
              <Notice tone="danger" className="mt-5" role="alert">
                {error}
              </Notice>
            ) : null}
            <DialogActions>
              <Radix.Close asChild>
                <Button disabled={busy}>{cancelLabel}</Button>
              </Radix.Close>
              <Button variant={tone} busy={busy} busyLabel={busyLabel} onClick={onConfirm}>
                {confirmLabel}
              </Button>
            </DialogActions>
          </Radix.Content>
        </Radix.Overlay>
      </Radix.Portal>
    </Radix.Root>
  )
}
