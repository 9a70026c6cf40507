import { render, screen, within } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { afterEach, expect, test } from 'vitest'
import { Component as PublicFrame } from '@/app/public-frame'
import { setReturnTarget } from '@/data/session/session'
import { paths, quietPaths } from '@/lib/paths'
import { fakeSupabase, json } from '../fake-supabase'

afterEach(() => {
  localStorage.clear()
  sessionStorage.clear()
})

function open(path = '/') {
  const router = createMemoryRouter([{ path, Component: PublicFrame }], { initialEntries: [path] })
  render(<RouterProvider router={router} />)
  return within(screen.getByRole('navigation', { name: 'Main' }))
}

test('a visitor is offered to sign in and to start', () => {
  const header = open()
  expect(header.getByRole('link', { name: 'Sign In' })).toBeVisible()
  expect(header.getByRole('link', { name: 'Start Free Trial' })).toBeVisible()
  expect(screen.queryByRole('link', { name: 'Open Heartwood' })).toBeNull()
})

test('no trial is offered where membership costs nothing', async () => {
  fakeSupabase({ 'POST rpc/billing_enabled': json(false) })
  const header = open()
  expect(await header.findByRole('link', { name: 'Get Started' })).toHaveAttribute(
    'href',
    '/auth?mode=signup',
  )
  expect(screen.queryByText(/trial/i)).toBeNull()
})

test('a person who is signed in is led back into the app on every public page', () => {
  localStorage.setItem('sb-project-auth-token', '{}')
  const header = open()
  expect(header.getByRole('link', { name: 'Open Heartwood' })).toHaveAttribute('href', '/auth')
  expect(screen.queryByRole('link', { name: 'Sign In' })).toBeNull()
  expect(screen.queryByRole('link', { name: 'Start Free Trial' })).toBeNull()
  // On a phone there is no room for it beside the name.
  const menu = within(screen.getByRole('navigation', { name: 'Menu', hidden: true }))
  expect(menu.getByRole('link', { name: 'Open Heartwood', hidden: true })).toHaveAttribute('href', '/auth')
})

test.each([...quietPaths, paths.contact])(
  'someone who comes to %s after a death is asked neither to pay nor to plan',
  (path) => {
    const header = open(path)
    expect(header.getByRole('link', { name: 'Sign In' })).toBeVisible()
    expect(screen.queryByRole('link', { name: /Start Free Trial|Pricing|Features/ })).toBeNull()
    expect(screen.getByRole('link', { name: 'Contact' })).toBeVisible()
  },
)

test.each([
  '/invites?token=ZGVzaWduYXRpb246MQ',
  '/invites',
  '/invites?confirm-address',
  '/memorial/22222222-2222-4222-8222-222222222222?tab=messages',
  '/practice/22222222-2222-4222-8222-222222222222',
])(
  'someone who signs in to open %s, from an email to people who were named, is asked neither to pay nor to plan',
  (path) => {
    setReturnTarget(path)
    open('/auth')
    expect(screen.queryByRole('link', { name: /Start Free Trial|Pricing|Features/ })).toBeNull()
    expect(screen.getByRole('link', { name: 'Contact' })).toBeVisible()
  },
)

test('someone who signs in to open their own plan sees the usual header, without a second way to sign in', () => {
  setReturnTarget('/contacts?token=1')
  const header = open('/auth')
  expect(header.getByRole('link', { name: 'Pricing' })).toBeVisible()
  expect(header.queryByRole('link', { name: /Sign In|Start Free Trial/ })).toBeNull()
  const menu = within(screen.getByRole('navigation', { name: 'Menu', hidden: true }))
  expect(menu.queryByRole('link', { name: 'Sign In', hidden: true })).toBeNull()
})

test('the landing page offers a trial also to someone who came with an invitation before', () => {
  setReturnTarget('/invites?token=ZGVzaWduYXRpb246MQ')
  expect(open('/').getByRole('link', { name: 'Start Free Trial' })).toBeVisible()
})
