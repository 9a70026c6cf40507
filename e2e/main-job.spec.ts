import type { Page } from 'playwright/test'
import { type Actor, env, expect, mailTo, peopleWithSql, runHousekeeping, signIn, test } from './fixtures.ts'
import { openAbout } from './household.ts'

// The product's main purpose, from the first code to the family reading the plan. After the certificate is submitted
// the owner does nothing, as if she had died; only the last step tests her stop.

const pdf = {
  name: 'death certificate (copy).pdf',
  mimeType: 'application/pdf',
  buffer: Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n'),
}

test('a new owner plans, her designees accept, her death is verified, and they read the plan', async ({
  enter,
}) => {
  test.slow()
  const owner = await enter('Margaret')
  const executor = await enter('Anna')
  const beneficiary = await enter('Tom')
  const revoked = await enter('Rita')
  const stranger = await enter('Simon')

  await test.step('the owner signs up with the code from her mailbox and names herself', async () => {
    await owner.page.goto('/')
    await owner.page.getByRole('link', { name: 'Start Free Trial' }).first().click()
    await signIn(owner.page, owner.email)
    await expect(owner.page).toHaveURL(/\/dashboard$/)
    await owner.page.getByLabel(/full name/i).fill('Margaret Ellis')
    await owner.page.getByRole('button', { name: /save/i }).click()
    await expect(owner.page.getByText('Welcome, Margaret Ellis')).toBeVisible()
  })

  await test.step('she completes the wizard', () => completeWizard(owner.page))

  await test.step('she names an executor, a beneficiary, and a third designee', async () => {
    await owner.page.goto('/beneficiaries')
    await addPerson(owner.page, 'Anna Ellis', executor.email, 'Executor')
    await addPerson(owner.page, 'Tom Ellis', beneficiary.email, 'Beneficiary')
    await addPerson(owner.page, 'Rita Moss', revoked.email, 'Trustee')
  })

  await test.step('each designee opens the link in the mail, signs in and accepts; the memorial is hidden', async () => {
    for (const designee of [executor, beneficiary, revoked]) await acceptInvitation(designee)
    await executor.page.getByRole('link', { name: 'View plan' }).click()
    await expect(executor.page.getByRole('heading', { name: 'Margaret Ellis’s plan' })).toBeVisible()
    await expect(executor.page.getByText('Hidden until released')).toBeVisible()
    await expect(
      executor.page.getByText(/^You can’t see .* plan yet\. It opens after their death has been verified/),
    ).toBeVisible()
    await expect(executor.page.getByRole('tab')).toHaveCount(0)
  })
  const memorialPath = new URL(executor.page.url()).pathname

  await test.step('the owner revokes the third designee', async () => {
    await owner.page.reload()
    await owner.page.getByRole('button', { name: 'End access: Rita Moss' }).click()
    await owner.page.getByRole('alertdialog').getByRole('button', { name: 'End access' }).click()
    await expect(owner.page.getByText('1 person whose access you ended')).toBeVisible()
  })

  await test.step('the executor submits the death certificate', async () => {
    await executor.page.getByRole('button', { name: /has died$/ }).click()
    await executor.page
      .getByLabel('Death certificate', { exact: true })
      .and(executor.page.locator('input'))
      .setInputFiles(pdf)
    await expect(executor.page.getByText(pdf.name)).toBeVisible()
    await executor.page.getByRole('button', { name: 'Submit certificate' }).click()
    await executor.page.getByRole('alertdialog').getByRole('button', { name: 'Submit certificate' }).click()
    await expect(executor.page.getByText('Under review', { exact: true })).toBeVisible()
    await expect(executor.page.getByText('Awaiting verification')).toBeVisible()
    await expect(executor.page.getByText('Another can’t be added during the review.')).toBeVisible()
  })

  await test.step('the owner is told by mail, and each of her screens offers to stop the review', async () => {
    await runHousekeeping()
    const notice = await mailTo(owner.email, /certificate/i)
    expect(notice.Text).toContain('I’m alive: stop this')
    await owner.page.reload()
    await expect(owner.page.getByRole('button', { name: 'I’m alive: stop this' })).toBeVisible()
  })

  await test.step('the administrator opens the file and approves', async () => {
    const administrator = await enter('Administrator')
    // Hosted Supabase's own dashboard can't be driven from here.
    if (process.env.DASHBOARD_URL) await approveInDashboard(administrator.page, 'Margaret Ellis')
    else await approveBySql(owner.email)
  })

  await test.step('the executor and the beneficiary read the plan', async () => {
    for (const designee of [executor, beneficiary]) {
      await designee.page.goto(memorialPath)
      await openAbout(designee.page)
      await expect(designee.page.getByText('Death verified')).toBeVisible()
      await expect(designee.page.getByRole('tab', { name: 'What to do now' })).toHaveAttribute(
        'aria-selected',
        'true',
      )
      await designee.page.getByRole('tab', { name: 'Funeral' }).click()
      await expect(designee.page.getByText('Cremation')).toBeVisible()
      await expect(designee.page.getByText('Everyone in bright colors, please.')).toBeVisible()
    }
    await runHousekeeping()
    await mailTo(executor.email, /verified|approved/i)
  })

  await test.step('a stranger and the revoked designee see nothing', async () => {
    await stranger.page.goto(memorialPath)
    await signIn(stranger.page, stranger.email)
    for (const { page } of [stranger, revoked]) {
      await page.goto(memorialPath)
      await expect(
        page.getByText('Access Denied: You don’t have permission to view this memorial.'),
      ).toBeVisible()
      await expect(page.getByText('Everyone in bright colors')).toBeHidden()
    }
  })

  await test.step('the owner, alive after all, stops the review, and all access ends', async () => {
    await owner.page.goto('/dashboard')
    await owner.page.getByRole('button', { name: 'I’m alive: stop this' }).click()
    await owner.page.getByRole('alertdialog').getByRole('button', { name: 'I’m alive: stop this' }).click()
    await expect(owner.page.getByRole('button', { name: 'I’m alive: stop this' })).toBeHidden()
    await executor.page.reload()
    await expect(executor.page.getByText('Hidden until released')).toBeVisible()
    await expect(executor.page.getByText('Everyone in bright colors')).toBeHidden()
  })
})

