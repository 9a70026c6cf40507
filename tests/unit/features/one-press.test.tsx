import { screen, waitFor, within } from '@testing-library/react'
import type { ComponentType } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { Component as DashboardPage } from '@/features/dashboard/dashboard-page'
import { Component as InvitesPage } from '@/features/invites/invites-page'
import { Component as PeoplePage } from '@/features/people/people-page'
import { Component as ProfilePage } from '@/features/profile/profile-page'
import { StopReleaseBanner } from '@/features/release/stop-release-banner'
import { exportData } from '@/features/settings/export/export-work'
import { Component as SettingsPage } from '@/features/settings/settings-page'
import { patterns } from '@/lib/paths'
import { Component as ContactsPage } from '@/sections/contacts/page'
import { Page } from '@/ui/page/page'
import { anna, fakeSupabase, held, json, type Routes, signIn } from '../fake-supabase'
import { planOverview } from '../plan-overview'
import { renderPage } from '../render'
import { profileOf } from './profile/profile-of'

vi.mock('@/features/settings/export/export-work', () => ({ exportData: vi.fn() }))

const profile = { ...profileOf(anna.id), review_reminder_months: 6, plan_reviewed_at: null }
const simon = {
  id: 7,
  owner_id: anna.id,
  owner_name: 'Anna Berg',
  person_name: 'Simon Berg',
  person_email: 'simon@example.com',
  beneficiary_user_id: null,
  role: 'executor',
  status: 'invited',
  invited_at: '2026-11-01T10:00:00+00:00',
  accepted_at: null,
  declined_at: null,
  revoked_at: null,
  created_at: '2026-11-01T10:00:00+00:00',
}
const carl = {
  id: '44444444-4444-4444-8444-444444444444',
  user_id: anna.id,
  name: 'Cousin Carl',
  email: null,
  phone: null,
  relation: null,
  source: 'manual',
  invitee: false,
  rsvp_status: null,
  created_at: '2026-11-01T10:00:00+00:00',
  updated_at: '2026-11-01T10:00:00+00:00',
}
const banner = () => (
  <>
    <StopReleaseBanner />
    <Page title="Dashboard" />
  </>
)
const people: Routes = { 'GET designations': json([simon]), 'GET profiles': json(profile) }
const alive = "I'm alive: stop this"

interface Press {
  page: ComponentType
  pattern: string
  routes: Routes
  /** The buttons, by their names, in the order in which they are pressed; the last one acts. */
  buttons: (string | RegExp)[]
  /** The request that it makes. */
  request: string
}

const presses: Record<string, Press> = {
  [alive]: {
    page: banner,
    pattern: patterns.dashboard,
    routes: { 'GET profiles': json({ ...profile, death_review: 'pending' }) },
    buttons: [alive, alive],
    request: 'POST rpc/stop_release',
  },
  'Revoke access': {
    page: PeoplePage,
    pattern: patterns.beneficiaries,
    routes: people,
    buttons: ['Revoke access: Simon Berg', 'Revoke access'],
    request: 'POST rpc/revoke_designation',
  },
  'Resend invite': {
    page: PeoplePage,
    pattern: patterns.beneficiaries,
    routes: people,
    buttons: ['Resend invite'],
    request: 'POST functions/send-designation-invite',
  },
  'Remove a person': {
    page: PeoplePage,
    pattern: patterns.beneficiaries,
    routes: people,
    buttons: ['Remove Simon Berg', 'Remove'],
    request: 'DELETE designations',
  },
  'Delete a contact': {
    page: ContactsPage,
    pattern: patterns.contacts,
    routes: { 'GET contacts': json([carl]) },
    buttons: ['Delete Cousin Carl', 'Delete'],
    request: 'DELETE contacts',
  },
  'Still right': {
    page: DashboardPage,
    pattern: patterns.dashboard,
    routes: { ...people, 'POST rpc/plan_overview': planOverview({ contacts: 1 }) },
    buttons: ['Still right'],
    request: 'POST rpc/confirm_plan',
  },
  'Accept invitation': {
    page: InvitesPage,
    pattern: patterns.invites,
    routes: { 'GET designations': json([{ ...simon, owner_id: carl.id, owner_name: 'Margaret Ellis' }]) },
    buttons: ['Accept invitation'],
    request: 'POST rpc/accept_designation_invite',
  },
}

beforeEach(() => {
  fakeSupabase({})
  return signIn()
})

test.each(Object.keys(presses))('a double-click on "%s" makes one request', async (name) => {
  const { page, pattern, routes, buttons, request } = presses[name] as Press
  // Held back, because an answer between the two halves of a double-click would hide a second request.
  const { answer, open } = held(json([simon]))
  const calls = fakeSupabase({ ...routes, [request]: answer })
  const { user } = renderPage({ page, pattern })
  for (const [index, label] of buttons.entries()) {
    const place = index > 0 ? within(await screen.findByRole('alertdialog')) : screen
    await user.dblClick(await place.findByRole('button', { name: label }))
  }
  await waitFor(() => expect(calls.map(({ route }) => route)).toContain(request))
  open()
  await waitFor(() => expect(document.querySelector('[aria-busy]')).toBeNull())
  expect(calls.filter(({ route }) => route === request)).toHaveLength(1)
})

test('a double-click on "Open my plan" opens it once', async () => {
  const { answer, open } = held(json(null))
  const calls = fakeSupabase({
    'GET profiles': json(profile),
    'GET designations': json([]),
    'POST rpc/set_visibility_hold': answer,
  })
  const { user } = renderPage({ page: ProfilePage, pattern: patterns.profile })
  await user.dblClick(await screen.findByRole('switch', { name: 'Visibility hold' }))
  const confirm = await screen.findByRole('button', { name: 'Open my plan' })
  await waitFor(() => expect(confirm).toBeEnabled())
  await user.dblClick(confirm)
  open()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(calls.filter(({ route }) => route === 'POST rpc/set_visibility_hold')).toHaveLength(1)
})

test('a double-click on "Export All Data" makes one file', async () => {
  fakeSupabase({
    'GET profiles': json(profile),
    'POST rpc/my_file_room': json({ used_bytes: 0, room_bytes: 1 }),
  })
  const { user } = renderPage({ page: SettingsPage, pattern: patterns.settings })
  await user.dblClick(await screen.findByRole('button', { name: 'Export All Data' }))
  expect(await screen.findByText('Data Exported')).toBeVisible()
  expect(exportData).toHaveBeenCalledOnce()
})
