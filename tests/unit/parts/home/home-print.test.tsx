import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { HomeItem } from '@/parts/home/data'
import { print } from '@/parts/home/print'
import { frontDoor, homeItem, juno } from './items'

const printed = (items: HomeItem[]) =>
  print.print(items, { reader: 'executor', who: 'Margaret Ellis', people: null, number: 9 })

test('Home & Pets in the binder says that nothing is listed, and names it among what is not filled in', () => {
  const { isEmpty, summary, missing, step, content } = printed([])
  expect({ isEmpty, summary, missing, step }).toEqual({
    isEmpty: true,
    summary: 'Nothing',
    missing: ['Anything that needs looking after'],
    step: undefined,
  })
  render(content)
  expect(screen.getByText('Nothing is listed.')).toBeVisible()
})

test('Home & Pets in the binder prints each item with its kind and what is filled in', () => {
  const { isEmpty, summary, content } = printed([juno, frontDoor])
  expect({ isEmpty, summary }).toEqual({ isEmpty: false, summary: '2 things' })
  render(content)
  const [cat, keys] = screen.getAllByRole('listitem')
  expect(cat).toHaveTextContent(
    'Juno (Pet)Who takes themRuth, 555-0114What they eat, and what they needTunaVetDr. Lee, 555-0120',
  )
  expect(keys).toHaveTextContent('Front door (Keys and alarm)Where the keys areUnder the third pot')
})

test.each([
  ['a pet that someone takes', [juno], []],
  ['a pet that no one takes', [juno, homeItem({ name: 'Rex' })], ['Rex: who takes them']],
  ['keys that no one looks after', [frontDoor], []],
])('what is not filled in of Home & Pets with %s', (_what, items, missing) => {
  expect(printed(items).missing).toEqual(missing)
})

test('Home & Pets is named on the first page of the binder when an animal waits', () => {
  expect(printed([frontDoor, juno]).step).toMatch(/^Look after the animals today: section 9 says/)
  expect(printed([frontDoor]).step).toBeUndefined()
})
