import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { HomeItem } from '@/parts/home/data'
import { print } from '@/parts/home/print'
import { frontDoor, homeItem, juno } from './items'

const printed = (items: HomeItem[]) =>
  print.print(items, { reader: 'executor', who: 'Margaret Ellis', people: null, number: 9 })

test('Home & Pets in the binder says that nothing is listed', () => {
  const { step, content } = printed([])
  expect(step).toBeUndefined()
  render(content)
  expect(screen.getByText('Nothing is listed.')).toBeVisible()
})

test('Home & Pets in the binder prints each item with its kind and what is filled in', () => {
  const { content } = printed([juno, frontDoor])
  render(content)
  const [cat, keys] = screen.getAllByRole('listitem')
  expect(cat).toHaveTextContent(
    'Juno (Pet)Who takes themRuth, 555-0114What they eat, and what they needTunaVetDr. Lee, 555-0120',
  )
  expect(keys).toHaveTextContent('Front door (Keys and alarm)Where the keys areUnder the third pot')
})

test('Home & Pets is named on the first page of the binder when an animal waits', () => {
  expect(printed([frontDoor, juno]).step).toBe(
    'Look after the animals today: section 9 says what they need and who takes them.',
  )
  // The first page says nothing that isn't there.
  expect(printed([juno, homeItem({ name: 'Rex' })]).step).toBe(
    'Look after the animals today: section 9 lists them.',
  )
  expect(printed([frontDoor]).step).toBeUndefined()
})
