import type { Page } from 'playwright/test'
import { expect, peopleWithSql, test } from './fixtures.ts'
import { keepSession, recordVideo, signInAs } from './household.ts'

// A letter is written, kept and read; and a video gets its captions.

const opener = 'I remember one day with you as if it were last week:'

/** The classes of what would be printed. */
const onPaper = (page: Page) =>
  page.evaluate(() =>
    Array.from(document.body.children)
      .filter((element) => getComputedStyle(element).display !== 'none')
      .map((element) => element.className),
  )

test('an owner writes a letter, finds it after closing the tab, and addresses it; its reader opens and prints it after the release', async ({
  enter,
}) => {
  test.slow()
  const [mother, son, daughter] = [await enter('Margaret'), await enter('Tom'), await enter('Anna')]
  const { decide, designateAccepted, passWaitingTime, person, signInAgain, submitCertificate, succeed } =
    await peopleWithSql()
  const margaret = await signInAs('Margaret Ellis', mother, '/videos')
  const [tom, anna] = await Promise.all([
    person('Tom Ellis', { email: son.email }),
    person('Anna Ellis', { email: daughter.email }),
  ])
  await designateAccepted(margaret, tom, 'beneficiary')
  await designateAccepted(margaret, anna, 'executor')
  await keepSession(son.page, await signInAgain(tom))
  await keepSession(daughter.page, await signInAgain(anna))
  const saved = async () =>
    succeed(
      margaret.client
        .from('video_messages')
        .select('title, body, for_beneficiary, deliver_on')
        .eq('user_id', margaret.id),
    )

  await test.step('Margaret begins with an opener and closes the tab before she said whom it is for', async () => {
    const { page } = mother
    await page.reload()
    await page.getByRole('button', { name: 'Write a letter' }).click()
    const field = page.getByLabel('Your letter')
    await field.fill('Dear Tom,')
    await page.getByText('Not sure how to begin?').click()
    await page.getByRole('button', { name: `Put in: ${opener}` }).click()
    await field.press('End')
    await field.pressSequentially('you swam.')
    await expect(field).toHaveValue(`Dear Tom,\n\n${opener} you swam.`)
    await page.close()
    expect(await saved()).toEqual([])
  })

  const page = await mother.page.context().newPage()
  await test.step('in a new tab it is there, and is saved while she writes once it has a reader', async () => {
    await page.goto('/videos')
    await expect(page.getByText('A letter isn’t saved')).toBeVisible()
    await page.getByRole('button', { name: 'Continue writing' }).click()
    const dialog = page.getByRole('dialog', { name: 'Write a letter' })
    await expect(dialog.getByLabel('Your letter')).toHaveValue(`Dear Tom,\n\n${opener} you swam.`)
    await dialog.getByRole('radio', { name: /^One person/ }).check()
    await dialog.getByLabel('Which person?').selectOption({ label: 'Tom Ellis (Beneficiary)' })
    await dialog.getByLabel('Your letter').press('Control+End')
    await dialog.getByLabel('Your letter').pressSequentially('\n\nMom')
    await expect(dialog.getByText('Saved.')).toBeVisible()
    expect(await saved()).toMatchObject([{ body: `Dear Tom,\n\n${opener} you swam.\n\nMom` }])
    await dialog.getByLabel('Title').fill('For Tom')
    await dialog.getByRole('radio', { name: /^On a date/ }).check()
    const tomorrow = new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10)
    await dialog.getByLabel('Date', { exact: true }).fill(tomorrow)
    await dialog.getByRole('button', { name: 'Save letter' }).click()
    await expect(dialog).toBeHidden()
    expect(await saved()).toMatchObject([{ title: 'For Tom', deliver_on: tomorrow }])
    await expect(page.getByRole('listitem').getByText('Only Tom Ellis (Beneficiary)')).toBeVisible()
    await page.getByRole('button', { name: 'Edit For Tom' }).click()
    const editing = page.getByRole('dialog', { name: 'Edit letter' })
    await editing.getByRole('radio', { name: /^As soon as/ }).check()
    await editing.getByRole('button', { name: 'Save letter' }).click()
    await expect(editing).toBeHidden()
    await expect(page.getByText('isn’t saved')).toHaveCount(0)
  })

  await submitCertificate(margaret, margaret)
  await decide(margaret, 'approved')
  await passWaitingTime(margaret, 30)

  await test.step('Tom opens it on the memorial, and prints it alone on its page', async () => {
    await son.page.goto(`/memorial/${margaret.id}?tab=messages`)
    const letter = son.page.getByRole('listitem').filter({ hasText: 'For Tom' })
    await expect(letter.getByText('you swam')).toHaveCount(0)
    await letter.getByRole('button', { name: 'Open For Tom' }).click()
    await expect(letter.getByText(`${opener} you swam.`)).toBeVisible()
    await son.page.evaluate(() => {
      window.print = () => {}
    })
    await letter.getByRole('button', { name: 'Print this letter: For Tom' }).click()
    await son.page.emulateMedia({ media: 'print' })
    expect(await onPaper(son.page)).toEqual([expect.stringMatching(/^letter-sheet /)])
    await expect(son.page.locator('.letter-sheet p')).toHaveText(`Dear Tom,\n\n${opener} you swam.\n\nMom`)
    await son.page.emulateMedia({ media: 'screen' })
    const opened = await succeed(
      margaret.client
        .from('access_events')
        .select('detail')
        .eq('owner_id', margaret.id)
        .eq('action', 'file_opened'),
    )
    expect(opened).toMatchObject([{ detail: { title: 'For Tom' } }])
  })

  await test.step('his sister, the executor, finds no letter', async () => {
    await daughter.page.goto(`/memorial/${margaret.id}?tab=messages`)
    await expect(
      daughter.page.getByText('There’s no message here for you from Margaret Ellis.'),
    ).toBeVisible()
    await expect(daughter.page.getByText('For Tom')).toHaveCount(0)
  })
})

