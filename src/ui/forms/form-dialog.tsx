import { type ReactNode, useCallback, useState } from 'react'
import { ConfirmDialog, Dialog } from '@/ui/dialog'
import { LeaveGuard } from './leave-guard'

export interface FormDialogProps {
  title: string
  description?: ReactNode
  /** Something was typed that closing would lose: closing asks first. */
  unsaved: boolean
  /** While it saves, it does not close. */
  busy: boolean
  /** Called when it is to close: take it out of the page then. */
  onClose: () => void
  /** The form; its Cancel button is to close the dialog the same way as Escape does. */
  children: (close: () => void) => ReactNode
}

/**
 * A dialog with a form. It is open for as long as it is in the page, and begins anew each time. Neither Escape nor a
 * click outside loses what was typed without a question, and neither does leaving the page: by Back, by a link, by
 * closing the tab.
 */
export function FormDialog({ title, description, unsaved, busy, onClose, children }: FormDialogProps) {
  const [asking, setAsking] = useState(false)
  const close = () => {
    if (busy) return
    if (unsaved) setAsking(true)
    else onClose()
  }
  return (
    <Dialog open onOpenChange={(open) => open || close()} title={title} description={description}>
      {children(close)}
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title="Close without saving?"
        consequence="What you typed here is lost if you close this now."
        confirmLabel="Close without saving"
        cancelLabel="Keep writing"
        tone="danger"
        onConfirm={onClose}
      />
      <LeaveGuard
        inDialog
        isUnsaved={useCallback(() => unsaved || busy, [unsaved, busy])}
        consequence={
          busy
            ? 'It is being saved at this moment. If you leave now, you will not see whether that worked.'
            : 'What you typed and chose here is lost if you leave now.'
        }
      />
    </Dialog>
  )
}
