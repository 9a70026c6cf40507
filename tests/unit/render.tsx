import { QueryClientProvider } from '@tanstack/react-query'
import { render } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ComponentType, ContextType } from 'react'
import { createMemoryRouter, Outlet, RouterProvider, useLocation } from 'react-router-dom'
import { toast } from 'sonner'
import { afterEach } from 'vitest'
import { createQueryClient } from '@/browser/query-client'
import { PlanState } from '@/parts/kit/plan-open'
import { Toaster } from '@/ui/base/toaster'
import { WayOutOfClosed } from '@/ui/base/way-out-of-closed'

// Toasts outlive the screen, so each test dismisses its own.
afterEach(() => void toast.dismiss())

interface Options {
  /** The page module's `Component`. */
  page: ComponentType
  /** The page's route pattern, such as patterns.memorial. */
  pattern: string
  /** The address to open; the pattern itself when left out. */
  at?: string | { pathname: string; search?: string; state?: unknown }
  /** As the premium gate shows a page that it decides about, while nothing is known of the membership. */
  gated?: true
  /** What the plan on the page takes. */
  plan?: ContextType<typeof PlanState>
}

const unknownYet = { ask: () => {}, closed: null }

/**
 * Renders a page as the app does, with its route, the toaster and its own query cache. Every other address shows
 * "Now at <address>". @returns the rendered view with the router, the query cache and a user-event user
 */
export function renderPage({ page: Page, pattern, at = pattern, gated, plan = 'open' }: Options) {
  const queryClient = createQueryClient()
  const router = createMemoryRouter(
    [
      {
        element: (
          <QueryClientProvider client={queryClient}>
            <main>
              <WayOutOfClosed value={gated ? unknownYet : null}>
                <PlanState value={plan}>
                  <Outlet />
                </PlanState>
              </WayOutOfClosed>
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
