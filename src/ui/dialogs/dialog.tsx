import * as Radix from '@radix-ui/react-dialog'
import { type ReactNode, useDeferredValue, useLayoutEffect, useRef } from 'react'
import { forgetDone, toastProblem } from '@/browser/toasts'
import { Button, DialogActions } from '@/ui/base/button'
import { FailureNotice } from '@/ui/base/failure'
import { SlowNote, useIsSlow } from '@/ui/base/slow-note'
import { useAction } from '@/ui/hooks/use-action'
import { errorSentence } from '@/words/refusals'

/** The longest time between the two halves of a double-click, in milliseconds. */
const DOUBLE_CLICK = 500

/** How long what was confirmed can still seem to be held back by "Cancel", in milliseconds. */
const BREATH = 1_000

/** Where a person starts to type: in a group of radio buttons at the chosen one. */
const FIRST_FIELD = ':is(input:not([type=file],[type=radio]), input:checked, textarea, select):not(:disabled)'

interface WindowProps extends Omit<Radix.DialogContentProps, 'className' | 'onCloseAutoFocus'> {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** Called after the dialog has closed and returned the focus. */
  onClosed?: (() => void) | undefined
}

/**
 * What both kinds of dialogs have: the panel over the page, and the way of the focus. A dialog begins in its first
 * field. When it closes, the focus returns to where it was: to the element itself, to the one with its id if the list
 * was made again, or to the page's heading if it is gone, as after a deletion. Radix itself only returns the focus to
 * its own trigger buttons.
 */
function Window({ open: wanted, onOpenChange, onClosed, onPointerDownOutside, ...content }: WindowProps) {
  // The press that opens a dialog is answered before the dialog is drawn. One that closes it is not kept waiting.
  const isAnswered = useDeferredValue(wanted, false)
  const open = wanted && isAnswered
  const before = useRef<Element>(null)
  const openedAt = useRef(0)
  const wasOpen = useRef(false)
  // A layout effect, because a field in the dialog may take the focus by itself.
  useLayoutEffect(() => {
    if (open && !wasOpen.current) {
      before.current = document.activeElement
      openedAt.current = performance.now()
      forgetDone()
    }
    wasOpen.current = open
  }, [open])
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className="frame fixed inset-0 z-40 overflow-y-auto overscroll-contain bg-shade print:hidden">
          <div className="grid min-h-full grid-cols-[minmax(0,1fr)] items-end sm:place-items-center sm:p-6">
            <Radix.Content
              {...content}
              onPointerDownOutside={(event) => {
                onPointerDownOutside?.(event)
                // The second half of a double-click on the button that opened the dialog must not close it.
                if (performance.now() - openedAt.current < DOUBLE_CLICK) event.preventDefault()
                // Nor must a press on a toast, which lies above the shade.
                if (event.target instanceof Element && event.target.closest('[data-sonner-toast]'))
                  event.preventDefault()
              }}
              onOpenAutoFocus={(event) => {
                const field = event.target instanceof Element ? event.target.querySelector(FIRST_FIELD) : null
                if (!(field instanceof HTMLElement)) return
                event.preventDefault()
                field.focus()
              }}
              className="relative w-full min-w-0 rounded-t-card bg-sheet p-5 text-ink shadow-raised sm:max-w-form sm:rounded-card sm:p-8"
              onCloseAutoFocus={(event) => {
                event.preventDefault()
                const from = before.current
                const target = from?.isConnected
                  ? from
                  : (document.getElementById(from?.id ?? '') ?? document.querySelector('h1'))
                if (target instanceof HTMLElement) target.focus()
                onClosed?.()
              }}
            />
          </div>{' '}
        </Radix.Overlay>
      </Radix.Portal>
    </Radix.Root>
  )
}

export interface DialogProps {
  title: string
  /** Called when the dialog is to close; the caller then removes it from the page. */
  onClose: () => void
  /** Read out with the title when the dialog opens. */
  description?: ReactNode
  children: ReactNode
}

