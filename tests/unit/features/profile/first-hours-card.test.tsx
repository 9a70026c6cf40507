import { cleanup, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { FirstHoursCard } from '@/features/profile/first-hours-card'
import { formatDate } from '@/lib/dates'
import { designation } from '../../designation'
import { anna, fakeSupabase, json, noFirstHours, type Routes, refusal, signIn } from '../../fake-supabase'
import { renderPage } from '../../render'

const member = (designation_id: number, name: string, given = {}) => ({
  designation_id,
  name,
  parts: ['home', 'contacts'],
  wait_until: null,
  waits_for_owner: false,
  ...given,
})
const own = (given: object) => json({ ...noFirstHours, ...given })
const UnderHeading = () => (
  <>
    <h1 tabIndex={-1}>Who Can See My Plan</h1>
    <FirstHoursCard />
  </>
)

function open(given: Routes, plan: 'open' | 'frozen' = 'open', page = FirstHoursCard) {
  const calls = fakeSupabase({ 'GET designations': json([]), ...given })
  return { calls, ...renderPage({ page, pattern: '/', plan }) }
}

beforeEach(() => {
  fakeSupabase({})
  return signIn()
})

test('an owner who chose no one reads that no one can open the first hours, and how to choose', async () => {
  open({})
  expect(await screen.findByText('No one can open them yet.')).toBeVisible()
  expect(screen.getByText(/^To choose someone, name them first\./)).toBeVisible()
})

test('an owner whose only person deleted their account is told to name someone first', async () => {
  const left_at = '2026-11-20T10:00:00+00:00'
  open({ 'GET designations': json([designation({ id: 7, revoked_at: left_at, left_at })]) })
  expect(await screen.findByText(/^To choose someone, name them first\./)).toBeVisible()
})

test('an owner who named someone, but chose no one, is not told to name them first', async () => {
  open({ 'GET designations': json([designation({ id: 7 })]) })
  expect(await screen.findByText(/^To choose someone: once they’ve accepted your invitation/)).toBeVisible()
  cleanup()
  open({
    'GET designations': json([designation({ id: 7, accepted_at: '2026-11-20T10:00:00+00:00' })]),
    'GET profiles': json([]),
  })
  expect(await screen.findByText(/^To choose someone who has accepted your invitation/)).toBeVisible()
  expect(screen.queryByText(/name them first/)).toBeNull()
})

test('the card of the first hours asks an owner who chose one person for a second one', async () => {
  open({ 'POST rpc/my_first_hours': own({ circle: [member(1, 'Edith')] }) })
  expect(
    await screen.findByText(
      (_, at) => at?.tagName === 'P' && at.textContent === 'Edith can open Contacts and Home & Pets.',
    ),
  ).toBeVisible()
  expect(screen.getByText(/^Only one person can open your first hours\./)).toBeVisible()
})

test('the card of the first hours says who has died, and does not count on them', async () => {
  open({
    'POST rpc/my_first_hours': own({
      circle: [member(1, 'Edith'), member(2, 'Tom')],
      untold: ['Edith', 'Tom'],
    }),
    'GET designations': (call) =>
      json(
        call.url.searchParams.has('owner_id', `eq.${anna.id}`)
          ? [{ id: 1, beneficiary_user_id: 'edith' }]
          : [{ owner_id: 'edith', accepted_at: '2026-11-01T10:00:00Z', revoked_at: null }],
      )(call),
    'GET profiles': json([
      { user_id: 'edith', death_review: 'approved', release_at: '2026-11-10T10:00:00Z' },
    ]),
  })
  const line = (words: string) =>
    screen.findByText((_, at) => at?.tagName === 'P' && at.textContent === words)
  expect(await line('Edith has died.')).toBeVisible()
  expect(await line('Tom can open Contacts and Home & Pets.')).toBeVisible()
  expect(screen.getByText('Our emails don’t reach Tom. Please call.')).toBeVisible()
  expect(screen.getByText(/^Only one person can open your first hours\./)).toBeVisible()
})

test('the card of the first hours says whom our email does not reach', async () => {
  open({ 'POST rpc/my_first_hours': own({ circle: [member(1, 'Edith')], untold: ['Edith'] }) })
  expect(await screen.findByText('Our emails don’t reach Edith. Please call.')).toBeVisible()
})

test('the card of the first hours says of two people that they know of each other', async () => {
  open({ 'POST rpc/my_first_hours': own({ circle: [member(1, 'Edith'), member(2, 'Tom')] }) })
  expect(await screen.findByText(/^Tom and Edith know of each other/)).toBeVisible()
})

test('an owner chooses to be told a day before, and reads that it counts from now on', async () => {
  const { user, calls } = open({
    'POST rpc/my_first_hours': [
      own({ circle: [member(1, 'Edith')] }),
      own({ circle: [member(1, 'Edith')], notice_hours: 24 }),
    ],
    'POST rpc/set_opening_notice': json(null),
  })
  expect(await screen.findByRole('radio', { name: /^At once/ })).toBeChecked()
  expect(screen.getByRole('button', { name: 'Save' })).toBeDisabled()
  await user.click(screen.getByRole('radio', { name: /^24 hours/ }))
  expect(screen.getByText('This counts for what is opened from now on.')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(screen.getByRole('button', { name: 'Save' })).toBeDisabled())
  expect(screen.getByRole('radio', { name: /^24 hours/ })).toBeChecked()
  expect(screen.getByRole('radio', { name: /^24 hours/ })).toHaveFocus()
  expect(calls.find(({ route }) => route === 'POST rpc/set_opening_notice')?.body).toEqual({ hours: 24 })
})

test('a notice that could not be saved stays chosen, and the card says why', async () => {
  const { user } = open({
    'POST rpc/my_first_hours': own({ circle: [member(1, 'Edith')] }),
    'POST rpc/set_opening_notice': refusal('HW005'),
  })
  await user.click(await screen.findByRole('radio', { name: /^24 hours/ }))
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('This plan can no longer be changed.')).toBeVisible()
  expect(screen.getByRole('radio', { name: /^24 hours/ })).toBeChecked()
})

