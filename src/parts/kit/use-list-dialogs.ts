import { useContext, useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { PlanState } from './plan-open'

type ListDialog<Row> = { name: 'add'; row: null } | { name: 'edit' | 'delete'; row: Row }

type DialogName = ListDialog<unknown>['name']

const dialogsOf = {
  open: ['add', 'edit', 'delete'],
  lapsed: ['delete'],
  frozen: [],
} as const satisfies Record<string, readonly DialogName[]>

/** Marks a history entry that a button made by opening a dialog: closing the dialog goes back over that entry. */
const fromButton = 'list-dialog'

/** Opens a dialog by its address, such as "?add=letter", so that closing it goes back. */
export function useOpenDialog(): (search: string) => void {
  const navigate = useNavigate()
  return (search) => void navigate({ search }, { state: fromButton, preventScrollReset: true })
}

/**
 * The dialogs of a list, opened by the address: `?add`, `?edit=<id>` and `?delete=<id>`. A dialog survives a reload,
 * Back closes it, and a link can open it. A lapsed plan opens only the dialog for deleting, a frozen one none.
 * @param rows the list; undefined until it was read, or where rows are only added
 */
export function useListDialogs<Row extends { id: string }>(rows?: readonly Row[]) {
  const { search, state }: { search: string; state: unknown } = useLocation()
  const navigate = useNavigate()
  const open = useOpenDialog()
  const possible = dialogsOf[useContext(PlanState)]
  // An open dialog keeps its row, even if the row is changed or deleted in the list or the plan closes meanwhile.
  const [shown, setShown] = useState<{ search: string; dialog: ListDialog<Row> | null } | null>(null)

  if (shown?.search !== search) {
    const dialog = dialogOf(search, rows, possible)
    if (dialog || shown) setShown(dialog && { search, dialog })
  }

  const isClosing = shown?.search === search && shown.dialog === null
  const wasOpenedHere = state === fromButton
  useEffect(() => {
    // Navigates after the dialog is unmounted, so that its leave guard no longer asks.
    if (!isClosing) return
    if (wasOpenedHere) void navigate(-1)
    else void navigate({ search: '' }, { replace: true, preventScrollReset: true })
  }, [isClosing, wasOpenedHere, navigate])

  return {
    dialog: shown?.search === search ? shown.dialog : null,
    add: () => open('?add'),
    /** Adds a row of one kind, which the page finds in the address. */
    addKind: (kind: string) => open(`?add=${kind}`),
    edit: (row: Row) => open(`?edit=${row.id}`),
    remove: (row: Row) => open(`?delete=${row.id}`),
    close: () => setShown({ search, dialog: null }),
  }
}

function dialogOf<Row extends { id: string }>(
  search: string,
  rows: readonly Row[] | undefined,
  possible: readonly DialogName[],
): ListDialog<Row> | null {
  const asked = new URLSearchParams(search)
  if (possible.includes('add') && asked.has('add')) return { name: 'add', row: null }
  for (const name of ['edit', 'delete'] as const) {
    if (!possible.includes(name)) continue
    const row = rows?.find(({ id }) => id === asked.get(name))
    if (row) return { name, row }
  }
  return null
}
