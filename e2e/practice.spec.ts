import { env, expect, mailTo, moveClock, runHousekeeping, signIn, test } from './fixtures.ts'
import { signInAs } from './household.ts'
import { pdf } from './papers.ts'

// Practice for the day of release: the owner asks, designees try the steps with a sample, and she sees who succeeded.

test('an owner asks her designees to practice; one succeeds, and no part of the plan is shown', async ({
  enter,
}) => {
  test.slow()
  const owner = await enter('Margaret')
  const executor = await enter('Anna')
  const beneficiary = await enter('Tom')
  const stranger = await enter('Simon')
  const { page } = owner
  const [margaret, anna, tom] = [
    await signInAs('Margaret Ellis', owner, '/beneficiaries'),
    await signInAs('Anna Ellis', executor, '/invites'),
    await signInAs('Tom Ellis', beneficiary, '/invites'),
  ]
  const { address, designate, designateAccepted, succeed } = await import('../tests/support/people.ts')
  await expect(page.getByRole('link', { name: 'Practice run' })).toHaveCount(0)
  await designateAccepted(margaret, anna, 'executor')
  const toms = await designateAccepted(margaret, tom, 'beneficiary')
  await designate(margaret, address('Ruth'), 'trustee', 'Ruth Bennett')
  await succeed(margaret.client.from('funeral_plan').insert({ user_id: margaret.id, venue: 'The boathouse' }))
  const outcome = (name: string) => page.getByRole('listitem').filter({ hasText: name })

  await test.step('she asks every designee who accepted', async () => {
    await page.reload()
    await page.getByRole('link', { name: 'Practice run' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Practice run' })).toBeFocused()
    await expect(page.getByRole('checkbox')).toHaveCount(2)
    await page.getByRole('button', { name: 'Invite 2 people to a practice run' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Send the emails' }).click()
    await expect(page.getByText('2 people invited')).toBeVisible()
    await expect(outcome('Anna Ellis')).toContainText('Not opened yet')
    for (const box of await page.getByRole('checkbox').all()) await expect(box).toBeDisabled()
  })

  await runHousekeeping()
  const mail = await mailTo(executor.email, /^Practice run: /)
  const link = new RegExp(`${env('APP_URL')}/practice/[0-9a-f-]+`).exec(mail.Text)?.[0] ?? 'no link'

  await test.step('the executor follows the mail and opens everything in the sample', async () => {
    const practice = executor.page
    expect(mail.Text).not.toContain('boathouse')
    await practice.goto(link)
    await expect(
      practice.getByText(/^This is only a practice run. Nothing has happened. Margaret Ellis would like/),
    ).toBeVisible()
    const sample = practice.getByRole('region', { name: 'Sample memorial' })
    await expect(sample.getByText('Sample venue')).toBeVisible()
    await expect(practice.getByText('The boathouse')).toHaveCount(0)
    await sample.getByRole('tab', { name: 'Documents' }).click()
    // The request is awaited, not the tab: a browser without a PDF viewer downloads the file instead.
    const file = practice.context().waitForEvent('request', (request) => request.url().endsWith('.pdf'))
    await sample.getByRole('button', { name: 'Open document: Sample document' }).click()
    const answer = await practice.request.get((await file).url())
    expect((await answer.body()).toString('latin1')).toMatch(/^%PDF-1\.4/)
    await sample.getByRole('tab', { name: 'Messages' }).click()
    await sample.getByRole('button', { name: 'Play Sample message' }).click()
    const video = sample.locator('video')
    await expect.poll(() => video.evaluate((it: HTMLVideoElement) => it.currentTime)).toBeGreaterThan(0.5)
    await expect.poll(() => video.evaluate((it: HTMLVideoElement) => it.duration)).toBeGreaterThan(5)
    await sample.getByRole('tab', { name: 'Death Certificate' }).click()
    await sample.getByRole('button', { name: /has died$/ }).click()
    await sample
      .getByLabel('Death certificate', { exact: true })
      .and(practice.locator('input'))
      .setInputFiles(pdf('any.pdf'))
    await sample.getByRole('button', { name: 'Submit certificate' }).click()
    await practice.getByRole('alertdialog').getByRole('button', { name: 'Submit certificate' }).click()
    await expect(sample.getByText('That’s how it works. Nothing was sent.')).toBeVisible()
    await page.reload()
    await expect(outcome('Anna Ellis')).toContainText('Opened')
    await practice.getByRole('button', { name: 'I’m done' }).click()
    await expect(
      practice.getByText('Margaret Ellis can see that you’ve found your way around.'),
    ).toBeVisible()
    await practice.reload()
    await expect(practice.getByText(/^You finished on/)).toBeVisible()
  })

  await test.step('the owner sees who succeeded and who did not', async () => {
    await page.reload()
    await expect(outcome('Anna Ellis').getByText('Done').first()).toBeVisible()
    await expect(outcome('Tom Ellis')).toContainText('Not opened yet')
    await page.goto('/history')
    await expect(page.getByText('You asked 2 people to practice.')).toBeVisible()
  })

  await test.step('the link opens nothing for another person', async () => {
    await stranger.page.goto(link)
    await signIn(stranger.page, stranger.email)
    for (const other of [stranger, beneficiary, owner]) {
      await other.page.goto(link)
      await expect(other.page.getByText(/^Access Denied: You don’t have permission/)).toBeVisible()
      await expect(other.page.getByRole('tab')).toHaveCount(0)
    }
  })

  await test.step('without the mail, the invitations page leads to the practice too, until the designee is revoked', async () => {
    const practice = beneficiary.page
    await practice.goto('/invites')
    await practice.getByRole('link', { name: 'Start the practice run' }).click()
    await expect(practice.getByRole('tab', { name: 'Funeral' })).toBeVisible()
    await expect(practice.getByRole('tab', { name: 'Accounts' })).toHaveCount(0)
    // The open page asks by itself whether it may still be read; its question waits, so that the press is what finds out.
    let letGo = () => {}
    const pressed = new Promise<void>((resolve) => {
      letGo = resolve
    })
    await practice.route('**/rpc/open_practice', (route) => pressed.then(() => route.continue()))
    await succeed(margaret.client.rpc('revoke_designation', { designation_id: toms }))
    await practice.getByRole('button', { name: 'I’m done' }).click()
    letGo()
    await expect(practice.getByText(/^Access Denied: You don’t have permission/)).toBeVisible()
    await practice.goto('/invites')
    await expect(practice.getByText('This invitation was revoked by the owner.')).toBeVisible()
    await expect(practice.getByRole('link', { name: 'Start the practice run' })).toHaveCount(0)
  })

  await test.step('the owner can ask again a day later', async () => {
    await moveClock(
      `update public.practices set created_at = created_at - interval '1 day' where owner_id = $1`,
      [margaret.id],
    )
    await page.goto('/beneficiaries/practice')
    await expect(page.getByRole('checkbox', { name: 'Anna Ellis, executor' })).toBeChecked()
    await expect(page.getByRole('button', { name: 'Invite 1 person to a practice run' })).toBeEnabled()
  })
})
