import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { Component as MemorialPage } from '@/features/memorial/memorial-page'
import { patterns } from '@/lib/paths'
import { circle } from '../../circle'
import { expectOnlyTheCertificate } from '../../closed-memorial'
import { formatDateTime } from '../../dates-as-read'
import { designation } from '../../designation'
import { fakeSupabase, json, type Routes, refusal, signIn } from '../../fake-supabase'
import { fullNotes, healthPaper } from '../../parts/health/rows'
import { renderPage } from '../../render'

const ownerId = '22222222-2222-4222-8222-222222222222'
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()
const ends = inDays(13)
const closed = {
  role: 'executor',
  can_view: false,
  can_view_finances: false,
  parts: [] as string[],
  open_early_until: null as string | null,
  certificate_submitted_at: null,
}
const open = { ...closed, parts: ['contacts', 'home'], open_early_until: ends }
const afterDeath = { ...open, parts: ['contacts', 'funeral', 'home'] }
const owner = {
  user_id: ownerId,
  full_name: 'Margaret Ellis',
  visibility_hold: true,
  is_deceased: false,
  death_review: 'none',
  death_certificate_path: null,
  release_at: null,
  release_wait_days: 0,
}
const ending = inDays(3)
const opened = {
  ...circle,
  reason: 'ill',
  opened_by_name: 'Tom',
  opened_at: inDays(-1),
  opens_at: inDays(-1),
  ends_at: ends,
}
const contact = {
  id: 'c1',
  name: 'Ruth',
  email: null,
  phone: '555 0100',
  relation: 'Sister',
  created_at: ends,
}

function show(given: Routes) {
  const calls = fakeSupabase({
    'POST rpc/memorial_access': json(open),
    'POST rpc/first_hours_of': json(opened),
    'POST rpc/record_view': json(null),
    'POST rpc/my_certificate_wait': json(null),
    'GET profiles': json(owner),
    'GET designations': json([]),
    'GET funeral_plan': json([]),
    'GET estate_documents': json([]),
    'GET video_messages': json([]),
    'GET contacts': json([contact]),
    'GET financial_accounts': json([]),
    'GET insurance_policies': json([]),
    'GET home_items': json([]),
    'GET portraits': json([]),
    ...given,
  })
  return {
    calls,
    ...renderPage({ page: MemorialPage, pattern: patterns.memorial, at: `/memorial/${ownerId}` }),
  }
}
const tabs = async () => (await screen.findAllByRole('tab')).map(({ textContent }) => textContent)
const pressing = { name: 'If something has happened to Margaret Ellis' }

beforeEach(() => {
  fakeSupabase({})
  return signIn()
})

test('a person of the circle finds the way to open the first hours on the memorial that is closed', async () => {
  show({ 'POST rpc/memorial_access': json(closed), 'POST rpc/first_hours_of': json(circle) })
  expect(await screen.findByRole('link', pressing)).toHaveAttribute(
    'href',
    `/memorial/${ownerId}/first-hours`,
  )
  expect(screen.getByRole('heading', { level: 1, name: 'Margaret Ellis’s plan' })).toBeVisible()
})

test('a person who was not chosen is offered no way to open anything', async () => {
  show({ 'POST rpc/memorial_access': json(closed), 'POST rpc/first_hours_of': json(null) })
  await expectOnlyTheCertificate()
  expect(screen.queryByRole('link', pressing)).toBeNull()
})

test('a person of the circle reads whom of the others our email does not reach', async () => {
  show({ 'POST rpc/first_hours_of': json({ ...opened, untold: ['Edith'] }) })
  expect(await screen.findByText('Our emails don’t reach Edith. Please call.')).toBeVisible()
})

test('a person who reads in an illness is told of a death that was announced, without a name', async () => {
  const died_opens_at = inDays(1)
  show({ 'POST rpc/first_hours_of': json({ ...opened, died_opens_at }) })
  expect(
    await screen.findByText(
      `Someone has said that Margaret Ellis has died. What was chosen for that opens on ${formatDateTime(died_opens_at)}, unless Margaret Ellis says no.`,
    ),
  ).toBeVisible()
})

test('what is announced says when it opens, on a memorial that is still closed', async () => {
  const opens_at = inDays(1)
  show({
    'POST rpc/memorial_access': json(closed),
    'POST rpc/first_hours_of': json({ ...opened, opens_at }),
  })
  expect(await screen.findByText('Tom asked to open the first hours of Margaret Ellis’s plan')).toBeVisible()
  expect(
    screen.getByText(`They open on ${formatDateTime(opens_at)}, unless Margaret Ellis says no.`),
  ).toBeVisible()
  expect(screen.queryByText(/plan is private/)).toBeNull()
  await expectOnlyTheCertificate()
})

