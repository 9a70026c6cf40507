import { screen, waitFor, within } from '@testing-library/react'
import type { ComponentType } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { Component as BillingPage } from '@/features/billing/billing-page'
import { Component as PrintCardPage } from '@/features/card/print-card-page'
import { Component as DashboardPage } from '@/features/dashboard/dashboard-page'
import { Component as InvitesPage } from '@/features/invites/invites-page'
import { Component as PeoplePage } from '@/features/people/people-page'
import { Component as ProfilePage } from '@/features/profile/profile-page'
import { StopReleaseBanner } from '@/features/release/stop-release-banner'
import { Component as ServicePage } from '@/features/service/service-page'
import { ExportCard } from '@/features/settings/export/export-card'
import { exportData, planExport } from '@/features/settings/export/export-work'
import { Component as SettingsPage } from '@/features/settings/settings-page'
import { paths, patterns } from '@/lib/paths'
import { Component as ContactsPage } from '@/parts/contacts/page'
import { Page } from '@/ui/base/page'
// Imported up front, so that the test does not wait for a lazy import.
import '@/features/billing/payment-notice'
import '@/features/billing/trial-ended'
import { startUpload } from '@/data/files/uploads'
import { designation } from '../designation'
import { emptyPlan } from '../empty-plan'
import { anna, fakeSupabase, held, json, type Routes, signIn } from '../fake-supabase'
import { partsOpenTo } from '../open-parts'
import { planOverview } from '../plan-overview'
import { renderPage } from '../render'
import { membershipRoutes, states } from './billing/memberships'
import { profileOf } from './profile/profile-of'

vi.mock('@/features/settings/export/export-work', () => ({ exportData: vi.fn(), planExport: vi.fn() }))
vi.mock('@/data/files/uploads', async (original) => ({
  ...(await original<typeof import('@/data/files/uploads')>()),
  startUpload: vi.fn(),
}))

const profile = { ...profileOf(anna.id), review_reminder_months: 6, plan_reviewed_at: null }
const simon = designation({})
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
const card = { code: 'P981068VCD1GDJFMGT83PXT891GN', created_at: '2026-11-23T10:00:00Z' }
const invited = json([{ ...simon, owner_id: carl.id, owner_name: 'Margaret Ellis' }])
/** The service for Margaret, for whose executor Anna is. */
const margaretsService: Routes = {
  'POST rpc/memorial_access': json([
    {
      role: 'executor',
      can_view: true,
      can_view_finances: true,
      parts: partsOpenTo('executor'),
      certificate_submitted_at: null,
      open_early_until: null,
    },
  ]),
  'POST rpc/record_view': json(null),
  'GET profiles': json({
    ...profileOf(carl.id),
    full_name: 'Margaret Ellis',
    is_deceased: true,
    death_review: 'approved',
    release_at: '2026-11-09T10:00:00+00:00',
    open_until: null,
  }),
  'GET funeral_plan': json(null),
  'GET contacts': json([{ ...carl, email: 'carl@example.com', invitee: true }]),
  'GET services': json({
    owner_id: carl.id,
    held_on: '2050-12-05',
    held_at: '14:00:00',
    time_zone: 'America/New_York',
    starts_at: '2050-12-05T19:00:00+00:00',
    place: 'St. Brannoc',
    address: null,
    dress: null,
    livestream_url: null,
    flowers: null,
    note: null,
    phone: null,
    is_called_off: false,
    shows_portrait: false,
    takes_memories: false,
    updated_at: '2026-11-09T10:00:00+00:00',
  }),
  'GET service_guests': json([]),
}
const people: Routes = { 'GET designations': json([simon]), 'GET profiles': json(profile) }
const alive = 'I’m alive: stop this'

