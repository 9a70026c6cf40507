import type { Page } from 'playwright/test'
import { type Actor, env, expect, mailTo, signIn, test } from './fixtures.ts'

/** Creates an owner with a name who has invited one person by mail. */
async function invite(owner: Actor, designee: Actor): Promise<{ link: string }> {
  const { page } = owner
  await page.goto('/beneficiaries')
  await signIn(page, owner.email)
  await page.getByRole('button', { name: 'Add Person' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Your own name').fill('Margaret Ellis')
  await dialog.getByLabel('Full Name', { exact: true }).fill('Anna Ellis')
  await dialog.getByLabel('Email Address').fill(designee.email)
  await dialog.getByRole('radio', { name: 'Executor' }).check()
  await dialog.getByRole('button', { name: 'Add Person' }).click()
  await expect(page.getByText('Awaiting response')).toBeVisible()
  const { Text } = await mailTo(designee.email, /Margaret Ellis/)
  const link = new RegExp(`${env('APP_URL')}/invites\\?token=[A-Za-z0-9_-]+`).exec(Text)?.[0]
  if (!link) throw new Error('no link in the mail')
  return { link }
}

const acceptButton = (page: Page) => page.getByRole('button', { name: 'Accept invitation' })

test('an invitation that was accepted in one window is simply accepted in a second one', async ({
  enter,
}) => {
  const designee = await enter('Anna')
  const { link } = await invite(await enter('Margaret'), designee)
  const { page } = designee
  await page.goto(link)
  await signIn(page, designee.email)
  const second = await page.context().newPage()
  await second.goto(link)
  await expect(acceptButton(second)).toBeVisible()
  await acceptButton(page).click()
  await expect(page.getByRole('link', { name: 'View plan' })).toBeVisible()
  await acceptButton(second).click()
  await expect(second.getByText('Invitation accepted')).toBeVisible()
  await expect(second.getByRole('link', { name: 'View plan' })).toBeVisible()
})

test('an invitation link forwarded to a person with another address opens nothing', async ({ enter }) => {
  const designee = await enter('Anna')
  const stranger = await enter('Simon')
  const { link } = await invite(await enter('Margaret'), designee)
  await stranger.page.goto(link)
  await signIn(stranger.page, stranger.email)
  await expect(stranger.page.getByText('The invitation in your link isn’t here')).toBeVisible()
  await expect(stranger.page.getByText('No invitations yet')).toBeVisible()
  await expect(stranger.page.getByText('Margaret Ellis')).toBeHidden()
  // The right person on the wrong account keeps the link while signing in again.
  await stranger.page.getByRole('button', { name: 'Sign in with another address' }).click()
  await signIn(stranger.page, designee.email)
  await expect(stranger.page).toHaveURL(link)
  await expect(acceptButton(stranger.page)).toBeVisible()
})

test('a broken invitation link says so, and the invitation is listed anyway', async ({ enter }) => {
  const designee = await enter('Anna')
  const { link } = await invite(await enter('Margaret'), designee)
  const { page } = designee
  await page.goto(`${link.slice(0, -3)}%%%`)
  await signIn(page, designee.email)
  await expect(page.getByText('Part of the link is missing.')).toBeVisible()
  await expect(acceptButton(page)).toBeVisible()
})

test('an invited person declines, and the owner sees that they did', async ({ enter }) => {
  const owner = await enter('Margaret')
  const designee = await enter('Anna')
  const { link } = await invite(owner, designee)
  const { page } = designee
  await page.goto(link)
  await signIn(page, designee.email)
  await page.getByRole('button', { name: 'Decline' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Decline' }).click()
  await expect(page.getByText('You declined this invitation.')).toBeVisible()
  await owner.page.reload()
  await expect(owner.page.getByText('Declined', { exact: true })).toBeVisible()
})

test('an invited person without a plan of their own lands on the invitations page', async ({ enter }) => {
  const designee = await enter('Anna')
  await invite(await enter('Margaret'), designee)
  await designee.page.goto('/auth')
  await signIn(designee.page, designee.email)
  await expect(designee.page).toHaveURL(/\/invites$/)
})
