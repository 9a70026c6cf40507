import { expect, mailTo, runHousekeeping, signIn, test } from './fixtures.ts'
import { signInAs } from './household.ts'

/** The code in the newest account deletion mail. */
async function deletionCode(email: string): Promise<string> {
  const { Text } = await mailTo(email, /code to delete your account/)
  return /^\d{6}$/m.exec(Text)?.[0] ?? ''
}

test('an owner deletes the account with a code: files and rows are removed, the designee is told, and the owner can sign up again', async ({
  enter,
}) => {
  const { designateAccepted, person, service, succeed, upload } = await import('../tests/support/people.ts')
  const margaret = await enter('Margaret')
  const { page, email } = margaret
  const owner = await signInAs('Margaret Ellis', margaret, '/settings')
  const designee = await person('Anna Ellis')
  await designateAccepted(owner, designee, 'executor')
  const file_path = await upload(owner, 'documents', `${owner.id}/estate/will.pdf`)
  await succeed(
    owner.client
      .from('estate_documents')
      .insert({ user_id: owner.id, doc_type: 'will', description: 'My will', file_path })
      .select(),
  )
  const trialOf = async (id: string) =>
    (await succeed(service.from('subscriptions').select('trial_end').eq('user_id', id).single())).trial_end
  const trialEnd = await trialOf(owner.id)

  await page.reload()
  await page.getByRole('button', { name: 'Delete Account' }).click()
  const sure = page.getByRole('alertdialog', { name: 'Are you absolutely sure?' })
  await expect(sure.getByRole('listitem')).toHaveText([
    '1 document',
    'your list of 1 person you’ve named; we’ll email the ones who have accepted',
  ])
  await sure.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('button', { name: 'Delete Account' })).toBeFocused()
  await page.getByRole('button', { name: 'Delete Account' }).click()
  await sure.getByRole('button', { name: 'Yes, Delete Everything' }).click()
  const dialog = page.getByRole('dialog', { name: 'Enter Code' })
  await expect(dialog.getByLabel('6-digit code')).toBeFocused()
  const code = await deletionCode(email)
  await dialog.getByLabel('6-digit code').fill(String((Number(code) + 1) % 1_000_000).padStart(6, '0'))
  await dialog.getByRole('button', { name: 'Delete Account' }).click()
  await expect(dialog.getByText('Invalid or expired code')).toBeVisible()
  await dialog.getByLabel('6-digit code').fill(code)
  await dialog.getByRole('button', { name: 'Delete Account' }).click()

  await expect(page).toHaveURL(/\/$/)
  await expect(page.getByText('Account Deleted')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Sign In' }).first()).toBeVisible()
  expect((await service.auth.admin.getUserById(owner.id)).data.user).toBeNull()
  expect(await succeed(service.from('estate_documents').select().eq('user_id', owner.id))).toEqual([])
  expect((await service.storage.from('documents').list(`${owner.id}/estate`)).data).toEqual([])
  await runHousekeeping()
  await mailTo(designee.email, /Margaret Ellis’s plan no longer exists/)
  await mailTo(email, /Your Heartwood account was deleted/)
  expect(await succeed(designee.client.from('designations').select())).toEqual([])

  // The tab keeps no data of the person; signing up again starts an empty account without another trial.
  await page.goto('/settings')
  await expect(page).toHaveURL(/\/auth$/)
  await signIn(page, email)
  await expect(page).toHaveURL(/\/settings$/)
  await expect(page.getByLabel('Full name')).toHaveValue('')
  const { id } = await person('Margaret Ellis', { email })
  expect(id).not.toBe(owner.id)
  expect(await trialOf(id)).toBe(trialEnd)
})

test('deleting an account also ends its session in another window', async ({ enter }) => {
  const { page, email } = await enter('Margaret')
  await signInAs('Margaret', { page, email }, '/settings')
  await expect(page.getByRole('button', { name: 'Delete Account' })).toBeVisible()
  const second = await page.context().newPage()
  await second.goto('/dashboard')
  await expect(second.getByRole('heading', { level: 1 })).toBeVisible()
  await page.getByRole('button', { name: 'Delete Account' }).click()
  await page.getByRole('button', { name: 'Yes, Delete Everything' }).click()
  const dialog = page.getByRole('dialog', { name: 'Enter Code' })
  await dialog.getByLabel('6-digit code').fill(await deletionCode(email))
  await dialog.getByRole('button', { name: 'Delete Account' }).click()
  await expect(page.getByText('Account Deleted')).toBeVisible()
  await expect(second).toHaveURL(/\/auth$/)
})

test('an account cannot be deleted while a death is under review, nor right after its owner stopped that', async ({
  enter,
}) => {
  const { designateAccepted, person, submitCertificate } = await import('../tests/support/people.ts')
  const margaret = await enter('Margaret')
  const { page } = margaret
  const owner = await signInAs('Margaret Ellis', margaret, '/settings')
  const designee = await person('Anna Ellis')
  await designateAccepted(owner, designee, 'executor')
  // The dialog is already open when the certificate is submitted, so only the server can refuse.
  await page.getByRole('button', { name: 'Delete Account' }).click()
  await page.getByRole('button', { name: 'Yes, Delete Everything' }).click()
  const dialog = page.getByRole('dialog', { name: 'Enter Code' })
  const code = await deletionCode(margaret.email)
  await submitCertificate(designee, owner)
  await dialog.getByLabel('6-digit code').fill(code)
  await dialog.getByRole('button', { name: 'Delete Account' }).click()
  await expect(dialog.getByText(/A death certificate was submitted for you\./)).toBeVisible()
  await page.reload()
  await expect(page.getByText('You can’t delete your account now')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Delete Account' })).toBeHidden()
  await page.getByRole('button', { name: 'I’m alive: stop this' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'I’m alive: stop this' }).click()
  await expect(
    page.getByText(/^A death certificate submitted for you was stopped less than 7 days ago/),
  ).toBeVisible()
  await expect(page.getByRole('button', { name: 'Delete Account' })).toBeHidden()
})
