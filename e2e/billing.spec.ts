import type { Page } from 'playwright/test'
import { expect, moveClock, signIn, test } from './fixtures.ts'
import { signInAs } from './household.ts'
import { endTrial, failNextPayment, needsStripe } from './stripe.ts'

const gate = { name: 'Your free trial has ended' }
const row = (page: Page, term: string) =>
  page
    .locator('dl > div')
    .filter({ has: page.getByText(term, { exact: true }) })
    .locator('dd')

/** Pays on the page of the Stripe stand-in and returns to the app. */
async function pay(page: Page, button: string): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Heartwood membership' })).toBeVisible()
  await page.getByRole('button', { name: button }).click()
  await expect(page).toHaveURL(/\/billing\?checkout=success/)
}

/** Signs up a person who has recorded one contact: Carl Reader. */
async function signInWithContact(page: Page, email: string): Promise<void> {
  await signInAs('Margaret', { page, email }, '/contacts?add')
  await page.getByLabel('Name').fill('Carl Reader')
  await page.getByRole('dialog').getByRole('button', { name: 'Add Contact' }).click()
  await expect(page.getByRole('heading', { name: 'Carl Reader' })).toBeVisible()
}

test('a plan chosen before signing in leads to checkout afterward, then to the portal and cancellation', async ({
  enter,
}) => {
  needsStripe()
  const { page, email } = await enter('Margaret')
  await page.goto('/pricing')
  await expect(page.getByRole('link', { name: 'Start Free Trial' }).last()).toBeVisible()
  await page.getByRole('link', { name: 'Choose Annual' }).click()
  await signIn(page, email)
  await expect(page).toHaveURL(/\/billing\?plan=annual$/)
  await expect(page.getByText('You chose Annual, $99 per year')).toBeVisible()
  await expect(page.getByText(/You don’t need a card for it/)).toBeVisible()
  await expect(row(page, 'Status')).toHaveText('Trialing')
  await expect(row(page, 'Trial')).toHaveText(/^7 days left \(ends /)

  await page.getByRole('button', { name: 'Continue to payment' }).click()
  await expect(page.getByText('$99 per year').first()).toBeVisible()
  await page.getByRole('link', { name: 'Back to Heartwood' }).click()
  await expect(page.getByText('Nothing was charged')).toBeVisible()
  await page.getByRole('button', { name: 'Choose Annual' }).click()
  // The charge must equal the price shown, and start after the remaining free days.
  await expect(page.getByText(/Free until .* then \$99 per year/)).toBeVisible()
  await pay(page, 'Subscribe with a test card')
  await expect(page.getByText('Your membership is confirmed. Thank you.')).toBeVisible()
  await expect(row(page, 'Plan')).toHaveText('Annual')
  await expect(row(page, 'Next renewal')).toHaveText(/, \$99 per year$/)

  await page.getByRole('link', { name: /See the prices/ }).click()
  await expect(page.getByRole('heading', { name: 'Simple pricing' })).toBeVisible()
  await expect(page.getByText('Your plan', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Manage Billing' }).click()
  await expect(page.getByRole('heading', { name: 'Your billing' })).toBeVisible()
  await page.getByRole('button', { name: 'Cancel subscription' }).click()
  await expect(page.getByRole('button', { name: 'Don’t cancel' })).toBeVisible()
  await page.getByRole('link', { name: 'Return to Heartwood' }).click()
  await expect(page.getByText(/it usually appears here within a minute/)).toBeVisible()
  await expect(row(page, 'Next renewal')).toHaveText(/^None. You’ve canceled, and your membership ends on /)
  // Choosing another plan leads to the portal, so that a person cannot pay twice.
  await page.getByRole('button', { name: 'Switch to Monthly' }).click()
  await expect(page.getByRole('heading', { name: 'Your billing' })).toBeVisible()
})

test('the page after a payment says "still confirming" until the database has the subscription', async ({
  enter,
}) => {
  needsStripe()
  const { page, email } = await enter('Margaret')
  await signInAs('Margaret', { page, email }, '/billing')
  await page.getByRole('button', { name: 'Choose Lifetime' }).click()
  await expect(page.getByText('$299 once')).toBeVisible()
  // Until Stripe's event arrives, the database answers as before. The answer is faked in this browser, because
  // delaying events in the stand-in would affect every test.
  let arrived = false
  const before = { plan: null, status: 'trialing', cancel_at_period_end: false, lifetime: false }
  await page.route('**/rest/v1/subscriptions?*', (route) =>
    arrived
      ? route.continue()
      : route.fulfill({ json: [{ ...before, current_period_end: null, trial_end: '2100-01-01T12:00:00Z' }] }),
  )
  await pay(page, 'Pay with a test card')
  await expect(page.getByText('Still confirming your payment')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Choose Lifetime' })).toHaveCount(0)
  await page.reload()
  await expect(page.getByText('Still confirming your payment')).toBeVisible()
  arrived = true
  await expect(page.getByText('Your membership is confirmed. Thank you.')).toBeVisible()
  await expect(row(page, 'Status')).toHaveText('Lifetime')
  await expect(page.getByRole('button', { name: 'Manage Billing' })).toBeVisible()
})

test('an ended trial blocks changes only, and choosing a plan at the gate unblocks them', async ({
  enter,
}) => {
  needsStripe()
  const { page, email } = await enter('Margaret')
  await signInWithContact(page, email)

  await endTrial(email)
  for (const path of ['/dashboard', '/funeral', '/videos', '/contacts']) {
    await page.goto(path)
    await expect(page.getByRole('region', gate), path).toBeVisible()
  }
  await page.getByRole('button', { name: 'Read what you’ve recorded' }).click()
  await expect(page.getByRole('heading', { name: 'Contacts', exact: true })).toBeFocused()
  await expect(page.getByRole('heading', { name: 'Carl Reader' })).toBeVisible()
  for (const path of ['/invites', '/settings', '/profile', '/who-can-see-my-plan', '/billing', '/pricing']) {
    await page.goto(path)
    await expect(page.locator('h1')).toBeVisible()
    await page.waitForLoadState('networkidle')
    await expect(page.getByRole('region', gate), path).toHaveCount(0)
  }

  await page.goto('/contacts')
  await page.getByRole('region', gate).getByRole('button', { name: 'Choose a plan' }).click()
  await expect(page.getByRole('region', gate).getByText('Trial ended')).toBeVisible()
  await page.getByRole('region', gate).getByRole('button', { name: 'Choose Monthly' }).click()
  // No free days are left.
  await pay(page, 'Pay with a test card')
  await expect(page.getByText('Your membership is confirmed. Thank you.')).toBeVisible()
  await page.getByRole('link', { name: 'Contacts' }).first().click()
  await page.getByRole('button', { name: 'Edit Carl Reader' }).click()
  await page.getByLabel('Name').fill('Carl A. Reader')
  await page.getByRole('button', { name: 'Save Contact' }).click()
  await expect(page.getByRole('heading', { name: 'Carl A. Reader' })).toBeVisible()
  await expect(page.getByRole('region', gate)).toHaveCount(0)
})

test('an owner whose trial has ended can still delete and export the plan', async ({ enter }) => {
  const { page, email } = await enter('Margaret')
  await signInWithContact(page, email)
  await endTrial(email)
  await page.goto('/contacts')
  await expect(page.getByRole('region', gate)).toBeVisible()
  // The screen must not offer what the server would refuse.
  await expect(page.getByRole('button', { name: 'Add Contact' })).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Edit Carl Reader' })).toHaveCount(0)
  await expect(page.getByRole('switch')).toBeDisabled()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export CSV' }).click()
  expect((await download).suggestedFilename()).toMatch(/contacts/)
  await page.getByRole('button', { name: 'Delete Carl Reader' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('Contact deleted')).toBeVisible()
  await expect(page.getByText('No contacts yet')).toBeVisible()

  // A person who types anyway keeps the text and reads why it is not saved.
  await page.goto('/funeral/edit?step=3')
  await page.getByLabel(/special requests/i).fill('No lilies.')
  await page.getByRole('button', { name: 'Save Progress' }).click()
  await expect(page.getByRole('alert').getByText('Your free trial has ended')).toBeVisible()
  await expect(page.getByRole('alert').getByRole('link', { name: 'Choose a plan' })).toBeVisible()
  await expect(page.getByLabel(/special requests/i)).toHaveValue('No lilies.')
})

test('a failed payment is announced at once, leaves 7 days, and can be fixed in the portal', async ({
  enter,
}) => {
  needsStripe()
  const { page, email } = await enter('Margaret')
  await signInAs('Margaret', { page, email }, '/billing')
  await endTrial(email)
  await page.reload()
  await page.getByRole('button', { name: 'Choose Monthly' }).click()
  await pay(page, 'Pay with a test card')
  await expect(page.getByText('Your membership is confirmed. Thank you.')).toBeVisible()

  await failNextPayment(email)
  await page.goto('/dashboard')
  const banner = page.getByRole('region', { name: /^Your (last )?payment/ })
  await expect(banner).toContainText('Your last payment didn’t go through')
  await expect(banner).toContainText(/You still have access until /)
  await expect(page.getByRole('region', gate)).toHaveCount(0)
  await page.goto('/invites')
  await expect(page.getByRole('heading', { name: 'Invitations', level: 1 })).toBeVisible()
  await page.waitForLoadState('networkidle')
  await expect(banner).toHaveCount(0)

  // Moves the end of the paid period past the 7 days of grace.
  await moveClock(
    `update public.subscriptions s set current_period_end = now() - interval '8 days'
       from auth.users u where u.email = $1 and s.user_id = u.id`,
    [email],
  )
  await page.goto('/funeral')
  // The gate names the failed payment, and not the trial that ended before it.
  await expect(page.getByRole('region', gate)).toHaveCount(0)
  const shut = page.getByRole('region', { name: 'Your last payment didn’t go through' })
  await shut.getByRole('button', { name: 'Choose a plan' }).click()
  await expect(shut.getByText('Past due')).toBeVisible()
  await shut.getByRole('button', { name: 'Manage Billing' }).click()
  await page.getByRole('button', { name: 'Pay what is due with a test card' }).click()
  await page.getByRole('link', { name: 'Return to Heartwood' }).click()
  await expect(row(page, 'Status')).toHaveText('Active')
  await page.goto('/funeral')
  await expect(page.getByText('No funeral preferences saved yet')).toBeVisible()
  await expect(shut).toHaveCount(0)
})

test('a signed-out visitor returns to the membership page after signing in', async ({ enter }) => {
  const { page, email } = await enter('Margaret')
  await page.goto('/pricing')
  await page.getByRole('link', { name: 'View billing details' }).click()
  await expect(page).toHaveURL(/\/auth$/)
  await signIn(page, email)
  await expect(page).toHaveURL(/\/billing$/)
  await expect(page.getByRole('heading', { name: 'Your membership' })).toBeVisible()
})

test('no price is shown anywhere while billing is off', async ({ enter }) => {
  const { page, email } = await enter('Margaret')
  // The setting applies to the whole stack, so only this browser is told that billing is off.
  await page.route('**/rest/v1/rpc/billing_enabled', (route) => route.fulfill({ json: false }))
  await page.goto('/pricing')
  await expect(page.getByText('Every feature is open')).toBeVisible()
  await expect(page.getByRole('main').getByText('$')).toHaveCount(0)
  for (const path of ['/', '/security', '/auth?mode=signup']) {
    await page.goto(path)
    const start = page.getByRole('link', { name: 'Get Started', exact: true }).first()
    await expect(path.startsWith('/auth') ? page.getByLabel('Email Address') : start).toBeVisible()
    await expect(page.getByText(/\$\d|\btrial\b/i)).toHaveCount(0)
  }
  await signInAs('Margaret', { page, email }, '/billing')
  await expect(page.getByText('Every feature is open')).toBeVisible()
  await expect(page.getByRole('main').getByRole('button')).toHaveCount(0)
})
