import { render, screen } from '@testing-library/react'
import { StrictMode } from 'react'
import { MemoryRouter } from 'react-router-dom'
import { expect, test } from 'vitest'
import { Component as NotFound } from '@/app/not-found'
import { takeConsoleErrors } from '../setup'

test('the 404 page says that the page was not found, links home, and logs the path once', () => {
  render(
    <StrictMode>
      <MemoryRouter initialEntries={['/no/such?secret=1']}>
        <NotFound />
      </MemoryRouter>
    </StrictMode>,
  )
  expect(screen.getByRole('heading', { name: 'Oops! Page not found' })).toBeVisible()
  expect(screen.getByRole('link', { name: 'Return to home' })).toHaveAttribute('href', '/')
  expect(takeConsoleErrors()).toEqual(['404: no page at /no/such'])
})
