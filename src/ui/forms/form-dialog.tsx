import { type ReactNode, useState } from 'react'
import { ConfirmDialog } from '@/ui/confirm-dialog'
import { Dialog } from '@/ui/dialog'
import { useIsSlow } from '@/ui/hooks/use-is-slow'
import { LeaveGuard } from './leave-guard'

const savingWords =
  "It's being saved right now. If you leave, you won't see whether that worked, and what you typed may be lost."

export interface FormDialogProps {
  title: string
  description?: ReactNode
  /** Whether closing would lose typed text: closing then asks first. */
  unsaved: boolean
  /** While true, the dialog does not close, unless it takes long: then closing asks first. */
  busy: boolean
  /** Called when the dialog is to close; the caller then removes it from the page. */
  onClose: () => void
  /** The form; its Cancel button should close the dialog the same way as Escape does. */
  children: (close: () => void) => ReactNode
}

/**
 * A dialog with a form. It is open for as long as it is on the page, and starts empty or freshly filled each time.
 * Typed text is never lost without a question: not by Escape, by a click outside, by Back, by a link, or by closing the
 * tab.
 */
export function FormDialog({ title, description, unsaved, busy, onClose, children }: FormDialogProps) {
  const [asking, setAsking] = useState(false)
  const isSlow = useIsSlow(busy)
  const close = () => {
    if (busy && !isSlow) return
    if (unsaved || busy) setAsking(true)
    else onClose()
  }
  return (
    <Dialog onClose={close} title={title} description={description}>
      {children(close)}
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={busy ? "Close while it's being saved?" : 'Close without saving?'}
        consequence={busy ? savingWords : "If you close this now, you'll lose what you've typed."}
        confirmLabel={busy ? 'Close' : 'Close without saving'}
        cancelLabel="Keep editing"
        tone="danger"
        onConfirm={onClose}
      />
      <LeaveGuard
        inDialog
        isUnsaved={() => unsaved || busy}
        consequence={busy ? savingWords : "If you leave now, you'll lose what you've typed and chosen here."}
      />
    </Dialog>
  )
}
