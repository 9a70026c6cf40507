import { screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { Component as OpenFirstHoursPage } from '@/features/memorial/open-first-hours-page'
import { formatDate } from '@/lib/dates'
import { patterns } from '@/lib/paths'
import { circle } from '../../circle'
import { formatDateTime } from '../../dates-as-read'
import { fakeSupabase, json, offline, type Routes, refusal, signIn } from '../../fake-supabase'
import { renderPage } from '../../render'

const ownerId = '22222222-2222-4222-8222-222222222222'
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()
const owner = { user_id: ownerId, full_name: 'Margaret Ellis', death_review: 'none', release_at: null }
const opened = {
  ...circle,
  reason: 'ill',
  opened_by_name: 'Tom',
  opened_at: inDays(-1),
  opens_at: inDays(-1),
  ends_at: inDays(13),
}

function open(given: Routes = {}) {
  const calls = fakeSupabase({
    'GET profiles': json(owner),
    'POST rpc/first_hours_of': json(circle),
    'GET designations': json([]),
    ...given,
  })
  const view = renderPage({
    page: OpenFirstHoursPage,
    pattern: patterns.openFirstHours,
    at: `/memorial/${ownerId}/first-hours`,
  })
  return { calls, ...view }
}
const presses = (calls: ReturnType<typeof fakeSupabase>) =>
  calls.filter(({ route }) => route === 'POST rpc/open_first_hours').map(({ body }) => body)

beforeEach(() => {
  fakeSupabase({})
  return signIn()
})

test('before the press, a person reads whom our email will not reach', async () => {
  const { user } = open({ 'POST rpc/first_hours_of': json({ ...circle, untold: ['Tom'] }) })
  await user.click(await screen.findByRole('radio', { name: /can’t speak/ }))
  expect(screen.getByText('Our emails don’t reach Tom. Please call.')).toBeVisible()
})

test('before the press, a person reads what opens to them, when, who is told, and that it is kept', async () => {
  const { user, calls } = open({ 'POST rpc/open_first_hours': json(inDays(0)) })
  expect(
    await screen.findByRole('heading', { name: 'If something has happened to Margaret Ellis' }),
  ).toBeVisible()
  expect(
    await screen.findByText('Not being able to reach Margaret Ellis isn’t a reason. Call first.'),
  ).toBeVisible()
  expect(screen.queryByText(/^You’ll see/)).toBeNull()
  await user.click(screen.getByRole('radio', { name: /^Margaret Ellis can’t speak/ }))
  expect(screen.getByText('You’ll see: Contacts and Home & Pets.')).toBeVisible()
  expect(screen.getByText('At once, for 14 days.')).toBeVisible()
  expect(screen.getByText(/everyone chosen for this \(Edith and Tom\) will be told now/)).toBeVisible()
  await user.click(screen.getByRole('radio', { name: /^Margaret Ellis has died/ }))
  expect(screen.getByText('You’ll see: Contacts, Home & Pets, and Funeral Plan & Music.')).toBeVisible()
  expect(screen.getByText(/^Everyone chosen for this \(Edith and Tom\) will be told now/)).toBeVisible()
  expect(
    screen.getByText(
      'In case this is a mistake, we’ll email Margaret Ellis’s own address too, with your name. No one else will be told.',
    ),
  ).toBeVisible()
  expect(presses(calls)).toEqual([])
  await user.click(screen.getByRole('button', { name: 'Open the first hours' }))
  expect(await screen.findByText(`Now at /memorial/${ownerId}`)).toBeVisible()
  expect(presses(calls)).toEqual([{ owner_id: ownerId, reason: 'died' }])
})

test('once the death is verified, no one is asked what has happened, or waits for the owner to say no', async () => {
  const { user, calls } = open({
    'GET profiles': json({ ...owner, death_review: 'approved', is_deceased: true }),
    'POST rpc/first_hours_of': json({ ...circle, notice_hours: 24 }),
    'POST rpc/open_first_hours': json(inDays(1)),
  })
  expect(await screen.findByRole('heading', { name: 'What can’t wait until the plan opens' })).toBeVisible()
  expect(await screen.findByText('24 hours from now; then for 14 days.')).toBeVisible()
  expect(
    screen.getByText(/^In case this is a mistake, we’ll email Margaret Ellis’s own address too/),
  ).toBeVisible()
  expect(screen.queryByRole('radio')).toBeNull()
  expect(screen.queryByText(/can’t speak|says no/)).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Open the first hours' }))
  expect(await screen.findByText(`Now at /memorial/${ownerId}`)).toBeVisible()
  expect(presses(calls)).toEqual([{ owner_id: ownerId, reason: 'died' }])
})

test('a person who alone was chosen reads that no one but the owner is told', async () => {
  const [me] = circle.members
  const { user } = open({ 'POST rpc/first_hours_of': json({ ...circle, members: [me] }) })
  await user.click(await screen.findByRole('radio', { name: /can’t speak/ }))
  expect(screen.getByText('Margaret Ellis will be told now, with your name. No one else will.')).toBeVisible()
  await user.click(screen.getByRole('radio', { name: /has died/ }))
  expect(screen.getByText('No one else was chosen for this.')).toBeVisible()
  expect(
    screen.getByText(/^In case this is a mistake, we’ll email Margaret Ellis’s own address, with your name/),
  ).toBeVisible()
})

test('without a reason nothing is opened, and the form says so', async () => {
  const { user, calls } = open()
  await user.click(await screen.findByRole('button', { name: 'Open the first hours' }))
  expect(await screen.findByText('Please choose what has happened.')).toBeVisible()
  expect(presses(calls)).toEqual([])
})

test('where the owner wants to be told a day before, the form says when it opens', async () => {
  const { user } = open({ 'POST rpc/first_hours_of': json({ ...circle, notice_hours: 24 }) })
  await user.click(await screen.findByRole('radio', { name: /can’t speak/ }))
  expect(
    screen.getByText('24 hours from now, unless Margaret Ellis says no; then for 14 days.'),
  ).toBeVisible()
})

test('a person to whom a reason opens nothing is told so before they press', async () => {
  const { user } = open({ 'POST rpc/first_hours_of': json({ ...circle, parts_if_ill: null }) })
  await user.click(await screen.findByRole('radio', { name: /can’t speak/ }))
  expect(screen.getByText(/^Nothing opens to you for this reason, but others may read/)).toBeVisible()
})

test.each([
  ['had no connection', offline],
  ['was refused', refusal('HW072')],
])('a press that %s keeps the choice, and can be tried again', async (_, failure) => {
  const { user, calls } = open({ 'POST rpc/open_first_hours': [failure, json(inDays(0))] })
  await user.click(await screen.findByRole('radio', { name: /has died/ }))
  await user.click(screen.getByRole('button', { name: 'Open the first hours' }))
  expect(await screen.findByText('It isn’t open yet')).toBeVisible()
  expect(screen.getByRole('radio', { name: /has died/ })).toBeChecked()
  await user.click(screen.getByRole('button', { name: 'Open the first hours' }))
  expect(await screen.findByText(`Now at /memorial/${ownerId}`)).toBeVisible()
  expect(presses(calls)).toHaveLength(2)
})

test('a person who was not chosen sees what anyone sees who may not open a memorial', async () => {
  open({ 'POST rpc/first_hours_of': json(null) })
  expect(await screen.findByText(/You don’t have permission to view this memorial/)).toBeVisible()
  expect(screen.getByText(/A plan opens once a death certificate is verified/)).toBeVisible()
  expect(screen.queryByText(/Margaret Ellis/)).toBeNull()
})

test('what is open for an illness can be opened further after a death, by that reason alone', async () => {
  open({ 'POST rpc/first_hours_of': json(opened) })
  expect(await screen.findByText('Tom opened the first hours')).toBeVisible()
  expect(screen.getByText(`Until ${formatDateTime(opened.ends_at)}.`)).toBeVisible()
  expect(screen.getAllByRole('radio')).toHaveLength(1)
  expect(screen.getByRole('radio', { name: /has died/ })).toBeVisible()
})

test('what is announced says from when it is open', async () => {
  const opens_at = inDays(1)
  open({ 'POST rpc/first_hours_of': json({ ...opened, reason: 'died', opens_at }) })
  expect(
    await screen.findByText(`Tom asked to open the first hours: from ${formatDateTime(opens_at)}`),
  ).toBeVisible()
  expect(screen.queryByRole('radio')).toBeNull()
})

const sixDays = inDays(6)
test.each([
  [{ wait_until: sixDays }, `You can open it again from ${formatDate(sixDays)} on.`],
  [{ waits_for_owner: true }, 'You can open it again once Margaret Ellis allows it.'],
])('a person whose opening was closed reads how long they wait: %j', async (wait, words) => {
  open({ 'POST rpc/first_hours_of': json({ ...circle, ...wait }) })
  expect(await screen.findByText('You can’t open it now')).toBeVisible()
  expect(screen.getByText((text) => text.includes(words))).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Open the first hours' })).toBeNull()
})