interface Press {
  page: ComponentType
  pattern: string
  /** The address, where the pattern has parameters. */
  at?: string
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
  'End access': {
    page: PeoplePage,
    pattern: patterns.beneficiaries,
    routes: people,
    buttons: ['Withdraw invitation: Simon Berg', 'Withdraw invitation'],
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
    buttons: ['Remove from list: Simon Berg', 'Remove from list'],
    request: 'DELETE designations',
  },
  'Delete a contact': {
    page: ContactsPage,
    pattern: patterns.contacts,
    routes: { 'GET contacts': json([carl]) },
    buttons: ['Delete Cousin Carl', 'Delete'],
    request: 'DELETE contacts',
  },
  'I’ve reviewed it today': {
    page: DashboardPage,
    pattern: patterns.dashboard,
    routes: {
      ...people,
      ...emptyPlan,
      'GET contacts': json([carl]),
      'POST rpc/plan_overview': planOverview(),
      'POST rpc/billing_enabled': json(false),
      'POST rpc/has_premium': json(true),
      'GET subscriptions': json(null),
    },
    buttons: ['I’ve reviewed it today'],
    request: 'POST rpc/confirm_plan',
  },
  'Accept invitation': {
    page: InvitesPage,
    pattern: patterns.invites,
    routes: { 'GET designations': invited },
    buttons: ['Accept invitation'],
    request: 'POST rpc/accept_designation_invite',
  },
  Decline: {
    page: InvitesPage,
    pattern: patterns.invites,
    routes: { 'GET designations': invited },
    buttons: ['Decline', 'Decline'],
    request: 'POST rpc/decline_designation_invite',
  },
  'Step down': {
    page: InvitesPage,
    pattern: patterns.invites,
    routes: {
      'GET designations': json([{ ...simon, owner_id: 'other', accepted_at: '2026-01-02T10:00:00+00:00' }]),
      'GET practices': json([]),
      'GET profiles': json([profile]),
    },
    buttons: ['Step down from Anna Berg’s plan', 'Step down'],
    request: 'POST rpc/step_down',
  },
  'Make my card': {
    page: PrintCardPage,
    pattern: patterns.printCard,
    routes: { ...people, 'GET cards': json([]) },
    buttons: ['Make my card'],
    request: 'POST rpc/make_card',
  },
  'Withdraw the card': {
    page: PrintCardPage,
    pattern: patterns.printCard,
    routes: { ...people, 'GET cards': json([card]) },
    buttons: ['Withdraw the card', 'Withdraw the card'],
    request: 'POST rpc/withdraw_card',
  },
  'Choose Annual': {
    page: BillingPage,
    pattern: patterns.billing,
    routes: membershipRoutes(states.trial),
    buttons: ['Choose Annual'],
    request: 'POST functions/create-checkout',
  },
  'Invite to a service': {
    page: ServicePage,
    pattern: patterns.memorialService,
    at: paths.memorialService(carl.id),
    routes: margaretsService,
    buttons: ['Invite 1 guest', 'Send 1 email'],
    request: 'POST rpc/invite_guests',
  },
}

beforeEach(() => {
  fakeSupabase({})
  return signIn()
})

test.each(Object.keys(presses))('a double-click on "%s" makes one request', async (name) => {
  const { page, pattern, at = pattern, routes, buttons, request } = presses[name] as Press
  // Held back, because an answer between the two halves of a double-click would hide a second request.
  const { answer, open } = held(json([simon]))
  const calls = fakeSupabase({ ...routes, [request]: answer })
  const { user } = renderPage({ page, pattern, at })
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

test('a double-click on "Export everything, with files" looks for the files once', async () => {
  vi.mocked(planExport).mockReturnValue(new Promise(() => {}))
  const { user } = renderPage({ page: ExportCard, pattern: patterns.settings })
  await user.dblClick(await screen.findByRole('button', { name: 'Export everything, with files' }))
  await waitFor(() => expect(planExport).toHaveBeenCalledOnce())
  expect(screen.queryByText('No zip was made')).toBeNull()
})

test('a double-click on "Submit certificate" uploads and submits it once', async () => {
  vi.mocked(startUpload).mockImplementation(() => ({
    done: Promise.resolve(),
    progress: () => ({ sent: 8, total: 8, connected: true }),
    subscribe: () => () => {},
    resume: () => {},
    cancel: () => {},
  }))
  const submit = 'POST rpc/submit_death_certificate'
  const { answer, open } = held(json(null))
  const calls = fakeSupabase({
    'GET profiles': json(profile),
    'GET access_events': json([]),
    'GET designations': json([]),
    'POST rpc/my_certificate_wait': json(null),
    [submit]: answer,
  })
  const { user } = renderPage({ page: ProfilePage, pattern: patterns.profile })
  await user.dblClick(await screen.findByRole('button', { name: 'Submit a certificate for this account' }))
  await user.upload(
    await screen.findByLabelText('Death certificate', { selector: 'input' }),
    new File(['%PDF-1.7'], 'certificate.pdf', { type: 'application/pdf' }),
  )
  await screen.findByText('certificate.pdf')
  await user.dblClick(screen.getByRole('button', { name: 'Submit certificate' }))
  const question = within(await screen.findByRole('alertdialog'))
  await user.dblClick(question.getByRole('button', { name: 'Submit certificate' }))
  await waitFor(() => expect(calls.map(({ route }) => route)).toContain(submit))
  open()
  expect(await screen.findByText('Certificate uploaded')).toBeVisible()
  expect(startUpload).toHaveBeenCalledOnce()
  expect(calls.filter(({ route }) => route === submit)).toHaveLength(1)
})
