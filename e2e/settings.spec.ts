import type { Page } from 'playwright/test'
import {
  type Actor,
  countMails,
  expect,
  mailTo,
  moveClock,
  runHousekeeping,
  signIn,
  test,
} from './fixtures.ts'
import { signInAs } from './household.ts'
import { seedRows } from './plan-rows.ts'

/** Opens the settings of an owner with a name whose plan was begun the given time ago. */
async function ownerSince(months: number, owner: Actor): Promise<{ id: string }> {
  const { id } = await signInAs('Margaret Ellis', owner, '/settings')
  const begun = new Date()
  begun.setMonth(begun.getMonth() - months)
  await seedRows('contacts', [{ user_id: id, name: 'Carl', created_at: begun.toISOString() }])
  return { id }
}

const timePasses = async (table: 'review_reminders' | 'address_checks', column: string, id: string) => {
  await moveClock(`update private.${table} set next_at = now() where ${column} = $1`, [id])
  await runHousekeeping()
}

const named = (page: Page) => page.getByLabel('Full name')

test('a reminder is mailed when it is due, and one press on the dashboard confirms the plan', async ({
  enter,
}) => {
  const owner = await enter('Margaret')
  const { page, email } = owner
  const { id } = await ownerSince(7, owner)
  await timePasses('review_reminders', 'owner_id', id)
  await runHousekeeping()
  const mail = await mailTo(email, /Is your plan still right/)
  expect(await countMails(email, /Is your plan still right/)).toBe(1)
  const link = /https?:\S+\/dashboard/.exec(mail.Text)?.[0] ?? ''
  await page.goto(link)
  await expect(page.getByText('Is your plan still right?')).toBeVisible()
  await page.getByRole('button', { name: 'Still right' }).click()
  await expect(
    page.getByText(/You last reviewed your plan on .+\. We’ll ask you to review your plan again on /),
  ).toBeVisible()
  await expect(page.getByText('Is your plan still right?')).toBeHidden()
  await page.goto('/settings')
  await expect(page.getByText(/You last reviewed your plan on/)).toBeVisible()
  await timePasses('review_reminders', 'owner_id', id)
  expect(await countMails(email, /Is your plan still right/)).toBe(1)
})

test('a designee is asked once a year to confirm their address; the owner sees that it is unanswered, then the answer', async ({
  enter,
}) => {
  const [margaret, anna] = [await enter('Margaret'), await enter('Anna')]
  const owner = await signInAs('Margaret Ellis', margaret, '/beneficiaries')
  const designee = await signInAs('Anna Ellis', anna, '/invites')
  const { designateAccepted } = await import('../tests/support/people.ts')
  await designateAccepted(owner, designee, 'executor')
  await timePasses('address_checks', 'user_id', designee.id)
  await margaret.page.reload()
  await expect(margaret.page.getByText(/No answer since/)).toBeVisible()

  const { Text } = await mailTo(anna.email, /Is this still your address/)
  expect(Text).toContain('Margaret Ellis has named you')
  const link = /https?:\S+\/invites\?\S+/.exec(Text)?.[0] ?? ''
  // Opening the link answers nothing: the person must sign in and press the button.
  const { page: elsewhere } = await enter('Nobody')
  await elsewhere.goto(link)
  await expect(elsewhere).toHaveURL(/\/auth$/)
  await anna.page.goto(link)
  await expect(anna.page.getByText('Is this still your address?')).toBeVisible()
  await margaret.page.reload()
  await expect(margaret.page.getByText(/No answer since/)).toBeVisible()
  await anna.page.getByRole('button', { name: 'Yes, this is still my address' }).click()
  await expect(anna.page.getByText('Your address is confirmed')).toBeVisible()
  await margaret.page.reload()
  await expect(margaret.page.getByText(/^Address confirmed /)).toBeVisible()
})

test('signing out everywhere also ends the session on another device', async ({ enter, browser }) => {
  const { page, email } = await enter('Margaret')
  await signInAs('Margaret', { page, email }, '/settings')
  await expect(named(page)).toBeVisible()
  const phone = await (
    await browser.newContext({ baseURL: process.env.APP_URL ?? '', locale: 'en-US' })
  ).newPage()
  await moveClock(`update auth.users set recovery_sent_at = null where email = $1`, [email])
  await phone.goto('/settings')
  await signIn(phone, email)
  await expect(named(phone)).toBeVisible()

  await page.goto('/profile')
  await page.getByRole('button', { name: 'Sign out everywhere' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Sign out everywhere' }).click()
  await expect(page).toHaveURL(/\/$/)
  await expect(page.getByText('You’re signed out on all your devices.')).toBeVisible()
  await page.goto('/settings')
  await expect(page).toHaveURL(/\/auth$/)

  // The phone's session can no longer be refreshed: when its token expires, the app asks for sign-in.
  await phone.evaluate(() => {
    const key = Object.keys(localStorage).find((name) => /^sb-.*-auth-token$/.test(name)) ?? ''
    const session = JSON.parse(localStorage.getItem(key) ?? '{}')
    localStorage.setItem(key, JSON.stringify({ ...session, expires_at: 1, expires_in: 0 }))
  })
  await phone.reload()
  await expect(phone).toHaveURL(/\/auth$/)
  await phone.context().close()
})
