import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { Component as BillingPage } from '@/features/billing/billing-page'
import { patterns } from '@/lib/paths'
import { type Call, fakeSupabase, held, json, offline, refusal, signIn } from '../../fake-supabase'
import { renderPage } from '../../render'
import { membershipRoutes, states, subscription } from './memberships'

const open = (search = '') =>
  renderPage({ page: BillingPage, pattern: patterns.billing, at: patterns.billing + search })
const button = (name: string | RegExp) => screen.getByRole('button', { name })
const named = (name: string) => screen.queryByRole('button', { name })
const refused = (code: string, status: number) => json({ error: { code, message: 'no' } }, status)
const asked = (calls: Call[]) =>
  calls.filter(({ route }) => route.includes('functions')).map(({ route, body }) => [route, body])

const assign = vi.fn()
beforeEach(() => {
  assign.mockReset()
  vi.stubGlobal('location', { ...window.location, assign })
  fakeSupabase({})
  return signIn()
})
afterEach(() => vi.useRealTimers())

describe('the billing page shows', () => {
  test('a trial with its days left, every plan to choose and nothing to manage', async () => {
    fakeSupabase(membershipRoutes(states.trial))
    open()
    expect(await screen.findByText(/6 days left \(ends/)).toBeVisible()
    expect(screen.getByText('Trialing')).toBeVisible()
    for (const name of ['Choose Monthly', 'Choose Annual', 'Choose Lifetime'])
      expect(button(name)).toBeVisible()
    expect(screen.getByText('Best value · Save 17%')).toBeVisible()
    expect(named('Manage Billing')).toBeNull()
    expect(screen.getByRole('link', { name: /See the prices/ })).toHaveAttribute('href', '/pricing')
  })

  test('a membership with its plan marked and the other plans to switch to', async () => {
    fakeSupabase(membershipRoutes(states.active))
    open()
    expect(await screen.findByText('Active')).toBeVisible()
    const own = screen.getByRole('heading', { name: 'Monthly' }).closest('li')
    expect(own && within(own).getByText('Your plan')).toBeVisible()
    expect(named('Switch to Monthly')).toBeNull()
    for (const name of ['Manage Billing', 'Switch to Annual', 'Switch to Lifetime'])
      expect(button(name)).toBeVisible()
  })

  test('a canceled membership with its last day', async () => {
    fakeSupabase(membershipRoutes({ ...states.active, cancel_at_period_end: true }))
    open()
    expect(await screen.findByText('Active')).toBeVisible()
    expect(screen.getByText(/^until /)).toBeVisible()
    expect(screen.getByText(/You’ve canceled, and your membership ends on/)).toBeVisible()
    expect(screen.getByRole('link', { name: /stop paying/ })).toBeVisible()
  })

  test('a lifetime membership with nothing left to buy', async () => {
    fakeSupabase(membershipRoutes(states.lifetime))
    open()
    expect(await screen.findByText(/paid up for life/)).toBeVisible()
    expect(screen.queryByRole('heading', { name: 'Annual' })).toBeNull()
    expect(screen.queryByRole('link', { name: /stop paying/ })).toBeNull()
  })

  test('a failed payment with the way to fix it', async () => {
    fakeSupabase(membershipRoutes(states['in grace']))
    open()
    expect(await screen.findByText('Your last payment didn’t go through')).toBeVisible()
    expect(button('Manage Billing')).toBeVisible()
  })

  test('that every feature is open, and no price, where billing is off', async () => {
    fakeSupabase(membershipRoutes(states['trial over'], { billingEnabled: false }))
    open()
    expect(await screen.findByText('Every feature is open')).toBeVisible()
    expect(screen.queryByRole('button')).toBeNull()
    expect(screen.queryByText(/\$/)).toBeNull()
  })

  test('the way to end a membership that still runs, where billing is off', async () => {
    fakeSupabase(membershipRoutes(states.active, { billingEnabled: false }))
    open()
    expect(await screen.findByText('Your membership still runs')).toBeVisible()
    expect(screen.getByText('Every feature is open')).toBeVisible()
    expect(button('Manage Billing')).toBeVisible()
    expect(named('Switch to Annual')).toBeNull()
  })

  test('when the trial will begin, to a person whose trial has not begun', async () => {
    fakeSupabase(membershipRoutes(null))
    open()
    expect(await screen.findByText('Not started')).toBeVisible()
    expect(screen.getByText(/starts when you start your plan/)).toBeVisible()
  })
})

describe('checkout', () => {
  test('requests it once with only the chosen plan, and goes to its page', async () => {
    const { answer, open: answered } = held(json({ url: 'https://pay.example/1' }))
    const calls = fakeSupabase({
      ...membershipRoutes(states.trial),
      'POST functions/create-checkout': answer,
    })
    const { user } = open()
    await user.click(await screen.findByRole('button', { name: 'Choose Annual' }))
    await user.click(button('Opening...'))
    answered()
    await waitFor(() => expect(assign).toHaveBeenCalledExactlyOnceWith('https://pay.example/1'))
    expect(asked(calls)).toEqual([['POST functions/create-checkout', { plan: 'annual' }]])
    // The button stays busy until the browser has left the page.
    expect(button('Opening...')).toHaveAttribute('aria-busy', 'true')
  })

  test("opening a checkout is possible again after the browser's Back button", async () => {
    fakeSupabase({
      ...membershipRoutes(states.trial),
      'POST functions/create-checkout': json({ url: 'https://pay.example/1' }),
    })
    const { user } = open()
    await user.click(await screen.findByRole('button', { name: 'Choose Annual' }))
    await waitFor(() => expect(assign).toHaveBeenCalled())
    window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
    await waitFor(() => expect(button('Choose Annual')).not.toHaveAttribute('aria-busy'))
  })

  test.each([
    ['billing is off', refused('billing_off', 409), 'Everything is free here, so there’s nothing to pay.'],
    ['the plan is gone', refused('unknown_plan', 400), /no longer offered/],
    ['Stripe is not set up', refused('payments_not_set_up', 503), /people who run this site have to set up/],
    ['Stripe is away', refused('stripe_unavailable', 502), /can’t reach the payment provider/],
    ['the connection is lost', offline, /couldn’t reach the server/],
    ['the function failed', refused('internal', 500), 'Please try again.'],
    ['the answer is not a web address', json({ url: 'javascript:alert(1)' }), 'Please try again.'],
  ])('opening a checkout shows an error above the offers when %s', async (_why, answer, words) => {
    fakeSupabase({ ...membershipRoutes(states.trial), 'POST functions/create-checkout': answer })
    const { user } = open()
    await user.click(await screen.findByRole('button', { name: 'Choose Lifetime' }))
    const problem = within(await screen.findByRole('alert'))
    expect(problem.getByText('Unable to open checkout')).toBeVisible()
    expect(problem.getByText(words)).toBeVisible()
    expect(assign).not.toHaveBeenCalled()
    expect(button('Choose Lifetime')).not.toHaveAttribute('aria-busy')
  })
})

test('the billing portal opens, and shows an error when it cannot be opened', async () => {
  const calls = fakeSupabase({
    ...membershipRoutes(states.active),
    'POST functions/billing-portal': [
      refused('stripe_unavailable', 502),
      json({ url: 'https://pay.example/p' }),
    ],
  })
  const { user } = open()
  await user.click(await screen.findByRole('button', { name: 'Manage Billing' }))
  expect(
    await within(await screen.findByRole('alert')).findByText('Unable to open billing portal'),
  ).toBeVisible()
  await user.click(button('Manage Billing'))
  await waitFor(() => expect(assign).toHaveBeenCalledWith('https://pay.example/p'))
  expect(asked(calls)[1]).toEqual(['POST functions/billing-portal', {}])
  expect(screen.queryByRole('alert')).toBeNull()
})

describe('chosen plan', () => {
  test('the billing page with a plan chosen before sign-in mentions the free days first and continues to payment for that plan', async () => {
    const calls = fakeSupabase({
      ...membershipRoutes(states.trial),
      'POST functions/create-checkout': json({ url: 'https://pay.example/1' }),
    })
    const { user } = open('?plan=annual')
    expect(await screen.findByText('You chose Annual, $99 per year')).toBeVisible()
    expect(screen.getByText(/Your 7-day free trial runs until .* You don’t need a card/)).toBeVisible()
    expect(screen.getByRole('link', { name: 'Start planning' })).toHaveAttribute('href', '/dashboard')
    await user.click(button('Continue to payment'))
    await waitFor(() => expect(assign).toHaveBeenCalled())
    expect(asked(calls)[0]?.[1]).toEqual({ plan: 'annual' })
  })

  test.each([
    ['is the current plan', states.active, '?plan=monthly'],
    ['is less than the lifetime membership they have', states.lifetime, '?plan=monthly'],
    ['does not exist', states.trial, '?plan=free'],
  ])(
    'the billing page with a plan chosen before sign-in ignores a chosen plan that %s',
    async (_why, row, search) => {
      fakeSupabase(membershipRoutes(row))
      open(search)
      expect(await screen.findByRole('heading', { name: 'Plan overview' })).toBeVisible()
      expect(screen.queryByText(/You chose/)).toBeNull()
    },
  )
})

describe('after a checkout', () => {
  const bought = subscription({ ...states.active, plan: 'annual' })

  test('the billing page after a checkout says "still confirming" and offers no plan until the database has the membership', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    fakeSupabase({
      ...membershipRoutes(states.trial),
      'GET subscriptions': [json([states.trial]), json([states.trial]), json([bought])],
    })
    open('?checkout=success&plan=annual')
    expect(await screen.findByText('Still confirming your payment')).toBeVisible()
    expect(named('Choose Annual')).toBeNull()
    await vi.advanceTimersByTimeAsync(3100)
    expect(screen.getByText('Still confirming your payment')).toBeVisible()
    await vi.advanceTimersByTimeAsync(3100)
    expect(await screen.findByText('Your membership is confirmed. Thank you.')).toBeVisible()
    expect(screen.getByText(/You’re a member: Annual/)).toBeVisible()
  })

  test('the billing page after a checkout stops polling after a minute, and polls again after "Look again"', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const calls = fakeSupabase(membershipRoutes(states.trial))
    const { user } = open('?checkout=success&plan=annual')
    expect(await screen.findByText('Still confirming your payment')).toBeVisible()
    await vi.advanceTimersByTimeAsync(61_000)
    expect(screen.getByText(/longer than usual. If you’ve paid, nothing is lost/)).toBeVisible()
    const before = calls.length
    await vi.advanceTimersByTimeAsync(30_000)
    expect(calls.length).toBe(before)
    await user.click(button('Check again'))
    await vi.advanceTimersByTimeAsync(3100)
    expect(calls.length).toBeGreaterThan(before)
    expect(screen.getByText('Still confirming your payment')).toBeVisible()
  })

  test('the billing page after a checkout keeps confirming while the database still has the previous plan', async () => {
    fakeSupabase(membershipRoutes(states.active))
    open('?checkout=success&plan=lifetime')
    expect(await screen.findByText('Still confirming your payment')).toBeVisible()
    expect(screen.queryByText(/confirmed/)).toBeNull()
  })

  // The two are read at once, and the payment may come in between: the plan would stay closed until the next reading.
  test('the billing page after a checkout keeps confirming until what was bought also opens the plan', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    fakeSupabase({ ...membershipRoutes(bought), 'POST rpc/has_premium': [json(false), json(true)] })
    open('?checkout=success&plan=annual')
    expect(await screen.findByText('Still confirming your payment')).toBeVisible()
    expect(named('Choose Annual')).toBeNull()
    await vi.advanceTimersByTimeAsync(3100)
    expect(await screen.findByText('Your membership is confirmed. Thank you.')).toBeVisible()
  })

  test('the billing page after a checkout says that nothing was charged when the checkout was canceled', async () => {
    fakeSupabase(membershipRoutes(states.trial))
    open('?checkout=cancelled')
    expect(await screen.findByText('Nothing was charged')).toBeVisible()
    expect(button('Choose Annual')).toBeVisible()
  })
})

