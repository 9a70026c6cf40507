import { screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { membershipKeys } from '@/data/membership/membership'
import { PaymentBanner } from '@/features/billing/payment-banner'
import { patterns } from '@/lib/paths'
import { anna, fakeSupabase, json, signIn } from '../../fake-supabase'
import { renderPage } from '../../render'
import { membershipRoutes, states } from './memberships'
// Imported up front, so that the test does not wait for a lazy import.
import '@/features/billing/payment-notice'

const open = (gated = false) =>
  renderPage({ page: () => <PaymentBanner gated={gated} />, pattern: patterns.settings })
const banner = { name: /^Your (last )?payment/ }

beforeEach(() => {
  fakeSupabase({})
  return signIn()
})

test.each([
  ['in grace', true, /You still have access until/],
  ['unpaid', false, /you can’t add to your plan/],
  ['incomplete', false, /Your bank may be waiting/],
] as const)(
  'the payment banner shows a payment that is %s, with the way to fix it',
  async (state, premium, words) => {
    fakeSupabase(membershipRoutes(states[state], { premium }))
    open()
    expect(await screen.findByRole('region', banner)).toHaveTextContent(words)
    expect(screen.getByRole('button', { name: 'Manage Billing' })).toBeVisible()
  },
)

test('the payment banner shows the days of grace on planning screens, too', async () => {
  fakeSupabase(membershipRoutes(states['in grace']))
  open(true)
  expect(await screen.findByRole('region', banner)).toBeVisible()
})

test.each([
  ['a trial', states.trial, {}],
  ['a membership', states.active, {}],
  ['a lifetime', states.lifetime, {}],
  ['a person without a subscription', null, {}],
  ['a failed payment where billing is off', states.unpaid, { billingEnabled: false }],
  ['a failed payment that the premium gate shows', states.unpaid, { premium: false }],
] as const)('the payment banner is absent for %s', async (_name, row, access) => {
  fakeSupabase(membershipRoutes(row, access))
  const { queryClient } = open(true)
  await expect.poll(() => queryClient.getQueryData(membershipKeys.detail(anna.id))).toBeDefined()
  expect(screen.queryByRole('region', banner)).toBeNull()
})

test('the payment banner is absent for an owner whose death was verified', async () => {
  fakeSupabase({
    ...membershipRoutes(states.unpaid, { premium: false }),
    'GET profiles': json({ user_id: anna.id, death_review: 'approved' }),
  })
  const { queryClient } = open()
  await expect.poll(() => queryClient.getQueryData(membershipKeys.detail(anna.id))).toBeDefined()
  await expect.poll(() => screen.queryByRole('region', banner)).toBeNull()
})
