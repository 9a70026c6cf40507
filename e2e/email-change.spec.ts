import type { Locator, Page } from 'playwright/test'
import {
  type Actor,
  countMails,
  expect,
  mailTo,
  newEmail,
  runHousekeeping,
  signIn,
  test,
} from './fixtures.ts'
import { signInAs } from './household.ts'

const toAddress = { current: /to change your email address/, new: /to confirm this address/ }

/** The code in the newest mail for the current or the new address. */
async function codeOf(email: string, kind: keyof typeof toAddress): Promise<string> {
  const { Text } = await mailTo(email, toAddress[kind])
  return /^\d{6}$/m.exec(Text)?.[0] ?? ''
}

const step = (page: Page, kind: keyof typeof toAddress): Locator =>
  page.getByRole('region', { name: kind === 'current' ? 'Verify current email' : 'Verify new email' })

async function openProfile({ page, email }: Actor): Promise<void> {
  await signInAs('Margaret', { page, email }, '/profile')
  await expect(page.getByRole('heading', { name: 'Account email' })).toBeVisible()
}

/** Starts an email change and stops at the code for the current address. */
async function begin(page: Page, wanted: string): Promise<void> {
  await page.getByLabel('New email').fill(wanted)
  await page.getByRole('button', { name: 'Change email' }).click()
  await expect(step(page, 'current')).toBeVisible()
}

async function verify(page: Page, code: string): Promise<void> {
  await page.getByRole('textbox', { name: '6-digit code' }).fill(code)
  await page.getByRole('button', { name: 'Verify Code' }).click()
}

const signedInAs = (page: Page, email: string) =>
  page.getByText(`Signed in as ${email}`).filter({ visible: true })

const updated = (page: Page) => page.getByText(/You sign in with .* from now on\. We’ve told/)

test('an invited person changes their address while two windows are open, and keeps the invitation', async ({
  enter,
}) => {
  test.slow()
  const owner = await enter('Margaret')
  const anna = await enter('Anna')
  const wanted = newEmail('anna.berg')
  for (const actor of [anna, owner]) await openProfile(actor)
  const { person, designate } = await import('../tests/support/people.ts')
  const margaret = await person('Margaret Ellis', { email: owner.email })
  await designate(margaret, anna.email, 'executor', 'Anna Ellis')

  const { page } = anna
  const second = await page.context().newPage()
  await second.goto('/profile')

  await test.step('both windows request the change: one code is sent, and both accept it', async () => {
    await begin(page, ` ${wanted.toUpperCase()}`)
    await expect(page.getByText('Check your inbox')).toBeVisible()
    await begin(second, newEmail('anna.other'))
    expect(await countMails(anna.email, toAddress.current)).toBe(1)
    await expect(page.getByRole('button', { name: 'Resend code' })).toBeDisabled()
  })

  await test.step('a wrong code is refused, and an incomplete one is not sent', async () => {
    const code = await codeOf(anna.email, 'current')
    await verify(page, code.slice(1))
    await expect(page.getByText('Enter code')).toBeVisible()
    await verify(page, code === '000000' ? '111111' : '000000')
    await expect(page.getByText('Verification failed')).toBeVisible()
    await expect(page.getByRole('textbox', { name: '6-digit code' })).toHaveAccessibleDescription(
      /Invalid or expired code/,
    )
  })

  await test.step('a reloaded page continues at the same step', async () => {
    await page.reload()
    await expect(step(page, 'current')).toBeVisible()
    await verify(page, await codeOf(anna.email, 'current'))
    await expect(page.getByText('Verify new email', { exact: true })).toBeVisible()
    await expect(step(page, 'new')).toContainText(wanted)
  })

  await test.step('the second code changes the address in both windows', async () => {
    await verify(page, await codeOf(wanted, 'new'))
    await expect(updated(page)).toBeVisible()
    await expect(signedInAs(page, wanted)).toBeVisible()
    await expect(second.getByText('Changed in another window', { exact: true })).toBeVisible()
    await expect(signedInAs(second, wanted)).toBeVisible()
  })

  await test.step('the old address is notified by mail', async () => {
    await runHousekeeping()
    const mail = await mailTo(anna.email, /address of your Heartwood account was changed/)
    expect(mail.Text).not.toContain(wanted)
  })

  await test.step('the next holder of the old address sees no invitation', async () => {
    const heir = await enter('Heir')
    await heir.page.goto('/invites')
    await signIn(heir.page, anna.email)
    await expect(heir.page.getByText('No invitations yet')).toBeVisible()
  })

  await test.step('Anna accepts the invitation, and the owner sees nothing of the change', async () => {
    await page.goto('/invites')
    await page.getByRole('button', { name: 'Accept invitation' }).click()
    await expect(page.getByRole('link', { name: 'View plan' })).toBeVisible()
    await owner.page.goto('/beneficiaries')
    await expect(owner.page.getByText('Accepted', { exact: true })).toBeVisible()
    await expect(owner.page.getByText(anna.email)).toBeVisible()
  })
})

test('a change to an address that has an account looks like any other, notifies its holder, and never succeeds', async ({
  enter,
}) => {
  const anna = await enter('Anna')
  await openProfile(anna)
  const { person } = await import('../tests/support/people.ts')
  const holder = await person('Ben', { email: newEmail('ben') })
  const { page } = anna
  await begin(page, holder.email)
  await verify(page, await codeOf(anna.email, 'current'))
  await expect(step(page, 'new')).toContainText(`We sent a 6-digit code to ${holder.email}`)
  const mail = await mailTo(holder.email, /Someone asked to use this address/)
  expect(mail.Text).not.toMatch(/\d{6}/)
  await verify(page, '123456')
  await expect(page.getByText('Verification failed')).toBeVisible()
  await page.getByRole('button', { name: 'Start over' }).click()
  await expect(page.getByLabel('New email')).toHaveValue('')
  await expect(signedInAs(page, anna.email)).toBeVisible()
})

test('an email change signs out the other device and keeps this one signed in', async ({ enter }) => {
  test.slow()
  const anna = await enter('Anna')
  const phone = { ...(await enter('Anna’s phone')), email: anna.email }
  const wanted = newEmail('anna.berg')
  await openProfile(anna)
  const { moveClock } = await import('./fixtures.ts')
  await moveClock(
    `update auth.users set recovery_sent_at = recovery_sent_at - interval '2 minutes' where email = $1`,
    [anna.email],
  )
  await openProfile(phone)

  await begin(anna.page, wanted)
  await verify(anna.page, await codeOf(anna.email, 'current'))
  await expect(step(anna.page, 'new')).toBeVisible()
  await verify(anna.page, await codeOf(wanted, 'new'))
  await expect(updated(anna.page)).toContainText('Your other devices have been signed out.')

  await phone.page.getByLabel('New email').fill(newEmail('anna.other'))
  await phone.page.getByRole('button', { name: 'Change email' }).click()
  await expect(phone.page.getByLabel('New email')).toHaveAccessibleDescription(
    /You must be signed in to change your email\./,
  )
  await anna.page.reload()
  await expect(anna.page.getByRole('heading', { name: 'Account email' })).toBeVisible()
})
