import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { home } from '@/parts/home'
import type { HomeItem } from '@/parts/home/data'
import { facts } from '@/parts/home/facts'
import type { Shown } from '@/parts/kit/facts'
import { frontDoor, juno } from './items'

const shown: Shown = { ownerName: 'Margaret Ellis', open: async () => '', look: async () => '' }
const loaded = (data: HomeItem[]) => ({ data, error: null, isFetching: false, refetch: async () => {} })
const intro = /What needs looking after in the first days/

test('the tab of Home & Pets shows each item with its kind and what is filled in', () => {
  render(facts.tab(loaded([juno, frontDoor]), shown, home.words))
  expect(screen.getByText(intro)).toBeVisible()
  const [cat, keys] = screen.getAllByRole('listitem')
  expect(cat).toHaveTextContent(
    'JunoPetWho takes themRuth, 555-0114What they eat, and what they needTunaVetDr. Lee, 555-0120',
  )
  expect(keys).toHaveTextContent('Front doorKeys and alarmWhere the keys areUnder the third pot')
})

test('the tab of Home & Pets says of whom there are no notes, where there are none', () => {
  render(facts.tab(loaded([]), shown, home.words))
  expect(screen.getByText('Margaret Ellis hasn’t left any notes about home or pets.')).toBeVisible()
  expect(screen.queryByText(intro)).toBeNull()
  expect(facts.show([], shown, home.words)).toBeNull()
})
