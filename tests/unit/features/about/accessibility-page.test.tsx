import { render, screen } from '@testing-library/react'
import { createMemoryRouter, type RouteObject, RouterProvider } from 'react-router-dom'
import { expect, test } from 'vitest'
import { Component as GuestFrame } from '@/app/guest-frame'
import { Component as PublicFrame } from '@/app/public-frame'
import { routes } from '@/app/routes'
import { screenRoutes } from '@/app/screens'
import { Component as AccessibilityPage } from '@/features/about/accessibility-page'
import { fakeSupabase, json, signIn } from '../../fake-supabase'

const show = (route: RouteObject) => render(<RouterProvider router={createMemoryRouter([route])} />)

test('the accessibility page says where “Text size” is', () => {
  show({ path: '/', Component: AccessibilityPage })
  expect(screen.getByText(/“Text size”, at the top of every page or in its menu/)).toBeVisible()
})

test.each([
  { frame: 'of a public page', Frame: PublicFrame },
  { frame: 'of a guest’s page', Frame: GuestFrame },
])('the frame $frame has “Text size” at its top, with its choices', ({ Frame }) => {
  show({ path: '/', Component: Frame })
  // On a phone it is in the menu.
  const buttons = screen.getAllByRole('button', { name: 'Text size' })
  for (const button of buttons) expect(button.closest('header')).not.toBeNull()
  const panel = document.getElementById(buttons[0]?.getAttribute('popovertarget') ?? '')
  expect(panel).toHaveAccessibleName('Make reading easier')
  expect(panel?.querySelectorAll('input[type=radio]').length).toBeGreaterThan(5)
})

const Loading = () => null

/** The frame around each group of pages, also one that is added later. */
const frames = [...(routes[0]?.children ?? []), ...screenRoutes]

test.each(frames)('frame %# of the route table has “Text size” and its panel', async ({ lazy }) => {
  fakeSupabase({})
  await signIn()
  fakeSupabase({
    'GET designations': json([]),
    'GET profiles': json(null),
    'GET subscriptions': json(null),
    'POST rpc/billing_enabled': json(true),
    'POST rpc/has_premium': json(true),
    'POST rpc/my_new_browsers': json([]),
    'POST rpc/release_notices': json([]),
    'HEAD subscriptions': () => new Response(null, { headers: { 'content-range': '*/0' } }),
  })
  show({ path: '/', HydrateFallback: Loading, ...(lazy ? { lazy } : {}) })
  const [button] = await screen.findAllByRole('button', { name: 'Text size' })
  expect(button?.closest('header')).not.toBeNull()
  const panel = document.getElementById(button?.getAttribute('popovertarget') ?? '')
  expect(panel).toHaveAccessibleName('Make reading easier')
})
