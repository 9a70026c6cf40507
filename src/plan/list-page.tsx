import type { ReactNode } from 'react'
import { type ListRow, type OwnedList, useDeleteRow } from '@/data/rows/owned-list'
import { paths } from '@/lib/paths'
import { Button } from '@/ui/button'
import { ConfirmDialog } from '@/ui/dialog'
import { PagedList } from '@/ui/lists/paged-list'
import { type Loadable, Loaded } from '@/ui/page/loaded'
import { Page, Section } from '@/ui/page/page'
import { EmptyState } from '@/ui/page/states'
import { VisibilityNote } from '@/ui/visibility-note'
import { WhilePlanOpen } from './plan-open'
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
  /** The question before a row is deleted, and what deleting it does. */
  deletion: (row: Row) => { title: string; consequence: string }
}

/** The actions of a row's buttons. */
export interface RowButtons {
  onEdit: () => void
  onDelete: () => void
}

interface ListPageProps<Row extends ListRow, Values extends object> {
  ownerId: string
  list: OwnedList<Row, Values>
  /** The rows, loaded together with everything else that is needed to show them. */
  rows: Loadable<Row[]>
  words: Words<Row>
  /** Renders the rows; called with at least one. */
  children: (rows: Row[], buttonsOf: (row: Row) => RowButtons) => ReactNode
  /** The dialog that adds a row (null) or edits one. */
  form: (row: Row | null, onClose: () => void) => ReactNode
  /** Shown next to the button that adds a row, when there are rows. */
  actions?: ReactNode
  /** Shown next to the list's heading. */
  listActions?: ReactNode
  /** Shown above the list. */
  notice?: ReactNode
  /** Shown while the list loads; a list skeleton by default. */
  skeleton?: ReactNode
}

/** The owner's screen of a part that is a list. The address says which dialog (add, edit, delete) is open. */
export function ListPage<Row extends ListRow, Values extends object>({
  ownerId,
  list,
  rows,
  words,
  children,
  form,
  actions,
  listActions,
  notice,
  skeleton,
}: ListPageProps<Row, Values>) {
  const { dialog, add, edit, remove, close } = useListDialogs(rows.data)
  const buttonsOf = (row: Row) => ({ onEdit: () => edit(row), onDelete: () => remove(row) })
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
      <Loaded query={rows} loading={words.loading} errorTitle={words.failed} skeleton={skeleton}>
        {(all) =>
          all.length === 0 ? (
            <EmptyState title={words.empty.title} action={addButton}>
              <p>{words.empty.text}</p>
            </EmptyState>
          ) : (
            children(all, buttonsOf)
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
            {actions}
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
      {dialog?.name === 'add' ? form(null, close) : null}
      {dialog?.name === 'edit' ? form(dialog.row, close) : null}
      {dialog?.name === 'delete' ? (
        <DeleteDialog
          ownerId={ownerId}
          list={list}
          id={dialog.row.id}
          words={words.deletion(dialog.row)}
          onClose={close}
        />
      ) : null}
    </Page>
  )
}

interface RowActionsProps extends RowButtons {
  /** The name of the row, for screen readers. */
  name: string
  /** True while the row is being saved in another way. */
  isSaving?: boolean
}

/** The buttons of a row in a list. */
export function RowActions({ name, onEdit, onDelete, isSaving = false }: RowActionsProps) {
  return (
    <>
      <WhilePlanOpen>
        <Button icon="edit" disabled={isSaving} onClick={onEdit} aria-label={`Edit ${name}`}>
          Edit
        </Button>
      </WhilePlanOpen>
      <Button icon="trash" onClick={onDelete} aria-label={`Delete ${name}`}>
        Delete
      </Button>
    </>
  )
}

interface RowCardsProps<Row extends ListRow> {
  /** Names the list for assistive technology: "Policies". */
  label: string
  rows: readonly Row[]
  buttonsOf: (row: Row) => RowButtons
  /** What the row is called, for a screen reader. */
  nameOf: (row: Row) => string
  /** Draws the card of a row with its buttons. */
  children: (row: Row, actions: ReactNode) => ReactNode
}

/** Rows as cards, each with its buttons. */
export function RowCards<Row extends ListRow>({
  label,
  rows,
  buttonsOf,
  nameOf,
  children,
}: RowCardsProps<Row>) {
  return (
    <PagedList label={label} items={rows}>
      {(row) => <li key={row.id}>{children(row, <RowActions name={nameOf(row)} {...buttonsOf(row)} />)}</li>}
    </PagedList>
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
