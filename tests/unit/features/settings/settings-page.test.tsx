import { screen, waitFor, within } from '@testing-library/react'
import { subDays } from 'date-fns'
import { beforeEach, describe, expect, test } from 'vitest'
import { RequireSession } from '@/app/require-session'
import { supabase } from '@/data/client'
import { Component as SettingsPage } from '@/features/settings/settings-page'
import { patterns } from '@/lib/paths'
import { anna, fakeSupabase, held, json, offline, type Routes, refusal, signIn } from '../../fake-supabase'
import { planOverview } from '../../plan-overview'
import { renderPage } from '../../render'

const profile = {
  user_id: anna.id,
  full_name: 'Margaret Ellis',
  visibility_hold: true,
  is_deceased: false,
  death_review: 'none',
  release_wait_days: 0,
  review_reminder_months: 6,
  plan_reviewed_at: null,
  updated_at: '2026-11-01T10:00:00Z',
}

/** The page inside the session guard, as in the app, so that a session that ends leads away from it. */
const Guarded = () => <RequireSession>{() => <SettingsPage />}</RequireSession>
const open = () => renderPage({ page: Guarded, pattern: patterns.settings })
const routes = (given: Routes = {}) =>
  fakeSupabase({
    'GET profiles': json(profile),
    'POST rpc/my_file_room': json({ used_bytes: 0, room_bytes: 25 * 1024 ** 3 }),
    ...given,
  })

beforeEach(() => {
  fakeSupabase({})
  return signIn()
})

test('the settings page offers a retry when it cannot be loaded', async () => {
  routes({ 'GET profiles': [refusal('42501', 403), json(profile)] })
  const { user } = open()
  expect(await screen.findByRole('heading', { name: 'Unable to load settings' })).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByLabelText('Full name')).toHaveValue('Margaret Ellis')
})

test('the settings page says how much of their room the files take up', async () => {
  routes({ 'POST rpc/my_file_room': json({ used_bytes: 1.5 * 1024 ** 3, room_bytes: 25 * 1024 ** 3 }) })
  open()
  expect(await screen.findByText('Your videos and documents take up 1.5 GB of 25.0 GB.')).toBeVisible()
})

test('once a death was verified, the settings page offers no change that would be refused', async () => {
  routes({ 'GET profiles': json({ ...profile, death_review: 'approved' }) })
  open()
  expect(await screen.findByText('You can’t change your name or reminders now')).toBeVisible()
  expect(screen.queryByLabelText('Full name')).toBeNull()
  expect(screen.queryByRole('button', { name: 'Save reminder' })).toBeNull()
})

