import { useQuery } from '@tanstack/react-query'
import type { ComponentType, ReactNode } from 'react'
import type { OwnedList } from '@/data/rows/owned-list'
import type { ListRow } from '@/data/rows/owned-rows'
import { useUser } from '@/data/session/session'
import { paths } from '@/lib/paths'
import { Button } from '@/ui/base/button'
import { type Loadable, Loaded } from '@/ui/base/loaded'
import { Page, PageSection } from '@/ui/base/page'
import { Reserved } from '@/ui/base/skeletons'
import { type DrawingName, EmptyState } from '@/ui/base/states'
import { DeleteRowDialog } from './delete-row-dialog'
import { UnlessFrozen, useIsFrozen, WhilePlanOpen } from './plan-open'
import type { RowDialogProps } from './row-dialog'
import { useListDialogs } from './use-list-dialogs'
import { VisibilityNote } from './visibility-note'

interface Words<Row> {
  title: string
  intro: string
  /** Names the list for a screen reader; omitted when the list has its own headings. */
  heading?: string | undefined
  /** The label of the button that adds a row: "Add Contact". */
  add: string
  loading: string
  /** The title of the error when the list cannot be read. */
  failed: string
  /** The title of an empty list. */
  none: string
  /** Shown for an empty list: why the part matters, and what to add first. */
  why: string
  /** A sentence about who will see the rows, and when. */
  visibility: string
  /** What a row is called, for a screen reader. */
  name: (row: Row) => string
  /** What a row is called in the question before it is deleted; its name when omitted. */
  shortName?: (row: Row) => string
  /** What deleting a row does. */
  consequence: (row: Row) => string
  /** The title of the toast once it is deleted; the list's own when omitted. */
  deleted?: (row: Row) => string
}

/**
 * The words that differ only in what the rows are called.
 * @param one with a capital: "Contact"
 * @param many "contacts"
 */
export function wordsFor(one: string, many: string) {
  return {
    heading: `Your ${many}`,
    add: `Add ${one}`,
    loading: `Loading your ${many}`,
    failed: `Unable to load ${many}`,
    none: `No ${many} yet`,
  }
}

interface RowState {
  /** It is being saved in another way. */
  isSaving?: boolean
  /** It has a more important button of its own, so that Edit is as quiet as Delete. */
  hasMain?: boolean
}

interface ListPageProps<Row extends ListRow, Values extends object> {
  list: OwnedList<Row, Values>
  /** The rows, when they are loaded together with something else that is needed to show them. */
  rows?: Loadable<Row[]>
  words: Words<Row>
  /** Shown beside the words of an empty list. */
  drawing: DrawingName
  /** The dialog that adds a row or edits one; made with onDemand, because most visits are for reading. */
  dialog: ComponentType<RowDialogProps<Row>>
  /**
   * Renders the rows; called with at least one.
   * @param actionsOf the buttons of a row; null in a frozen plan
   */
  children: (rows: Row[], actionsOf: (row: Row, state?: RowState) => ReactNode) => ReactNode
  onAdded?: () => void
  /** Shown next to the button that adds a row, also in the empty state; `rows` is undefined while they load. */
  actions?: (rows: Row[] | undefined) => ReactNode
  /** Shown above the list. */
  notice?: ReactNode
  /** How many cards to expect, when the rows are cards. */
  cards?: number
  /** The plan has at most one of these: once it is there, no other can be added. */
  single?: boolean
}

/** The owner's screen of a part that is a list. The address says which dialog (add, edit, delete) is open. */
export function ListPage<Row extends ListRow, Values extends object>({
  list,
  rows: given,
  words,
  drawing,
  dialog: Dialog,
  children,
  onAdded,
  actions,
  notice,
  cards,
  single = false,
}: ListPageProps<Row, Values>) {
  const { id: ownerId } = useUser()
  const own = useQuery(list.query(ownerId))
  const rows = given ?? own
  const { dialog, add, edit, remove, close } = useListDialogs(rows.data)
  const isFrozen = useIsFrozen()
  const isFailed = rows.data === undefined && rows.error !== null
  const actionsOf = (row: Row, { isSaving = false, hasMain = false }: RowState = {}) =>
    isFrozen ? null : (
      // Beside a third button, neither of the two goes to the next row without the other.
      <div className="row-of-actions">
        <WhilePlanOpen>
          <Button
            variant={hasMain ? 'quiet' : 'secondary'}
            icon="edit"
            disabled={isSaving}
            onClick={() => edit(row)}
            aria-label={`Edit ${words.name(row)}`}
          >
            Edit
          </Button>
        </WhilePlanOpen>
        <Button
          variant="quiet"
          icon="trash"
          onClick={() => remove(row)}
          aria-label={`Delete ${words.name(row)}`}
        >
          Delete
        </Button>
      </div>
    )
  const addButton = (
    <WhilePlanOpen>
      <Button variant="primary" icon="plus" onClick={add}>
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
            <EmptyState
              title={words.none}
              drawing={drawing}
              action={
                <>
                  {addButton}
                  {actions?.(all)}
                </>
              }
            >
              <UnlessFrozen>{words.why}</UnlessFrozen>
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
        single || rows.data?.length === 0 || isFailed ? undefined : (
          <Reserved until={rows.data !== undefined}>
            {addButton}
            {actions?.(rows.data)}
          </Reserved>
        )
      }
    >
      {words.heading ? (
        <PageSection title={words.heading} titleHidden>
          {content}
        </PageSection>
      ) : (
        content
      )}
      {dialog?.name === 'delete' ? (
        <DeleteRowDialog
          ownerId={ownerId}
          list={list}
          row={dialog.row}
          name={(words.shortName ?? words.name)(dialog.row)}
          consequence={words.consequence(dialog.row)}
          deleted={words.deleted?.(dialog.row)}
          onClose={close}
        />
      ) : dialog ? (
        <Dialog key={dialog.row?.id} ownerId={ownerId} row={dialog.row} onClose={close} onAdded={onAdded} />
      ) : null}
    </Page>
  )
}
