import { ConfirmDialog } from '@/ui/dialogs/confirm-dialog'

interface Props {
  /** Ends the emails. Rejects on failure. */
  optOut: () => Promise<void>
  onClose: () => void
}

/** Asked before a guest gets no more emails about a service. */
export function OptOutQuestion({ optOut, onClose }: Props) {
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title="No more emails about this service?"
      consequence="If the day or the place changes, or the service is called off, we won’t email you. This page will still say so, and you can change your mind here."
      confirmLabel="Stop the emails"
      busyLabel="Saving..."
      failureTitle="Not saved"
      onConfirm={async () => {
        await optOut()
        onClose()
      }}
    />
  )
}
