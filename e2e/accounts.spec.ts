import { expect, signIn, test } from './fixtures.ts'
import { seedRows, signedInUserId } from './plan-rows.ts'

test('an owner lists accounts by group and sees masked numbers, never a whole one', async ({ enter }) => {
  const { page, email } = await enter('Margaret')
  await page.goto('/accounts')
  await signIn(page, email)
  await expect(page.getByRole('heading', { name: 'No accounts yet' })).toBeVisible()
  await expect(page.getByText(/Never write whole account numbers, PINs or passwords/)).toBeVisible()

  await page.getByRole('button', { name: 'Add Account' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add Account' })
  await expect(dialog.getByLabel('Category')).toHaveValue('bank')
  await dialog.getByRole('button', { name: 'Add Account' }).click()
  await expect(dialog.getByText('Enter the institution.')).toBeVisible()
  await expect(dialog.getByText('Enter the account name.')).toBeVisible()
  await dialog.getByLabel('Institution').fill('Riverside Bank')
  await dialog.getByLabel('Account Name').fill('Household')
  const number = dialog.getByLabel('Account Number (last 4 digits)')
  await number.fill('12a4')
  await dialog.getByRole('button', { name: 'Add Account' }).click()
  await expect(dialog.getByText('Enter the last 4 digits only, without letters or spaces.')).toBeVisible()
  for (const [pasted, kept] of [
    ['**** 1234', '1234'],
    ['DE02 1203 0000 0000 2020 51', '2051'],
  ] as const) {
    await number.evaluate((field, text) => {
      const clipboardData = new DataTransfer()
      clipboardData.setData('text', text)
      field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
    }, pasted)
    await expect(number, `the last digits of ${pasted}`).toHaveValue(kept)
  }
  await dialog.getByRole('button', { name: 'Add Account' }).click()
  await expect(page.getByText('Account added')).toBeVisible()
  await expect(page.getByText('•••• 2051')).toBeVisible()

  await page.getByRole('button', { name: 'Edit Household, Riverside Bank' }).click()
  const editor = page.getByRole('dialog', { name: 'Edit Account' })
  await editor.getByLabel('Category').selectOption('Retirement')
  await editor.getByLabel('Notes').fill('Papers in the blue folder.')
  await editor.getByRole('button', { name: 'Save Account' }).click()
  await expect(page.getByText('Account saved')).toBeVisible()
  await page.reload()
  await expect(page.getByRole('region', { name: 'Retirement' })).toContainText('Papers in the blue folder.')
  await expect(page.getByRole('region', { name: 'Bank' })).toBeHidden()

  await page.context().setOffline(true)
  await page.getByRole('button', { name: 'Delete Household, Riverside Bank' }).click()
  const question = page.getByRole('alertdialog')
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect(question.getByText(/couldn't reach the server/i)).toBeVisible()
  await page.context().setOffline(false)
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('Account deleted')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'No accounts yet' })).toBeVisible()
})

test('an owner pages through two thousand accounts, and an edit in a second window is not overwritten', async ({
  enter,
}) => {
  const { page, email } = await enter('Margaret')
  await page.goto('/accounts')
  await signIn(page, email)
  await expect(page.getByRole('heading', { name: 'No accounts yet' })).toBeVisible()
  const user_id = await signedInUserId(page)
  const begin = Date.UTC(2026, 0, 1)
  await seedRows(
    'financial_accounts',
    Array.from({ length: 2000 }, (_, n) => ({
      user_id,
      category: n % 4 ? ('bank' as const) : ('crypto' as const),
      institution: 'Riverside Bank',
      account_name: `Account ${String(n + 1).padStart(4, '0')}`,
      created_at: new Date(begin + n * 60_000).toISOString(),
    })),
  )
  await page.reload()
  const bank = page.getByRole('region', { name: 'Bank' })
  await expect(bank.getByRole('listitem')).toHaveCount(100)
  await expect(bank.getByText('Showing 1–100 of 1,500')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Crypto' }).getByText('Showing 1–100 of 500')).toBeVisible()

  const second = await page.context().newPage()
  for (const window of [page, second]) {
    if (window === second) await second.goto('/accounts')
    await window.getByRole('button', { name: 'Edit Account 2000, Riverside Bank' }).click()
  }
  await second.getByLabel('Account Name').fill('From the second window')
  await second.getByRole('button', { name: 'Save Account' }).click()
  await expect(second.getByText('Account saved')).toBeVisible()
  await page.getByLabel('Account Name').fill('From the first window')
  await page.getByRole('button', { name: 'Save Account' }).click()
  await expect(page.getByText('Not saved: this account was changed in another window')).toBeVisible()
  await page.getByRole('button', { name: 'Keep mine and save' }).click()
  await expect(page.getByRole('button', { name: 'Edit From the first window, Riverside Bank' })).toBeVisible()
})
