import { randomBytes } from 'node:crypto'
import { open, readFile, writeFile } from 'node:fs/promises'
import type { Locator, Page } from 'playwright/test'
import { type Actor, expect, moveClock, newEmail, runHousekeeping, test } from './fixtures.ts'
import { signInAs } from './household.ts'
import { signedInUserId } from './plan-rows.ts'

/** The first bytes of a WebM file. */
const webmHead = Buffer.from('1a45dfa3934286810142f7810142f2810442f381084282847765626d', 'hex')
const smallVideo = { name: 'garden.webm', mimeType: 'video/webm', buffer: webmHead }
const mkvHead = Buffer.from('1a45dfa3934282886d6174726f736b61', 'hex')
const PART = 6 * 1024 * 1024

/** Keeps the tracks of every camera that the page opens, to check that they are stopped. */
async function watchTracks(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    const tracks: MediaStreamTrack[] = []
    Object.assign(window, { tracks })
    const devices = navigator.mediaDevices
    const original = devices.getUserMedia.bind(devices)
    devices.getUserMedia = async (constraints) => {
      const stream = await original(constraints)
      tracks.push(...stream.getTracks())
      return stream
    }
  })
  return () =>
    page.evaluate(() =>
      (window as unknown as { tracks: MediaStreamTrack[] }).tracks.map(({ readyState }) => readyState),
    )
}

/** Signs in on /videos and opens the dialog. */
async function startAdding({ page, email }: Actor): Promise<Locator> {
  await signInAs('Margaret', { page, email }, '/videos')
  return addVideo(page)
}

/** Chooses a file that begins as a video and holds nothing more, which the dialog says before it is sent. */
async function uploadAnyway(dialog: Locator, file: Parameters<Locator['setInputFiles']>[0]): Promise<void> {
  await dialog.getByLabel('Video file').setInputFiles(file)
  await expect(dialog.getByRole('alert')).toContainText('This browser can’t play this video')
  await dialog.getByRole('button', { name: 'Upload it anyway' }).click()
}

async function addVideo(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Add Video' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add Video' })
  await expect(dialog).toBeVisible()
  return dialog
}

/** All files in the signed-in person's folder of the bucket. */
async function storedFiles(page: Page): Promise<{ path: string; bytes: Buffer }[]> {
  const { service } = await import('../tests/support/people.ts')
  const folder = await signedInUserId(page)
  const bucket = service.storage.from('videos')
  const { data, error } = await bucket.list(folder)
  if (error) throw error
  return Promise.all(
    data.map(async ({ name }) => {
      const path = `${folder}/${name}`
      const file = await bucket.download(path)
      if (file.error) throw file.error
      return { path, bytes: Buffer.from(await file.data.arrayBuffer()) }
    }),
  )
}

async function rows(page: Page) {
  const { service } = await import('../tests/support/people.ts')
  const { data } = await service
    .from('video_messages')
    .select('title, storage_path, for_beneficiary, deliver_on, transcript')
    .eq('user_id', await signedInUserId(page))
    .throwOnError()
  return data
}

test('a video is recorded, saved by itself, and played with seeking; the camera is released', async ({
  enter,
}) => {
  const actor = await enter('Margaret')
  const { page } = actor
  const tracks = await watchTracks(page)
  const links: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().includes('/object/sign/videos'))
      links.push(request.url())
  })
  await signInAs('Margaret', actor, '/videos')
  await expect(page.getByRole('heading', { name: 'No messages yet' })).toBeVisible()
  const dialog = await addVideo(page)
  await dialog.getByLabel('Title').fill('For Anna')
  await dialog.getByRole('button', { name: 'Start Recording' }).click()
  await expect(dialog.getByRole('heading', { name: 'Recording' })).toBeFocused()
  await expect(dialog.getByRole('timer')).toHaveText('0:03')
  expect(await tracks()).toEqual(['live', 'live'])
  expect(
    await dialog.getByLabel('What your camera sees').evaluate((video: HTMLVideoElement) => video.muted),
  ).toBe(true)
  await dialog.getByRole('button', { name: 'Stop & Save' }).click()
  await expect(page.getByText('Video uploaded')).toBeVisible()
  await expect(dialog).toBeHidden()
  expect(await tracks()).toEqual(['ended', 'ended'])

  await expect(page.getByRole('heading', { name: 'For Anna' })).toBeVisible()
  const [row] = await rows(page)
  expect(row?.storage_path).toMatch(/^[0-9a-f-]{36}\/\d{13}\.webm$/)
  await expect(
    page.locator('img[src^="data:image/"]'),
    'the first picture, by a link of its own',
  ).toHaveCount(1)
  expect(links).toHaveLength(1)
  await page.getByRole('button', { name: 'Play For Anna' }).click()
  const player = page.locator('video[aria-label="For Anna"]')
  await expect(player).toBeFocused()
  expect(links).toHaveLength(2)
  await expect
    .poll(() => player.evaluate((video: HTMLVideoElement) => video.currentTime))
    .toBeGreaterThan(0.3)
  const length = await player.evaluate((video: HTMLVideoElement) => video.duration)
  expect(length).toBeGreaterThan(2)
  expect(length).toBeLessThan(10)
  const after = await player.evaluate(async (video: HTMLVideoElement) => {
    video.pause()
    const sought = new Promise((resolve) => video.addEventListener('seeked', resolve, { once: true }))
    video.currentTime = 2
    await sought
    return video.currentTime
  })
  expect(after).toBeCloseTo(2, 1)
})

