import type { Locator, Page } from 'playwright/test'
import {
  type Actor,
  countMails,
  env,
  expect,
  mailTo,
  moveClock,
  peopleWithSql,
  runHousekeeping,
  test,
} from './fixtures.ts'
import { openAbout, signInAs } from './household.ts'
import { pdf } from './papers.ts'

/**
 * Creates an owner with a plan, an executor who accepted and a trustee who has not answered. The owner and the executor
 * are signed in; the rest is set up directly through the API. @returns the owner's id
 */
async function household({ owner, executor }: { owner: Actor; executor: Actor }): Promise<string> {
  for (const { page, email } of [owner, executor]) {
    await signInAs('Margaret', { page, email }, '/profile')
    await expect(heading(page, 'Profile')).toBeVisible()
  }
  // Imported late: it reads the environment, which the global setup fills after the tests have been listed.
  const { designate, designateAccepted, person, succeed } = await import('../tests/support/people.ts')
  const margaret = await person('Margaret Ellis', { email: owner.email })
  const anna = await person('Anna Ellis', { email: executor.email })
  await succeed(margaret.client.from('funeral_plan').insert({ user_id: margaret.id, venue: 'The boathouse' }))
  await designateAccepted(margaret, anna, 'executor')
  await designate(margaret, 'ruth@example.org', 'trustee', 'Ruth Bennett')
  await owner.page.reload()
  return margaret.id
}

const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true })
const strip = (page: Page, words: string | RegExp) => page.getByRole('banner').getByText(words)

test('an owner lifts the hold for 7 days after a warning, and it comes back by itself', async ({ enter }) => {
  test.slow()
  const owner = await enter('Margaret')
  const executor = await enter('Anna')
  const ownerId = await household({ owner, executor })
  const { page } = owner
  const hold = page.getByRole('switch', { name: 'Visibility hold' })
  await expect(hold).toBeChecked()
  await expect(page.getByText('Hidden until released')).toBeVisible()

  await test.step('a dialog names who gains access to what, and canceling it changes nothing', async () => {
    await hold.click()
    const dialog = page.getByRole('dialog', { name: 'Open your plan now?' })
    await expect(dialog.getByRole('listitem')).toHaveText([/^Anna Ellis \(Executor\).*financial accounts/])
    await expect(dialog.getByText(/^Ruth Bennett \(Trustee\) hasn’t accepted/)).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(hold).toBeChecked()
    await expect(hold).toBeFocused()
  })

  await test.step('opened for 7 days, the plan is announced on every screen and by mail', async () => {
    await hold.press('Space')
    await expect(page.getByRole('radio', { name: /^For 7 days, then hidden again/ })).toBeChecked()
    await page.getByRole('button', { name: 'Open my plan' }).click()
    await expect(page.getByText('Visibility updated')).toBeVisible()
    await expect(page.getByText(/It’s open until .*, and then it will be hidden again\./)).toBeVisible()
    await page.goto('/contacts')
    await expect(strip(page, 'Your plan is shared with 1 person')).toBeVisible()
    await expect(strip(page, /until .*, then it’ll be private again/)).toBeVisible()
    await runHousekeeping()
    const mail = await mailTo(owner.email, /^Your plan is shared with 1 person$/)
    expect(mail.Text).toMatch(/private again on \w+, \w+ \d+, automatically/)
    expect(mail.Text).toContain(`${env('APP_URL')}/who-can-see-my-plan`)
    expect(mail.Text).not.toContain('/memorial/')
  })

  await test.step('the executor reads the plan now', async () => {
    await executor.page.goto(`/memorial/${ownerId}`)
    await expect(executor.page.getByText('The boathouse')).toBeVisible()
    await openAbout(executor.page)
    await expect(executor.page.getByText('Memorial ready')).toBeVisible()
  })

  await test.step('7 days later the plan is hidden from the executor and shown as hidden to the owner', async () => {
    await moveClock(
      `update public.profiles set hold_lifted_until = hold_lifted_until - interval '7 days' where user_id = $1`,
      [ownerId],
    )
    await executor.page.reload()
    await expect(executor.page.getByText('Hidden until released')).toBeVisible()
    await expect(executor.page.getByText('The boathouse')).toBeHidden()
    await page.goto('/profile')
    await expect(page.getByText('Hidden until released')).toBeVisible()
    await expect(hold).toBeChecked()
    await expect(strip(page, /Your plan is shared/)).toBeHidden()
  })

  await test.step('the owner opens the plan without an end, and hides it with one press', async () => {
    await hold.click()
    await page.getByRole('radio', { name: /^Until I hide it again/ }).check()
    await page.getByRole('button', { name: 'Open my plan' }).click()
    await expect(strip(page, /until you make it private again/)).toBeVisible()
    await hold.click()
    await expect(strip(page, /Your plan is shared/)).toBeHidden()
    await expect(hold).toBeChecked()
    await runHousekeeping()
    await expect.poll(() => countMails(owner.email, /^Your plan is shared/)).toBe(2)
  })
})

