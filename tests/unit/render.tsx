import { QueryClientProvider } from '@tanstack/react-query'
import { render } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ComponentType } from 'react'
import { createMemoryRouter, Outlet, RouterProvider, useLocation } from 'react-router-dom'
import { toast } from 'sonner'
import { afterEach } from 'vitest'
import { createQueryClient } from '@/lib/query-client'
import { Toaster } from '@/ui/toaster'

// The toaster's list outlives the screen.
afterEach(() => void toast.dismiss())

interface Options {
  /** The page module's `Component`. */
  page: ComponentType
  /** The page's route pattern, such as patterns.memorial. */
  pattern: string
  /** The address that is opened; the pattern itself when left out. */
  at?: string | { pathname: string; search?: string; state?: unknown }
}

/**
 * Draws a page as the app does: with its route, a cache of its own and the toaster. Every other address shows
 * "Now at <address>". @returns the router, the cache, and a person at the keyboard
 */
export function renderPage({ page: Page, pattern, at = pattern }: Options) {
  const queryClient = createQueryClient()
  const router = createMemoryRouter(
    [
      {
        element: (
          <QueryClientProvider client={queryClient}>
            <main>
              <Outlet />
            </main>
            <Toaster />
          </QueryClientProvider>
        ),
        children: [
          { path: pattern, element: <Page /> },
          { path: '*', element: <Elsewhere /> },
        ],
      },
    ],
    { initialEntries: [at] },
  )
  const view = render(<RouterProvider router={router} />)
  return { router, queryClient, user: userEvent.setup(), ...view }
}

function Elsewhere() {
  const { pathname, search } = useLocation()
  return <h1>Now at {pathname + search}</h1>
}
