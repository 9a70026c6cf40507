import type { ComponentProps } from 'react'
import type { SaveRow } from '@/data/rows/owned-list'
import type { ListRow } from '@/data/rows/owned-rows'
import { VersionedFormDialog } from '@/ui/dialogs/form-dialog'
import type { FormValues } from '@/ui/forms/use-form'
import { useVersionedForm } from '@/ui/forms/use-versioned-form'

/** The dialog of a list page that adds a row or edits one. */
export interface RowDialogProps<Row> {
  ownerId: string
  /** The row to edit; null to add one. */
  row: Row | null
  onClose: () => void
  /** Called when a row was added. */
  onAdded?: (() => void) | undefined
}

type FormOptions<Row extends ListRow, Form extends FormValues, Input extends object> = Parameters<
  typeof useVersionedForm<Row, Form, Input>
>[0]

interface RowFormOptions<Row extends ListRow, Form extends FormValues, Input extends object>
  extends Pick<FormOptions<Row, Form, Input>, 'schema' | 'toValues' | 'onInvalid' | 'onOther'> {
  list: { read: (id: string) => Promise<Row> }
  /** Adds or saves the row, such as useSaveRow does. */
  save: (given: SaveRow<Row, Input>) => Promise<Row>
}

/** The form of a dialog that adds or edits a row, as useVersionedForm makes it. Keeps what was typed until it is saved. */
export function useRowForm<Row extends ListRow, Form extends FormValues, Input extends object>(
  { row, onClose, onAdded }: RowDialogProps<Row>,
  { list, save, ...options }: RowFormOptions<Row, Form, Input>,
) {
  const editing = useVersionedForm<Row, Form, Input>({
    ...options,
    loaded: row,
    save: (input, loaded, id) => save({ id, loaded, input }),
    reread: () => list.read(row?.id ?? ''),
    onSaved: () => {
      if (!row) onAdded?.()
      onClose()
    },
  })
  return { ...editing, row, onClose }
}

type DialogProps = ComponentProps<typeof VersionedFormDialog>

interface Props extends Omit<DialogProps, 'title' | 'what' | 'submitLabel' | 'onClose'> {
  /** From useRowForm. */
  editing: DialogProps['editing'] & Pick<RowDialogProps<unknown>, 'row' | 'onClose'>
  /** What a row is: "Contact". */
  noun: string
}

/** The frame of a dialog that adds or edits a row. */
export function RowDialog({ editing, noun, ...dialog }: Props) {
  const { row, onClose } = editing
  return (
    <VersionedFormDialog
      {...dialog}
      editing={editing}
      onClose={onClose}
      title={`${row ? 'Edit' : 'Add'} ${noun}`}
      what={`this ${noun.toLowerCase()}`}
      submitLabel={`${row ? 'Save' : 'Add'} ${noun}`}
    />
  )
}
