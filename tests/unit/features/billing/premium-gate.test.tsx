import { act, screen, waitFor, within } from '@testing-library/react'
import { useState } from 'react'
import { beforeEach, expect, test } from 'vitest'
import { membershipKeys } from '@/data/membership/membership'
import { planOverviewKeys } from '@/data/plan-overview'
import { PaymentBanner } from '@/features/billing/payment-banner'
import { PremiumGate } from '@/features/billing/premium-gate'
import { CodedError } from '@/lib/errors'
import { patterns } from '@/lib/paths'
import { UnlessFrozen, WhilePlanOpen } from '@/parts/kit/plan-open'
import { useListDialogs } from '@/parts/kit/use-list-dialogs'
import { FailureNotice } from '@/ui/base/failure'
import { Page } from '@/ui/base/page'
import { anna, fakeSupabase, held, json, refusal, signIn } from '../../fake-supabase'
import { planOverview } from '../../plan-overview'
import { renderPage } from '../../render'
import { membershipRoutes, states } from './memberships'
// Imported up front, so that the test does not wait for a lazy import.
import '@/features/billing/trial-ended'

function Screen() {
  return (
    <Page title="Contacts">
      <label>
        Name <input />
      </label>
      <WhilePlanOpen>
        <button type="button">Add Contact</button>
      </WhilePlanOpen>
      {useListDialogs().dialog ? <p>The dialog to add</p> : null}
      <UnlessFrozen>
        <button type="button">Delete</button>
      </UnlessFrozen>
    </Page>
  )
}

const open = ({ gated = true, at = patterns.contacts }: { gated?: boolean; at?: string } = {}) =>
  renderPage({
    page: () => (
      <PremiumGate gated={gated}>
        <Screen />
      </PremiumGate>
    ),
    pattern: patterns.contacts,
    at,
  })
const title = { name: 'Your free trial has ended' }
const recorded = { 'POST rpc/plan_overview': planOverview({ contacts: 1 }) }
const lapsed = { ...membershipRoutes(states['trial over'], { premium: false }), ...recorded }

beforeEach(() => {
  fakeSupabase({})
  return signIn()
})

test('with premium, a planning screen renders before the answer arrives and shows no gate', async () => {
  const { answer, open: answered } = held(json(true))
  const calls = fakeSupabase({ ...membershipRoutes(states.trial), 'POST rpc/has_premium': answer })
  const { queryClient } = open()
  expect(screen.getByRole('heading', { name: 'Contacts' })).toBeVisible()
  answered()
  await expect.poll(() => queryClient.getQueryData(membershipKeys.detail(anna.id))).toBeDefined()
  expect(screen.queryByRole('heading', title)).toBeNull()
  expect(screen.getByRole('button', { name: 'Add Contact' })).toBeVisible()
  // The gate asks for everything in one round of requests.
  expect(calls.map(({ route }) => route).sort()).toEqual([
    'GET profiles',
    'GET subscriptions',
    'POST rpc/billing_enabled',
    'POST rpc/has_premium',
  ])
})

test('without premium, the gate explains what ended, offers the plans and leaves the screen readable below it', async () => {
  fakeSupabase(lapsed)
  const { user } = open()
  const gate = within(await screen.findByRole('region', title))
  expect(screen.getByRole('status')).toHaveTextContent(/^Your free trial has ended/)
  const choose = gate.getByRole('button', { name: 'Choose a plan' })
  for (const name of ['Choose Monthly', 'Choose Annual', 'Choose Lifetime'])
    expect(gate.queryByRole('button', { name })).toBeNull()
  await user.click(choose)
  expect(choose).toHaveAttribute('aria-expanded', 'true')
  expect(gate.getByText('Trial ended')).toBeVisible()
  for (const name of ['Choose Monthly', 'Choose Annual', 'Choose Lifetime'])
    expect(gate.getByRole('button', { name })).toBeVisible()
  expect(gate.getByRole('link', { name: 'export' })).toHaveAttribute('href', '/settings')
  expect(gate.queryByRole('button', { name: 'Manage Billing' })).toBeNull()
  await user.click(await gate.findByRole('button', { name: 'Read what you’ve recorded' }))
  expect(screen.getByRole('heading', { name: 'Contacts' })).toHaveFocus()
})

test('without premium and with an empty plan, the gate offers nothing to read', async () => {
  const answer = planOverview({ contacts: 0 })
  fakeSupabase({ ...lapsed, 'POST rpc/plan_overview': answer })
  const { queryClient } = open()
  const gate = within(await screen.findByRole('region', title))
  await expect.poll(() => queryClient.getQueryData(planOverviewKeys.detail(anna.id))).toBeDefined()
  expect(gate.queryByRole('button', { name: 'Read what you’ve recorded' })).toBeNull()
})

test('without premium, a planning screen offers deleting but no adding', async () => {
  fakeSupabase(lapsed)
  const { router } = open()
  expect(await screen.findByRole('region', title)).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Add Contact' })).toBeNull()
  expect(screen.getByRole('button', { name: 'Delete' })).toBeVisible()
  await act(() => router.navigate(`${patterns.contacts}?add`))
  expect(screen.queryByText('The dialog to add')).toBeNull()
})

