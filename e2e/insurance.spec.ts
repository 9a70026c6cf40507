import { expect, runHousekeeping, test } from './fixtures.ts'
import { signInAs } from './household.ts'
import { disguised, open, pdf, storedFiles } from './papers.ts'
import { seedRows, signedInUserId } from './plan-rows.ts'

test('an owner adds a policy with a sum in dollars, and opens, replaces and removes its document', async ({
  enter,
}) => {
  const { page, email } = await enter('Margaret')
  await signInAs('Margaret', { page, email }, '/insurance')
  await expect(page.getByRole('heading', { name: 'No policies yet' })).toBeVisible()
  await expect(page.getByText(/Only the trustees and executors you’ve named can see these/)).toBeVisible()
  const ownerId = await signedInUserId(page)

  await page.getByRole('button', { name: 'Add Policy' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add Policy' })
  const add = dialog.getByRole('button', { name: 'Add Policy' })
  const coverage = dialog.getByLabel(/Coverage amount/)
  await coverage.fill('a lot')
  await add.click()
  await expect(dialog.getByText('Enter the name of the provider.')).toBeVisible()
  await expect(dialog.getByText('Enter the amount in numbers, such as 150,000.50.')).toBeVisible()
  await coverage.fill('-5')
  await dialog.getByLabel('Provider').fill('Harbour Mutual')
  await expect(dialog.getByText('The amount can’t be negative.')).toBeVisible()
  await coverage.fill('150,000.50')
  await dialog.getByLabel(/Policy number/).fill('LI-2024-77')
  await dialog.getByLabel(/Agent contact/).fill('Ms. Ortiz, +1 555 0100')
  const input = dialog.locator('input[type=file]')
  await input.setInputFiles(disguised('policy.pdf', '<html><body>'))
  await expect(dialog.getByText(/it holds a web page/)).toBeVisible()
  await input.setInputFiles({
    name: 'IMG_0001.HEIC',
    mimeType: '',
    buffer: Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1'),
  })
  await expect(dialog.getByText('IMG_0001.HEIC (24 B)')).toBeVisible()
  await add.click()
  await expect(page.getByText('Policy added')).toBeVisible()
  await expect(page.getByText('File uploaded')).toBeVisible()
  const policy = page.getByRole('list', { name: 'Policies' }).getByRole('listitem')
  await expect(policy).toContainText('$150,000.50')
  await expect(policy).toContainText('LI-2024-77')
  const link = page.context().waitForEvent('request', (request) => /\?token=/.test(request.url()))
  await policy.getByRole('button', { name: 'Open document: Harbour Mutual' }).click()
  expect((await open((await link).url())).type).toBe('image/heic')

  await policy.getByRole('button', { name: 'Edit Harbour Mutual' }).click()
  const editor = page.getByRole('dialog', { name: 'Edit Policy' })
  await expect(editor.getByLabel(/Coverage amount/)).toHaveValue('150,000.50')
  await editor.getByLabel(/Coverage amount/).fill('')
  await editor.locator('input[type=file]').setInputFiles(pdf('policy 2026.pdf'))
  await page.context().setOffline(true)
  await editor.getByRole('button', { name: 'Save Policy' }).click()
  await expect(editor.getByText('The connection was lost')).toBeVisible()
  await page.context().setOffline(false)
  await expect(page.getByText('Policy saved')).toBeVisible()
  await expect(policy).toContainText('policy_2026.pdf')
  await expect(policy).not.toContainText('$150,000.50')
  await runHousekeeping()
  await expect.poll(() => storedFiles(ownerId, 'insurance')).toEqual(['policy_2026.pdf'])

  await policy.getByRole('button', { name: 'Edit Harbour Mutual' }).click()
  await editor.getByRole('button', { name: 'Remove document' }).click()
  await expect(editor.getByText('The document will be deleted when you save.')).toBeVisible()
  await editor.getByRole('button', { name: 'Save Policy' }).click()
  await expect(policy.getByRole('button', { name: /^Open document/ })).toBeHidden()
  // What another run of housekeeping holds at this moment is left to the next one.
  const left = async () => {
    await runHousekeeping()
    return storedFiles(ownerId, 'insurance')
  }
  await expect.poll(left).toEqual([])

  await policy.getByRole('button', { name: 'Delete Harbour Mutual' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('Policy deleted')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'No policies yet' })).toBeVisible()
})

test('a policy edited in two windows is not overwritten silently; the refused save stores no file and keeps the chosen one', async ({
  enter,
}) => {
  const { page, email } = await enter('Margaret')
  await signInAs('Margaret', { page, email }, '/insurance')
  await expect(page.getByRole('heading', { name: 'No policies yet' })).toBeVisible()
  const user_id = await signedInUserId(page)
  await seedRows('insurance_policies', [{ user_id, provider: 'Harbour Mutual' }])
  const second = await page.context().newPage()
  for (const window of [page, second]) {
    await window.goto('/insurance')
    await window.getByRole('button', { name: 'Edit Harbour Mutual' }).click()
  }
  await second.getByLabel('Provider').fill('Harbour Mutual, second window')
  await second.getByRole('button', { name: 'Save Policy' }).click()
  await expect(second.getByText('Policy saved')).toBeVisible()

  const editor = page.getByRole('dialog', { name: 'Edit Policy' })
  await editor.getByLabel('Provider').fill('Harbour Mutual, first window')
  await editor.locator('input[type=file]').setInputFiles(pdf('policy.pdf'))
  await expect(editor.getByText('policy.pdf (400 B)')).toBeVisible()
  await editor.getByRole('button', { name: 'Save Policy' }).click()
  await expect(editor.getByText('Not saved: this policy was changed in another window')).toBeVisible()
  expect(await storedFiles(user_id, 'insurance')).toEqual([])
  await expect(editor.getByText('policy.pdf (400 B)')).toBeVisible()
  await editor.getByRole('button', { name: 'Keep mine and save' }).click()
  await expect(page.getByText('File uploaded')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Harbour Mutual, first window' })).toBeVisible()
  expect(await storedFiles(user_id, 'insurance')).toEqual(['policy.pdf'])
})
