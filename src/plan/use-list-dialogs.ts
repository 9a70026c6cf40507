import { useContext, useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { PlanOpen } from './plan-open'

/** A dialog of a list: "add" has no row. */
type ListDialog<Row> = { name: 'add' } | { name: 'edit' | 'delete'; row: Row }

/** Marks a step in the history that opened a dialog: closing it goes back over that step. */
const fromButton = 'list-dialog'

/**
 * The dialogs of a list, as the address asks for them: `?add`, `?edit=<id>` and `?delete=<id>`. They outlive a reload,
 * Back closes them, and a link can lead to them. What cannot be done while the plan takes no changes does not open.
 * @param rows the list, once it was read
 */
export function useListDialogs<Row extends { id: string }>(rows: readonly Row[] | undefined) {
  const { search, state }: { search: string; state: unknown } = useLocation()
  const navigate = useNavigate()
  const isPlanOpen = useContext(PlanOpen)
  // A dialog stays as it was opened: its row may change or go in the list, and the plan may close, while it is open.
  const [shown, setShown] = useState<{ search: string; dialog: ListDialog<Row> | null } | null>(null)

  if (shown?.search !== search) {
    const dialog = dialogOf(search, rows, isPlanOpen)
    if (dialog || shown) setShown(dialog && { search, dialog })
  }

  const isClosing = shown?.search === search && shown.dialog === null
  const wasOpenedHere = state === fromButton
  useEffect(() => {
    // The dialog has left the page by now, and with it its question whether to leave.
    if (!isClosing) return
    if (wasOpenedHere) void navigate(-1)
    else void navigate({ search: '' }, { replace: true, preventScrollReset: true })
  }, [isClosing, wasOpenedHere, navigate])

  const open = (next: string) =>
    void navigate({ search: next }, { state: fromButton, preventScrollReset: true })
  return {
    dialog: shown?.search === search ? shown.dialog : null,
    add: () => open('?add'),
    edit: (row: Row) => open(`?edit=${row.id}`),
    remove: (row: Row) => open(`?delete=${row.id}`),
    close: () => setShown({ search, dialog: null }),
  }
}

function dialogOf<Row extends { id: string }>(
  search: string,
  rows: readonly Row[] | undefined,
  isPlanOpen: boolean,
): ListDialog<Row> | null {
  const asked = new URLSearchParams(search)
  if (isPlanOpen && asked.has('add')) return { name: 'add' }
  for (const name of isPlanOpen ? (['edit', 'delete'] as const) : (['delete'] as const)) {
    const row = rows?.find(({ id }) => id === asked.get(name))
    if (row) return { name, row }
  }
  return null
}
