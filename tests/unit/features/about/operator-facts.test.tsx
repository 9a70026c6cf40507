import { render, screen } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { Component as AccessibilityPage } from '@/features/about/accessibility-page'
import { Component as ContactPage } from '@/features/about/contact-page'
import { Component as PrivacyPage } from '@/features/about/privacy-page'
import { Component as SecurityPage } from '@/features/about/security-page'
import { Component as TermsPage } from '@/features/about/terms-page'

const facts = {
  VITE_OPERATOR_NAME: 'The Rosewood Foundation',
  VITE_OPERATOR_ADDRESS: '1 Mill Lane, Salem',
  VITE_OPERATOR_LAW: 'the law of the State of Oregon',
  VITE_DATA_LOCATION: 'Frankfurt, Germany',
  VITE_BACKUP_DAYS: '30',
  VITE_SUPPORT_EMAIL: 'help@heartwood.example',
  VITE_REVIEW_TIME: '2 business days',
}

const pages = [
  { page: 'Terms', Page: TermsPage, says: ['VITE_OPERATOR_NAME', 'VITE_OPERATOR_LAW', 'VITE_SUPPORT_EMAIL'] },
  {
    page: 'Privacy',
    Page: PrivacyPage,
    says: [
      'VITE_OPERATOR_NAME',
      'VITE_OPERATOR_ADDRESS',
      'VITE_DATA_LOCATION',
      'VITE_BACKUP_DAYS',
      'VITE_SUPPORT_EMAIL',
    ],
  },
  { page: 'Security', Page: SecurityPage, says: ['VITE_SUPPORT_EMAIL'] },
  { page: 'Accessibility', Page: AccessibilityPage, says: ['VITE_SUPPORT_EMAIL'] },
  {
    page: 'Contact',
    Page: ContactPage,
    says: ['VITE_OPERATOR_NAME', 'VITE_OPERATOR_ADDRESS', 'VITE_SUPPORT_EMAIL', 'VITE_REVIEW_TIME'],
  },
] as const

afterEach(() => vi.unstubAllEnvs())

function textOf(Page: () => React.ReactNode): string {
  render(<RouterProvider router={createMemoryRouter([{ path: '/', Component: Page }])} />)
  return document.body.textContent ?? ''
}

describe.each(pages)('the page $page', ({ page, Page, says }) => {
  test('says of the operator what is known', () => {
    for (const [name, value] of Object.entries(facts)) vi.stubEnv(name, value)
    const text = textOf(Page)
    for (const name of says) expect(text).toContain(facts[name])
  })

  test('leaves out each sentence whose fact is missing', () => {
    for (const name of Object.keys(facts)) vi.stubEnv(name, '')
    const text = textOf(Page)
    expect(screen.getByRole('heading', { level: 1, name: page })).toBeVisible()
    expect(text).not.toMatch(
      /null|undefined|runs this service|a dispute|responsible|servers are in|Backups|usually within|@/,
    )
    expect(screen.queryByRole('link', { name: /@/ })).toBeNull()
    // Where no one can write, a whole sentence says so, and nothing leads to an address.
    expect(text).toMatch(/No address is published here yet/)
    expect(text).not.toMatch(/where to write:|privately first|Questions:/)
  })
})

test.each([
  [{ VITE_SUPPORT_EMAIL: facts.VITE_SUPPORT_EMAIL }, facts.VITE_SUPPORT_EMAIL],
  [{ VITE_OPERATOR_ADDRESS: facts.VITE_OPERATOR_ADDRESS }, 'our contact page'],
  [{}, null],
])('the page Accessibility promises help only where it can be asked for: %j', (known, where) => {
  for (const name of Object.keys(facts)) vi.stubEnv(name, '')
  for (const [name, value] of Object.entries(known)) vi.stubEnv(name, value)
  const text = textOf(AccessibilityPage)
  if (where) expect(text).toContain(`we’ll fix it or help you another way: ${where}.`)
  else expect(text).not.toMatch(/Tell us|we’ll fix it/)
  expect(/No address is published here yet/.test(text)).toBe(where === null)
})

test.each([
  [{ VITE_SUPPORT_EMAIL: facts.VITE_SUPPORT_EMAIL }, true],
  [{ VITE_OPERATOR_ADDRESS: facts.VITE_OPERATOR_ADDRESS }, true],
  [{ VITE_OPERATOR_NAME: facts.VITE_OPERATOR_NAME }, false],
  [{}, false],
])('the page Contact asks to write only to an address that it gives: %j', (known, asks) => {
  for (const name of Object.keys(facts)) vi.stubEnv(name, '')
  for (const [name, value] of Object.entries(known)) vi.stubEnv(name, value)
  const text = textOf(ContactPage)
  expect([/Write to us from/.test(text), /died, write to us\./.test(text)]).toEqual([asks, asks])
  expect(/died, ask someone else they named, if you know one/.test(text)).toBe(!asks)
  // Where no one can write, it says what to do instead, and sends no one to people whom it doesn't name.
  expect(text).not.toMatch(/the people who run this site/)
  expect(/No address is published here yet/.test(text)).toBe(!asks)
})
