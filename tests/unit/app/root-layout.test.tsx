import { act, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createMemoryRouter, Link, RouterProvider } from 'react-router-dom'
import { expect, test } from 'vitest'
import { RootLayout } from '@/app/root-layout'
import { Page } from '@/ui/base/page'

function open() {
  const framed = (content: React.ReactNode) => (
    <>
      <nav>
        <Link to="/contacts">Contacts</Link>
        <Link to="/">Home</Link>
      </nav>
      <main id="main" tabIndex={-1}>
        {content}
      </main>
    </>
  )
  const router = createMemoryRouter(
    [
      {
        element: <RootLayout />,
        children: [
          { path: '/', element: framed(<h1>A landing page</h1>) },
          { path: '/dashboard', element: framed(<Page title="Dashboard" />) },
          { path: '/contacts', element: framed(<Page title="Contacts" />) },
        ],
      },
    ],
    { initialEntries: ['/dashboard'] },
  )
  render(<RouterProvider router={router} />)
  return router
}

test('Back to the first page of the visit moves the focus to its heading, and opening it does not', async () => {
  const router = open()
  expect(document.body).toHaveFocus()
  await userEvent.click(screen.getByRole('link', { name: 'Contacts' }))
  expect(screen.getByRole('heading', { name: 'Contacts' })).toHaveFocus()
  await act(() => router.navigate(-1))
  expect(await screen.findByRole('heading', { name: 'Dashboard' })).toHaveFocus()
})

test('a page whose heading takes no focus, such as the landing page after signing out, takes it itself', async () => {
  const router = open()
  await act(() => router.navigate('/'))
  expect(screen.getByRole('main')).toHaveFocus()
})