async function completeWizard(page: Page): Promise<void> {
  await page.goto('/funeral/edit')
  await expect(page.getByText('Step 1 of 4')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Previous' })).toBeDisabled()
  await page.getByRole('radio', { name: 'Cremation' }).check()
  await page.getByLabel(/funeral home/i).fill('Whitfield')
  await page.getByRole('button', { name: 'Save & Continue' }).click()
  await expect(page.getByText('Step 2 of 4')).toBeVisible()
  await page.getByRole('radio', { name: 'Celebration of life' }).check()
  await page.getByLabel(/venue/i).fill('The boathouse')
  await page.getByRole('button', { name: 'Save & Continue' }).click()
  await expect(page.getByText('Step 3 of 4')).toBeVisible()
  await page.getByLabel(/special requests/i).fill('Everyone in bright colors, please.')
  await page.getByRole('button', { name: 'Save & Continue' }).click()
  await expect(page.getByText('Step 4 of 4')).toBeVisible()
  await page.getByLabel(/obituary notes/i).fill('She taught half the village to swim.')
  await page.getByRole('button', { name: 'Complete' }).click()
  await expect(page.getByText('Funeral Plan Completed!')).toBeVisible()
  await expect(page).toHaveURL(/\/dashboard$/)
}

async function addPerson(page: Page, name: string, email: string, role: string): Promise<void> {
  await page.getByRole('button', { name: 'Add Person' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Full Name').fill(name)
  await dialog.getByLabel('Email Address').fill(email)
  await dialog.getByRole('radio', { name: role }).check()
  await dialog.getByRole('button', { name: 'Add Person' }).click()
  await expect(dialog).toBeHidden()
  const people = page.getByRole('region', { name: 'People you’ve named' })
  await expect(people.getByRole('listitem').filter({ hasText: email })).toContainText('Awaiting response')
}

async function acceptInvitation({ page, email }: Actor): Promise<void> {
  const mail = await mailTo(email, /Margaret Ellis/)
  expect(mail.Text).toContain('Margaret Ellis')
  const link = new RegExp(`${env('APP_URL')}/invites\\?token=[A-Za-z0-9_-]+`).exec(mail.Text)?.[0]
  await page.goto(link ?? 'no link in the mail')
  await signIn(page, email)
  await expect(page.getByRole('heading', { name: 'Margaret Ellis' })).toBeVisible()
  await page.getByRole('button', { name: 'Accept invitation' }).click()
  await expect(page.getByText('Accepted', { exact: true }).first()).toBeVisible()
  await expect(page.getByRole('link', { name: 'View plan' })).toBeVisible()
}

/** Approves the certificate as the administrator does in the SQL editor. */
async function approveBySql(ownerEmail: string): Promise<void> {
  const { asAdministrator } = await peopleWithSql()
  await asAdministrator(
    `select admin.review_death_certificate(owner_id => r.owner_id, decision => 'approved', certificate_path => r.certificate_path)
       from (select * from admin.certificate_reviews where owner_email = $1) r`,
    [ownerEmail],
  )
}

/** Approves the certificate as the administrator does, using only the dashboard. */
async function approveInDashboard(page: Page, ownerName: string): Promise<void> {
  await page.goto(env('DASHBOARD_URL'))
  const review = page.locator('.card').filter({ hasText: ownerName }).last()
  const href = await review.getByRole('link', { name: 'Open file' }).getAttribute('href')
  const file = await page.request.get(new URL(href ?? '', env('DASHBOARD_URL')).href)
  expect((await file.body()).toString()).toContain('%PDF-1.4')
  await review.getByRole('link', { name: /Approve/ }).click()
  for (const check of await page.getByRole('checkbox').all()) await check.check()
  await page.getByRole('button', { name: /Approve/ }).click()
  await expect(page.getByText(`The certificate of ${ownerName} was approved.`)).toBeVisible()
}
