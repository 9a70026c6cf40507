import { screen, waitFor, within } from '@testing-library/react'
import type { ComponentType } from 'react'
import { beforeEach, describe, expect, test } from 'vitest'
import { Component as BillingPage } from '@/features/billing/billing-page'
import { PremiumGate } from '@/features/billing/premium-gate'
import { Component as CardPage } from '@/features/card/print-card-page'
import { Component as DashboardPage } from '@/features/dashboard/dashboard-page'
import { Component as FirstDaysPage } from '@/features/memorial/first-days/owner-page'
import { Component as PracticePage } from '@/features/people/ask-to-practice-page'
import { Component as PeoplePage } from '@/features/people/people-page'
import { Component as ProfilePage } from '@/features/profile/profile-page'
import { Component as WhoCanSeePage } from '@/features/profile/who-can-see-page'
import { Component as SettingsPage } from '@/features/settings/settings-page'
import { patterns } from '@/lib/paths'
import { planParts } from '@/parts'
import { designation } from '../../designation'
import { anna, fakeSupabase, json, type Routes, signIn } from '../../fake-supabase'
import { membershipRoutes, states } from '../../features/billing/memberships'
import { profileOf } from '../../features/profile/profile-of'
import { planOverview } from '../../plan-overview'
import { renderPage } from '../../render'

// After the verified death the database refuses every change, to everyone (tests/policies/release.test.ts). These are
// an owner's screens, each with something on it: what they still offer then, and nothing else.

const someone = designation({
  person_email: 'someone@example.com',
})
const people = [
  { ...someone, id: 1, person_name: 'Simon', accepted_at: '2026-11-02T10:00:00+00:00' },
  { ...someone, id: 2, person_name: 'Rita' },
  { ...someone, id: 3, person_name: 'Ugo', status: 'pending', invited_at: null },
  {
    ...someone,
    id: 4,
    person_name: 'Vera',
    accepted_at: '2026-11-02T10:00:00+00:00',
    mail_refused_at: '2026-11-03T10:00:00+00:00',
  },
]

const rows = Object.fromEntries(
  await Promise.all(
    planParts.map(async ({ table, sample }) => [`GET ${table}`, [await sample.get()].flat()] as const),
  ),
)

const routes = (review: 'none' | 'approved', premium: boolean): Routes => ({
  ...membershipRoutes(premium ? states.trial : states['trial over'], { premium }),
  'POST rpc/plan_overview': planOverview({ full_name: null, contacts: 1, people: 4 }),
  ...Object.fromEntries(Object.entries(rows).map(([route, data]) => [route, json(data)])),
  'GET profiles': json({ ...profileOf(anna.id), death_review: review }),
  'GET designations': json(people),
  'GET part_access': json([]),
  'GET practices': json([]),
  'POST rpc/parts_not_offered': json([]),
  'GET health_consents': json([{ created_at: someone.created_at }]),
  'POST rpc/my_file_room': json({ used_bytes: 0, room_bytes: 1 }),
  'GET cards': json([{ code: 'P981068VCD1GDJFMGT83PXT891GN', created_at: someone.created_at }]),
  'POST storage/object/sign/pictures': json([]),
})

interface Screen {
  path: string
  load: () => Promise<{ Component: ComponentType }>
}
const pages: Record<string, ComponentType> = {
  [patterns.dashboard]: DashboardPage,
  [patterns.beneficiaries]: PeoplePage,
  [patterns.askToPractice]: PracticePage,
  [patterns.whoCanSee]: WhoCanSeePage,
  [patterns.firstDays]: FirstDaysPage,
  [patterns.printCard]: CardPage,
  [patterns.profile]: ProfilePage,
  [patterns.settings]: SettingsPage,
  [patterns.billing]: BillingPage,
}
const screens: Screen[] = [
  ...Object.entries(pages).map(([path, Component]) => ({ path, load: async () => ({ Component }) })),
  ...planParts.flatMap(({ screens: ofPart }) =>
    ofPart.map(({ path, lazy }) => ({ path, load: lazy as Screen['load'] })),
  ),
]

