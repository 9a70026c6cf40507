import { askForCode, codeFor, enterCode, expect, signIn, test } from './fixtures.ts'

const refusal = 'Invalid or expired code'

test('a wrong sign-in code is refused with a message, and the right one still works', async ({ enter }) => {
  const { page, email } = await enter('Margaret')
  await page.goto('/auth')
  await askForCode(page, email)
  const code = await codeFor(email)
  await enterCode(page, code === '000000' ? '111111' : '000000')
  await expect(page.getByText(refusal)).toBeVisible()
  await expect(page.getByRole('textbox', { name: /code/i })).toBeFocused()
  await enterCode(page, '123')
  await expect(page.getByText('The code from your email should be 6 digits.')).toBeVisible()
  await enterCode(page, code)
  await expect(page).toHaveURL(/\/dashboard$/)
})

test('a second sign-in code within a minute is refused, and the form keeps the address', async ({
  enter,
}) => {
  const { page, email } = await enter('Margaret')
  await page.goto('/auth')
  await askForCode(page, email)
  await expect(page.getByRole('button', { name: 'Resend code' })).toBeDisabled()
  await page.getByRole('button', { name: 'Change email' }).click()
  await expect(page.getByLabel(/email/i)).toHaveValue(email)
  await page.getByRole('button', { name: 'Send Code' }).click()
  await expect(page.getByText(/less than a minute ago/)).toBeVisible()
})

test('a signed-out person returns to the page they wanted, even after reloading the sign-in page', async ({
  enter,
}) => {
  const { page, email } = await enter('Margaret')
  await page.goto('/funeral/edit?step=3')
  await expect(page).toHaveURL(/\/auth$/)
  await page.reload()
  await signIn(page, email)
  await expect(page).toHaveURL(/\/funeral\/edit\?step=3$/)
})

test('signing out ends the session and hides its data', async ({ enter }) => {
  const { page, email } = await enter('Margaret')
  await page.goto('/auth')
  await signIn(page, email)
  await page.getByRole('button', { name: 'Sign out' }).first().click()
  await expect(page).toHaveURL(/\/$/)
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { name: 'Sign In or Sign Up' })).toBeVisible()
})

test('a page that does not exist says so and links to the home page', async ({ enter }) => {
  const { page } = await enter('Margaret')
  await page.goto('/no/such/page')
  await expect(page.getByText('Oops! Page not found')).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: /home/i }).click()
  await expect(page.getByRole('heading', { name: 'Plan with peace. Leave with purpose.' })).toBeVisible()
})
