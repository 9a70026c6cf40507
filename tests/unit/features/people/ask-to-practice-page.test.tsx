import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { Component as PracticePage } from '@/features/people/ask-to-practice-page'
import { formatDateTime } from '@/lib/dates'
import { patterns } from '@/lib/paths'
import { designation } from '../../designation'
import { fakeSupabase, json, anna as owner, type Routes, refusal, signIn } from '../../fake-supabase'
import { renderPage } from '../../render'

const hour = 60 * 60 * 1000
const ago = (hours: number) => new Date(Date.now() - hours * hour).toISOString()
const long = '2026-01-01T10:00:00+00:00'

function person(id: number, person_name: string, rest: object = {}) {
  return designation({
    id,
    person_name,
    person_email: `${id}@example.com`,
    beneficiary_user_id: `33333333-3333-4333-8333-33333333333${id}`,
    invited_at: long,
    accepted_at: long,
    created_at: long,
    ...rest,
  })
}

const everybody = [
  person(1, 'Edith Moor'),
  person(2, 'Tom Ellis', { role: 'beneficiary' }),
  person(3, 'Ivan Invited', { accepted_at: null }),
  person(4, 'Rex Revoked', { revoked_at: long }),
]

function practice(designation_id: number, created_at: string, rest: object = {}) {
  return {
    id: `${designation_id}-${created_at}`,
    owner_id: owner.id,
    designation_id,
    created_at,
    opened_at: null,
    completed_at: null,
    ...rest,
  }
}

function open(given: Routes = {}) {
  const calls = fakeSupabase({
    'GET designations': (call) =>
      json(call.url.searchParams.get('owner_id')?.startsWith('eq') ? everybody : [])(call),
    'GET practices': json([]),
    'GET profiles': json({ is_deceased: false }),
    ...given,
  })
  return { calls, ...renderPage({ page: PracticePage, pattern: patterns.askToPractice }) }
}

const box = (name: RegExp) => screen.findByRole('checkbox', { name })
const outcomeOf = async (name: string) => {
  const card = (await screen.findByRole('heading', { level: 3, name })).closest('li')
  return within(card as HTMLElement)
}

beforeEach(() => {
  fakeSupabase({})
  return signIn()
})

test('asking for practice leaves out those who have died', async () => {
  const edith = '33333333-3333-4333-8333-333333333331'
  open({
    'GET designations': (call) =>
      json(
        call.url.searchParams.get('owner_id')?.startsWith('eq')
          ? everybody
          : [person(9, 'Margaret', { owner_id: edith })],
      )(call),
    'GET profiles': (call) =>
      json(
        call.url.searchParams.has('user_id', `in.(${edith})`)
          ? [{ user_id: edith, death_review: 'approved', release_at: long }]
          : { is_deceased: false },
      )(call),
  })
  expect(await box(/Tom Ellis, beneficiary/)).toBeChecked()
  await waitFor(() => expect(screen.queryByRole('checkbox', { name: /Edith Moor/ })).toBeNull())
})

test('asking for practice selects everyone who accepted, and does not ask a person who was unselected', async () => {
  const { user, calls } = open({
    'POST rpc/start_practice': json(1),
    'GET practices': [json([]), json([practice(1, ago(0))])],
  })
  expect(await box(/Edith Moor, executor/)).toBeChecked()
  expect(screen.getAllByRole('checkbox')).toHaveLength(2)
  expect(screen.getByText('You haven’t asked anyone to practice.')).toBeVisible()
  await user.click(screen.getByRole('checkbox', { name: /Tom Ellis, beneficiary/ }))
  await user.click(screen.getByRole('button', { name: 'Invite 1 person to a practice run' }))
  const dialog = within(
    await screen.findByRole('alertdialog', { name: 'Invite 1 person to a practice run?' }),
  )
  expect(dialog.getByText(/^Edith Moor will get an email with your name/)).toBeVisible()
  await user.click(dialog.getByRole('button', { name: 'Send the emails' }))
  expect(await screen.findByText('1 person invited')).toBeVisible()
  expect(calls.find(({ route }) => route === 'POST rpc/start_practice')?.body).toEqual({
    designation_ids: [1],
  })
  expect((await outcomeOf('Edith Moor')).getByText('Not opened yet')).toBeVisible()
  expect(await box(/Edith Moor/)).toBeDisabled()
})

