import { useBeforeUnload, useBlocker } from 'react-router-dom'
import { ConfirmDialog } from '@/ui/dialogs/confirm-dialog'

export interface LeaveGuardProps {
  /** Whether leaving now would lose something. */
  isUnsaved: () => boolean
  /** Also asks when only the query changes, as in a dialog opened by an address; otherwise only a new path counts. */
  inDialog?: boolean
  /** A question, and what would be lost. */
  title?: string
  consequence?: string
  leaveLabel?: string
  onLeave?: () => void
}

/**
 * Asks before unsaved work is left behind: by a link, by the browser's buttons, or by closing the tab (where the
 * browser asks in its own words).
 */
export function LeaveGuard({
  isUnsaved,
  inDialog = false,
  title = 'Leave without saving?',
  consequence = 'If you leave now, you’ll lose what you’ve typed since you last saved.',
  leaveLabel = 'Leave without saving',
  onLeave,
}: LeaveGuardProps) {
  const blocker = useBlocker(
    ({ currentLocation: here, nextLocation: there }) =>
      (here.pathname !== there.pathname || (inDialog && here.search !== there.search)) && isUnsaved(),
  )
  useBeforeUnload((event) => {
    if (isUnsaved()) event.preventDefault()
  })
  return (
    <ConfirmDialog
      open={blocker.state === 'blocked'}
      onOpenChange={(open) => {
        if (!open) blocker.reset?.()
      }}
      title={title}
      consequence={consequence}
      confirmLabel={leaveLabel}
      cancelLabel="Stay here"
      tone="danger"
      onConfirm={() => {
        onLeave?.()
        blocker.proceed?.()
      }}
    />
  )
}