test('an owner chooses a waiting period, and the designee sees each step on every screen', async ({
  enter,
}) => {
  test.slow()
  const owner = await enter('Margaret')
  const executor = await enter('Anna')
  const ownerId = await household({ owner, executor })
  const { page } = owner
  const change = page.getByRole('button', { name: 'Change the waiting period' })
  await page.goto('/who-can-see-my-plan')
  await change.click()
  await page.getByLabel('How long should your plan wait?').selectOption('7 days')
  await page.getByRole('button', { name: 'Save waiting period' }).click()
  await expect(page.getByText('Your profile has been updated.')).toBeVisible()
  await page.reload()
  await expect(page.getByText('7 days.')).toBeVisible()

  await executor.page.goto('/invites')
  await expect(executor.page.getByRole('button', { name: /^Hide this/ })).toHaveCount(0)
  const { asAdministrator, submitCertificate, person } = await peopleWithSql()

  await test.step('a submitted certificate is announced on every screen, and the waiting period cannot be changed', async () => {
    const anna = await person('Anna Ellis', { email: executor.email })
    await submitCertificate(anna, { ...anna, id: ownerId })
    await executor.page.reload()
    await expect(strip(executor.page, 'A death certificate was submitted for Margaret Ellis')).toBeVisible()
    await page.reload()
    await expect(page.getByText('You can’t change the waiting period now')).toBeVisible()
    await expect(change).toHaveCount(0)
  })

  await test.step('the approval shows the day on which the plan opens', async () => {
    await asAdministrator(`select admin.review_death_certificate($1, 'approved', 'Seen.')`, [ownerId])
    await executor.page.reload()
    await expect(strip(executor.page, 'Margaret Ellis’s death has been verified')).toBeVisible()
    await expect(strip(executor.page, /^The plan opens on /)).toBeVisible()
    await page.reload()
    await expect(page.getByText('You can’t change the visibility hold now')).toBeVisible()
  })

  await test.step('7 days later the plan is open: a mail and a dismissible notice say so', async () => {
    await moveClock(
      `update public.profiles set release_at = release_at - interval '7 days' where user_id = $1`,
      [ownerId],
    )
    await runHousekeeping()
    const mail = await mailTo(executor.email, /^Margaret Ellis’s plan is open$/)
    expect(mail.Text).toContain(`${env('APP_URL')}/memorial/${ownerId}`)
    await mailTo(owner.email, /^Your plan is open to the people you’ve named$/)
    await executor.page.reload()
    await expect(strip(executor.page, 'Margaret Ellis’s plan is open')).toBeVisible()
    const hide = executor.page.getByRole('button', { name: 'Hide this: Margaret Ellis’s plan is open' })
    const middle = async (one: Locator) => {
      const box = await one.boundingBox()
      return box ? box.y + box.height / 2 : Number.NaN
    }
    const title = await middle(strip(executor.page, 'Margaret Ellis’s plan is open'))
    expect(await middle(hide), 'the button stands beside the title').toBeCloseTo(title, 0)
    await hide.click()
    await executor.page.goto('/dashboard')
    await expect(
      executor.page.getByRole('main').getByRole('link', { name: 'Margaret Ellis’s plan' }),
    ).toBeVisible()
    await executor.page.getByRole('main').getByRole('link', { name: 'Begin a plan of your own' }).click()
    await expect(executor.page.getByRole('heading', { name: /^Start here/ })).toBeVisible()
    await executor.page.goto('/invites')
    await expect(strip(executor.page, 'Margaret Ellis’s plan is open')).toBeHidden()
    await executor.page.reload()
    await expect(heading(executor.page, 'Invitations')).toBeVisible()
    await expect(strip(executor.page, 'Margaret Ellis’s plan is open')).toBeHidden()
  })

  await test.step('the owner stops it, and a new notice says so', async () => {
    await page.getByRole('button', { name: 'I’m alive: stop this' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'I’m alive: stop this' }).click()
    await expect(page.getByRole('switch', { name: 'Visibility hold' })).toBeChecked()
    await executor.page.reload()
    const words = 'Margaret Ellis is alive and stopped the release'
    await expect(strip(executor.page, words)).toBeVisible()
    await executor.page.getByRole('link', { name: 'Go to the plan' }).click()
    await expect(executor.page.getByText('Hidden until released')).toBeVisible()
    await expect(strip(executor.page, words)).toBeVisible()
  })
})

