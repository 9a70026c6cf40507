import { act, render, screen } from '@testing-library/react'
import { useSyncExternalStore } from 'react'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { beforeEach, expect, test, vi } from 'vitest'
import { RequireSession } from '@/app/require-session'
import { type SessionState, setReturnTarget, useSession } from '@/data/session/session'
import { keepToasts } from '@/ui/base/toaster'

vi.mock('@/data/session/session', () => ({ useSession: vi.fn(), setReturnTarget: vi.fn() }))

const anna: SessionState = { status: 'signed-in', user: { id: 'a', email: 'anna@example.com' } }
const ended: SessionState = { status: 'signed-out', byChoice: false }
const left: SessionState = { status: 'signed-out', byChoice: true }

let session: SessionState
let draw = () => {}
const subscribe = (listener: () => void) => {
  draw = listener
  return () => {}
}
vi.mocked(useSession).mockImplementation(() => useSyncExternalStore(subscribe, () => session))

const become = (next: SessionState) =>
  act(async () => {
    session = next
    draw()
  })

function open(path: string, as: SessionState) {
  session = as
  const router = createMemoryRouter(
    [
      { path: '/', element: <h1>Home</h1> },
      { path: '/auth', element: <h1>Sign in</h1> },
      { path: '*', element: <RequireSession>{({ email }) => <h1>Screen of {email}</h1>}</RequireSession> },
    ],
    { initialEntries: [path] },
  )
  render(<RouterProvider router={router} />)
  return router
}

beforeEach(() => {
  vi.mocked(setReturnTarget).mockClear()
  vi.mocked(keepToasts).mockClear()
})

test('a protected screen shows a waiting message while the session is looked up', () => {
  const router = open('/funeral', { status: 'loading' })
  expect(screen.getByRole('status')).toHaveTextContent('Checking that you’re signed in')
  expect(router.state.location.pathname).toBe('/funeral')
})

test('a protected screen sends a signed-out visitor to sign-in and remembers the full address', () => {
  const router = open('/invites?token=abc#card', ended)
  expect(router.state.location.pathname).toBe('/auth')
  expect(setReturnTarget).toHaveBeenCalledWith('/invites?token=abc#card')
})

test('signing out leads to the landing page, keeps its toasts and remembers no address', async () => {
  const router = open('/dashboard', anna)
  expect(screen.getByRole('heading', { name: 'Screen of anna@example.com' })).toBeVisible()
  await become(left)
  expect(router.state.location.pathname).toBe('/')
  expect(keepToasts).toHaveBeenCalledOnce()
  expect(setReturnTarget).not.toHaveBeenCalled()
  // Opening a screen afterward with the browser's Back button asks for sign-in as usual.
  await act(() => router.navigate('/dashboard'))
  expect(router.state.location.pathname).toBe('/auth')
  expect(setReturnTarget).toHaveBeenCalledWith('/dashboard')
})

test('signing out to sign in with another address leads to sign-in, where the kept page is not replaced', async () => {
  const router = open('/invites?token=abc', anna)
  await become({ status: 'signed-out', byChoice: 'to sign in' })
  expect(router.state.location.pathname).toBe('/auth')
  expect(setReturnTarget).not.toHaveBeenCalled()
})

test('an expired session leads to sign-in and remembers the screen', async () => {
  const router = open('/dashboard', anna)
  await become(ended)
  expect(router.state.location.pathname).toBe('/auth')
  expect(keepToasts).not.toHaveBeenCalled()
  expect(setReturnTarget).toHaveBeenCalledWith('/dashboard')
})