test('during an illness a person reads who to call first, then the home, no funeral, and until when', async () => {
  const { user } = show({})
  expect(await screen.findByRole('heading', { level: 1, name: 'Margaret Ellis’s first hours' })).toBeVisible()
  expect(await tabs()).toEqual(['Contacts', 'Home & Pets', 'Death Certificate'])
  expect(await screen.findByText('Ruth')).toBeVisible()
  expect(screen.getByText(`Open until ${formatDateTime(ends)}`)).toBeVisible()
  expect(screen.getByText(/^Tom opened the first hours of Margaret Ellis’s plan on/)).toBeVisible()
  expect(screen.queryByText(/^You can’t see .* plan yet/)).toBeNull()
  expect(screen.queryByRole('link', { name: 'Print the plan' })).toBeNull()
  expect(screen.getByRole('link', { name: 'If Margaret Ellis has died' })).toBeVisible()
  expect(screen.getByText('Open in the first hours')).toBeVisible()
  // Below other tabs, the head says only until when.
  expect(screen.getByRole('link', { name: 'Access history' })).toBeVisible()
  await user.click(screen.getByRole('tab', { name: 'Home & Pets' }))
  expect(screen.queryByRole('link', { name: 'Access history' }), 'alone under a folded head').toBeNull()
  expect(screen.getByText(`Open until ${formatDateTime(ends)}`)).toBeVisible()
  expect(screen.queryByText(/^Tom opened the first hours|^Open in the first hours$/)).toBeNull()
})

test.each([
  ['who opened them is "you"', ['Edith', 'Tom'], 'You'],
  ['another of the same name is in the circle', ['Tom', 'Tom'], 'Tom'],
])('a person reads who opened the first hours, when %s', async (_, members, who) => {
  const me = designation({ owner_id: ownerId, person_name: 'Tom', accepted_at: inDays(-9) })
  show({ 'GET designations': json([me]), 'POST rpc/first_hours_of': json({ ...opened, members }) })
  expect(
    await screen.findByText(new RegExp(`^${who} opened the first hours of Margaret Ellis’s plan on`)),
  ).toBeVisible()
})

test('after a death the funeral is open too, with what to do now, before any certificate', async () => {
  show({
    'POST rpc/memorial_access': json(afterDeath),
    'POST rpc/first_hours_of': json({ ...opened, reason: 'died' }),
    'GET step_marks': json([]),
  })
  await waitFor(async () =>
    expect(await tabs()).toEqual([
      'What to do now',
      'Contacts',
      'Home & Pets',
      'Funeral',
      'Music',
      'Death Certificate',
    ]),
  )
  expect(await screen.findByText(/^0 of \d+ steps done$/)).toBeVisible()
  expect(Object.keys(localStorage).filter((key) => key.includes('steps'))).toEqual([])
  expect(screen.queryByRole('link', { name: /^If / })).toBeNull()
})

test('a person of the circle keeps it open for 14 days more', async () => {
  const later = inDays(27)
  const { user, calls } = show({
    'POST rpc/first_hours_of': [json({ ...opened, ends_at: ending }), json({ ...opened, ends_at: later })],
    'POST rpc/prolong_first_hours': json(later),
  })
  await user.click(await screen.findByRole('button', { name: 'Keep it open 14 days more' }))
  expect(await screen.findByText(`Open until ${formatDateTime(later)}`)).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Keep it open 14 days more' })).toBeNull()
  expect(calls.filter(({ route }) => route === 'POST rpc/prolong_first_hours')).toHaveLength(1)
  // The button is gone, and the focus is where it says until when.
  await waitFor(() => expect(document.activeElement).toHaveTextContent(/^Open until /))
})

test('what could not be kept open longer says so', async () => {
  const { user } = show({
    'POST rpc/first_hours_of': json({ ...opened, ends_at: ending }),
    'POST rpc/prolong_first_hours': refusal('HW091'),
  })
  await user.click(await screen.findByRole('button', { name: 'Keep it open 14 days more' }))
  expect(await screen.findByText('It couldn’t be kept open longer')).toBeVisible()
})

