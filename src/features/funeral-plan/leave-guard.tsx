import { useCallback } from 'react'
import { useBeforeUnload, useBlocker } from 'react-router-dom'
import { ConfirmDialog } from '@/ui/dialog'

interface Props {
  /** Whether something would be lost by leaving now. */
  isUnsaved: () => boolean
  onLeave: () => void
}

/** Asks before unsaved text is left behind: by a link, by the browser's buttons, by closing the tab. */
export function LeaveGuard({ isUnsaved, onLeave }: Props) {
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
      title="Leave without saving?"
      consequence="What you typed since the last save is lost if you leave now."
      confirmLabel="Leave without saving"
      cancelLabel="Stay here"
      tone="danger"
      onConfirm={() => {
        onLeave()
        blocker.proceed?.()
      }}
    />
  )
}
