import { act, render, screen } from '@testing-library/react'
import { createMemoryRouter, Outlet, RouterProvider } from 'react-router-dom'
import { expect, test } from 'vitest'
import { Page } from '@/ui/base/page'

function Frame() {
  return (
    <main>
      <Outlet />
    </main>
  )
}

function Second() {
  return (
    <Page title="Second">
      <input aria-label="Search" />
    </Page>
  )
}

test('a page sets the document title, and focuses its heading only after a navigation', async () => {
  const router = createMemoryRouter([
    {
      element: <Frame />,
      children: [
        { path: '/', element: <Page title="First" /> },
        { path: '/next', element: <Second /> },
      ],
    },
  ])
  render(<RouterProvider router={router} />)
  expect(document.title).toBe('First · Heartwood')
  expect(document.body).toHaveFocus()
  await act(() => router.navigate('/next'))
  expect(document.title).toBe('Second · Heartwood')
  expect(screen.getByRole('heading', { name: 'Second' })).toHaveFocus()
  screen.getByRole('textbox').focus()
  await act(() => router.navigate('/next?tab=music'))
  expect(screen.getByRole('textbox')).toHaveFocus()
})