test('the billing page after the portal shows a payment that reaches the database only later, and asks for a minute', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const calls = fakeSupabase({
    ...membershipRoutes(states['in grace']),
    'GET subscriptions': [json([states['in grace']]), json([states['in grace']]), json([states.active])],
  })
  open('?portal=closed')
  expect(await screen.findByText('Past due')).toBeVisible()
  expect(screen.getByText(/it usually appears here within a minute/)).toBeVisible()
  await vi.advanceTimersByTimeAsync(6200)
  expect(await screen.findByText('Active')).toBeVisible()
  await vi.advanceTimersByTimeAsync(60_000)
  const before = calls.length
  await vi.advanceTimersByTimeAsync(30_000)
  expect(calls.length).toBe(before)
})

test('the billing page reads the membership once for a person who does not come from the portal', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const calls = fakeSupabase(membershipRoutes(states['in grace']))
  open()
  expect(await screen.findByText('Past due')).toBeVisible()
  const before = calls.length
  await vi.advanceTimersByTimeAsync(30_000)
  expect(calls.length).toBe(before)
})

test('the billing page offers a retry when the membership cannot be loaded', async () => {
  fakeSupabase({
    ...membershipRoutes(states.trial),
    'GET subscriptions': [refusal('42501', 403), json([states.trial])],
  })
  const { user } = open()
  expect(await screen.findByText('Unable to load your membership')).toBeVisible()
  await user.click(button('Try again'))
  expect(await screen.findByText('Trialing')).toBeVisible()
})
