import type { Page } from 'playwright/test'
import { expect, newEmail, signIn, test } from './fixtures.ts'
import { seedRows, signedInUserId } from './plan-rows.ts'

/** Presses Tab until the focus is where it is wanted, as a person with a keyboard does. */
async function tabTo(page: Page, what: string): Promise<void> {
  for (let presses = 0; presses < 40; presses += 1) {
    await page.keyboard.press('Tab')
    if (await page.locator(':focus').and(page.locator(what)).count()) return
  }
  throw new Error(`no way to ${what} by keyboard`)
}

test('a new owner is led by keyboard on a phone from their name to the list that their executor will get; after that the dashboard asks for what is left', async ({
  enter,
}) => {
  const { page, email } = await enter('Margaret')
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/dashboard')
  await signIn(page, email)
  await expect(page.getByText('Step 1 of 3')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Invites 0' })).toBeVisible()
  await tabTo(page, '[name="full_name"]')
  await page.keyboard.type('Margaret Ellis')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'What kind of funeral would you like?' })).toBeFocused()
  await tabTo(page, '[name="disposition"]')
  // From "I don't know yet" around to the first answer.
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('radio', { name: /^Burial/ })).toBeChecked()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Who will carry out your wishes?' })).toBeFocused()

  // Whoever leaves comes back to the same question.
  await page.goto('/settings')
  await page.goto('/dashboard')
  await expect(page.getByText('Step 3 of 3')).toBeVisible()
  await tabTo(page, '[name="person_name"]')
  await page.keyboard.type('Anna Ellis')
  await page.keyboard.press('Tab')
  await page.keyboard.type(newEmail('Anna'))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'This is what they will see' })).toBeFocused()
  await expect(page.getByRole('checkbox', { name: 'Margaret Ellis wished to be buried' })).toBeVisible()
  await tabTo(page, 'a[href="/dashboard"]')
  await page.getByRole('link', { name: 'Go to my dashboard' }).click()

  await expect(page.getByRole('heading', { name: 'Next: finish your funeral plan' })).toBeVisible()
  const gaps = page.getByRole('region', { name: 'Still missing from your plan' })
  const rows = page.getByRole('region', { name: 'Your plan', exact: true })
  await expect(rows.getByRole('listitem')).toHaveText([
    'Funeral PlanBurialStill missing: which funeral home to call, what kind of service',
    /^Beneficiaries & Trustees1 person named, no one has accepted yet\./,
  ])
  await expect(gaps.getByRole('link')).toHaveText([
    'Where is your will?',
    'Who should be called?',
    'Where are your accounts?',
    'What are your policy numbers?',
    'Who feeds your pets, and where are the keys?',
  ])

  await gaps.getByRole('link', { name: 'Who should be called?' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add Contact' })
  await dialog.getByLabel(/^Name/).fill('Peter Ellis')
  await dialog.getByRole('button', { name: 'Add Contact' }).click()
  await expect(page.getByText('Contact added')).toBeVisible()
  // A policy without its number cannot be claimed.
  const user_id = await signedInUserId(page)
  await seedRows('insurance_policies', [
    { user_id, provider: 'Harbour Mutual' },
    { user_id, provider: 'Alder', policy_number: 'A-1' },
  ])
  await page.goto('/dashboard')
  await expect(gaps.getByRole('link')).toHaveCount(3)
  await rows.getByRole('link', { name: 'how to reach Peter Ellis' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.goto('/dashboard')
  await rows.getByRole('link', { name: 'the policy number of Harbour Mutual' }).click()
  await expect(page.getByLabel('Provider')).toHaveValue('Harbour Mutual')
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
  // Without a name, the name comes first.
  await page.getByLabel('What is your full name?').fill('Margaret Ellis')
  await page.getByRole('button', { name: 'Save my name' }).click()
  await page.getByRole('link', { name: 'Continue' }).click()
  await expect(page.getByText('Step 3 of 4')).toBeVisible()
})

test('the files of the next pages are fetched once the dashboard is drawn, not while it waits, and once in a browser', async ({
  enter,
}) => {
  const { page, email } = await enter('Margaret')
  await page.goto('/dashboard')
  await signIn(page, email)
  await expect(page.getByText('Step 1 of 3')).toBeVisible()
  // The page for signing in has fetched them.
  const fetched = 'heartwood.ahead'
  await page.waitForFunction((key) => localStorage.getItem(key), fetched)
  await page.evaluate((key) => localStorage.removeItem(key), fetched)
  let answer = () => {}
  const held = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route('**/rest/v1/rpc/plan_overview*', async (route) => {
    await held
    await route.continue()
  })
  await page.clock.install()
  await page.reload()
  await expect(page.locator('.placeholder-bar').first()).toBeVisible()
  const ahead = page.locator('link[rel="prefetch"]')
  await page.clock.runFor(1000)
  await expect(ahead).toHaveCount(0)
  answer()
  await expect(page.getByText('Step 1 of 3')).toBeVisible()
  await ahead.first().waitFor({ state: 'attached' })
  await page.waitForFunction((key) => localStorage.getItem(key), fetched)
  await page.reload()
  await expect(page.getByText('Step 1 of 3')).toBeVisible()
  await page.clock.runFor(1000)
  await expect(ahead).toHaveCount(0)
  // Where one of them can't be had, the next visit asks again.
  await page.evaluate((key) => localStorage.removeItem(key), fetched)
  const nextPages = await page.locator('script[data-next-pages]').getAttribute('data-next-pages')
  const files = nextPages?.split(' ') ?? []
  const lost = files.pop() ?? ''
  await page.route(`**${lost}`, (route) => route.abort())
  const come = new Set<string>()
  page.on('requestfinished', (request) => come.add(new URL(request.url()).pathname))
  const isLost = page.waitForEvent('requestfailed', (request) => request.url().endsWith(lost))
  await page.reload()
  await expect(page.getByText('Step 1 of 3')).toBeVisible()
  await page.clock.runFor(1000)
  await isLost
  await expect.poll(() => files.filter((file) => !come.has(file))).toEqual([])
  await page.clock.runFor(1000)
  expect(await page.evaluate((key) => localStorage.getItem(key), fetched)).toBeNull()
})
