import { screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
// Imported up front: the screen imports it lazily when there is a notice.
import '@/features/release/notice-strip'
import { ReleaseNotices } from '@/features/release/release-notices'
import { paths, patterns } from '@/lib/paths'
import { Page } from '@/ui/base/page'
import { formatDateTime } from '../../dates-as-read'
import { anna, fakeSupabase, json, refusal, signIn } from '../../fake-supabase'
import { renderPage } from '../../render'

const ownerId = '22222222-2222-4222-8222-222222222222'
const nextYear = `${new Date().getFullYear() + 1}-11-28T10:00:00+00:00`
const past = '2025-11-05T10:00:00+00:00'

const notice = (change: Record<string, unknown>) => ({
  event_id: 7,
  owner_id: ownerId,
  owner_name: 'Margaret Ellis',
  action: 'certificate_submitted',
  happened_at: past,
  release_at: null,
  ...change,
})

function open(notices: unknown[], at?: string, pattern: string = patterns.memorial) {
  fakeSupabase({ 'POST rpc/release_notices': json(notices) })
  return renderPage({
    page: () => (
      <>
        <ReleaseNotices />
        <Page title="Invitations" />
      </>
    ),
    pattern: at ? pattern : patterns.invites,
    at: at ?? patterns.invites,
  })
}

beforeEach(() => {
  fakeSupabase({})
  return signIn()
})

test.each([
  ['certificate_submitted', null, 'A death certificate was submitted for Margaret Ellis', /is checking it/],
  [
    'decision_taken_back',
    null,
    'The death certificate for Margaret Ellis is being checked again',
    /taken back/,
  ],
  ['certificate_approved', nextYear, 'Margaret Ellis’s death has been verified', formatDateTime(nextYear)],
])(
  'a release notice in progress has a link to the memorial: %s',
  async (action, release_at, title, words) => {
    const { user } = open([notice({ action, release_at })])
    expect(await screen.findByText(title)).toBeVisible()
    expect(screen.getByRole('status')).toHaveTextContent(words)
    expect(screen.queryByRole('alert')).toBeNull()
    expect(screen.getByRole('button', { name: `Hide this: ${title}` })).toBeVisible()
    await user.click(screen.getByRole('link', { name: 'Go to the plan' }))
    expect(await screen.findByText(`Now at ${paths.memorial(ownerId)}`)).toBeVisible()
  },
)

test.each([
  ['certificate_approved', past, 'Margaret Ellis’s plan is open'],
  ['plan_released', past, 'Margaret Ellis’s plan is open'],
  ['certificate_rejected', null, 'The death certificate for Margaret Ellis wasn’t accepted'],
  ['release_stopped', null, 'Margaret Ellis is alive and stopped the release'],
])(
  'a release notice about something finished can be hidden for good in this browser: %s',
  async (action, release_at, title) => {
    const { user, unmount } = open([notice({ action, release_at })])
    await user.click(await screen.findByRole('button', { name: `Hide this: ${title}` }))
    expect(screen.queryByText(title)).toBeNull()
    expect(screen.getByRole('heading', { level: 1 })).toHaveFocus()
    unmount()
    open([notice({ action, release_at }), notice({ event_id: 8, owner_name: 'Tom Reed' })])
    expect(await screen.findByText('A death certificate was submitted for Tom Reed')).toBeVisible()
    expect(screen.queryByText(title)).toBeNull()
  },
)

test('a hidden release notice comes back when something new happens to the same plan', async () => {
  const { user, unmount } = open([notice({})])
  await user.click(await screen.findByRole('button', { name: /^Hide this: A death certificate/ }))
  unmount()
  open([notice({ event_id: 9, action: 'certificate_approved', release_at: nextYear })])
  expect(await screen.findByText('Margaret Ellis’s death has been verified')).toBeVisible()
})

test('a release notice can be hidden where the browser keeps nothing', async () => {
  const { user } = open([notice({})])
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('blocked', 'SecurityError')
  })
  await user.click(await screen.findByRole('button', { name: /^Hide this/ }))
  expect(screen.queryByText(/Margaret Ellis/)).toBeNull()
  vi.restoreAllMocks()
})

test('several release notices are one line that opens a list, and each can be put away', async () => {
  const { user } = open([
    notice({}),
    notice({ event_id: 8, owner_id: anna.id, owner_name: 'Tom Reed', action: 'release_stopped' }),
  ])
  const line = await screen.findByText('2 updates about people who have named you')
  expect(line.closest('details')).not.toHaveAttribute('open')
  await user.click(line)
  await user.click(
    screen.getByRole('button', { name: 'Hide this: A death certificate was submitted for Margaret Ellis' }),
  )
  expect(screen.queryByText(/^2 updates/)).toBeNull()
  expect(screen.getByText('Tom Reed is alive and stopped the release')).toBeVisible()
})

test('a release notice hidden by one person is still shown to another in the same browser', async () => {
  localStorage.setItem('heartwood.notices-put-away.someone-else', '[7]')
  localStorage.setItem(`heartwood.notices-put-away.${anna.id}`, 'not a list')
  open([notice({ action: 'release_stopped' })])
  expect(await screen.findByText('Margaret Ellis is alive and stopped the release')).toBeVisible()
})

test.each([
  [paths.memorial(ownerId), patterns.memorial],
  [paths.memorialService(ownerId), patterns.memorialService],
  [paths.memorialLetter(ownerId, 'insurance_policies:p1'), patterns.memorialLetter],
])('release notices leave out the plan whose page is open, but show another one: %s', async (at, pattern) => {
  open([notice({}), notice({ event_id: 8, owner_id: anna.id, owner_name: 'Tom Reed' })], at, pattern)
  expect(await screen.findByText('A death certificate was submitted for Tom Reed')).toBeVisible()
  expect(screen.queryByText(/Margaret/)).toBeNull()
})

test.each([
  ['release_stopped', /stopped the release$/, true],
  ['certificate_rejected', /wasn’t accepted$/, true],
  // The memorial says these by itself.
  ['certificate_needs_another', /^We need another photo/, false],
  ['decision_taken_back', /is being checked again$/, false],
])('what the pages of a plan don’t say is told there, too: %s', async (action, title, isOnMemorial) => {
  const { unmount } = open([notice({ action })], paths.memorialService(ownerId), patterns.memorialService)
  expect(await screen.findByText(title)).toBeVisible()
  expect(screen.getByRole('link', { name: 'Go to the plan' })).toBeVisible()
  unmount()
  open(
    [notice({ action }), notice({ event_id: 8, owner_id: anna.id, owner_name: 'Tom Reed' })],
    paths.memorial(ownerId),
  )
  await screen.findByText(isOnMemorial ? '2 updates about people who have named you' : /for Tom Reed$/)
  expect(screen.queryAllByText(title)).toHaveLength(isOnMemorial ? 1 : 0)
})

test('release notices describe an owner without a name, and are absent when they cannot be loaded', async () => {
  const { unmount } = open([notice({ owner_name: null })])
  expect(await screen.findByText('A death certificate was submitted for someone who named you')).toBeVisible()
  unmount()
  fakeSupabase({ 'POST rpc/release_notices': refusal('42501', 403) })
  renderPage({ page: ReleaseNotices, pattern: patterns.dashboard })
  expect(screen.queryByRole('status')).toBeNull()
})
