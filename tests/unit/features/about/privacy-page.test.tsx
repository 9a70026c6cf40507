import { render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { expect, test } from 'vitest'
import { Component as HealthPrivacyPage } from '@/features/about/health-privacy-page'
import { Component as PrivacyPage } from '@/features/about/privacy-page'

test('the privacy page says who reads memories, and that they stay when their author’s account goes', () => {
  render(<PrivacyPage />, { wrapper: MemoryRouter })
  const kept = screen.getByText('Memories:').closest('li')
  expect(kept).toHaveTextContent('Everyone named in that plan can read them')
  const deleted = screen.getByText(/When you delete your account/)
  expect(deleted).toHaveTextContent(/except what you wrote in memory of someone, and its photo/)
  expect(deleted).toHaveTextContent(/delete it before you delete your account/)
})

test.each([
  ['all', PrivacyPage],
  ['health', HealthPrivacyPage],
])('the page about the privacy of %s names in its first line what is not gone at once', (_what, Page) => {
  render(<Page />, { wrapper: MemoryRouter })
  const section = screen.getByRole('heading', { name: 'How long we keep it' }).closest('section')
  expect(section?.querySelector('li')).toHaveTextContent(
    /Only what you delete while a death certificate is under review or your first hours are open or asked for, and for 7 days after/,
  )
  expect(section?.textContent?.match(/7 days after/g)).toHaveLength(1)
})
