import { expect, signIn, test } from './fixtures.ts'
import { signInAs } from './household.ts'

test('a text over its limit is refused beside its field, and the form keeps what was typed', async ({
  enter,
}) => {
  const { page, email } = await enter('Margaret')
  await signInAs('Margaret', { page, email }, '/funeral/edit')
  const tooLong = 'Whitfield '.repeat(21)
  await page.getByLabel(/funeral home/i).fill(tooLong)
  await page.getByRole('button', { name: 'Save & Continue' }).click()
  await expect(page.getByText('Please keep this to 200 characters.')).toBeVisible()
  await expect(page.getByLabel(/funeral home/i)).toBeFocused()
  await expect(page.getByLabel(/funeral home/i)).toHaveValue(tooLong)
  await expect(page.getByText('Step 1 of 4')).toBeVisible()
})

test('a connection lost while saving is reported, and the next try saves what was typed', async ({
  enter,
}) => {
  const { page, email } = await enter('Margaret')
  await signInAs('Margaret', { page, email }, '/funeral/edit?step=3')
  await page.getByLabel(/special requests/i).fill('No lilies, please.')
  await page.context().setOffline(true)
  await page.getByRole('button', { name: 'Save Progress' }).click()
  await expect(page.getByText(/couldn’t reach the server/i).first()).toBeVisible()
  await expect(page.getByLabel(/special requests/i)).toHaveValue('No lilies, please.')
  await page.context().setOffline(false)
  await page.getByRole('button', { name: 'Save Progress' }).click()
  await expect(page.getByText('Your funeral plan has been saved.').first()).toBeVisible()
  await page.goto('/funeral')
  await expect(page.getByText('No lilies, please.')).toBeVisible()
  await expect(page.getByText('Draft not yet marked complete')).toBeVisible()
})

test('a change saved first in a second window is not overwritten without a warning', async ({ enter }) => {
  const { page, email } = await enter('Margaret')
  await signInAs('Margaret', { page, email }, '/funeral/edit?step=3')
  await expect(page.getByLabel(/special requests/i)).toBeVisible()
  const second = await page.context().newPage()
  await second.goto('/funeral/edit?step=3')
  await second.getByLabel(/special requests/i).fill('Written in the second window.')
  await second.getByRole('button', { name: 'Save Progress' }).click()
  await expect(second.getByText('Your funeral plan has been saved.').first()).toBeVisible()

  await page.getByLabel(/special requests/i).fill('Written in the first window.')
  await page.getByRole('button', { name: 'Save Progress' }).click()
  await expect(page.getByText(/another window/i).first()).toBeVisible()
  await second.goto('/funeral')
  await expect(second.getByText('Written in the second window.')).toBeVisible()

  await page.getByRole('button', { name: 'Keep mine and save' }).click()
  await expect(page.getByText('Your funeral plan has been saved.').first()).toBeVisible()
  await second.reload()
  await expect(second.getByText('Written in the first window.')).toBeVisible()
})

test('a contact whose save response was lost is added once, however often it is sent', async ({ enter }) => {
  const { page, email } = await enter('Margaret')
  await signInAs('Margaret', { page, email }, '/contacts?add')
  const dialog = page.getByRole('dialog', { name: 'Add Contact' })
  await dialog.getByLabel('Name').fill('Anna Ellis')
  const sent: number[] = []
  await page.route('**/rest/v1/contacts?*', async (route) => {
    if (route.request().method() !== 'POST') return route.fallback()
    const answer = await route.fetch()
    sent.push(answer.status())
    // The database saves the row, but the answer is lost.
    if (sent.length === 1) await route.abort('connectionreset')
    else await route.fulfill({ response: answer })
  })
  await dialog.getByRole('button', { name: 'Add Contact' }).click()
  await expect(dialog.getByText(/couldn’t reach the server/i)).toBeVisible()
  await expect(dialog.getByLabel('Name')).toHaveValue('Anna Ellis')
  await dialog.getByLabel('Phone').fill('555 0100')
  await dialog.getByRole('button', { name: 'Add Contact' }).click()
  await expect(page.getByText('Contact added')).toBeVisible()
  expect(sent).toEqual([201, 409])
  await expect(dialog).toBeHidden()
  await page.reload()
  const rows = page.getByRole('list', { name: 'Contacts' }).getByRole('listitem')
  await expect(rows).toHaveCount(1)
  await expect(rows, 'what was typed last is what is saved').toContainText('555 0100')
})

test('a wrong email address keeps the dialog open with what was typed', async ({ enter }) => {
  const { page, email } = await enter('Margaret')
  await page.goto('/beneficiaries')
  await signIn(page, email)
  await page.getByRole('button', { name: 'Add Person' }).first().click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('button', { name: 'Add Person' })).toBeDisabled()
  await dialog.getByLabel('Your own name').fill('Margaret Ellis')
  await dialog.getByLabel('Full Name', { exact: true }).fill('Anna Ellis')
  await dialog.getByLabel('Email Address').fill('ANNA@example')
  await expect(dialog.getByLabel('Email Address')).toHaveValue('anna@example')
  await dialog.getByRole('button', { name: 'Add Person' }).click()
  await expect(dialog.getByText('Enter a valid email')).toBeVisible()
  await dialog.getByLabel('Email Address').fill(email)
  await dialog.getByRole('button', { name: 'Add Person' }).click()
  await expect(dialog.getByText('You can’t name yourself.')).toBeVisible()
  await expect(dialog.getByLabel('Full Name', { exact: true })).toHaveValue('Anna Ellis')
})
