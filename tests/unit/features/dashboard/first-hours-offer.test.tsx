import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { Component as DashboardPage } from '@/features/dashboard/dashboard-page'
import { patterns } from '@/lib/paths'
import { designation } from '../../designation'
import { fakeSupabase, json, noFirstHours, type Routes, signIn } from '../../fake-supabase'
import { planOverview } from '../../plan-overview'
import { renderPage } from '../../render'

const title = 'If you couldn’t speak for yourself'
const accepted = designation({ id: 1, person_name: 'Edith', accepted_at: '2026-11-02T10:00:00+00:00' })
const open = (people_accepted: number, firstHours: object = noFirstHours, answers: Routes = {}) => {
  fakeSupabase({
    'GET designations': json([]),
    'GET practices': json([]),
    'GET funeral_plan': json(null),
    'GET estate_documents': json([]),
    'GET video_messages': json([]),
    'GET contacts': json([]),
    'GET financial_accounts': json([]),
    'GET insurance_policies': json([]),
    'GET home_items': json([]),
    'GET portraits': json([]),
    'POST rpc/billing_enabled': json(false),
    'POST rpc/has_premium': json(true),
    'GET subscriptions': json(null),
    'GET profiles': json({ death_review: null }),
    'POST rpc/plan_overview': planOverview({ people: 1, people_accepted }),
    'POST rpc/my_first_hours': json(firstHours),
    ...answers,
  })
  return renderPage({ page: DashboardPage, pattern: patterns.dashboard })
}

beforeEach(() => {
  fakeSupabase({})
  return signIn()
})

test('an owner is asked about the first hours once the first person has accepted, and may put the question away', async () => {
  const { user, unmount } = open(1)
  expect(await screen.findByRole('heading', { name: title })).toBeVisible()
  expect(screen.getByRole('link', { name: 'Choose who can read what' })).toHaveAttribute(
    'href',
    '/who-can-see-my-plan',
  )
  await user.click(screen.getByRole('button', { name: 'Not now' }))
  expect(screen.queryByRole('heading', { name: title })).toBeNull()
  expect(screen.getByRole('heading', { level: 1 })).toHaveFocus()
  unmount()
  open(1)
  expect(await screen.findByRole('heading', { name: 'Your plan' })).toBeVisible()
  expect(screen.queryByRole('heading', { name: title })).toBeNull()
})

test.each([
  ['whom no one has accepted yet', 0, noFirstHours],
  [
    'who has chosen someone',
    2,
    {
      ...noFirstHours,
      circle: [
        { designation_id: 1, name: 'Edith', parts: ['home'], wait_until: null, waits_for_owner: false },
      ],
    },
  ],
])('an owner %s is not asked about the first hours', async (_, count, firstHours) => {
  open(count, firstHours)
  expect(await screen.findByRole('heading', { name: 'Your plan' })).toBeVisible()
  await waitFor(() => expect(screen.queryByRole('heading', { name: title })).toBeNull())
})

test.each([
  ['is not in doubt', true, noFirstHours, {}],
  ['is doubted by the first hours', false, { ...noFirstHours, reason: 'ill', opened_by_name: 'Edith' }, {}],
  ['is doubted by a certificate', false, noFirstHours, { death_review: 'pending' }],
  [
    'is doubted by a certificate that can’t be read',
    false,
    noFirstHours,
    { death_review: 'none', death_certificate_path: 'a.jpg' },
  ],
])('an owner whose life %s is offered a practice run: %j', async (_, isOffered, firstHours, profile) => {
  const { queryClient } = open(1, firstHours, {
    'GET designations': (call) =>
      json(call.url.searchParams.get('owner_id')?.startsWith('eq') ? [accepted] : [])(call),
    'GET profiles': json({ death_review: 'none', death_certificate_path: null, ...profile }),
  })
  expect(await screen.findByRole('heading', { name: 'Your plan' })).toBeVisible()
  await waitFor(() => expect(queryClient.isFetching()).toBe(0))
  expect(screen.queryByRole('heading', { name: 'Edith has accepted' }) !== null).toBe(isOffered)
  expect(screen.queryByRole('heading', { name: title })).toBeNull()
})

test.each([
  ['can’t be read', noFirstHours, { 'GET practices': json({ message: 'out of order' }, 503) }],
  ['is answered in another form', { ...noFirstHours, circle: 'none' }, {}],
])('an owner’s plan is shown when what an offer depends on %s', async (_, firstHours, answers) => {
  open(1, firstHours, answers)
  expect(await screen.findByRole('heading', { name: 'Your plan' })).toBeVisible()
})