describe('name', () => {
  test('the full name on the settings page is required, and is saved only over the one that was loaded', async () => {
    const saved = { ...profile, full_name: 'Margaret E. Ellis' }
    const calls = routes({
      'GET profiles': [json(profile), json(saved)],
      'PATCH profiles': json(saved),
    })
    const { user } = open()
    expect(await screen.findByRole('link', { name: 'profile page' })).toHaveAttribute('href', '/profile')
    const field = await screen.findByLabelText('Full name')
    await user.clear(field)
    await user.click(screen.getByRole('button', { name: 'Save Changes' }))
    expect(field).toHaveAccessibleDescription(/Enter your full name\./)
    expect(field).toHaveFocus()
    await user.type(field, ' Margaret E. Ellis{Enter}')
    expect(await screen.findByText('Your profile has been updated.')).toBeVisible()
    expect(field).toHaveValue('Margaret E. Ellis')
    const patch = calls.find(({ route }) => route === 'PATCH profiles')
    expect(patch?.body).toEqual({ full_name: 'Margaret E. Ellis' })
    expect(patch?.url.searchParams.get('full_name')).toBe('eq.Margaret Ellis')
  })

  test('the full name on the settings page that was typed and not saved is not left behind without a question', async () => {
    routes({})
    const { user } = open()
    const field = await screen.findByLabelText('Full name')
    await user.type(field, ' Jr.')
    await user.click(screen.getByRole('link', { name: 'profile page' }))
    await user.click(await screen.findByRole('button', { name: 'Stay here' }))
    expect(field).toHaveValue('Margaret Ellis Jr.')
    await user.click(screen.getByRole('link', { name: 'profile page' }))
    await user.click(await screen.findByRole('button', { name: 'Leave without saving' }))
    expect(await screen.findByText('Now at /profile')).toBeVisible()
  })

  test('the full name on the settings page stays in the field when it cannot be saved', async () => {
    routes({ 'PATCH profiles': offline })
    const { user } = open()
    const field = await screen.findByLabelText('Full name')
    await user.type(field, ' Jr.{Enter}')
    expect((await screen.findAllByText(/We couldn’t reach the server/)).length).toBeGreaterThan(0)
    expect(field).toHaveValue('Margaret Ellis Jr.')
  })

  test('the full name on the settings page changed in another window is overwritten only with "Keep mine and save"', async () => {
    const other = { ...profile, full_name: 'Maggie Ellis' }
    const calls = routes({
      'GET profiles': [json(profile), json(other)],
      'PATCH profiles': [json([]), json({ ...profile, full_name: 'Margaret Ellis Jr.' })],
    })
    const { user } = open()
    const field = await screen.findByLabelText('Full name')
    await user.type(field, ' Jr.{Enter}')
    expect(await screen.findByText('Not saved: your name was changed in another window')).toBeVisible()
    // The newer name, loaded meanwhile, must not replace what was typed.
    expect(field).toHaveValue('Margaret Ellis Jr.')
    await user.click(screen.getByRole('button', { name: 'Keep mine and save' }))
    expect(await screen.findByText('Your profile has been updated.')).toBeVisible()
    const over = calls
      .filter(({ route }) => route === 'PATCH profiles')
      .map(({ url }) => url.searchParams.get('full_name'))
    expect(over).toEqual(['eq.Margaret Ellis', 'eq.Maggie Ellis'])
  })

  test('the full name on the settings page changed in another window can replace what was typed', async () => {
    routes({
      'GET profiles': [json(profile), json({ ...profile, full_name: 'Maggie Ellis' })],
      'PATCH profiles': json([]),
    })
    const { user } = open()
    const field = await screen.findByLabelText('Full name')
    await user.type(field, ' Jr.{Enter}')
    await user.click(await screen.findByRole('button', { name: 'Load the other version' }))
    const dialog = within(screen.getByRole('alertdialog'))
    await user.click(dialog.getByRole('button', { name: 'Load the other version' }))
    expect(await screen.findByDisplayValue('Maggie Ellis')).toBe(field)
    expect(screen.queryByText(/was changed in another window/)).toBeNull()
  })
})

describe('reminders', () => {
  test('review reminders on the settings page are saved without sending the name', async () => {
    const saved = { ...profile, review_reminder_months: 0 }
    const calls = routes({ 'GET profiles': [json(profile), json(saved)], 'PATCH profiles': json(saved) })
    const { user } = open()
    expect(await screen.findByRole('radio', { name: 'Every 6 months' })).toBeChecked()
    expect(screen.getByText(/You haven’t reviewed your plan yet\./)).toBeVisible()
    const save = screen.getByRole('button', { name: 'Save reminder' })
    expect(save).toBeDisabled()
    await user.click(screen.getByRole('radio', { name: 'Never' }))
    await user.click(save)
    expect(await screen.findByText('Your profile has been updated.')).toBeVisible()
    expect(screen.getByRole('radio', { name: 'Never' })).toBeChecked()
    const patch = calls.find(({ route }) => route === 'PATCH profiles')
    expect(patch?.body).toEqual({ review_reminder_months: 0 })
    expect(patch?.url.searchParams.get('review_reminder_months')).toBe('eq.6')
    expect(patch?.url.searchParams.has('full_name')).toBe(false)
  })

  test('review reminders on the settings page show when the plan was last reviewed', async () => {
    routes({ 'GET profiles': json({ ...profile, plan_reviewed_at: '2026-11-03T10:00:00Z' }) })
    open()
    expect(await screen.findByText(/You last reviewed your plan on Nov 3, 2026\./)).toBeVisible()
  })
})

