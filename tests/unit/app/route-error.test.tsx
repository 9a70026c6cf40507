import { render, screen } from '@testing-library/react'
import { createMemoryRouter, Outlet, RouterProvider } from 'react-router-dom'
import { expect, test } from 'vitest'
import { RootError, RouteError } from '@/app/route-error'
import { takeConsoleErrors } from '../setup'

function Broken(): never {
  throw new Error('broken')
}
function Lost(): never {
  throw new TypeError('Failed to fetch dynamically imported module: /assets/page.js')
}
function Frame() {
  return (
    <main id="main">
      <Outlet />
    </main>
  )
}

test.each([
  ['a page inside its frame', [{ ErrorBoundary: RouteError, children: [{ path: '/', Component: Broken }] }]],
  ['the frame itself', []],
])('the error screen has exactly one main element when %s fails', async (_what, children) => {
  const router = createMemoryRouter([
    { path: '/', ErrorBoundary: RootError, Component: children.length ? Frame : Broken, children },
  ])
  render(<RouterProvider router={router} />)
  expect(await screen.findByRole('heading', { name: 'Unexpected Application Error!' })).toBeVisible()
  expect(document.querySelectorAll('#main')).toHaveLength(1)
  expect(takeConsoleErrors()).not.toEqual([])
})

test('a page whose code was lost with the connection says so, and offers to reload', async () => {
  const router = createMemoryRouter([{ path: '/', ErrorBoundary: RouteError, Component: Lost }])
  render(<RouterProvider router={router} />)
  expect(await screen.findByRole('heading', { name: 'This page couldn’t be loaded' })).toBeVisible()
  expect(screen.getByRole('button', { name: 'Refresh this page' })).toBeVisible()
  expect(takeConsoleErrors()).not.toEqual([])
})