/** What each screen offers in a frozen plan: nothing that writes to the database. */
const offered: Record<string, (string | RegExp)[]> = {
  [patterns.dashboard]: [
    /^Invites/,
    'View them',
    'What your family does',
    'Print my plan',
    'Beneficiaries & Trustees',
    ...planParts.map(({ title }) => title),
    // The plans that she helps with.
    'Anna Berg’s plan',
  ],
  [patterns.beneficiaries]: [/^What \w+ sees$/],
  [patterns.whoCanSee]: ['See who you’ve named', /^What \w+ sees$/, 'Access history'],
  [patterns.firstDays]: ['Print this list', /^Call /],
  [patterns.printCard]: ['Print', /^(Simon|Rita|Ugo|Vera)someone@/],
  [patterns.profile]: ['Sign out everywhere'],
  [patterns.settings]: [/^Export /, 'dashboard', 'Print my plan'],
  [patterns.billing]: [/^See the prices/],
  [patterns.askToPractice]: [],
  [patterns.funeral]: ['Print', /^Open the playlist/],
  [patterns.funeralEdit]: ['View plan'],
  [patterns.contacts]: ['Export CSV', /^[\d-]+$/, /@/],
  [patterns.videos]: [/^Refresh/, /^Play /, /^Print this letter/],
  [patterns.portrait]: [],
  [patterns.insurance]: [/^Open document/],
  [patterns.accounts]: [],
  [patterns.documents]: [/^Open document/],
  [patterns.homeItems]: [],
  [patterns.health]: [
    'Make a sheet for the fridge',
    /^Open copy/,
    'Who Can See My Plan',
    'How we treat it',
    '555-0100',
  ],
  [patterns.healthSheet]: ['Print', 'Blood thinner', 'Allergies', 'Decides for me', /^Health care proxy/],
  [patterns.music]: [/^Open the playlist/],
}

beforeEach(() => {
  fakeSupabase({})
  return signIn()
})

/** Shows a screen of Anna's plan. @returns the names of what can be pressed or filled in, but not the links back */
async function offers({ path, load }: Screen, given: Routes): Promise<string[]> {
  fakeSupabase(given)
  const { Component: Page } = await load()
  const { container } = renderPage({
    page: () => (
      <PremiumGate gated={path !== patterns.askToPractice}>
        <Page />
      </PremiumGate>
    ),
    pattern: path,
  })
  await screen.findByRole('heading', { level: 1 })
  await waitFor(() => expect(container.querySelector('.placeholder-bar')).toBeNull())
  const main = within(screen.getByRole('main'))
  return ['button', 'link', 'textbox', 'radio', 'checkbox', 'switch']
    .flatMap((role) => main.queryAllByRole(role))
    .filter(
      (control) => !control.hasAttribute('disabled') && !control.matches('a:has(> svg > [d^="M19 12H5"])'),
    )
    .map(nameOf)
}

function nameOf(control: HTMLElement): string {
  const label = control instanceof HTMLInputElement ? control.labels?.[0] : control
  return control.getAttribute('aria-label') ?? label?.textContent ?? ''
}

const isOffered = (path: string) => (name: string) =>
  offered[path]?.some((words) => (typeof words === 'string' ? words === name : words.test(name)))

describe('frozen', () => {
  test.each(screens.map((shown) => [shown.path, shown] as const))(
    'a frozen plan offers on %s nothing that the database refuses',
    async (path, shown) => {
      const names = await offers(shown, routes('approved', false))
      expect((await screen.findAllByText(/^Your plan can’t be changed now/)).at(-1)).toBeVisible()
      expect(screen.queryAllByText(/“I’m alive: stop this”/).length).toBeLessThan(2)
      expect(names.filter((name) => !isOffered(path)(name))).toEqual([])
    },
  )
})

// The sheet for the fridge is only read and printed.
const toChange = screens.filter(({ path }) => path !== patterns.healthSheet)

test.each(toChange.map((shown) => [shown.path, shown] as const))(
  'the same plan before the death offers more on %s',
  async (path, shown) => {
    const names = await offers(shown, routes('none', true))
    expect(names.filter((name) => !isOffered(path)(name))).not.toEqual([])
  },
)
