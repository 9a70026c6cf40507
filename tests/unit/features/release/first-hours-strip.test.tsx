import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { FirstHoursStrip } from '@/features/release/first-hours-strip'
import { formatDateTime } from '../../dates-as-read'
import { fakeSupabase, held, json, noFirstHours, type Routes, refusal, signIn } from '../../fake-supabase'
import { renderPage } from '../../render'

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()
const opened = {
  ...noFirstHours,
  reason: 'ill',
  opened_by_name: 'Edith',
  opens_at: inDays(-1),
  ends_at: inDays(13),
}
const closed = { ...noFirstHours, closed_reason: 'ill', closed_by_names: ['Edith'] }

const OverHeading = () => (
  <>
    <FirstHoursStrip />
    <h1 tabIndex={-1}>Contacts</h1>
  </>
)

function open(given: Routes, page = FirstHoursStrip) {
  const calls = fakeSupabase(given)
  return { calls, ...renderPage({ page, pattern: '/' }) }
}
const sent = (calls: ReturnType<typeof fakeSupabase>, route: string) =>
  calls.filter((call) => call.route === route).map(({ body }) => body)

beforeEach(() => {
  fakeSupabase({})
  return signIn()
})

test('an owner whose first hours are open reads who opened them, why, and until when', async () => {
  open({ 'POST rpc/my_first_hours': json(opened) })
  const alert = await screen.findByRole('alert')
  expect(alert).toHaveTextContent('Edith opened your first hours')
  expect(alert).toHaveTextContent('Edith said that you can’t speak for yourself.')
  expect(alert).toHaveTextContent(`until ${formatDateTime(opened.ends_at)}`)
})

test('an owner whose first hours are announced can say no before they open', async () => {
  const announced = { ...opened, reason: 'died', opens_at: inDays(1) }
  const { user, calls } = open({
    'POST rpc/my_first_hours': [json(announced), json(closed)],
    'POST rpc/close_first_hours': json(null),
  })
  expect(await screen.findByText('Edith wants to open your first hours')).toBeVisible()
  expect(screen.getByRole('alert')).toHaveTextContent(
    `Edith said that you have died. They open on ${formatDateTime(announced.opens_at)}, unless you say no.`,
  )
  await user.click(screen.getByRole('button', { name: 'Say no' }))
  expect(await screen.findByText('It’s closed. Was it right to open it?')).toBeVisible()
  expect(sent(calls, 'POST rpc/close_first_hours')).toHaveLength(1)
})

test('a death announced while an illness is open is named beside it, by whom and from when', async () => {
  const died_opens_at = inDays(1)
  open({ 'POST rpc/my_first_hours': json({ ...opened, died_by_name: 'Tom', died_opens_at }) })
  const alert = await screen.findByRole('alert')
  expect(alert).toHaveTextContent('Edith said that you can’t speak for yourself.')
  expect(alert).toHaveTextContent(
    `Tom said that you have died. What you chose for that opens on ${formatDateTime(died_opens_at)}, unless you say no.`,
  )
})

test('a death alone is named once', async () => {
  const death = {
    ...opened,
    reason: 'died',
    opens_at: inDays(1),
    died_by_name: 'Edith',
    died_opens_at: inDays(1),
  }
  open({ 'POST rpc/my_first_hours': json(death) })
  expect((await screen.findByRole('alert')).textContent?.match(/have died/g)).toHaveLength(1)
})

test('an owner whose first hours are open reads whom our email does not reach', async () => {
  open({ 'POST rpc/my_first_hours': json({ ...opened, untold: ['Bob Hale', 'Ann'] }) })
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'Our emails don’t reach Bob Hale and Ann. Please call.',
  )
})

test('one press closes the first hours, and then asks once whether it was right to open them', async () => {
  const { user, calls } = open(
    {
      'POST rpc/my_first_hours': [json(opened), json(closed), json(noFirstHours)],
      'POST rpc/close_first_hours': json(null),
      'POST rpc/answer_opening': json(null),
    },
    OverHeading,
  )
  await user.click(await screen.findByRole('button', { name: 'Close it now' }))
  expect(await screen.findByText(/They may have copied what they read\./)).toBeVisible()
  expect(screen.getByRole('status')).toHaveFocus()
  await user.click(screen.getByRole('button', { name: 'Yes, leave my choices' }))
  await waitFor(() => expect(screen.queryByRole('status')).toBeNull())
  expect(sent(calls, 'POST rpc/answer_opening')).toEqual([{ was_right: true }])
  await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveFocus())
})

test('a question that was asked before the page was opened leaves the focus where it is', async () => {
  open({ 'POST rpc/my_first_hours': json(closed) })
  expect(await screen.findByRole('status')).not.toHaveFocus()
})

test('an owner for whom it was not right takes the person off', async () => {
  const { user, calls } = open({
    'POST rpc/my_first_hours': [json(closed), json(noFirstHours)],
    'POST rpc/answer_opening': json(null),
  })
  await user.click(await screen.findByRole('button', { name: 'No, take Edith off' }))
  await waitFor(() => expect(screen.queryByRole('status')).toBeNull())
  expect(sent(calls, 'POST rpc/answer_opening')).toEqual([{ was_right: false }])
})

test('an owner for whom it was not right reads the names of all whom the answer takes off', async () => {
  open({ 'POST rpc/my_first_hours': json({ ...closed, closed_by_names: ['Edith', 'Tom'] }) })
  expect(await screen.findByRole('button', { name: 'No, take Edith and Tom off' })).toBeVisible()
  expect(screen.getByRole('status')).toHaveTextContent('Edith and Tom won’t be able to open it again.')
})

test('a double-click on "Close it now" closes once', async () => {
  const { answer, open: let_go } = held(json(null))
  const { user, calls } = open({
    'POST rpc/my_first_hours': [json(opened), json(closed)],
    'POST rpc/close_first_hours': answer,
  })
  await user.dblClick(await screen.findByRole('button', { name: 'Close it now' }))
  let_go()
  expect(await screen.findByText('It’s closed. Was it right to open it?')).toBeVisible()
  expect(sent(calls, 'POST rpc/close_first_hours')).toHaveLength(1)
})

test('an owner whose first hours could not be closed keeps the button', async () => {
  const { user } = open({
    'POST rpc/my_first_hours': json(opened),
    'POST rpc/close_first_hours': refusal('57014', 500),
  })
  await user.click(await screen.findByRole('button', { name: 'Close it now' }))
  await waitFor(() => expect(screen.getByRole('button', { name: 'Close it now' })).toBeEnabled(), {
    timeout: 8000,
  })
  expect(screen.getByRole('alert')).toHaveTextContent('Edith opened your first hours')
})

test('an owner whose first hours no one opened sees no strip', async () => {
  const { calls } = open({ 'POST rpc/my_first_hours': json(noFirstHours) })
  await waitFor(() => expect(calls.length).toBeGreaterThan(0))
  expect(screen.queryByRole('alert')).toBeNull()
  expect(screen.queryByRole('status')).toBeNull()
})

test('an owner is told when it could not be checked whether someone opened them, and can try again', async () => {
  const { user } = open({ 'POST rpc/my_first_hours': [refusal('42501', 403), json(opened)] })
  expect(await screen.findByText('We couldn’t check whether someone opened your first hours.')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('Edith opened your first hours')).toBeVisible()
})
