import { expect, signIn, test } from './fixtures.ts'
import { seedRows, signedInUserId } from './plan-rows.ts'

test('the dashboard lists what an executor would miss, links to each field, and drops the line once it is filled', async ({
  enter,
}) => {
  const { page, email } = await enter('Margaret')
  await page.goto('/dashboard')
  await signIn(page, email)
  await page.getByLabel('What is your full name?').fill('Margaret Ellis')
  await page.getByRole('button', { name: 'Save my name' }).click()
  await expect(
    page.getByRole('heading', { name: 'Start here: what kind of funeral would you like?' }),
  ).toBeVisible()
  const gaps = page.getByRole('region', { name: 'Still missing from your plan' })
  await expect(gaps.getByRole('listitem')).toHaveText([
    /^Who's in charge/,
    /^Where your will is/,
    /^Who to call/,
    /^Your insurance policy numbers/,
    /^Where your accounts are/,
    /^Who feeds your pets, and where the keys are/,
  ])
  await expect(page.getByRole('link', { name: 'Invites 0' })).toBeVisible()

  await gaps.getByRole('link', { name: 'Who to call' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add Contact' })
  await dialog.getByLabel(/^Name/).fill('Peter Ellis')
  await dialog.getByRole('button', { name: 'Add Contact' }).click()
  await expect(page.getByText('Contact added')).toBeVisible()
  await page.goto('/dashboard')
  await expect(page.getByText('1 person listed.')).toBeVisible()
  await expect(gaps.getByRole('listitem')).toHaveCount(5)

  // A policy without its number cannot be claimed, so the dashboard lists it.
  const user_id = await signedInUserId(page)
  await seedRows('insurance_policies', [{ user_id, provider: 'Harbour Mutual' }])
  await page.reload()
  await expect(page.getByText('1 policy listed.')).toBeVisible()
  await expect(gaps.getByRole('link', { name: 'Your insurance policy numbers' })).toBeVisible()
  await seedRows('insurance_policies', [{ user_id, provider: 'Alder', policy_number: 'A-1' }])
  await page.reload()
  await expect(page.getByText('2 policies listed.')).toBeVisible()
  await expect(gaps.getByRole('link', { name: 'Your insurance policy numbers' })).toBeHidden()
})

test('an interrupted wizard resumes at the step where the owner left it', async ({ enter }) => {
  const { page, email } = await enter('Margaret')
  await page.goto('/funeral/edit')
  await signIn(page, email)
  await page.getByRole('button', { name: 'Save & Continue' }).click()
  await expect(page.getByText('Step 2 of 4')).toBeVisible()
  await page.getByLabel(/venue/i).fill('The boathouse')
  await page.getByRole('button', { name: 'Save & Continue' }).click()
  await expect(page.getByText('Step 3 of 4')).toBeVisible()
  await page.goto('/dashboard')
  await page.getByRole('link', { name: /your finished funeral plan/i }).click()
  await expect(page.getByText('Step 3 of 4')).toBeVisible()
})
