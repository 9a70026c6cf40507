import { useCallback } from 'react'
import { useBeforeUnload, useBlocker } from 'react-router-dom'
import { ConfirmDialog } from '@/ui/dialog'

export interface LeaveGuardProps {
  /** Whether something would be lost by leaving now. */
  isUnsaved: () => boolean
  /** A question, and what would be lost. */
  title?: string
  consequence?: string
  leaveLabel?: string
  onLeave?: () => void
}

/**
 * Asks before something unsaved is left behind: by a link, by the browser's buttons, by closing the tab (where the
 * browser asks in its own words).
 */
export function LeaveGuard({
  isUnsaved,
  title = 'Leave without saving?',
  consequence = 'What you typed since the last save is lost if you leave now.',
  leaveLabel = 'Leave without saving',
  onLeave,
}: LeaveGuardProps) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => currentLocation.pathname !== nextLocation.pathname && isUnsaved(),
  )
  useBeforeUnload(
    useCallback(
      (event) => {
        if (isUnsaved()) event.preventDefault()
      },
      [isUnsaved],
    ),
  )
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
