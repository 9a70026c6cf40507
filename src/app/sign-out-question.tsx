import { forgetDrafts } from '@/browser/unsaved'
import { ConfirmDialog } from '@/ui/dialogs/confirm-dialog'

interface Props {
  userId: string
  onSignOut: () => void
  onClose: () => void
}

/** Asked before someone signs out on a device that keeps what they wrote and have not saved. */
export function SignOutQuestion({ userId, onSignOut, onClose }: Props) {
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title="Sign out without saving?"
      consequence="A letter you wrote isn’t saved. It’s only on this device, and signing out removes it, so that no one else finds it here. You’ll find it under Video Messages."
      confirmLabel="Sign out"
      cancelLabel="Stay here"
      tone="danger"
      onConfirm={() => {
        forgetDrafts(userId)
        onClose()
        onSignOut()
      }}
    />
  )
}
