import { screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { PlanStrip } from '@/app/plan-strip'
import { isGated, isOfAnother } from '@/app/screens'
import { patterns } from '@/lib/paths'
import { fakeSupabase, signIn } from '../fake-supabase'
import { membershipRoutes, states } from '../features/billing/memberships'
import { renderPage } from '../render'
// Imported up front, so that the test does not wait for a lazy import.
import '@/features/billing/payment-notice'

// The other parts of the strip have their own tests.
vi.mock('@/features/browsers/new-browsers', () => ({ NewBrowsers: () => null }))
vi.mock('@/features/release/stop-release-banner', () => ({ StopReleaseBanner: () => null }))
vi.mock('@/features/release/open-plan-strip', () => ({ OpenPlanStrip: () => null }))
vi.mock('@/features/release/release-notices', () => ({ ReleaseNotices: () => null }))

const planning = (
  [
    'dashboard',
    'funeral',
    'funeralEdit',
    'beneficiaries',
    'contacts',
    'videos',
    'insurance',
    'accounts',
    'documents',
    'homeItems',
    'portrait',
    'health',
    'healthSheet',
    'music',
  ] as const
).map((name): string => patterns[name])
const { dashboard, funeralEdit, settings, profile, invites, memorial, legacy } = patterns

beforeEach(() => {
  fakeSupabase({})
  return signIn()
})

test.each(Object.values(patterns))('isGated is true for planning screens only: %s', (pattern) => {
  expect(isGated(pattern.replace(':ownerId', 'a'))).toBe(planning.includes(pattern))
})

test.each(Object.values(patterns))('isOfAnother is true for another person’s plan only: %s', (pattern) => {
  const {
    memorialPrint,
    memorialLetter,
    memorialHistory,
    memorialService,
    memorialObituary,
    openFirstHours,
    practice,
  } = patterns
  const ofMemorial = [
    memorial,
    memorialPrint,
    memorialLetter,
    memorialHistory,
    memorialService,
    memorialObituary,
    openFirstHours,
  ]
  const others: string[] = [...ofMemorial, legacy, practice]
  expect(isOfAnother(pattern.replace(/:\w+/g, 'a'))).toBe(others.includes(pattern))
})

const at = (pattern: string) => ({ pattern, at: pattern.replace(':ownerId', 'a') })
const banner = { name: /^Your last payment/ }

test.each([dashboard, funeralEdit, settings, profile])(
  'a failed payment is announced on %s',
  async (pattern) => {
    fakeSupabase(membershipRoutes(states['in grace']))
    renderPage({ page: PlanStrip, ...at(pattern) })
    expect(await screen.findByRole('region', banner)).toBeVisible()
  },
)

test.each([invites, memorial, `${memorial}/history`, legacy])(
  'a failed payment is neither requested nor announced on screens about other people: %s',
  (pattern) => {
    const calls = fakeSupabase(membershipRoutes(states['in grace']))
    renderPage({ page: PlanStrip, ...at(pattern) })
    expect(screen.queryByRole('region', banner)).toBeNull()
    expect(calls).toEqual([])
  },
)
