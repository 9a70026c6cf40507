import type { Page } from 'playwright/test'
import { expect, mailTo, peopleWithSql, runHousekeeping, test } from './fixtures.ts'
import { signInAs } from './household.ts'

// The service after a death: the executor arranges it and invites, a guest without an account answers.

/** Waits for the guest's photo, and fails when it can't be shown. */
const showsPhoto = (page: Page) =>
  page
    .getByRole('img', { name: 'Photo from Gus Gardner' })
    .evaluate((picture: HTMLImageElement) => picture.decode())

test('an executor invites to the service, and a guest answers by the link in the mail', async ({ enter }) => {
  test.slow()
  const { address, decide, designateAccepted, person, submitCertificate, succeed } = await peopleWithSql()
  const executor = await enter('Anna')
  const guest = await enter('Gus')
  const margaret = await person('Margaret Ellis')
  const anna = await signInAs('Anna Ellis', executor, '/invites')
  await designateAccepted(margaret, anna, 'executor')
  const contact = (name: string, email: string, invitee: boolean) => ({
    user_id: margaret.id,
    name,
    email,
    invitee,
  })
  await succeed(
    margaret.client
      .from('contacts')
      .insert([contact('Gus Gardner', guest.email, true), contact('Plumber', address('Plumber'), false)]),
  )
  await succeed(
    margaret.client.from('funeral_plan').insert({ user_id: margaret.id, personal_requests: 'No lilies.' }),
  )
  await succeed(
    margaret.client.from('portraits').insert({ user_id: margaret.id, remembered_by: 'She laughed easily.' }),
  )
  await submitCertificate(anna, margaret)
  await decide(margaret, 'approved')
  const { page } = executor

  await test.step('the executor arranges it beside the wishes, and sees each address before anything is sent', async () => {
    await page.goto(`/memorial/${margaret.id}`)
    await page.getByRole('link', { name: 'The service', exact: true }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'The service' })).toBeVisible()
    await expect(page.getByText('No lilies.')).toBeVisible()
    await page.getByLabel('Day').fill('2050-12-05')
    await page.getByLabel('Time', { exact: true }).fill('14:00')
    await page.getByLabel('Place').fill('St. Brannoc')
    await page.getByRole('button', { name: 'Save the service' }).click()
    await expect(page.getByText('Service saved')).toBeVisible()
    await expect(page.getByRole('checkbox', { name: 'Plumber' })).not.toBeChecked()
    await page.getByRole('button', { name: 'Invite 1 guest' }).click()
    const asking = page.getByRole('alertdialog', { name: 'Send 1 email?' })
    await expect(asking).toContainText(guest.email)
    await asking.getByRole('button', { name: 'Send 1 email' }).click()
    await expect(page.getByText('1 invitation on the way')).toBeVisible()
  })

  await test.step('the executor puts an aunt without email on the list, who says on the phone that she comes', async () => {
    await page.getByText('Add someone without email').click()
    await page.getByRole('textbox', { name: 'Name' }).last().fill('Aunt Mae')
    await page.getByLabel(/^Phone \(/).fill('555-0188')
    await page.getByRole('button', { name: 'Add to the guest list' }).click()
    await expect(page.getByText('Aunt Mae is on the guest list.')).toBeVisible()
    await page.getByRole('button', { name: 'Enter an answer: Aunt Mae' }).click()
    const dialog = page.getByRole('dialog', { name: 'Aunt Mae’s answer' })
    await dialog.getByLabel('Yes').check()
    await dialog.getByRole('button', { name: 'Save the answer' }).click()
    await expect(page.getByText(/Anna Ellis took this answer by phone/)).toBeVisible()
    await expect(page.getByText('2 invited · 1 yes (1 person) · 0 no · 1 with no answer yet')).toBeVisible()
  })

  await runHousekeeping()
  const mail = await mailTo(guest.email, /^You’re invited to a service for Margaret Ellis$/)
  const link = /https?:\S+\/service#\S+/.exec(mail.Text)?.[0] ?? 'no link'

  await test.step('the guest reads it without an account, saves the date and answers', async () => {
    const { page: invitation } = guest
    await invitation.goto(link)
    await expect(invitation.getByRole('heading', { level: 1 })).toHaveText('Service for Margaret Ellis')
    await expect(invitation.getByText('No lilies.')).toHaveCount(0)
    const [file] = await Promise.all([
      invitation.waitForEvent('download'),
      invitation.getByRole('button', { name: 'Add to calendar' }).click(),
    ])
    expect(file.suggestedFilename()).toBe('service.ics')
    await invitation.getByLabel('Yes, I’ll come').check()
    await invitation.getByLabel('How many of you will come?').selectOption('2')
    await invitation.getByLabel(/A message to the family/).fill('With my wife.')
    await invitation.getByRole('button', { name: 'Send my answer' }).click()
    await expect(invitation.getByText(/Thank you/)).toBeVisible()
    await expect(invitation.getByText('She laughed easily.')).toHaveCount(0)
  })

  await test.step('the executor lets guests see who she was, and leave a memory', async () => {
    for (const name of ['Show guests who Margaret Ellis was', 'Let guests leave a memory']) {
      await page.getByRole('switch', { name }).click()
      await expect(page.getByRole('switch', { name })).toBeChecked()
    }
    // A switch shows its new value before it is saved.
    await expect(page.locator('[role=switch][aria-busy=true]')).toHaveCount(0)
    await page.reload()
    await expect(page.getByRole('switch', { checked: true })).toHaveCount(2)
    const { page: invitation } = guest
    await invitation.reload()
    await expect(invitation.getByLabel('Yes, I’ll come')).toBeChecked()
    await expect(invitation.getByText('She laughed easily.')).toBeVisible()
    await invitation.getByRole('button', { name: 'Leave a memory' }).click()
    const dialog = invitation.getByRole('dialog', { name: 'Leave a memory' })
    await dialog.getByLabel(/What do you remember/).fill('We sailed together.')
    await dialog.getByLabel('Photo', { exact: true }).setInputFiles({
      name: 'us.png',
      mimeType: 'image/png',
      buffer: await page.screenshot(),
    })
    await expect(dialog.getByRole('img')).toBeVisible()
    await dialog.getByRole('button', { name: 'Leave this memory' }).click()
    await expect(invitation.getByText('Thank you for your memory')).toBeVisible()
    await showsPhoto(invitation)
  })

  await test.step('the executor reads the answer, and a new place is mailed once more', async () => {
    await page.reload()
    const list = page.getByRole('list', { name: 'Guest list' })
    await expect(list).toContainText('Yes, 2 people')
    await expect(list).toContainText('With my wife.')
    await page.getByLabel('Place').fill('The town hall')
    await page.getByLabel('Day').fill('2050-12-12')
    await page.getByRole('button', { name: 'Save the service' }).click()
    const asking = page.getByRole('alertdialog', { name: 'Save, and send 1 email?' })
    await expect(asking.getByRole('listitem')).toHaveText('Aunt Mae, 555-0188: no email address')
    await asking.getByRole('button', { name: 'Save and send 1 email' }).click()
    await expect(page.getByText('Service saved')).toBeVisible()
    await expect(page.getByText(/· 2 answered before the date changed/)).toBeVisible()
    await runHousekeeping()
    const news = await mailTo(guest.email, /^New details for the service for Margaret Ellis$/)
    expect(news.Text).toContain('The town hall')
    expect(news.Text).toContain(link)
    expect(news.Text).toContain('You answered before the date changed')
  })

  await test.step('the guest says that the answer is still right, and has no more emails, and then has', async () => {
    const { page: invitation } = guest
    await invitation.reload()
    await expect(invitation.getByText('You answered before the date changed')).toBeVisible()
    await invitation.getByRole('button', { name: 'My answer is still right' }).click()
    await expect(invitation.getByText(/Thank you/)).toBeVisible()
    const stop = invitation.getByRole('button', { name: 'Don’t email me about this service again' })
    await stop.click()
    await invitation.getByRole('button', { name: 'Stop the emails' }).click()
    await invitation.getByRole('button', { name: 'Email me about this service after all' }).click()
    await expect(stop).toBeVisible()
    await page.reload()
    await expect(page.getByText(/· 1 answered before the date changed/)).toBeVisible()
  })

  await test.step('the plan’s contact carries the answer', async () => {
    await page.goto(`/memorial/${margaret.id}?tab=contacts`)
    await expect(page.getByText('RSVP: Yes, 2 people')).toBeVisible()
  })

  await test.step('those named read the guest’s memory', async () => {
    await page.goto(`/memorial/${margaret.id}?tab=memories`)
    await expect(page.getByText('We sailed together.')).toBeVisible()
    await expect(page.getByText(/^Gus Gardner, a guest of the service/)).toBeVisible()
    await showsPhoto(page)
  })

  await test.step('the owner turns out to live, and the guest reads that in the mail and on the page', async () => {
    await succeed(margaret.client.rpc('stop_release'))
    await guest.page.reload()
    await expect(guest.page.getByText('Margaret Ellis has told us that they are alive')).toBeVisible()
    await runHousekeeping()
    const news = await mailTo(guest.email, /^Margaret Ellis is alive: our invitation was a mistake$/)
    expect(news.Text).not.toContain('town hall')
  })
})
