import { act, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { PagedList } from '@/ui/lists/paged-list'

const rows = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, n) => ({ id: from + n }))

function List({ items }: { items: { id: number }[] }) {
  return (
    <PagedList label="Rows" items={items}>
      {({ id }) => `Row ${id}`}
    </PagedList>
  )
}

async function onSecondPage() {
  const user = userEvent.setup()
  const view = render(<List items={rows(1, 250)} />)
  await user.click(screen.getByRole('button', { name: 'Next' }))
  expect(screen.getByText('Showing 101–200 of 250')).toBeVisible()
  return view
}

test('a paged list goes to the first page when a row is added in front', async () => {
  const { rerender } = await onSecondPage()
  rerender(<List items={rows(0, 250)} />)
  expect(screen.getByText('Row 0')).toBeVisible()
})

test('a paged list keeps its page when the row in front is deleted', async () => {
  const { rerender } = await onSecondPage()
  rerender(<List items={rows(2, 250)} />)
  expect(screen.getByText('Showing 101–200 of 249')).toBeVisible()
})

test('a paged list shows all rows for printing', async () => {
  await onSecondPage()
  act(() => void window.dispatchEvent(new Event('beforeprint')))
  expect(screen.getAllByRole('listitem')).toHaveLength(250)
  act(() => void window.dispatchEvent(new Event('afterprint')))
  expect(screen.getByText('Showing 101–200 of 250')).toBeVisible()
  expect(screen.getAllByRole('listitem')).toHaveLength(100)
})
