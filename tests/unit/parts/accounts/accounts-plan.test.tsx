import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { accounts } from '@/parts/accounts'
import type { FinancialAccount } from '@/parts/accounts/data'
import { facts } from '@/parts/accounts/facts'
import { print } from '@/parts/accounts/print'
import { steps } from '@/parts/accounts/steps'
import type { Shown } from '@/parts/kit/facts'
import { account, household, shares } from './rows'

const shown: Shown = { ownerName: 'Margaret Ellis', open: async () => '', look: async () => '' }
const loaded = (data: FinancialAccount[]) => ({
  data,
  error: null,
  isFetching: false,
  refetch: async () => {},
})
const printed = (rows: FinancialAccount[]) =>
  print.print(rows, { reader: 'executor', who: 'Margaret Ellis', people: null, number: 7 })
const build = (rows: FinancialAccount[]) => steps(rows, { who: 'Margaret Ellis' })
/** Both accounts are on the screen, each with its category. */
function expectRows() {
  const [bank, investment] = screen.getAllByRole('listitem')
  expect(bank).toHaveTextContent(
    /^HouseholdRiverside Bank\s· •••• 1234number ending in 1234Ask Ruth, 555-0114Bank$/,
  )
  expect(investment).toHaveTextContent(/^SharesHarbour BrokersInvestment$/)
}

test('the tab of financial accounts shows each with its category, and says when there are none', () => {
  const { unmount } = render(facts.tab(loaded([household, shares]), shown, accounts.words))
  expectRows()
  unmount()
  render(facts.tab(loaded([]), shown, accounts.words))
  expect(screen.getByText('Margaret Ellis hasn’t listed any accounts.')).toBeVisible()
})

test('financial accounts in the binder are printed with their category', () => {
  render(printed([household, shares]).content)
  expectRows()
})

test('the step of a financial account brings its letter, and how to reach the person the notes name', () => {
  expect(build([household])).toMatchObject([
    {
      key: `financial_accounts:${household.id}`,
      when: 'weeks',
      title: 'Tell Riverside Bank (Household)',
      facts: [
        { term: 'Account number', value: 'ends in 1234' },
        { term: 'Notes', value: 'Ask Ruth, 555-0114' },
      ],
      reach: [{ href: 'tel:5550114' }],
      letter: {
        to: 'Riverside Bank',
        about: 'Household',
        references: [{ term: 'Account number', value: 'ends in 1234' }],
      },
    },
  ])
  expect(build([shares])).toMatchObject([
    { facts: [], reach: [], letter: { references: [{ term: 'Account number', value: null }] } },
  ])
})

test.each([
  ['bank', /Most banks pay the funeral bill from it/],
  ['investment', /Nothing has to be sold now/],
  ['retirement', /what is paid after the death usually has to be given back/],
  ['crypto', /Don’t move anything yet/],
  ['other', /Ask what they need to close it/],
] as const)('the step of an account of the category “%s” says what matters about it', (category, words) => {
  expect(build([account({ category })])[0]?.words[0]).toMatch(words)
})

test('without any financial account the step is to find out where there may be some', () => {
  expect(build([])).toEqual([
    {
      key: 'financial_accounts:look',
      when: 'weeks',
      rank: 30,
      title: 'Find out which banks to tell',
      words: [expect.stringMatching(/^The plan lists no account\./)],
      missing: { what: 'which banks to tell', to: '/accounts?add' },
    },
  ])
})
