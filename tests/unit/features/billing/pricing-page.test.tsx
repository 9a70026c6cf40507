import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { supabase } from '@/data/client'
import { Component as PricingPage } from '@/features/billing/pricing-page'
import { patterns } from '@/lib/paths'
import { fakeSupabase, json, offline, signIn } from '../../fake-supabase'
import { renderPage } from '../../render'
import { membershipRoutes, states } from './memberships'
// Imported up front, so that the test does not wait for a lazy import.
import '@/features/billing/pricing-membership'

const open = () => renderPage({ page: PricingPage, pattern: patterns.pricing })
const link = (name: string) => screen.getByRole('link', { name })

describe('visitors', () => {
  test('the pricing page for a signed-out visitor shows every plan with its price and leads to sign-up with the chosen one', async () => {
    const calls = fakeSupabase({ 'POST rpc/billing_enabled': json(true) })
    open()
    const cards = screen.getAllByRole('listitem').map((card) => within(card))
    const [monthly, annual, lifetime] = cards
    expect(monthly?.getByText('$9.99')).toBeVisible()
    expect(annual?.getByText('Best value · Save 17%')).toBeVisible()
    expect(lifetime?.getByText('$299')).toBeVisible()
    expect(link('Start Free Trial')).toHaveAttribute('href', '/auth?mode=signup&plan=monthly')
    expect(link('Choose Annual')).toHaveAttribute('href', '/auth?mode=signup&plan=annual')
    expect(link('Choose Lifetime')).toHaveAttribute('href', '/auth?mode=signup&plan=lifetime')
    expect(screen.getByRole('heading', { name: 'Every plan includes' })).toBeVisible()
    expect(screen.getByText(/Sign in to see your membership/)).toBeVisible()
    expect(link('View billing details')).toHaveAttribute('href', '/billing')
    await waitFor(() => expect(calls.map(({ route }) => route)).toEqual(['POST rpc/billing_enabled']))
  })

  test('the pricing page for a signed-out visitor says that every feature is open where billing is off', async () => {
    fakeSupabase({ 'POST rpc/billing_enabled': json(false) })
    open()
    expect(await screen.findByText('Every feature is open')).toBeVisible()
    expect(screen.queryByText('$299')).toBeNull()
    expect(screen.queryByText(/free trial|stop paying|credit card/i)).toBeNull()
  })

  test.each([
    ['the connection is lost', offline],
    ['the server fails', json({ message: 'no' }, 500)],
  ])('the pricing page for a signed-out visitor keeps showing prices when %s', async (_name, answer) => {
    const calls = fakeSupabase({ 'POST rpc/billing_enabled': answer })
    open()
    await waitFor(() => expect(calls).toHaveLength(1))
    expect(screen.getByText('$299')).toBeVisible()
  })
})

describe('members', () => {
  beforeEach(() => {
    fakeSupabase({})
    return signIn()
  })

  test('the pricing page for a signed-in person shows the badge and the next renewal, and marks the current plan', async () => {
    fakeSupabase(membershipRoutes(states.active))
    open()
    expect(await screen.findByText('Active')).toBeVisible()
    expect(screen.getByText(/^Next renewal: .*\$9.99 per month$/)).toBeVisible()
    expect(screen.getByRole('button', { name: 'Manage Billing' })).toBeVisible()
    expect(link('View billing details')).toHaveAttribute('href', '/billing')
    expect(screen.getByText('Your plan')).toBeVisible()
    expect(screen.queryByRole('link', { name: / Monthly$/ })).toBeNull()
    // In the words of the page that it leads to.
    expect(link('Switch to Lifetime')).toHaveAttribute('href', '/billing?plan=lifetime')
  })

  test('the pricing page for a signed-in person offers a lifetime member nothing more', async () => {
    fakeSupabase(membershipRoutes(states.lifetime))
    open()
    await waitFor(() => expect(screen.queryByRole('link', { name: /^Choose|^Switch to/ })).toBeNull())
    expect((await screen.findAllByText('Lifetime'))[0]).toBeVisible()
    expect(screen.queryByText('$299')).toBeNull()
  })

  test('the pricing page for a signed-in person shows the days left and no "Manage Billing" in a trial', async () => {
    fakeSupabase(membershipRoutes(states.trial))
    open()
    expect(await screen.findByText(/^Trial: 6 days left \(ends/)).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Manage Billing' })).toBeNull()
    expect(link('Choose Monthly')).toHaveAttribute('href', '/billing?plan=monthly')
  })

  test('the pricing page for a signed-in person shows an error when the billing portal cannot be opened', async () => {
    fakeSupabase({ ...membershipRoutes(states.active), 'POST functions/billing-portal': offline })
    const { user } = open()
    await user.click(await screen.findByRole('button', { name: 'Manage Billing' }))
    expect(within(await screen.findByRole('alert')).getByText('Unable to open billing portal')).toBeVisible()
  })

  test('the pricing page for a signed-in person asks to sign in again after the session has ended', async () => {
    fakeSupabase({ ...membershipRoutes(states.active), 'POST auth/logout': json({}) })
    open()
    expect(await screen.findByText('Active')).toBeVisible()
    await supabase.auth.signOut({ scope: 'local' })
    expect(await screen.findByText(/Sign in to see your membership/)).toBeVisible()
  })
})