test('the certificate card lets an owner drop, remove, browse, cancel and retry without a second upload', async ({
  enter,
}) => {
  test.slow()
  const owner = await enter('Margaret')
  const executor = await enter('Anna')
  await household({ owner, executor })
  const { page } = owner
  const submit = page.getByRole('button', { name: 'Submit certificate' })
  const input = page.getByLabel('Death certificate', { exact: true }).and(page.locator('input'))
  const send = async () => {
    await submit.click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Submit certificate' }).click()
  }
  await expect(page.getByText('No certificate', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Submit a certificate for this account' }).click()
  await expect(submit).toBeDisabled()

  await test.step('a dropped file can be removed, and a disguised one is refused', async () => {
    await drop(page.getByRole('region', { name: 'Drop area for: Death certificate' }), 'scan.pdf', '%PDF-1.7')
    await expect(page.getByText('scan.pdf (8 B)')).toBeVisible()
    await page.getByRole('button', { name: 'Remove' }).click()
    await expect(page.getByText('scan.pdf')).toBeHidden()
    await expect(submit).toBeDisabled()
    await drop(page.getByRole('region', { name: 'Drop area for: Death certificate' }), 'scan.pdf', '<html>')
    await expect(page.getByText(/it holds a web page/)).toBeVisible()
    await input.setInputFiles(pdf('huge.pdf', 26 * 1024 * 1024))
    await expect(page.getByText(/“huge.pdf” is 26.0 MB\. The file can be at most 25.0 MB\./)).toBeVisible()
  })

  let letThrough = () => {}
  const held = new Promise<void>((resolve) => {
    letThrough = resolve
  })
  await test.step('a large file chosen with Browse files shows its progress and can be canceled', async () => {
    const chooser = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: 'Browse files: Death certificate' }).click()
    await (await chooser).setFiles(pdf('certificate (copy).pdf', 9 * 1024 * 1024))
    await expect(page.getByText('certificate (copy).pdf (9.0 MB)')).toBeVisible()
    let parts = 0
    await page.route('**/upload/resumable/**', async (route) => {
      if (route.request().method() === 'PATCH') parts += 1
      if (parts > 1) await held
      await route.continue().catch(() => {})
    })
    await send()
    await expect(page.getByText('Uploading: 6.0 MB of 9.0 MB (66%)')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Remove' })).toBeDisabled()
    await page.getByRole('button', { name: 'Cancel upload' }).click()
    await expect(page.getByText('Upload canceled')).toBeVisible()
    letThrough()
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await expect(page.getByText('certificate (copy).pdf (9.0 MB)')).toBeVisible()
  })

  await test.step('a stored file that was not submitted is mentioned, and the next try does not upload it again', async () => {
    let refuse = true
    await page.route('**/rest/v1/rpc/submit_death_certificate', (route) =>
      refuse ? route.abort() : route.continue(),
    )
    await send()
    await expect(page.getByRole('alert').filter({ hasText: 'Upload failed' })).toContainText(
      'couldn’t reach the server',
    )
    refuse = false
    const uploads: string[] = []
    page.on('request', (request) => {
      if (request.url().includes('/storage/v1/') && ['POST', 'PATCH'].includes(request.method()))
        uploads.push(request.url())
    })
    await send()
    await expect(page.getByText('Certificate uploaded')).toBeVisible()
    expect(uploads).toEqual([])
  })

  await test.step('while under review, no other certificate can be uploaded, and the file can be opened', async () => {
    await expect(page.getByText('Under review', { exact: true })).toBeVisible()
    await expect(page.getByText('Another can’t be added during the review.')).toBeVisible()
    await expect(input).toHaveCount(0)
    await expect(page.getByText('certificate_copy_.pdf')).toBeVisible()
    await expect(page.getByText('Last updated')).toBeVisible()
    const link = page.context().waitForEvent('request', (request) => /\?token=/.test(request.url()))
    await page.getByRole('button', { name: 'View certificate' }).click()
    const file = await fetch((await link).url())
    expect((await file.text()).slice(0, 8)).toBe('%PDF-1.4')
  })

  await test.step('the owner’s designee sees the same and cannot upload either', async () => {
    await executor.page.goto('/invites')
    await executor.page.getByRole('link', { name: 'Go to the plan' }).click()
    await expect(executor.page.getByText('Another can’t be added during the review.')).toBeVisible()
    await expect(executor.page.getByText('certificate_copy_.pdf')).toBeVisible()
  })
})

async function drop(area: Locator, name: string, content: string): Promise<void> {
  const dataTransfer = await area.page().evaluateHandle(
    ([fileName, text]) => {
      const transfer = new DataTransfer()
      transfer.items.add(new File([text], fileName, { type: 'application/pdf' }))
      return transfer
    },
    [name, content] as const,
  )
  await area.dispatchEvent('drop', { dataTransfer })
}
