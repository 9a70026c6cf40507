import { screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { patterns } from '@/lib/paths'
import { Component as AccountsPage } from '@/parts/accounts/page'
import { anna, fakeSupabase, json, refusal, signIn } from '../../fake-supabase'
import { renderPage } from '../../render'
import { household, shares } from './rows'

const open = () => renderPage({ page: AccountsPage, pattern: patterns.accounts })
const button = (name: string) => screen.getByRole('button', { name })

beforeEach(() => {
  fakeSupabase({})
  return signIn()
})

describe('the list of financial accounts', () => {
  test('says what to begin with, who will see it, and what never to write, while it is empty', async () => {
    fakeSupabase({ 'GET financial_accounts': json([]) })
    open()
    expect(await screen.findByRole('heading', { name: 'No accounts yet' })).toBeVisible()
    expect(screen.getByText(/Start with the one you pay bills from/)).toBeVisible()
    expect(screen.getByText(/Only the trustees and executors you’ve named can see these/)).toBeVisible()
    expect(screen.getByText(/Never write whole account numbers, PINs or passwords here/)).toBeVisible()
  })

  test('shows each category that has an account, and the last digits in words for a screen reader', async () => {
    fakeSupabase({ 'GET financial_accounts': json([shares, household]) })
    open()
    const bank = within(await screen.findByRole('list', { name: 'Bank' })).getByRole('listitem')
    expect(bank).toHaveTextContent(
      /^HouseholdRiverside Bank\s· •••• 1234number ending in 1234Ask Ruth, 555-0114EditDelete$/,
    )
    const investment = within(screen.getByRole('list', { name: 'Investment' })).getByRole('listitem')
    expect(investment).toHaveTextContent(/^SharesHarbour BrokersEditDelete$/)
    expect(screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)).toEqual([
      'Bank',
      'Investment',
    ])
  })

  test('offers a retry when it cannot be loaded', async () => {
    fakeSupabase({ 'GET financial_accounts': [refusal('57014', 500), json([household])] })
    const { user } = open()
    expect(await screen.findByText('Unable to load accounts')).toBeVisible()
    await user.click(button('Try again'))
    expect(await screen.findByRole('heading', { name: 'Household' })).toBeVisible()
  })

  test('says before it deletes an account that the account itself stays', async () => {
    fakeSupabase({
      'GET financial_accounts': json([household]),
      'DELETE financial_accounts': json([household]),
    })
    const { user } = open()
    await user.click(await screen.findByRole('button', { name: 'Delete Household, Riverside Bank' }))
    const question = within(await screen.findByRole('alertdialog', { name: 'Delete Household?' }))
    expect(question.getByText(/“Household” at Riverside Bank will be taken off this list/)).toBeVisible()
    await user.click(question.getByRole('button', { name: 'Delete' }))
    expect(await screen.findByText('Account deleted')).toBeVisible()
    expect(await screen.findByRole('heading', { name: 'No accounts yet' })).toBeVisible()
  })
})

describe('the dialog of a financial account', () => {
  async function openAdding() {
    const calls = fakeSupabase({
      'GET financial_accounts': json([]),
      'POST financial_accounts': json(household, 201),
    })
    const { user } = open()
    await screen.findByRole('heading', { name: 'No accounts yet' })
    await user.click(button('Add Account'))
    const dialog = within(await screen.findByRole('dialog', { name: 'Add Account' }))
    return { calls, user, dialog, digits: dialog.getByLabelText(/last 4 digits/) }
  }

  test('saves the account, with empty fields as null', async () => {
    const { calls, user, dialog } = await openAdding()
    await user.selectOptions(dialog.getByLabelText('Category'), 'Investment')
    await user.type(dialog.getByLabelText('Institution'), 'Harbour Brokers')
    await user.type(dialog.getByLabelText('Account name'), ' Shares ')
    await user.click(dialog.getByRole('button', { name: 'Add Account' }))
    expect(await screen.findByText('Account added')).toBeVisible()
    expect(calls.find(({ route }) => route === 'POST financial_accounts')?.body).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      user_id: anna.id,
      category: 'investment',
      institution: 'Harbour Brokers',
      account_name: 'Shares',
      account_number: null,
      notes: null,
    })
  })

  test.each([
    ['**** **** 1234', '1234'],
    ['DE02 1203 0000 0000 2020 51', '2051'],
  ])('keeps of a pasted number only its last four digits: %s', async (pasted, kept) => {
    const { user, digits } = await openAdding()
    await user.click(digits)
    await user.paste(pasted)
    expect(digits).toHaveValue(kept)
  })

  test('keeps of a whole number that is typed the last four digits', async () => {
    const { user, digits } = await openAdding()
    await user.type(digits, '1234567890')
    expect(digits).toHaveValue('7890')
  })

  test('takes a pasted text without digits as it is, and refuses it when it is saved', async () => {
    const { calls, user, dialog, digits } = await openAdding()
    await user.click(digits)
    await user.paste('none')
    expect(digits).toHaveValue('none')
    await user.click(dialog.getByRole('button', { name: 'Add Account' }))
    expect(await dialog.findByText(/Enter the last 4 digits only/)).toBeVisible()
    expect(calls.map(({ route }) => route)).toEqual(['GET financial_accounts'])
  })
})
