import { screen, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { Component as PrintCardPage } from '@/features/card/print-card-page'
import { groupCardCode } from '@/lib/card-code'
import { patterns } from '@/lib/paths'
import { anna, fakeSupabase, json, type Routes, refusal, signIn } from '../../fake-supabase'
import { renderPage } from '../../render'

const code = 'P981068VCD1GDJFMGT83PXT891GN'
const card = { code, created_at: '2026-11-23T10:00:00Z' }
const profile = { user_id: anna.id, full_name: 'Anna Berg' }
const named = (id: number, person_name: string, more = {}) => ({
  id,
  person_name,
  person_email: `${id}@example.com`,
  role: 'executor',
  revoked_at: null,
  declined_at: null,
  ...more,
})

async function open(routes: Routes = {}) {
  fakeSupabase({})
  await signIn()
  const calls = fakeSupabase({
    'GET cards': json([card]),
    'GET profiles': json([profile]),
    'GET designations': json([named(1, 'Tom'), named(2, 'Ben'), named(3, 'Cleo'), named(4, 'Dora')]),
    ...routes,
  })
  return { calls, ...renderPage({ page: PrintCardPage, pattern: patterns.printCard }) }
}

beforeEach(() => void vi.stubGlobal('print', vi.fn()))

test('a card names its owner, has the code twice to read and to scan, and no one else until they are chosen', async () => {
  const { user } = await open()
  expect(await screen.findAllByRole('heading', { name: 'Anna Berg' })).toHaveLength(2)
  expect(screen.getAllByText(groupCardCode(code))).toHaveLength(2)
  expect(screen.getAllByRole('img', { name: /Opens .*\/card with the code/ })).toHaveLength(2)
  expect(screen.queryByText(/You can write to/)).toBeNull()
  await user.click(screen.getByRole('checkbox', { name: 'Tom' }))
  expect(screen.getAllByText('Tom (executor), 1@example.com')).toHaveLength(2)
  await user.click(screen.getByRole('button', { name: 'Print' }))
  expect(window.print).toHaveBeenCalledOnce()
})

test('a card has room for three people, and none for those who were revoked', async () => {
  const people = [named(1, 'Tom'), named(2, 'Ben'), named(3, 'Cleo'), named(4, 'Dora')]
  const { user } = await open({
    'GET designations': json([...people, named(5, 'Rex', { revoked_at: '2026-11-01T00:00:00Z' })]),
  })
  expect(await screen.findAllByRole('checkbox')).toHaveLength(4)
  for (const name of ['Tom', 'Ben', 'Cleo']) await user.click(screen.getByRole('checkbox', { name }))
  expect(screen.getByRole('checkbox', { name: 'Dora' })).toBeDisabled()
})

test.each([
  ['and is still listed', [card]],
  ['and is gone', []],
])('a card has ended with a verified death %s, and no new one is offered', async (_, cards) => {
  await open({
    'GET cards': json(cards),
    'GET profiles': json([{ ...profile, is_deceased: true, death_review: 'approved' }]),
  })
  expect(await screen.findByText('Your card has ended')).toBeVisible()
  expect(screen.queryByText(/^A card to carry with you/), 'no lead speaks of a card that works').toBeNull()
  expect(screen.queryByText(groupCardCode(code))).toBeNull()
  for (const name of ['Make my card', 'Withdraw the card', 'Print'])
    expect(screen.queryByRole('button', { name })).toBeNull()
})

test('after a release was stopped, an owner is told that an older card no longer works', async () => {
  await open({
    'GET cards': json([]),
    'GET profiles': json([{ ...profile, release_stopped_at: '2026-11-03T10:00:00+00:00' }]),
  })
  expect(await screen.findByText(/A card you printed before no longer works\.$/)).toBeVisible()
  expect(screen.getByRole('button', { name: 'Make my card' })).toBeVisible()
})

test('an owner who has named no one has to do that before they make a card', async () => {
  await open({ 'GET cards': json([]), 'GET designations': json([]) })
  expect(
    await screen.findByText(/No one is named right now whom it could tell, so name someone first\.$/),
  ).toBeVisible()
  expect(screen.getByRole('link', { name: 'Name someone' })).toHaveAttribute('href', '/beneficiaries?add')
  expect(screen.queryByRole('button', { name: 'Make my card' })).toBeNull()
})

test('the first card is made by a press, and a failure is shown beside the button', async () => {
  const { user, calls } = await open({
    'GET cards': [json([]), json([]), json([card])],
    'POST rpc/make_card': [refusal('57014', 500), json(null)],
  })
  const make = await screen.findByRole('button', { name: 'Make my card' })
  await user.click(make)
  expect(await screen.findByText('Your card couldn’t be made')).toBeVisible()
  await user.click(make)
  expect(await screen.findAllByText(groupCardCode(code))).toHaveLength(2)
  expect(calls.filter(({ route }) => route === 'POST rpc/make_card')).toHaveLength(2)
})

test.each([
  ['Make a new code', 'POST rpc/make_card'],
  ['Withdraw the card', 'POST rpc/withdraw_card'],
])('a card ends only after a question: %s', async (words, route) => {
  const { user, calls } = await open({ [route]: json(null) })
  await user.click(await screen.findByRole('button', { name: words }))
  const dialog = await screen.findByRole('alertdialog')
  expect(within(dialog).getByText(/stops? working/)).toBeVisible()
  expect(calls.some((call) => call.route === route)).toBe(false)
  await user.click(within(dialog).getByRole('button', { name: words }))
  await vi.waitFor(() => expect(calls.some((call) => call.route === route)).toBe(true))
})
