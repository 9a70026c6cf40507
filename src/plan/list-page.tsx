import { useQuery } from '@tanstack/react-query'
import { type ComponentType, type ReactNode, Suspense } from 'react'
import { type ListRow, type OwnedList, useDeleteRow } from '@/data/rows/owned-list'
import { useUser } from '@/data/session/session'
import { paths } from '@/lib/paths'
import { Button } from '@/ui/button'
import { ConfirmDialog } from '@/ui/dialog'
import { type Loadable, Loaded } from '@/ui/page/loaded'
import { Page, Section } from '@/ui/page/page'
import { EmptyState } from '@/ui/page/states'
import { VisibilityNote } from '@/ui/visibility-note'
import { WhilePlanOpen } from './plan-open'
import type { RowDialogProps } from './row-dialog'
import { useListDialogs } from './use-list-dialogs'

interface Words<Row> {
  title: string
  intro: string
  /** The heading of the list; omitted when the list has its own headings. */
  heading?: string
  /** The label of the button that adds a row: "Add Contact". */
  add: string
  loading: string
  /** The title of the error when the list cannot be read. */
  failed: string
  /** Shown for an empty list: why the part matters, and what to add first. */
  empty: { title: string; text: string }
  /** A sentence about who will see the rows, and when. */
  visibility: string
  /** What a row is called, for a screen reader. */
  name: (row: Row) => string
  /** The question before a row is deleted, and what deleting it does. */
  deletion: (row: Row) => { title: string; consequence: string }
}

interface ListPageProps<Row extends ListRow, Values extends object> {
  list: OwnedList<Row, Values>
  /** The rows, when they are loaded together with something else that is needed to show them. */
  rows?: Loadable<Row[]>
  words: Words<Row>
  /** The dialog that adds a row or edits one; made with lazyAtOnce, because most visits are for reading. */
  dialog: ComponentType<RowDialogProps<Row>>
  /**
   * Renders the rows; called with at least one.
   * @param actionsOf the buttons of a row; `isSaving` is true while it is being saved in another way
   */
  children: (rows: Row[], actionsOf: (row: Row, isSaving?: boolean) => ReactNode) => ReactNode
  onAdded?: () => void
  /** Shown next to the button that adds a row, when there are rows. */
  actions?: (rows: Row[]) => ReactNode
  /** Shown next to the list's heading. */
  listActions?: ReactNode
  /** Shown above the list. */
  notice?: ReactNode
  /** How many cards to expect, when the rows are cards. */
  cards?: number
}

/** The owner's screen of a part that is a list. The address says which dialog (add, edit, delete) is open. */
export function ListPage<Row extends ListRow, Values extends object>({
  list,
  rows: given,
  words,
  dialog: Dialog,
  children,
  onAdded,
  actions,
  listActions,
  notice,
  cards,
}: ListPageProps<Row, Values>) {
  const { id: ownerId } = useUser()
  const own = useQuery(list.query(ownerId))
  const rows = given ?? own
  const { dialog, add, edit, remove, close } = useListDialogs(rows.data)
  const actionsOf = (row: Row, isSaving = false) => (
    <>
      <WhilePlanOpen>
        <Button
          icon="edit"
          disabled={isSaving}
          onClick={() => edit(row)}
          aria-label={`Edit ${words.name(row)}`}
        >
          Edit
        </Button>
      </WhilePlanOpen>
      <Button icon="trash" onClick={() => remove(row)} aria-label={`Delete ${words.name(row)}`}>
        Delete
      </Button>
    </>
  )
  const addButton = (
    <WhilePlanOpen>
      <Button variant="primary" icon="plus" disabled={!rows.data} onClick={add}>
        {words.add}
      </Button>
    </WhilePlanOpen>
  )
  const content = (
    <>
      {notice}
      <Loaded query={rows} loading={words.loading} errorTitle={words.failed} cards={cards}>
        {(all) =>
          all.length === 0 ? (
            <EmptyState title={words.empty.title} action={addButton}>
              <p>{words.empty.text}</p>
            </EmptyState>
          ) : (
            children(all, actionsOf)
          )
        }
      </Loaded>
      <VisibilityNote className={words.heading ? 'mt-4' : 'mt-6'}>{words.visibility}</VisibilityNote>
    </>
  )

  return (
    <Page
      title={words.title}
      intro={words.intro}
      back={{ to: paths.dashboard, label: 'Dashboard' }}
      actions={
        rows.data?.length ? (
          <>
            {addButton}
            {actions?.(rows.data)}
          </>
        ) : undefined
      }
    >
      {words.heading ? (
        <Section title={words.heading} actions={rows.data && listActions}>
          {content}
        </Section>
      ) : (
        content
      )}
      {dialog?.name === 'delete' ? (
        <DeleteDialog
          ownerId={ownerId}
          list={list}
          id={dialog.row.id}
          words={words.deletion(dialog.row)}
          onClose={close}
        />
      ) : dialog ? (
        <Suspense>
          <Dialog key={dialog.row?.id} ownerId={ownerId} row={dialog.row} onClose={close} onAdded={onAdded} />
        </Suspense>
      ) : null}
    </Page>
  )
}

interface DeleteDialogProps<Row extends ListRow, Values extends object> {
  ownerId: string
  list: OwnedList<Row, Values>
  id: string
  words: { title: string; consequence: string }
  onClose: () => void
}

function DeleteDialog<Row extends ListRow, Values extends object>({
  ownerId,
  list,
  id,
  words,
  onClose,
}: DeleteDialogProps<Row, Values>) {
  const deletion = useDeleteRow(list, ownerId)
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      {...words}
      confirmLabel="Delete"
      tone="danger"
      busyLabel="Deleting..."
      onConfirm={() => deletion.mutateAsync(id, { onSuccess: onClose })}
    />
  )
}