test('closing the recording dialog releases the camera and saves nothing', async ({ enter }) => {
  const actor = await enter('Margaret')
  const { page } = actor
  const tracks = await watchTracks(page)
  const dialog = await startAdding(actor)
  await dialog.getByRole('button', { name: 'Start Recording' }).click()
  await expect(dialog.getByRole('timer')).toHaveText('0:01')
  await page.keyboard.press('Escape')
  const question = page.getByRole('alertdialog', { name: 'Stop without saving?' })
  await question.getByRole('button', { name: 'Keep recording' }).click()
  expect(await tracks()).toEqual(['live', 'live'])
  await page.keyboard.press('Escape')
  await question.getByRole('button', { name: 'Stop without saving' }).click()
  await expect(dialog).toBeHidden()
  expect(await tracks()).toEqual(['ended', 'ended'])
  expect(await storedFiles(page)).toEqual([])
})

test('a refused camera is reported, and a video file can be uploaded instead', async ({ enter }) => {
  const actor = await enter('Margaret')
  const { page } = actor
  await page.addInitScript(() => {
    navigator.mediaDevices.getUserMedia = () =>
      Promise.reject(new DOMException('Permission denied', 'NotAllowedError'))
  })
  const dialog = await startAdding(actor)
  await dialog.getByRole('button', { name: 'Start Recording' }).click()
  const words = 'Could not access camera. Please check permissions.'
  await expect(dialog.getByRole('alert').getByText(words)).toBeVisible()
  await uploadAnyway(dialog, smallVideo)
  await expect(page.getByText('Video uploaded')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Untitled Video' })).toBeVisible()
  // The stub is not a playable video.
  await page.getByRole('button', { name: 'Play Untitled Video' }).click()
  await expect(page.getByText('Unable to load video preview')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible()
})

test('a file that is no video or too large is refused with its size or type and the limit', async ({
  enter,
}, testInfo) => {
  const actor = await enter('Margaret')
  const dialog = await startAdding(actor)
  const choose = dialog.getByLabel('Video file')
  const problem = dialog.getByRole('alert')
  await choose.setInputFiles({
    name: 'will.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.from('%PDF-1.4'),
  })
  await expect(problem).toContainText('“will.pdf” isn’t a video. Please select a video file.')
  await expect(problem).toContainText('Invalid file')

  await choose.setInputFiles({ name: 'trip.mkv', mimeType: 'video/x-matroska', buffer: mkvHead })
  await expect(problem).toContainText('a video of type Matroska (MKV). MP4, WebM and MOV')

  const large = testInfo.outputPath('wedding.mp4')
  const file = await open(large, 'w')
  await file.truncate(501 * 1024 * 1024)
  await file.close()
  await choose.setInputFiles(large)
  await expect(problem).toContainText('“wedding.mp4” is 501.0 MB. A video can be at most 500 MB.')
  expect(await storedFiles(actor.page)).toEqual([])
})

test('a large video upload resumes after a lost connection and is stored byte for byte', async ({
  enter,
}, testInfo) => {
  const actor = await enter('Margaret')
  const { page } = actor
  const path = testInfo.outputPath('fourteen.webm')
  await writeFile(path, Buffer.concat([webmHead, randomBytes(14 * 1024 * 1024)]))
  const offsets: string[] = []
  let lost = true
  let lostAtTheEnd = true
  await page.route('**/storage/v1/upload/resumable/**', async (route) => {
    const request = route.request()
    const offset = request.method() === 'PATCH' ? (request.headers()['upload-offset'] ?? '') : null
    if (lost && offset !== '0') return route.abort('connectionreset')
    if (offset === String(2 * PART) && lostAtTheEnd) {
      lostAtTheEnd = false
      return route.abort('connectionreset')
    }
    if (offset !== null) offsets.push(offset)
    return route.continue()
  })
  await signInAs('Margaret', actor, '/dashboard')
  await page.getByRole('navigation').getByRole('link', { name: 'Video Messages' }).click()
  const dialog = await addVideo(page)
  await dialog.getByLabel('Title').fill('The whole story')
  await uploadAnyway(dialog, path)
  await expect(dialog.getByText('The connection was lost')).toBeVisible()
  await expect(dialog.getByText('Uploaded so far: 6.0 MB of 14.0 MB (42%)')).toBeVisible()
  expect(await rows(page)).toEqual([])
  // Leaving the page by mistake must be prevented while the upload is waiting.
  await page.evaluate(() => history.back())
  const question = page.getByRole('alertdialog', { name: 'Leave without saving the video?' })
  await question.getByRole('button', { name: 'Stay here' }).click()
  lost = false
  await dialog.getByRole('button', { name: 'Resume' }).click()
  // The second loss, before the last part, is retried automatically.
  await expect(page.getByText('Video uploaded')).toBeVisible()
  expect(offsets).toEqual(['0', String(PART), String(2 * PART)])
  const files = await storedFiles(page)
  expect(files).toHaveLength(1)
  expect(files[0]?.bytes.equals(await readFile(path))).toBe(true)
  expect(await rows(page)).toMatchObject([{ title: 'The whole story', storage_path: files[0]?.path }])
})

test('a canceled video upload leaves nothing behind and can be started again', async ({
  enter,
}, testInfo) => {
  const actor = await enter('Margaret')
  const { page } = actor
  const path = testInfo.outputPath('eight.webm')
  await writeFile(path, Buffer.concat([webmHead, randomBytes(8 * 1024 * 1024)]))
  let held = true
  await page.route('**/storage/v1/upload/resumable/**', async (route) => {
    // The second part never arrives.
    if (held && route.request().headers()['upload-offset'] === String(PART)) return
    await route.continue()
  })
  const dialog = await startAdding(actor)
  await uploadAnyway(dialog, path)
  await expect(dialog.getByText(/^Uploading: 6\.0 MB of 8\.0 MB/)).toBeVisible()
  await dialog.getByRole('button', { name: 'Cancel upload' }).click()
  await expect(dialog.getByText('You canceled the upload.')).toBeVisible()
  expect(await storedFiles(page)).toEqual([])
  held = false
  await dialog.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('Video uploaded')).toBeVisible()
  expect(await storedFiles(page)).toHaveLength(1)
})

test('a recording that cannot be saved is kept, and can be downloaded and sent again', async ({ enter }) => {
  const actor = await enter('Margaret')
  const { page } = actor
  await page.route('**/rest/v1/video_messages*', async (route) => {
    if (route.request().method() !== 'POST') return route.continue()
    return route.fulfill({ status: 403, json: { code: '42501', message: 'refused' } })
  })
  const dialog = await startAdding(actor)
  await dialog.getByLabel('Title').fill('For Tom')
  await dialog.getByRole('button', { name: 'Start Recording' }).click()
  await expect(dialog.getByRole('timer')).toHaveText('0:01')
  await dialog.getByRole('button', { name: 'Stop & Save' }).click()
  await expect(dialog.getByText('You can’t change your plan right now')).toBeVisible()
  expect(await storedFiles(page), 'the file is gone again').toEqual([])
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Save to this device' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('For_Tom.webm')
  expect((await readFile(await download.path())).subarray(0, 4).toString('hex')).toBe('1a45dfa3')
  await page.unroute('**/rest/v1/video_messages*')
  await dialog.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('Video uploaded')).toBeVisible()
  expect(await storedFiles(page)).toHaveLength(1)
})

