// The question about a new browser at the top of every screen, and what a new browser has to wait for.
import { act, screen, waitFor, within } from '@testing-library/react'
import type { ComponentType } from 'react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { Profile } from '@/data/account/profiles'
import { NewBrowsers } from '@/features/browsers/new-browsers'
import { Component as PeoplePage } from '@/features/people/people-page'
import { EmailCard } from '@/features/profile/email-card'
import { Component as ProfilePage } from '@/features/profile/profile-page'
import { VisibilityCard } from '@/features/profile/visibility-card'
import { WaitingPeriodCard } from '@/features/profile/waiting-period-card'
import { Component as WhoCanSeePage } from '@/features/profile/who-can-see-page'
import { DangerCard } from '@/features/settings/deletion/danger-card'
import { ExportCard } from '@/features/settings/export/export-card'
import { Component as SettingsPage } from '@/features/settings/settings-page'
import * as dates from '@/lib/dates'
import { patterns } from '@/lib/paths'
import { formatDateTime } from '../../dates-as-read'
import { anna, fakeSupabase, json, type Routes, refusal, signIn } from '../../fake-supabase'
import { renderPage } from '../../render'
import { profileOf } from '../profile/profile-of'
// Imported up front, so that the test does not wait for a lazy import.
import '@/features/browsers/new-browser-strip'

const list = 'POST rpc/my_new_browsers'
const signedInAt = '2026-11-24T03:00:00+00:00'
const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()
const other = (rest: object = {}) => ({
  id: '22222222-2222-4222-8222-222222222222',
  label: 'Chrome on Windows',
  signed_in_at: signedInAt,
  held_until: inHours(20),
  is_mine: false,
  ...rest,
})
const mine = (held_until = inHours(20)) => other({ id: anna.id, held_until, is_mine: true })

beforeEach(() => {
  fakeSupabase({})
  return signIn()
})

/** Shows something of a page under the strip. */
function open(routes: Routes, Below: ComponentType = () => <h1 tabIndex={-1}>Page</h1>) {
  const calls = fakeSupabase(routes)
  const page = () => (
    <>
      <NewBrowsers />
      <Below />
    </>
  )
  return { calls, ...renderPage({ page, pattern: patterns.dashboard }) }
}

describe('strip', () => {
  const question = 'A new browser signed in to your account. Was that you?'

  test('the strip about new browsers is empty when there is none, and when this browser is the new one', async () => {
    const { calls } = open({ [list]: json([mine()]) })
    await waitFor(() => expect(calls).toHaveLength(1))
    expect(screen.queryByText(question)).toBeNull()
    expect(screen.queryByRole('status')).toBeNull()
  })

  test('the strip about new browsers says which one signed in when, and until when it has to wait for what', async () => {
    const browser = other()
    open({ [list]: json([browser]) })
    const strip = await screen.findByRole('status')
    expect(strip).toHaveTextContent(question)
    expect(strip).toHaveTextContent(`Chrome on Windows, on ${formatDateTime(signedInAt)}.`)
    expect(strip).toHaveTextContent(`Until ${formatDateTime(browser.held_until)}, it can’t share your plan`)
  })

  test.each([null, inHours(-1)])(
    'the strip about new browsers says so when it does not have to wait any more: %s',
    async (held_until) => {
      open({ [list]: json([other({ held_until, label: null })]) })
      const strip = await screen.findByRole('status')
      expect(strip).toHaveTextContent('A browser we have no name for, on')
      expect(strip).toHaveTextContent('It can do everything here.')
      expect(strip).not.toHaveTextContent('Until')
    },
  )

  test.each([
    [/^Yes, that’s me/, 'POST rpc/confirm_browser', 'Confirmed', /^That browser can do everything now\.$/],
    [/^No, sign it out/, 'POST rpc/refuse_browser', 'Signed out there', /readable for up to an hour\.$/],
  ])('the strip about new browsers is answered with one press: %s', async (name, route, toast, what) => {
    const browser = other()
    const { user, calls } = open({ [list]: [json([browser]), json([])], [route]: json(null) })
    await user.click(await screen.findByRole('button', { name }))
    expect(await screen.findByText(toast)).toBeVisible()
    expect(screen.getByText(what)).toBeVisible()
    expect(calls.find((call) => call.route === route)?.body).toEqual({ browser_id: browser.id })
    await waitFor(() => expect(screen.queryByText(question)).toBeNull())
    expect(screen.getByRole('heading', { name: 'Page' })).toHaveFocus()
  })

  test('the strip about new browsers stays when the answer could not be saved, and says why', async () => {
    const { user } = open({ [list]: json([other()]), 'POST rpc/refuse_browser': refusal('HW081') })
    await user.click(await screen.findByRole('button', { name: /^No, sign it out/ }))
    expect(await screen.findByText('We couldn’t save your answer')).toBeVisible()
    expect(screen.getByText(/answered already, perhaps on another device/)).toBeVisible()
    expect(screen.getByText(question)).toBeVisible()
  })

  test('the strip about new browsers asks about each of several, which the buttons tell apart', async () => {
    const later = '2026-11-24T04:30:00+00:00'
    const [first, second] = [other(), other({ id: anna.id, signed_in_at: later })]
    const { user, calls } = open({ [list]: json([first, second]), 'POST rpc/confirm_browser': json(null) })
    const name = `Yes, that’s me: Chrome on Windows, ${dates.formatDateTime(later)}`
    await user.click(await screen.findByRole('button', { name }))
    expect(within(screen.getByRole('status')).getAllByRole('listitem')).toHaveLength(2)
    await screen.findByText('Confirmed')
    const sent = calls.filter(({ route }) => route === 'POST rpc/confirm_browser')
    expect(sent.map(({ body }) => body)).toEqual([{ browser_id: second.id }])
  })
})

