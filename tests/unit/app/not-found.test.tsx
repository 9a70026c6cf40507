import { render, screen } from '@testing-library/react'
import { StrictMode } from 'react'
import { MemoryRouter } from 'react-router-dom'
import { expect, test } from 'vitest'
import { Component as NotFound } from '@/app/not-found'
import { takeConsoleErrors } from '../setup'

const open = () =>
  render(
    <StrictMode>
      <MemoryRouter initialEntries={['/no/such?secret=1']}>
        <NotFound />
      </MemoryRouter>
    </StrictMode>,
  )

test('the 404 page says that the page was not found, links home, and logs the path once', () => {
  open()
  expect(screen.getByRole('heading', { name: 'Oops! Page not found' })).toBeVisible()
  expect(screen.getByRole('link', { name: 'Return to home' })).toHaveAttribute('href', '/')
  expect(takeConsoleErrors()).toEqual(['404: no page at /no/such'])
})

test('the 404 page leads people who are signed in back to their own plan, or to those they help with', () => {
  localStorage.setItem('sb-project-auth-token', '{}')
  open()
  localStorage.clear()
  expect(screen.getByRole('link', { name: 'Open Heartwood' })).toHaveAttribute('href', '/auth')
  expect(screen.queryByRole('link', { name: 'Return to home' })).toBeNull()
  takeConsoleErrors()
})
