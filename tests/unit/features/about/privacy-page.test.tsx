import { render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { expect, test } from 'vitest'
import { Component as PrivacyPage } from '@/features/about/privacy-page'

test('the privacy page says who reads memories, and that they stay when their author’s account goes', () => {
  render(<PrivacyPage />, { wrapper: MemoryRouter })
  const kept = screen.getByText('Memories:').closest('li')
  expect(kept).toHaveTextContent('Everyone named in that plan can read them')
  const deleted = screen.getByText(/When you delete your account/)
  expect(deleted).toHaveTextContent(/except what you wrote in memory of someone, and its photo/)
  expect(deleted).toHaveTextContent(/delete it before you delete your account/)
})
