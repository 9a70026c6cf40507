import { render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Component as HealthPrivacyPage } from '@/features/about/health-privacy-page'
import { formatDate } from '@/lib/dates'
import { HEALTH_WORDED_ON } from '@/words/health-consent'

const facts = [
  'VITE_OPERATOR_NAME',
  'VITE_OPERATOR_ADDRESS',
  'VITE_DATA_LOCATION',
  'VITE_BACKUP_DAYS',
  'VITE_SUPPORT_EMAIL',
]
const show = (given: Record<string, string> = {}) => {
  for (const [name, value] of Object.entries(given)) vi.stubEnv(name, value)
  return render(<HealthPrivacyPage />, { wrapper: MemoryRouter }).container
}

beforeEach(() => {
  for (const name of facts) vi.stubEnv(name, '')
})
afterEach(() => vi.unstubAllEnvs())

test('the page about the privacy of health last changed on the day of the words that an owner agrees to, or said them more clearly later', () => {
  const [, day = 'none'] = /Last changed on (.+)\.$/.exec(show().textContent ?? '') ?? []
  expect(new Date(day).getTime()).toBeGreaterThanOrEqual(new Date(formatDate(HEALTH_WORDED_ON)).getTime())
})

test.each([
  [{ VITE_OPERATOR_NAME: 'Rosewood' }, 'Rosewood.'],
  [{ VITE_OPERATOR_ADDRESS: '1 Mill Lane' }, '1 Mill Lane.'],
  [
    {
      VITE_OPERATOR_NAME: 'Rosewood',
      VITE_OPERATOR_ADDRESS: '1 Mill Lane',
      VITE_SUPPORT_EMAIL: 'a@b.example',
    },
    'Rosewood, 1 Mill Lane, a@b.example.',
  ],
])('the page about the privacy of health says who is responsible: %j', (given, words) => {
  show(given)
  const section = screen.getByRole('heading', { name: 'Who is responsible' }).closest('section')
  expect(section?.querySelector('p')?.textContent).toBe(words)
})

test('the page about the privacy of health names no one as responsible while the operator is not known', () => {
  expect(show()).not.toHaveTextContent(/null|undefined|@/)
  expect(screen.queryByRole('heading', { name: 'Who is responsible' })).toBeNull()
})

test.each([
  [{}, /Backups still hold it until they are deleted\./, /for up to/],
  [{ VITE_BACKUP_DAYS: '30' }, /Backups still hold it for up to 30 days\./, /until they are deleted/],
])('the page about the privacy of health says how long backups hold it: %j', (given, says, saysNot) => {
  const page = show(given)
  expect(page).toHaveTextContent(says)
  expect(page).not.toHaveTextContent(saysNot)
})

test('the page about the privacy of health says where the servers are only where that is known', () => {
  expect(show()).not.toHaveTextContent('Their servers are in')
})

test('the page about the privacy of health says what is kept, who reads it, and how it is taken back', () => {
  const page = show({ VITE_DATA_LOCATION: 'Frankfurt' })
  for (const words of [
    'Their servers are in Frankfurt.',
    'Only what you write or upload there yourself.',
    'Of the people you’ve named, only those you choose for it, whatever their role',
    'doesn’t keep it on the devices of the people who read it',
    'If you take back your consent, everything is deleted at once',
    'Only adding and changing need a membership.',
    'isn’t a medical record',
  ])
    expect(page).toHaveTextContent(words)
  expect(screen.getByRole('link', { name: 'Privacy' })).toHaveAttribute('href', '/privacy')
})
