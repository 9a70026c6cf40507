import type { Page } from 'playwright/test'
import { expect, mailTo, moveClock, runHousekeeping, signIn, test } from './fixtures.ts'

/** Opens a screen and signs in on the way, with a new code for the address. */
async function openSigningIn(page: Page, path: string, email: string): Promise<void> {
  await moveClock(
    `update auth.users set recovery_sent_at = null, confirmation_sent_at = null where email = $1`,
    [email],
  )
  await page.goto(path)
  await signIn(page, email)
  await expect(page.locator('h1')).toBeVisible()
}

const waits = (page: Page) => expect(page.getByText(/^From (today|tomorrow) at /)).toBeVisible()
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const question = 'A new browser signed in to your account. Was that you?'

test('someone who reads an owner’s mail waits a day for what matters, and the owner’s laptop signs them out', async ({
  enter,
}) => {
  const { page: laptop, email } = await enter('Margaret')
  const { page: stranger } = await enter('Stranger')
  await openSigningIn(laptop, '/contacts', email)
  await button(laptop, 'Add Contact').first().click()
  await laptop.getByRole('dialog').getByLabel('Name', { exact: true }).fill('Cousin Carl')
  await laptop.getByRole('dialog').getByRole('button', { name: 'Add Contact' }).click()
  await expect(laptop.getByRole('heading', { name: 'Cousin Carl' })).toBeVisible()
  // The first browser of an account does not wait.
  await laptop.goto('/settings')
  await expect(button(laptop, 'Delete Account')).toBeEnabled()
  await expect(laptop.getByText('This browser is new to your account')).toBeHidden()

  await openSigningIn(stranger, '/contacts', email)
  await expect(stranger.getByRole('heading', { name: 'Cousin Carl' })).toBeVisible()
  await stranger.goto('/settings')
  await waits(stranger)
  await expect(button(stranger, 'Delete Account')).toBeDisabled()
  await expect(button(stranger, 'Export All Data')).toBeDisabled()
  await stranger.goto('/profile')
  await waits(stranger)
  await expect(button(stranger, 'Change email')).toBeDisabled()
  await expect(stranger.getByRole('switch')).toBeDisabled()
  await stranger.goto('/beneficiaries')
  await waits(stranger)
  await expect(button(stranger, 'Add Person').first()).toBeDisabled()

  await laptop.reload()
  await expect(laptop.getByText(question)).toBeVisible()
  await expect(laptop.getByText(/Chrome on \w+, on /)).toBeVisible()
  await laptop.getByRole('button', { name: 'No, sign it out' }).click()
  await expect(laptop.getByText('Signed out there')).toBeVisible()
  await expect(laptop.getByText(question)).toBeHidden()
  await laptop.goto('/history')
  await expect(laptop.getByText(/You signed out a new browser: Chrome on/)).toBeVisible()
  await expect(laptop.getByText(/A new browser signed in to your account: Chrome on/)).toBeVisible()

  // The session there can no longer be refreshed: when its token expires, the app asks for sign-in.
  await stranger.evaluate(() => {
    const key = Object.keys(localStorage).find((name) => /^sb-.*-auth-token$/.test(name)) ?? ''
    const session = JSON.parse(localStorage.getItem(key) ?? '{}')
    localStorage.setItem(key, JSON.stringify({ ...session, expires_at: 1, expires_in: 0 }))
  })
  await stranger.reload()
  await expect(stranger).toHaveURL(/\/auth$/)

  await runHousekeeping()
  const mail = await mailTo(email, /^A new browser signed in/)
  expect(mail.Text).toContain('/profile')
})

test('an owner confirms their own new phone with one press, and signs in there again without a wait', async ({
  enter,
}) => {
  const { page: laptop, email } = await enter('Margaret')
  const { page: phone } = await enter('Phone')
  await openSigningIn(laptop, '/dashboard', email)
  await openSigningIn(phone, '/who-can-see-my-plan', email)
  await waits(phone)
  await expect(phone.getByRole('switch')).toBeDisabled()

  await laptop.reload()
  await laptop.getByRole('button', { name: 'Yes, that’s me' }).click()
  await expect(laptop.getByText('Confirmed', { exact: true })).toBeVisible()
  await phone.reload()
  await expect(phone.getByRole('switch')).toBeEnabled()
  await expect(phone.getByText('This browser is new to your account')).toBeHidden()

  await button(phone, 'Sign out').first().click()
  await expect(phone).toHaveURL(/\/$/)
  await openSigningIn(phone, '/beneficiaries', email)
  await expect(button(phone, 'Add Person').first()).toBeEnabled()
  await laptop.reload()
  await expect(laptop.getByText(question)).toBeHidden()
})