test('a video’s recipient and date are saved, can be changed, and are not overwritten by a second window', async ({
  enter,
}) => {
  const actor = await enter('Margaret')
  const { page } = actor
  await signInAs('Margaret', actor, '/videos')
  await page.goto('/beneficiaries')
  await page.getByRole('button', { name: 'Add Person' }).first().click()
  const naming = page.getByRole('dialog', { name: 'Add Person' })
  await naming.getByLabel('Full Name', { exact: true }).fill('Anna Ellis')
  await naming.getByLabel('Email Address').fill(newEmail('Anna'))
  await naming.getByRole('radio', { name: 'Executor' }).check()
  await naming.getByRole('button', { name: 'Add Person' }).click()
  await expect(naming).toBeHidden()
  await page.goto('/videos')
  const dialog = await addVideo(page)
  await dialog.getByLabel('Title').fill('For your wedding')
  await dialog.getByRole('radio', { name: 'One person' }).check()
  await dialog.getByRole('radio', { name: 'On a date' }).check()
  await dialog.getByRole('button', { name: 'Start Recording' }).click()
  await expect(dialog.getByText('Choose the person.')).toBeVisible()
  await expect(dialog.getByText('Choose a day.')).toBeVisible()
  await dialog.getByLabel('Which person?').selectOption({ label: 'Anna Ellis (Executor)' })
  await dialog.getByLabel('Date', { exact: true }).fill('2020-01-01')
  await expect(dialog.getByText('That day has passed.')).toBeVisible()
  await dialog.getByLabel('Date', { exact: true }).fill('2040-06-15')
  await expect(dialog.getByText('Only Anna Ellis will see this from Jun 15, 2040 on')).toBeVisible()
  await uploadAnyway(dialog, smallVideo)
  await expect(page.getByText('Video uploaded')).toBeVisible()
  const card = page.getByRole('listitem').filter({ hasText: 'For your wedding' })
  await expect(card).toContainText('Only Anna Ellis (Executor)')
  await expect(card).toContainText('From Jun 15, 2040 on')

  const second = await page.context().newPage()
  await second.goto('/videos')
  await second.getByRole('button', { name: 'Edit For your wedding' }).click()
  const other = second.getByRole('dialog', { name: 'Edit Video' })
  await page.getByRole('button', { name: 'Edit For your wedding' }).click()
  const editor = page.getByRole('dialog', { name: 'Edit Video' })
  await expect(editor.getByRole('radio', { name: 'One person' })).toBeChecked()
  await expect(editor.getByLabel('Date', { exact: true })).toHaveValue('2040-06-15')
  await other.getByLabel('Written transcript').fill('Be happy, both of you.')
  await other.getByRole('button', { name: 'Save Video' }).click()
  await expect(other).toBeHidden()
  await editor.getByRole('radio', { name: 'Everyone' }).check()
  await editor.getByRole('radio', { name: 'As soon as the plan is open' }).check()
  await editor.getByRole('button', { name: 'Save Video' }).click()
  await expect(editor.getByText('this video was changed in another window')).toBeVisible()
  expect(await rows(page)).toMatchObject([{ transcript: 'Be happy, both of you.', deliver_on: '2040-06-15' }])
  await editor.getByRole('button', { name: 'Load the other version' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Load the other version' }).click()
  await expect(editor.getByLabel('Written transcript')).toHaveValue('Be happy, both of you.')
  await editor.getByRole('radio', { name: 'Everyone' }).check()
  await editor.getByRole('button', { name: 'Save Video' }).click()
  await expect(editor).toBeHidden()
  await expect(card).toContainText('Everyone you’ve named')
  await card.getByText('Transcript', { exact: true }).click()
  await expect(card.getByText('Be happy, both of you.')).toBeVisible()
})

test('deleting a video deletes its file', async ({ enter }) => {
  const actor = await enter('Margaret')
  const { page } = actor
  const dialog = await startAdding(actor)
  await uploadAnyway(dialog, smallVideo)
  await expect(page.getByText('Video uploaded')).toBeVisible()
  expect(await storedFiles(page)).toHaveLength(1)
  await page.getByRole('button', { name: 'Delete Untitled Video' }).click()
  const question = page.getByRole('alertdialog', { name: 'Delete “Untitled Video”?' })
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('Video deleted')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'No messages yet' })).toBeVisible()
  await runHousekeeping()
  expect(await storedFiles(page)).toEqual([])
})