test('a screen outside planning makes no membership request and has no gate', async () => {
  const calls = fakeSupabase({ 'GET profiles': json([]) })
  open({ gated: false, at: `${patterns.contacts}?add` })
  expect(await screen.findByText('The dialog to add')).toBeVisible()
  expect(calls.map(({ route }) => route)).toEqual(['GET profiles'])
})

test('a screen outside planning has no gate, but adds nothing once the payment banner knows that the membership ended', async () => {
  fakeSupabase(lapsed)
  renderPage({
    page: () => (
      <>
        <PaymentBanner gated={false} />
        <PremiumGate gated={false}>
          <Screen />
        </PremiumGate>
      </>
    ),
    pattern: patterns.contacts,
  })
  expect(screen.getByRole('button', { name: 'Add Contact' })).toBeVisible()
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Add Contact' })).toBeNull())
  expect(screen.queryByRole('region', title)).toBeNull()
})

test.each([
  ['unpaid', 'Your last payment didn’t go through'],
  ['incomplete', 'Your payment isn’t finished'],
  ['canceled', 'Your membership has ended'],
] as const)(
  'the premium gate names one cause, and no trial, for a member who is %s',
  async (state, cause) => {
    fakeSupabase({ ...membershipRoutes(states[state], { premium: false }), ...recorded })
    open()
    const gate = within(await screen.findByRole('region', { name: cause }))
    expect(gate.queryByRole('button', { name: 'Manage Billing' }) !== null).toBe(state !== 'canceled')
    expect(screen.getByRole('status')).toHaveTextContent(new RegExp(`^${cause}`))
    expect(screen.queryByText(/trial/i)).toBeNull()
  },
)

test('an owner whose death was verified reads that alone, whatever the membership, and is offered no change', async () => {
  fakeSupabase({
    ...membershipRoutes(states.unpaid, { premium: false }),
    'GET profiles': json({ user_id: anna.id, death_review: 'approved' }),
  })
  const { queryClient } = open()
  expect(await screen.findByText('Your plan can’t be changed now')).toBeVisible()
  await expect.poll(() => queryClient.getQueryData(membershipKeys.detail(anna.id))).toBeDefined()
  expect(screen.queryByText(/trial|membership|payment/i)).toBeNull()
  expect(screen.queryByRole('button', { name: 'Add Contact' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Delete' })).toBeNull()
})

test('text in a field survives when the membership ends while it is typed', async () => {
  fakeSupabase({
    ...membershipRoutes(states.trial),
    ...recorded,
    'POST rpc/has_premium': [json(true), json(false)],
  })
  const { user, queryClient } = open()
  await expect.poll(() => queryClient.getQueryData(membershipKeys.detail(anna.id))).toBeDefined()
  const field = screen.getByLabelText('Name')
  await user.type(field, 'Carl')
  await act(() => queryClient.invalidateQueries({ queryKey: membershipKeys.all }))
  expect(await screen.findByRole('region', title)).toBeVisible()
  expect(screen.getByLabelText('Name')).toBe(field)
  expect(field).toHaveValue('Carl')
})

test('a planning screen shows no gate when the membership cannot be loaded', async () => {
  fakeSupabase({ ...membershipRoutes(states.trial), 'POST rpc/has_premium': refusal('42501', 403) })
  const { queryClient } = open()
  await expect.poll(() => queryClient.getQueryState(membershipKeys.detail(anna.id))?.status).toBe('error')
  expect(screen.queryByRole('heading', title)).toBeNull()
})

const failed = new CodedError('42501')
/** The planning screen, with a button whose save is refused. */
function Refused() {
  const [problem, setProblem] = useState<unknown>(null)
  return (
    <>
      <Screen />
      <button type="button" onClick={() => setProblem(failed)}>
        Save
      </button>
      <FailureNotice title="Error" problem={problem} />
    </>
  )
}

test('a save that is refused on a planning screen, because the trial just ended, leads to the plans in a new tab', async () => {
  fakeSupabase({
    ...membershipRoutes(states['trial over']),
    ...recorded,
    'POST rpc/has_premium': [json(true), json(false)],
  })
  const { user, queryClient } = renderPage({
    page: () => (
      <PremiumGate gated>
        <Refused />
      </PremiumGate>
    ),
    pattern: patterns.contacts,
  })
  await expect.poll(() => queryClient.getQueryData(membershipKeys.detail(anna.id))).toBeDefined()
  await user.type(screen.getByLabelText('Name'), 'Carl')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  const notice = within(await screen.findByRole('alert'))
  expect(await notice.findByText('Your free trial has ended')).toBeVisible()
  expect(notice.getByRole('link', { name: 'Choose a plan' })).toHaveAttribute('target', '_blank')
  expect(screen.getByLabelText('Name')).toHaveValue('Carl')
})