const until = '2027-02-03T10:00:00+00:00'
test.each([
  [{ wait_until: until }, `until ${formatDate(until)}.`],
  [{ waits_for_owner: true }, 'until you allow it.'],
])('an owner can allow a person whose opening was closed to open it again: %j', async (wait, words) => {
  const { user, calls } = open(
    {
      'POST rpc/my_first_hours': [
        own({ circle: [member(1, 'Edith', wait)] }),
        own({ circle: [member(1, 'Edith')] }),
      ],
      'POST rpc/allow_opening': json(null),
    },
    'open',
    UnderHeading,
  )
  expect(await screen.findByText((text) => text.endsWith(words))).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Allow Edith to open it again' }))
  await waitFor(() => expect(screen.queryByText(/^What Edith opened was closed/)).toBeNull())
  expect(calls.find(({ route }) => route === 'POST rpc/allow_opening')?.body).toEqual({ designation_id: 1 })
  // The button is gone.
  await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveFocus())
})

test('in a frozen plan the card of the first hours can be read, and nothing changed', async () => {
  open(
    { 'POST rpc/my_first_hours': own({ circle: [member(1, 'Edith', { waits_for_owner: true })] }) },
    'frozen',
  )
  expect(await screen.findByText(/^What Edith opened was closed/)).toBeVisible()
  expect(screen.queryByRole('button')).toBeNull()
})

test('the card of the first hours says in a frozen plan who was chosen, and asks for nothing', async () => {
  open({ 'POST rpc/my_first_hours': own({ circle: [member(1, 'Edith')] }) }, 'frozen')
  expect(
    await screen.findByText(
      (_, at) => at?.tagName === 'P' && at.textContent === 'Edith could open Contacts and Home & Pets.',
    ),
  ).toBeVisible()
  expect(screen.getByText(/choose a second one/)).not.toBeVisible()
})
