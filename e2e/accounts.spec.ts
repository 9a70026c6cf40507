import { expect, test } from './fixtures.ts'
import { signInAs } from './household.ts'

test('an owner lists accounts by group and sees masked numbers, never a whole one', async ({ enter }) => {
  const { page, email } = await enter('Margaret')
  await signInAs('Margaret', { page, email }, '/accounts')
  await expect(page.getByRole('heading', { name: 'No accounts yet' })).toBeVisible()
  await expect(page.getByText(/Never write whole account numbers, PINs or passwords/)).toBeVisible()

  await page.getByRole('button', { name: 'Add Account' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add Account' })
  await expect(dialog.getByLabel('Category')).toHaveValue('bank')
  await dialog.getByRole('button', { name: 'Add Account' }).click()
  await expect(dialog.getByText('Enter the institution.')).toBeVisible()
  await expect(dialog.getByText('Enter the account name.')).toBeVisible()
  await dialog.getByLabel('Institution').fill('Riverside Bank')
  await dialog.getByLabel('Account name').fill('Household')
  const number = dialog.getByLabel('Account number (last 4 digits)')
  await number.fill('12a4')
  await dialog.getByRole('button', { name: 'Add Account' }).click()
  await expect(dialog.getByText('Enter the last 4 digits only, without letters or spaces.')).toBeVisible()
  for (const [pasted, kept] of [
    ['**** 1234', '1234'],
    ['DE02 1203 0000 0000 2020 51', '2051'],
  ] as const) {
    await number.fill(pasted)
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
  await expect(editor).toBeHidden()
  await page.reload()
  await expect(page.getByRole('region', { name: 'Retirement' })).toContainText('Papers in the blue folder.')
  await expect(page.getByRole('region', { name: 'Bank' })).toBeHidden()

  await page.context().setOffline(true)
  await page.getByRole('button', { name: 'Delete Household, Riverside Bank' }).click()
  const question = page.getByRole('alertdialog')
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect(question.getByText(/couldn’t reach the server/i)).toBeVisible()
  await page.context().setOffline(false)
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('Account deleted')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'No accounts yet' })).toBeVisible()
})
