import { act, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { beforeEach, expect, test, vi } from 'vitest'
import { RequireSession } from '@/app/require-session'
import { type SessionState, setReturnTarget, signOut, useSession } from '@/data/session'

vi.mock('@/data/session', () => ({ useSession: vi.fn(), signOut: vi.fn(), setReturnTarget: vi.fn() }))

const anna: SessionState = { status: 'signed-in', user: { id: 'a', email: 'anna@example.com' } }

function session(state: SessionState) {
  vi.mocked(useSession).mockReturnValue(state)
}

function open(path: string) {
  const router = createMemoryRouter(
    [
      { path: '/', element: <h1>Home</h1> },
      { path: '/auth', element: <h1>Sign in</h1> },
      {
        path: '*',
        element: (
          <RequireSession>
            {({ user, leave }) => (
              <button type="button" onClick={() => void leave().catch(() => {})}>
                Sign out {user.email}
              </button>
            )}
          </RequireSession>
        ),
      },
    ],
    { initialEntries: [path] },
  )
  return { router, ...render(<RouterProvider router={router} />) }
}

beforeEach(() => vi.mocked(setReturnTarget).mockClear())

test('waits while the session is looked up', () => {
  session({ status: 'loading' })
  const { router } = open('/funeral')
  expect(screen.getByRole('status')).toHaveTextContent('Checking that you are signed in')
  expect(router.state.location.pathname).toBe('/funeral')
})

test('sends a signed-out person to sign-in and remembers the whole address', () => {
  session({ status: 'signed-out' })
  const { router } = open('/invites?token=abc#card')
  expect(router.state.location.pathname).toBe('/auth')
  expect(setReturnTarget).toHaveBeenCalledWith('/invites?token=abc#card')
})

test('whoever signs out goes to the landing page, and nothing is remembered', async () => {
  session(anna)
  vi.mocked(signOut).mockImplementation(async () => {
    session({ status: 'signed-out' })
  })
  const { router } = open('/dashboard')
  await userEvent.click(screen.getByRole('button', { name: 'Sign out anna@example.com' }))
  expect(router.state.location.pathname).toBe('/')
  expect(setReturnTarget).not.toHaveBeenCalled()
})

test('stays when signing out fails', async () => {
  session(anna)
  vi.mocked(signOut).mockRejectedValue(new TypeError('Failed to fetch'))
  const { router, rerender } = open('/dashboard')
  await userEvent.click(screen.getByRole('button'))
  expect(screen.getByRole('button')).toBeVisible()
  // A session that ends later, by itself, leads to sign-in again.
  session({ status: 'signed-out' })
  await act(async () => rerender(<RouterProvider router={router} key="again" />))
  expect(router.state.location.pathname).toBe('/auth')
})
