import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { DescriptionList } from '@/ui/lists/description-list'

const items = [
  { term: 'Coverage', value: '', inLine: 'amount' },
  { term: 'Policy number', value: null },
  { term: 'Added', value: 'Nov 1, 2026' },
]

test('a list of values names what is empty in its own row', () => {
  render(<DescriptionList items={items} />)
  expect(screen.getAllByText('Not specified')).toHaveLength(2)
})

test('a folded list of values names what is empty in one line, and shows the rest', () => {
  const { rerender } = render(<DescriptionList items={items} folded="Still missing" />)
  expect(screen.getByText('Still missing: amount, policy number')).toBeVisible()
  expect(screen.getAllByRole('term').map(({ textContent }) => textContent)).toEqual(['Added'])
  rerender(<DescriptionList items={items.slice(2)} folded="Still missing" />)
  expect(screen.queryByText(/Still missing/)).toBeNull()
})
