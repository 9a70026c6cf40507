import { type OwnedList, useDeleteRow } from '@/data/rows/owned-list'
import type { ListRow } from '@/data/rows/owned-rows'
import { ConfirmDialog } from '@/ui/dialogs/confirm-dialog'

interface DeleteRowDialogProps<Row extends ListRow, Values extends object> {
  ownerId: string
  list: OwnedList<Row, Values>
  row: Row
  /** What the question calls it. */
  name: string
  /** What deleting it does. */
  consequence: string
  /** The title of the toast once it is deleted; the list's own when omitted. */
  deleted?: string | undefined
  onClose: () => void
}

/** Asks before a row of the owner's plan is deleted. It stays open when that fails, and says so. */
export function DeleteRowDialog<Row extends ListRow, Values extends object>({
  ownerId,
  list,
  row,
  name,
  consequence,
  deleted,
  onClose,
}: DeleteRowDialogProps<Row, Values>) {
  const { mutateAsync } = useDeleteRow(list, ownerId, deleted)
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={`Delete ${name}?`}
      consequence={consequence}
      confirmLabel="Delete"
      tone="danger"
      busyLabel="Deleting..."
      onConfirm={() => mutateAsync(row.id, { onSuccess: onClose })}
    />
  )
}