test('asking for practice sends nothing when the confirmation is canceled', async () => {
  const { user, calls } = open()
  await user.click(await screen.findByRole('button', { name: 'Invite 2 people to a practice run' }))
  await user.click(await screen.findByRole('button', { name: 'Cancel' }))
  expect(calls.map(({ route }) => route)).not.toContain('POST rpc/start_practice')
})

test('only the latest practice of a person counts, and a person asked within a day cannot be selected', async () => {
  const asked = ago(2)
  open({
    'GET practices': json([
      practice(1, asked, { opened_at: ago(1) }),
      practice(2, ago(25), { opened_at: ago(24), completed_at: ago(23) }),
      practice(1, ago(50), { opened_at: ago(49), completed_at: ago(49) }),
      // A person who has been revoked since.
      practice(4, ago(60)),
    ]),
  })
  const edith = await box(/Edith Moor/)
  expect(edith).toBeDisabled()
  expect(edith).not.toBeChecked()
  expect(edith).toHaveAccessibleDescription(new RegExp(`^Invited on ${formatDateTime(asked)}`))
  expect(await box(/Tom Ellis/)).toBeChecked()
  expect(screen.getByRole('button', { name: 'Invite 1 person to a practice run' })).toBeEnabled()
  expect((await outcomeOf('Edith Moor')).getByText('Opened', { selector: 'span' })).toBeVisible()
  expect((await outcomeOf('Edith Moor')).getByText('Not yet')).toBeVisible()
  expect((await outcomeOf('Tom Ellis')).getByText('Done', { selector: 'span' })).toBeVisible()
  expect(screen.queryByRole('heading', { name: 'Rex Revoked' })).toBeNull()
})

test.each([
  ['another window has already asked', json(0), /was already asked within the last day/],
  ['the death was verified', refusal('HW005'), 'This plan can no longer be changed.'],
])('asking for practice says why no one was asked when %s', async (_why, answer, words) => {
  const { user } = open({ 'POST rpc/start_practice': answer })
  await user.click(await screen.findByRole('button', { name: 'Invite 2 people to a practice run' }))
  await user.click(await screen.findByRole('button', { name: 'Send the emails' }))
  expect(await screen.findByRole('alert')).toHaveTextContent('No one was invited')
  expect(screen.getByRole('alert')).toHaveTextContent(words)
})

test('asking for practice is not offered before anyone has accepted, and the page says who will be able to practice', async () => {
  open({ 'GET designations': json([everybody[2]]) })
  expect(await screen.findByText('No one can practice yet')).toBeVisible()
  expect(screen.queryByRole('button', { name: /Ask/ })).toBeNull()
})

test('a practice that no one was asked to has no caption over nothing, and in a frozen plan says that it is too late', async () => {
  const nobody = 'You haven’t asked anyone to practice.'
  const { unmount } = open()
  expect(await screen.findByText(nobody)).toBeVisible()
  expect(screen.queryByText(/^Most recent invitation/)).toBeNull()
  unmount()
  renderPage({ page: PracticePage, pattern: patterns.askToPractice, plan: 'frozen' })
  expect(await screen.findByText(nobody)).toBeVisible()
  expect(screen.getByText(/^Your plan can’t be changed now, so no one can be invited/)).toBeVisible()
  expect(screen.queryByRole('heading', { level: 2 }), 'nothing stands over nothing').toBeNull()
})

test('asking for practice is not offered while earlier answers cannot be loaded', async () => {
  const { user } = open({ 'GET practices': [refusal('57014', 500), json([])] })
  expect(await screen.findByText('Unable to load designations')).toBeVisible()
  expect(screen.queryByRole('checkbox')).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await box(/Edith Moor/)).toBeVisible()
})