test('a video gets captions from its transcript, which its player shows', async ({ enter }) => {
  const actor = await enter('Margaret')
  const { page } = actor
  await signInAs('Margaret Ellis', actor, '/videos')
  await recordVideo(page)
  await page.getByRole('button', { name: 'Add captions to Untitled Video' }).click()
  const dialog = page.getByRole('dialog', { name: 'Captions' })
  await dialog.getByRole('button', { name: 'Play Untitled Video' }).click()
  await expect(dialog.locator('video')).toBeFocused()
  await dialog.getByLabel('What you say in the video').fill('Hello, all of you. I love you.')
  await dialog.getByRole('button', { name: 'Make captions from this' }).click()
  const shown = () =>
    dialog
      .locator('video')
      .evaluate((video: HTMLVideoElement) =>
        Array.from(video.textTracks[0]?.cues ?? [], (cue) => (cue instanceof VTTCue ? cue.text : '')),
      )
  await expect.poll(shown).toEqual(['Hello, all of you.', 'I love you.'])
  await dialog.getByRole('button', { name: 'Half a second later' }).click()
  await dialog.getByRole('button', { name: 'Save captions' }).click()
  await expect(dialog).toBeHidden()
  await page.reload()
  await page.getByRole('button', { name: 'Play Untitled Video' }).click()
  const mode = () => page.locator('video').evaluate((video: HTMLVideoElement) => video.textTracks[0]?.mode)
  await expect.poll(mode).toBe('showing')

  await page.setViewportSize({ width: 320, height: 800 })
  const rowOf = async (name: string) =>
    Math.round((await page.getByRole('button', { name, exact: true }).boundingBox())?.y ?? 0)
  const row = await rowOf('Edit Untitled Video')
  expect(row).toBeGreaterThan(await rowOf('Change the captions of Untitled Video'))
  expect(await rowOf('Delete Untitled Video'), 'stands beside "Edit", not alone').toBe(row)
})