test('once the owner closes it, an open page shows nothing of it any more', async () => {
  show({
    'POST rpc/memorial_access': [json(open), json(closed)],
    'POST rpc/first_hours_of': [json(opened), json(circle)],
  })
  expect(await screen.findByText('Ruth')).toBeVisible()
  document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
  await waitFor(() => expect(screen.queryByText('Ruth')).toBeNull())
  await expectOnlyTheCertificate()
})

test('in the first days no one is asked to keep it open longer', async () => {
  show({})
  expect(await screen.findByText(`Open until ${formatDateTime(ends)}`)).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Keep it open 14 days more' })).toBeNull()
})

test('a person to whom the reason opens nothing is told so, and not that all is calm', async () => {
  show({ 'POST rpc/memorial_access': json(closed) })
  expect(await screen.findByText(/Nothing opens to you for the reason given/)).toBeVisible()
  expect(screen.getByRole('heading', { level: 1, name: 'Margaret Ellis’s plan' })).toBeVisible()
  expect(screen.queryByText(/plan is private/)).toBeNull()
  await expectOnlyTheCertificate()
})

test.each([
  ['pending', 'Someone on our team is checking a death certificate', 1],
  ['approved', /^This memorial opens on/, 0],
])('while a certificate is %s, what is open early says so as well', async (death_review, words, rest) => {
  show({ 'GET profiles': json({ ...owner, death_review, release_at: inDays(2), release_wait_days: 3 }) })
  expect(await screen.findByText(`Open until ${formatDateTime(ends)}`)).toBeVisible()
  expect(screen.getByText(words)).toBeVisible()
  expect(screen.queryAllByText(/The rest opens only after a death certificate is verified/)).toHaveLength(
    rest,
  )
})

test('once the plan itself is open, nothing says any more that the rest opens later', async () => {
  show({
    'POST rpc/memorial_access': [json(open), json({ ...open, can_view: true, can_view_finances: true })],
  })
  expect(await screen.findByText(`Open until ${formatDateTime(ends)}`)).toBeVisible()
  document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
  expect(await screen.findByRole('heading', { level: 1, name: 'Margaret Ellis’s plan' })).toBeVisible()
  expect(screen.queryByText(`Open until ${formatDateTime(ends)}`)).toBeNull()
  expect(screen.queryByText(/The rest opens only after/)).toBeNull()
})

const atTheBedside: Routes = {
  'POST rpc/memorial_access': json({ ...open, parts: ['contacts', 'home', 'health'] }),
  'GET health_notes': json([fullNotes]),
  'GET health_papers': json([healthPaper('health_proxy')]),
}

test('at the bedside health comes before who to call, with the signed papers above the notes', async () => {
  show(atTheBedside)
  expect(await tabs()).toEqual(['Health & Care', 'Contacts', 'Home & Pets', 'Death Certificate'])
  expect(screen.getByRole('tab', { selected: true })).toHaveTextContent('Health & Care')
  const [papers, notes] = [
    await screen.findByText('Hospital staff act on signed papers.'),
    await screen.findByText('Penicillin'),
  ]
  expect(papers.compareDocumentPosition(notes)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  expect(screen.getByText('Decides for Margaret Ellis:')).toBeVisible()
  expect(Object.keys(localStorage).filter((key) => key.includes('steps'))).toEqual([])
})

test('a person for whom health was not chosen finds nothing about it in the first hours, and nothing of it stays in the cache', async () => {
  const { queryClient } = show({
    'GET health_notes': json([fullNotes]),
    'GET health_papers': json([healthPaper('health_proxy')]),
  })
  expect(await screen.findByText('Ruth')).toBeVisible()
  expect(screen.queryByText(/health|signed papers|Penicillin/i)).toBeNull()
  for (const table of ['health_notes', 'health_papers'])
    expect(queryClient.getQueryData([table, ownerId])).toBeUndefined()
})

test('after a death the first step is to tell the doctors what was decided, where health was chosen', async () => {
  show({
    ...atTheBedside,
    'POST rpc/memorial_access': json({ ...afterDeath, parts: [...afterDeath.parts, 'health'] }),
    'POST rpc/first_hours_of': json({ ...opened, reason: 'died' }),
    'GET step_marks': json([]),
  })
  expect(await screen.findByText(/^0 of \d+ steps done$/)).toBeVisible()
  expect(screen.getAllByRole('checkbox')[0]).toHaveAccessibleName(
    'Tell the doctors what Margaret Ellis decided',
  )
  expect((await tabs()).slice(0, 2)).toEqual(['What to do now', 'Health & Care'])
})