describe('deletion', () => {
  const overview = planOverview({
    funeral_plan_saved: true,
    people: 2,
    contacts: 1,
    videos: 1200,
    documents: 2,
  })
  const invitation = { id: 1, accepted_at: '2026-11-01T10:00:00Z', declined_at: null, revoked_at: null }
  const membership = (subscription: object | null) => ({
    'POST rpc/billing_enabled': json(true),
    'POST rpc/has_premium': json(true),
    'GET subscriptions': json(subscription ? [subscription] : []),
  })
  const all = (given: Routes = {}): Routes => ({
    'POST rpc/plan_overview': overview,
    'GET designations': json([invitation]),
    'GET memories': json([]),
    ...membership({ plan: 'monthly', status: 'active', lifetime: false }),
    'POST functions/send-otp': json({ ok: true }),
    'GET auth/user': json(anna),
    ...given,
  })
  const refusedBy = (code: string, status: number) => json({ error: { code, message: 'x' } }, status)
  /** Opens the page and the first dialog. */
  const begin = async (given: Routes = {}) => {
    const calls = routes(all(given))
    const { user, ...view } = open()
    await user.click(await screen.findByRole('button', { name: 'Delete Account' }))
    const sure = within(await screen.findByRole('alertdialog', { name: 'Are you absolutely sure?' }))
    return { calls, user, sure, ...view }
  }
  /** Goes on to the second dialog and submits a code. */
  const enter = async (given: Routes = {}) => {
    const { user, sure, ...rest } = await begin(given)
    await user.click(sure.getByRole('button', { name: 'Yes, Delete Everything' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Enter Code' }))
    await waitFor(() => expect(dialog.getByLabelText('6-digit code')).toHaveFocus())
    await user.type(dialog.getByLabelText('6-digit code'), '123456')
    await user.click(dialog.getByRole('button', { name: 'Delete Account' }))
    return { user, dialog, ...rest }
  }

  test('the button "Delete Account" lists what will be deleted, and sends nothing before a confirmation', async () => {
    const { calls, user, sure } = await begin()
    expect((await sure.findAllByRole('listitem')).map(({ textContent }) => textContent)).toEqual([
      'your funeral plan',
      '1 contact',
      '1,200 messages',
      '2 documents',
      'your list of 2 people you’ve named; we’ll email the ones who have accepted',
      'your role in another person’s plan; they won’t be able to reach you through us anymore',
      'your membership, right away and without a refund',
    ])
    await user.click(sure.getByRole('button', { name: 'Cancel' }))
    expect(screen.queryByRole('alertdialog')).toBeNull()
    expect(calls.some(({ route }) => route.startsWith('POST functions'))).toBe(false)
  })

  test('the button "Delete Account" says that memories of someone stay, to those alone who have left one', async () => {
    const { sure, calls, unmount } = await begin({ 'GET memories': json([{ id: 'm1' }]) })
    expect(await sure.findByText(/What you wrote in memory of someone stays with their family/)).toBeVisible()
    const asked = calls.find(({ route }) => route === 'GET memories')
    expect(asked?.url.searchParams.get('author_id')).toBe(`eq.${anna.id}`)
    unmount()
    const second = await begin()
    expect(await second.sure.findByText('your funeral plan')).toBeVisible()
    expect(second.sure.queryByText(/in memory of someone/)).toBeNull()
  })

  test('the button "Delete Account" warns without a list when rows cannot be counted, and does not mention a membership in a trial', async () => {
    const { sure, unmount } = await begin({ 'GET designations': refusal('42501', 403) })
    expect(await sure.findByText(/Your account, everything in it/)).toBeVisible()
    expect(sure.queryByRole('list')).toBeNull()
    unmount()
    const second = await begin(membership({ plan: null, status: 'trialing', lifetime: false }))
    expect(await second.sure.findByText('your funeral plan')).toBeVisible()
    expect(second.sure.queryByText(/your membership/)).toBeNull()
  })

  test('the button "Delete Account" asks for a code from the mailbox, deletes the account and signs out', async () => {
    const { calls } = await enter({
      'POST functions/delete-account': json({ ok: true }),
      'POST auth/logout': () => new Response(null, { status: 204 }),
    })
    expect(await screen.findByRole('heading', { name: 'Now at /' })).toBeVisible()
    expect((await screen.findAllByText('Account Deleted')).length).toBeGreaterThan(0)
    expect(calls.find(({ route }) => route === 'POST functions/send-otp')?.body).toEqual({
      email: anna.email,
      purpose: 'account-deletion',
    })
    expect(calls.find(({ route }) => route === 'POST functions/delete-account')?.body).toEqual({
      code: '123456',
    })
    expect((await supabase.auth.getSession()).data.session).toBeNull()
  })

  test('the button "Delete Account" does not promise to keep the account once its deletion has begun', async () => {
    const slow = held(refusedBy('account_not_deleted', 500))
    const { user, dialog } = await enter({ 'POST functions/delete-account': slow.answer })
    await user.click(dialog.getByRole('button', { name: 'Keep my account' }))
    const question = within(
      await screen.findByRole('alertdialog', { name: 'Close while your account is being deleted?' }),
    )
    expect(question.getByText(/Closing this doesn’t stop that\./)).toBeVisible()
    await user.click(question.getByRole('button', { name: 'Stay here' }))
    slow.open()
    expect(await dialog.findByText(/Unable to delete account/)).toBeVisible()
  })

  test.each([
    ['an earlier try succeeded and its answer was lost', refusedBy('unauthorized', 401)],
    ['the function was stopped before it could answer', () => new Response('', { status: 546 })],
  ])('the button "Delete Account" reports the account as deleted when %s', async (_, answer) => {
    await enter({
      'POST functions/delete-account': answer,
      'GET auth/user': refusal('user_not_found', 403),
      'POST auth/logout': refusal('user_not_found', 403),
    })
    expect(await screen.findByRole('heading', { name: 'Now at /' })).toBeVisible()
    expect((await screen.findAllByText('Account Deleted')).length).toBeGreaterThan(0)
  })

  test('the button "Delete Account" does not report the account as deleted when only the session has ended', async () => {
    const { dialog } = await enter({
      'POST functions/delete-account': refusedBy('unauthorized', 401),
      'GET auth/user': refusal('bad_jwt', 403),
    })
    expect(await dialog.findByText('Your session has ended. Please sign in again.')).toBeVisible()
  })

  test('the button "Delete Account" refuses before sending a code when a release was stopped less than 7 days ago', async () => {
    const { user, sure } = await begin({ 'POST functions/send-otp': refusedBy('HW061', 409) })
    await user.click(sure.getByRole('button', { name: 'Yes, Delete Everything' }))
    expect(await sure.findByText(/was stopped less than 7 days ago\./)).toBeVisible()
    expect(screen.queryByLabelText('6-digit code')).toBeNull()
  })

  test.each([
    ['a release stopped less than a week ago', refusedBy('HW061', 409), /was stopped less than 7 days ago\./],
    ['a wrong code', refusedBy('invalid_code', 403), 'Invalid or expired code'],
    ['a death under review', refusedBy('HW060', 409), /^A death certificate was submitted for you/],
    ['a failure', refusedBy('account_not_deleted', 500), 'Unable to delete account. Please try again later.'],
    ['any other failure', refusedBy('internal', 500), 'Unable to delete account. Please try again later.'],
    ['a lost connection', offline, /^We couldn’t reach the server/],
  ])(
    'the button "Delete Account" keeps the account after %s, and shows an error',
    async (_, answer, words) => {
      const { user, dialog } = await enter({ 'POST functions/delete-account': answer })
      expect(await dialog.findByText(words)).toBeVisible()
      expect((await supabase.auth.getSession()).data.session).not.toBeNull()
      await user.click(dialog.getByRole('button', { name: 'Keep my account' }))
      expect(screen.queryByRole('dialog')).toBeNull()
      await waitFor(() => expect(screen.getByRole('button', { name: 'Delete Account' })).toHaveFocus())
    },
  )

  test('the button "Delete Account" accepts a code sent less than a minute ago, and shows an error when none could be sent', async () => {
    const { user, sure, unmount } = await begin({
      'POST functions/send-otp': refusedBy('mail_not_sent', 502),
    })
    await user.click(sure.getByRole('button', { name: 'Yes, Delete Everything' }))
    expect(await sure.findByText(/We couldn’t send the email just now/)).toBeVisible()
    unmount()
    const second = await begin({ 'POST functions/send-otp': refusedBy('HW054', 429) })
    await second.user.click(second.sure.getByRole('button', { name: 'Yes, Delete Everything' }))
    expect(await screen.findByRole('dialog', { name: 'Enter Code' })).toBeVisible()
  })

  test.each(['pending', 'approved'])('is replaced by a notice while a death is %s', async (death_review) => {
    routes({ 'GET profiles': json({ ...profile, death_review }) })
    open()
    expect(await screen.findByText('You can’t delete your account now')).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Delete Account' })).toBeNull()
  })

  test('the button "Delete Account" is replaced by a notice for 7 days after the owner stopped a release', async () => {
    const stoppedDaysAgo = (days: number) =>
      routes({
        'GET profiles': json({ ...profile, release_stopped_at: subDays(new Date(), days) }),
        'POST rpc/removed_since_stop': json([]),
      })
    stoppedDaysAgo(6)
    const { unmount } = open()
    expect(await screen.findByText('You can’t delete your account now')).toBeVisible()
    expect(screen.getByText(/was stopped less than 7 days ago/)).toBeVisible()
    unmount()
    stoppedDaysAgo(8)
    open()
    expect(await screen.findByRole('button', { name: 'Delete Account' })).toBeVisible()
  })
})