describe('waiting', () => {
  const profile: Profile = {
    ...profileOf(anna.id),
    death_review: 'none',
    death_review_message: null,
    release_stopped_at: null,
    open_until: null,
    died_on: null,
    review_reminder_months: 6,
    plan_reviewed_at: null,
    created_at: signedInAt,
  }
  const named = {
    id: 7,
    person_name: 'Edith Moor',
    person_email: 'edith@example.com',
    role: 'executor',
    status: 'invited',
    invited_at: signedInAt,
    accepted_at: null,
    declined_at: null,
    revoked_at: null,
    left_at: null,
  }
  const places: [string, ComponentType, string[]][] = [
    ['deleting the account', () => <DangerCard profile={profile} />, ['Delete Account']],
    ['exporting', ExportCard, ['Export All Data', 'Export everything, with files']],
    ['the address', () => <EmailCard profile={profile} />, ['Change email']],
    ['the waiting period', () => <WaitingPeriodCard profile={profile} />, ['Change the waiting period']],
    [
      'the people',
      PeoplePage,
      [
        'Add Person',
        'Resend invite',
        'Change role: Edith Moor',
        'Withdraw invitation: Edith Moor',
        'Remove from list: Edith Moor',
      ],
    ],
  ]
  const routes: Routes = {
    'GET designations': json([named]),
    'GET profiles': json(profile),
    'GET subscriptions': json(null),
    'POST rpc/billing_enabled': json(false),
    'POST rpc/has_premium': json(true),
  }

  test.each(places)(
    'a browser that has to wait cannot press the buttons for %s',
    async (_, Below, buttons) => {
      open({ ...routes, [list]: json([mine()]) }, Below)
      for (const name of buttons)
        await waitFor(async () => expect(await screen.findByRole('button', { name })).toBeDisabled())
    },
  )

  test.each(places)(
    'a browser that has to wait is not spoken of in a browser that is known, for %s',
    async (_, Below, buttons) => {
      open({ ...routes, [list]: json([]) }, Below)
      for (const name of buttons)
        await waitFor(async () => expect(await screen.findByRole('button', { name })).toBeEnabled())
      expect(screen.queryByText(/^This browser is new to your account/)).toBeNull()
    },
  )

  test.each([
    ['profile', ProfilePage],
    ['who can see my plan', WhoCanSeePage],
    ['settings', SettingsPage],
  ])('a browser that has to wait reads until when and why once on a page: %s', async (_, page) => {
    const room = json({ used_bytes: 0, room_bytes: 1 })
    open(
      { ...routes, 'GET part_access': json([]), 'POST rpc/my_file_room': room, [list]: json([mine()]) },
      page,
    )
    await waitFor(() =>
      expect(screen.getAllByRole('button').some((button) => button.matches(':disabled'))).toBe(true),
    )
    expect(await screen.findByText(/^This browser is new to your account\./)).toBeVisible()
    expect(screen.getAllByText(/(today|tomorrow) at \d/)).toHaveLength(1)
  })

  test.each([
    ['nothing speaks against it', {}, /you can export everything or delete your account here$/],
    ['a certificate is under review', { death_review: 'pending' }, /you can export everything here$/],
  ])(
    'a browser that has to wait reads from when it can delete the account where %s',
    async (_, changed, title) => {
      const room = json({ used_bytes: 0, room_bytes: 1 })
      const own = json({ ...profile, ...changed })
      open(
        { ...routes, 'GET profiles': own, 'POST rpc/my_file_room': room, [list]: json([mine()]) },
        SettingsPage,
      )
      expect(await screen.findByText(title)).toBeVisible()
    },
  )

  test.each([
    ['name someone', [], []],
    ['change who you’ve named', [named], ['See who you’ve named']],
  ])(
    'a browser that has to wait is offered no way to %s on "Who Can See My Plan"',
    async (_, people, links) => {
      open(
        { ...routes, 'GET designations': json(people), 'GET part_access': json([]), [list]: json([mine()]) },
        WhoCanSeePage,
      )
      await screen.findByText(people.length === 0 ? 'No one is named right now.' : 'Edith Moor')
      await waitFor(() => {
        const offered = screen.queryAllByRole('link', { name: /someone$|you’ve named$/ })
        expect(offered.map(({ textContent }) => textContent)).toEqual(links)
      })
    },
  )

  test('a browser that has to wait cannot turn the hold off, but on', async () => {
    const { unmount } = open({ ...routes, [list]: json([mine()]) }, () => (
      <VisibilityCard profile={profile} />
    ))
    await waitFor(() => expect(screen.getByRole('switch')).toBeDisabled())
    unmount()
    open({ ...routes, [list]: json([mine()]) }, () => (
      <VisibilityCard profile={{ ...profile, visibility_hold: false }} />
    ))
    await screen.findByRole('switch')
    expect(screen.getByRole('switch')).toBeEnabled()
  })

  test('a browser that has to wait can use the buttons without a reload once another browser has confirmed it, or the wait is over', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    try {
      const { calls } = open({ [list]: [json([mine()]), json([])] }, places[0]?.[1])
      const button = () => within(document.body).getByRole('button', { name: 'Delete Account' })
      await waitFor(() => expect(button()).toBeDisabled())
      await act(() => vi.advanceTimersByTimeAsync(61_000))
      await waitFor(() => expect(button()).toBeEnabled())
      const asked = calls.length
      await act(() => vi.advanceTimersByTimeAsync(300_000))
      expect(calls).toHaveLength(asked)
    } finally {
      vi.useRealTimers()
    }
  })

  test('a browser that has to wait is told of the day by its name, which changes at midnight', async () => {
    // Tonight: a session of another day would have ended when the real clock is back.
    vi.useFakeTimers({ shouldAdvanceTime: true, now: new Date().setHours(23, 59, 0, 0) })
    try {
      await signIn()
      open({ ...routes, [list]: json([mine(inHours(3))]) }, PeoplePage)
      expect(await screen.findByText(/^From tomorrow at 2:59 AM, you can/)).toBeVisible()
      await act(() => vi.advanceTimersByTimeAsync(70_000))
      expect(screen.getByText(/^From today at 2:59 AM, you can/)).toBeVisible()
      await act(() => vi.advanceTimersByTimeAsync(3 * 3_600_000))
      expect(screen.queryByText(/^From (today|tomorrow)/)).toBeNull()
    } finally {
      vi.useRealTimers()
    }
  })
})