/**
 * A dialog over the page, for as long as it is mounted. Escape, a click outside and the "Close" button close it; the focus is held inside and returns
 * to where it was. A form's buttons belong in DialogActions.
 */
export function Dialog({ title, onClose, description, children }: DialogProps) {
  return (
    <Window open onOpenChange={onClose} {...(description ? {} : { 'aria-describedby': undefined })}>
      <div className="mb-4 flex flex-wrap-reverse items-end justify-between gap-x-3">
        {/* On a narrow screen, "Close" is above a title that has no room beside it, instead of pressing it into a column. */}
        <Radix.Title className="min-w-0 grow text-heading sm:basis-32">{title}</Radix.Title>
        <Radix.Close asChild>
          <Button variant="quiet" icon="close" className="-mt-1 -mr-3 ml-auto shrink-0">
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
    </Window>
  )
}

export interface ConfirmDialogProps {
  open: boolean
  /** Called with false by Cancel, Close and Escape. The caller closes the dialog after success. */
  onOpenChange: (open: boolean) => void
  /** Called after the dialog has closed and returned the focus: only then may another dialog take it. */
  onClosed?: () => void
  /** A question that names the item: "Remove Anna Berg?" */
  title: string
  /** What will happen and whether it can be undone, in plain words. */
  consequence: ReactNode
  confirmLabel: string
  cancelLabel?: string
  /** "danger" for actions that cannot be undone, "alarm" for the one that stops a release. */
  tone?: 'primary' | 'danger' | 'alarm'
  busyLabel?: string | undefined
  /** Stands above the reason why it failed. */
  failureTitle?: string
  /** Does what was confirmed. While a promise that it returns is pending, the dialog is busy; then it shows why it failed. */
  onConfirm: () => unknown
}

/**
 * Asks before an important action. Cancel has the focus first; a click outside does not close the dialog. What was
 * confirmed cannot be taken back: a second later the button is "Close", and a failure after that is told by a toast.
 */
export function ConfirmDialog({
  title,
  onOpenChange,
  consequence,
  confirmLabel,
  cancelLabel = 'Cancel',
  tone = 'primary',
  busyLabel,
  failureTitle = 'Error',
  onConfirm,
  ...window
}: ConfirmDialogProps) {
  const { busy, problem, follow, forget } = useAction()
  const isPastRecall = useIsSlow(busy, BREATH)
  /** Whether the dialog was closed while it was busy. */
  const isLeft = useRef(false)
  const change = (open: boolean) => {
    if (busy && !isPastRecall) return
    isLeft.current = busy
    forget()
    onOpenChange(open)
  }
  const tell = async (error: unknown) => {
    if (!isLeft.current) return
    forget()
    toastProblem({ title: failureTitle, description: errorSentence(error) })
  }
  const confirm = () => {
    isLeft.current = false
    const doing = onConfirm()
    if (!(doing instanceof Promise)) return
    follow(doing)
    doing.catch(tell)
  }
  return (
    <Window
      {...window}
      role="alertdialog"
      onOpenChange={change}
      onPointerDownOutside={(event) => event.preventDefault()}
    >
      <Radix.Title className="mb-3 text-heading">{title}</Radix.Title>
      <Radix.Description asChild>
        <div>{consequence}</div>
      </Radix.Description>
      <FailureNotice className="mt-5" title={failureTitle} problem={problem} />
      <SlowNote
        busy={busy}
        more=" You can close this; what you confirmed may still happen."
        className="mt-5"
      />
      <DialogActions>
        <Radix.Close asChild>
          <Button disabled={busy && !isPastRecall}>{isPastRecall ? 'Close' : cancelLabel}</Button>
        </Radix.Close>
        <Button variant={tone} busy={busy} busyLabel={busyLabel} onClick={confirm}>
          {confirmLabel}
        </Button>
      </DialogActions>
    </Window>
  )
}
