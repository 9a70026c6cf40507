import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Card } from '@/ui/base/card'
import { PageSection } from '@/ui/base/page'
import { EmptyState, ErrorPanel } from '@/ui/base/states'
import { typographic } from '@/ui/base/typographic'
import { ConfirmDialog } from '@/ui/dialogs/confirm-dialog'

test.each([
  ["Anna Berg's Memorial", 'Anna Berg’s Memorial'],
  ["Zoë's and the Ellises' plans: they aren't open", 'Zoë’s and the Ellises’ plans: they aren’t open'],
  ["O'Brien", 'O’Brien'],
  ["The '50s", "The '50s"],
])('a heading "%s" has the apostrophes of print', (typed, printed) => {
  expect(typographic(typed)).toBe(printed)
})

test('every kind of heading of the kit has them', async () => {
  const title = "It's Tom's"
  render(
    <>
      <PageSection title={title}>text</PageSection>
      <Card title={title} />
      <EmptyState title={title}>text</EmptyState>
      <ErrorPanel title={title}>text</ErrorPanel>
    </>,
  )
  expect(screen.getAllByRole('heading', { name: 'It’s Tom’s' })).toHaveLength(4)
  render(
    <ConfirmDialog
      open
      onOpenChange={() => {}}
      title={title}
      consequence="text"
      confirmLabel="Yes"
      onConfirm={() => {}}
    />,
  )
  expect(await screen.findByRole('alertdialog', { name: 'It’s Tom’s' })).toBeVisible()
})