test('a browser closed between video upload and row leaves no file behind for good', async ({ enter }) => {
  const actor = await enter('Margaret')
  const { page } = actor
  let asked = () => {}
  const rowAsked = new Promise<void>((resolve) => {
    asked = resolve
  })
  await page.route('**/rest/v1/video_messages*', async (route) => {
    if (route.request().method() !== 'POST') return route.continue()
    asked()
    return route.abort('connectionreset')
  })
  const dialog = await startAdding(actor)
  const folder = await signedInUserId(page)
  await uploadAnyway(dialog, smallVideo)
  await rowAsked
  const { service } = await import('../tests/support/people.ts')
  const names = async () => {
    const { data, error } = await service.storage.from('videos').list(folder)
    if (error) throw error
    return data.map(({ name }) => name)
  }
  await page.close()
  expect(await names()).toHaveLength(1)
  await moveClock(
    `with looked as (update private.settings set orphan_round_began_at = '-infinity', orphan_round_bucket_id = null)
     update storage.objects set created_at = now() - interval '25 hours' where name like $1`,
    [`${folder}/%`],
  )
  // A run looks at a limited number of files, and the stack has those of other stories.
  await expect(async () => {
    await runHousekeeping()
    expect(await names()).toEqual([])
  }).toPass()
})
