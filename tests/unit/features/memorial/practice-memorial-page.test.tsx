import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { Component as PracticePage } from '@/features/memorial/practice-memorial-page'
import { formatDate } from '@/lib/dates'
import { paths, patterns } from '@/lib/paths'
import { fakeSupabase, json, type Routes, refusal, signIn } from '../../fake-supabase'
import { partsOpenTo } from '../../open-parts'
import { renderPage } from '../../render'

const id = '44444444-4444-4444-8444-444444444444'
const opened = {
  owner_name: 'Margaret Ellis',
  role: 'executor',
  completed_at: null as string | null,
  parts: partsOpenTo('executor'),
}

function open(given: Routes = {}, query = '') {
  const calls = fakeSupabase({
    'POST rpc/open_practice': json(opened),
    ...given,
  })
  const view = renderPage({
    page: PracticePage,
    pattern: patterns.practice,
    at: { pathname: paths.practice(id), search: query },
  })
  return { calls, ...view }
}

const tabs = async () =>
  within(await screen.findByRole('region', { name: 'Sample memorial' }))
    .getAllByRole('tab')
    .map(({ textContent }) => textContent)

beforeEach(() => {
  fakeSupabase({})
  return signIn()
})

test('the practice page announces itself, shows samples in the real tabs, and requests nothing of the plan', async () => {
  const { calls, user } = open()
  expect(
    await screen.findByText(/^This is only a practice run. Nothing has happened. Margaret Ellis would like/),
  ).toBeVisible()
  expect(await screen.findByText('Practice: everything here is a sample')).toBeVisible()
  // As on the day.
  expect(await tabs()).toEqual([
    'What to do now',
    'Funeral',
    'Music',
    'Documents',
    'Messages',
    'Contacts',
    'Accounts',
    'Home & Pets',
    'Death Certificate',
  ])
  expect(screen.getByRole('tab', { selected: true })).toHaveTextContent('Funeral')
  await user.click(screen.getByRole('tab', { name: 'What to do now' }))
  expect(await screen.findByText('Leave the rest alone for now')).toBeVisible()
  for (const box of screen.getAllByRole('checkbox')) expect(box).toBeDisabled()
  expect(screen.queryByRole('button', { name: /^I’m doing this/ })).toBeNull()
  await user.click(screen.getByRole('tab', { name: 'Death Certificate' }))
  await user.click(await screen.findByRole('button', { name: 'Margaret Ellis has died' }))
  expect(screen.getByText(/it stays on your device, and nothing is submitted/)).toBeVisible()
  expect(new Set(calls.map(({ route }) => route))).toEqual(new Set(['POST rpc/open_practice']))
})

test('the practice page lets a person try the submission, says what would happen, and sends nothing', async () => {
  const { calls, user } = open()
  await user.click(await screen.findByRole('tab', { name: 'Death Certificate' }))
  const submit = { name: 'Submit certificate' }
  await user.click(await screen.findByRole('button', { name: 'Margaret Ellis has died' }))
  expect(screen.getByRole('button', submit)).toBeDisabled()
  await user.upload(
    screen.getByLabelText('Death certificate'),
    new File(['%PDF-1.4'], 'any.pdf', { type: 'application/pdf' }),
  )
  await waitFor(() => expect(screen.getByRole('button', submit)).toBeEnabled())
  await user.click(screen.getByRole('button', submit))
  const question = within(await screen.findByRole('alertdialog'))
  expect(question.getByText(/^This is practice, so nothing is sent\./)).toBeVisible()
  await user.click(question.getByRole('button', submit))
  expect(await screen.findByText('That’s how it works. Nothing was sent.')).toBeVisible()
  expect(
    screen.getByText(/we’d email Margaret Ellis and everyone who has accepted their invitation/),
  ).toBeVisible()
  await waitFor(() => expect(screen.getByRole('button', submit)).toHaveFocus())
  expect(new Set(calls.map(({ route }) => route))).toEqual(new Set(['POST rpc/open_practice']))
})

test('the practice page closes when the person was revoked meanwhile and it comes back to the front', async () => {
  open({ 'POST rpc/open_practice': [json(opened), refusal('HW012')] })
  expect(
    await screen.findByText(/^This is only a practice run. Nothing has happened. Margaret Ellis would like/),
  ).toBeVisible()
  fireEvent(document, new Event('visibilitychange', { bubbles: true }))
  expect(await screen.findByText(/You don’t have permission to view this practice/)).toBeVisible()
  expect(screen.queryByText(/Margaret Ellis/)).toBeNull()
})

test('the practice page shows a beneficiary no accounts', async () => {
  open({
    'POST rpc/open_practice': json({ ...opened, role: 'beneficiary', parts: partsOpenTo('beneficiary') }),
  })
  expect(await tabs()).not.toContain('Accounts')
})

describe("“I'm done”", () => {
  test("the button “I'm done” on the practice page thanks the person and moves the focus to the thanks", async () => {
    const { user, calls } = open({
      'POST rpc/complete_practice': json(null),
      'POST rpc/open_practice': [
        json(opened),
        json({ ...opened, completed_at: '2026-11-21T10:00:00+00:00' }),
      ],
    })
    await user.click(await screen.findByRole('button', { name: 'I’m done' }))
    const thanks = await screen.findByText('Thank you')
    expect(thanks.closest('[role=status]')).toHaveFocus()
    expect(screen.getByText('Margaret Ellis can see that you’ve found your way around.')).toBeVisible()
    expect(screen.queryByRole('button', { name: 'I’m done' })).toBeNull()
    expect(calls.find(({ route }) => route.includes('complete'))?.body).toEqual({ practice_id: id })
  })

  test("the button “I'm done” on the practice page is replaced by the day on a later visit", async () => {
    const completed_at = '2026-11-20T10:00:00+00:00'
    open({ 'POST rpc/open_practice': json({ ...opened, completed_at }) })
    expect(await screen.findByText(`You finished on ${formatDate(completed_at)}`)).toBeVisible()
    expect(screen.queryByRole('button', { name: 'I’m done' })).toBeNull()
  })

  test("the button “I'm done” on the practice page shows an error when the result could not be saved", async () => {
    const { user } = open({ 'POST rpc/complete_practice': refusal('57014', 500) })
    await user.click(await screen.findByRole('button', { name: 'I’m done' }))
    expect(await screen.findByRole('alert')).toHaveTextContent('The server took too long to answer.')
    expect(screen.getByRole('button', { name: 'I’m done' })).toBeVisible()
  })

  test("the button “I'm done” on the practice page ends the practice for a person whose access was revoked meanwhile", async () => {
    const { user } = open({
      'POST rpc/open_practice': [json(opened), refusal('HW012')],
      'POST rpc/complete_practice': refusal('HW012'),
    })
    await user.click(await screen.findByRole('button', { name: 'I’m done' }))
    expect(await screen.findByText(/^Access Denied: You don’t have permission/)).toBeVisible()
  })
})

test.each([
  ['for another person or unknown', refusal('HW012')],
  ['not a valid id', refusal('22P02')],
])('the practice page denies access through a link that is %s', async (_what, answer) => {
  open({ 'POST rpc/open_practice': answer })
  expect(
    await screen.findByText(/^Access Denied: You don’t have permission to view this practice\./),
  ).toBeVisible()
  expect(screen.queryByRole('tab')).toBeNull()
})

test('the practice page offers a retry instead of denying access when it cannot be loaded', async () => {
  const { user } = open({ 'POST rpc/open_practice': [refusal('57014', 500), json(opened)] })
  expect(await screen.findByText('Unable to load the practice')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('button', { name: 'I’m done' })).toBeVisible()
})
