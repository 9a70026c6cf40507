import type { Page } from 'playwright/test'
import { expect, peopleWithSql, test } from './fixtures.ts'
import { keepSession, openAbout } from './household.ts'

// The portrait at the head of a memorial: cut out by the owner by keyboard alone, and read by her executor.

const secret = 'taken at 44.97 N, 93.26 W'

/**
 * A photo as a phone stores it: lying on its side, with a note to turn it and the place where it was taken. Turned, it is
 * 800 pixels wide and 1200 high, red above and blue below.
 */
async function photoOfAPhone(page: Page): Promise<Buffer> {
  const base64 = await page.evaluate(() => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 1200, height: 800 })
    const paint = canvas.getContext('2d')
    if (!paint) throw new Error('no canvas')
    for (const [color, from] of [
      ['#f00', 0],
      ['#00f', 600],
    ] as const) {
      paint.fillStyle = color
      paint.fillRect(from, 0, 600, 800)
    }
    return canvas.toDataURL('image/jpeg', 0.95).split(',')[1] ?? ''
  })
  const jpeg = Buffer.from(base64, 'base64')
  // One entry: the orientation (0x0112), a quarter turn clockwise (6).
  const tiff = Buffer.from('49492a00080000000100120103000100000006000000 00000000'.replace(' ', ''), 'hex')
  const body = Buffer.concat([Buffer.from('Exif\0\0'), tiff, Buffer.from(secret)])
  const head = Buffer.from([0xff, 0xe1, 0, 0])
  head.writeUInt16BE(body.length + 2, 2)
  return Buffer.concat([jpeg.subarray(0, 2), head, body, jpeg.subarray(2)])
}

/** The size of a picture, and the color in the middle of its first and its last line. */
const look = (page: Page, picture: Buffer) =>
  page.evaluate(async (base64) => {
    const bitmap = await createImageBitmap(
      new Blob([Uint8Array.from(atob(base64), (byte) => byte.charCodeAt(0))]),
    )
    const canvas = Object.assign(document.createElement('canvas'), {
      width: bitmap.width,
      height: bitmap.height,
    })
    const paint = canvas.getContext('2d')
    paint?.drawImage(bitmap, 0, 0)
    const at = (y: number) => {
      const [red = 0, , blue = 0] = paint?.getImageData(bitmap.width / 2, y, 1, 1).data ?? []
      return red > blue ? 'red' : 'blue'
    }
    return { width: bitmap.width, height: bitmap.height, first: at(2), last: at(bitmap.height - 3) }
  }, picture.toString('base64'))

test('an owner cuts out her portrait by keyboard, and her executor finds it above the memorial', async ({
  enter,
}) => {
  const { household, service, signInAgain, submitCertificate, decide, succeed } = await peopleWithSql()
  const { owner, executor, beneficiary } = await household('hidden', ['executor', 'beneficiary'])
  await succeed(owner.client.from('portraits').delete().eq('user_id', owner.id).select())
  const stored = async () => {
    const { data, error } = await service.storage.from('pictures').list(`${owner.id}/portrait`)
    if (error) throw error
    return data.map(({ name }) => `${owner.id}/portrait/${name}`)
  }
  const olive = (await enter('Olive')).page
  await keepSession(olive, await signInAgain(owner))
  await olive.goto('/portrait')

  await test.step('the photo is turned, cut and made small, and says no more where it was taken', async () => {
    await olive.getByRole('button', { name: 'Add Portrait' }).click()
    const dialog = olive.getByRole('dialog', { name: 'Add Portrait' })
    await dialog.locator('input[type=file]').setInputFiles({
      name: 'IMG_1.jpg',
      mimeType: 'image/jpeg',
      buffer: await photoOfAPhone(olive),
    })
    const press = async (key: string, times: number) => {
      for (let time = 0; time < times; time += 1) await olive.keyboard.press(key)
    }
    const zoom = dialog.getByRole('slider', { name: 'Zoom' })
    await zoom.focus()
    await press('ArrowRight', 10)
    await expect(zoom).toHaveValue('2')
    // Down to the lower edge of the photo, which is blue.
    await dialog.getByRole('group', { name: 'The square that is kept' }).focus()
    await press('ArrowUp', 30)
    await dialog.getByLabel(/^Date of birth/).fill('1948-03-03')
    await dialog.getByLabel(/^Place of birth/).fill('Portland, Maine')
    await dialog.getByLabel(/^A line/).fill('Room for one more.')
    await dialog.getByRole('button', { name: 'Add Portrait' }).click()
    await expect(olive.getByText('Portrait added')).toBeVisible()
    await expect(olive.getByRole('img', { name: /^Portrait of/ })).toBeVisible()

    const [path = ''] = await stored()
    const { data, error } = await service.storage.from('pictures').download(path)
    if (error) throw error
    const bytes = Buffer.from(await data.arrayBuffer())
    expect(bytes.length).toBeLessThan(200_000)
    expect(bytes.toString('latin1')).not.toMatch(/Exif|taken at/)
    expect(await look(olive, bytes)).toEqual({ width: 400, height: 400, first: 'blue', last: 'blue' })
  })

  const edith = (await enter('Edith')).page
  await test.step('the executor sees it after the release, and adds the date of death', async () => {
    await submitCertificate(executor, owner)
    await decide(owner, 'approved')
    await keepSession(edith, await signInAgain(executor))
    await edith.goto(`/memorial/${owner.id}`)
    await expect(edith.getByRole('img', { name: /^Portrait of/ })).toBeVisible()
    await expect(edith.getByText('Born on Mar 3, 1948 in Portland, Maine')).toBeVisible()
    await expect(edith.getByRole('navigation'), 'nothing of planning is around it').toHaveCount(0)
    await openAbout(edith)
    await edith.getByRole('button', { name: 'Add the date of death' }).click()
    const dialog = edith.getByRole('dialog', { name: 'Date of death' })
    await dialog.getByLabel(/^When did/).fill('2026-11-02')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(edith.getByText('Died on Nov 2, 2026')).toBeVisible()
  })

  await test.step('a beneficiary leaves a memory with a photo, and the executor reads and prints it', async () => {
    const ben = (await enter('Ben')).page
    await keepSession(ben, await signInAgain(beneficiary))
    await ben.goto(`/memorial/${owner.id}?tab=memories`)
    await ben.getByRole('button', { name: 'Leave a memory' }).click()
    const dialog = ben.getByRole('dialog', { name: 'Leave a memory' })
    await dialog.getByLabel(/^What do you remember/).fill('She taught me to swim.')
    await dialog.locator('input[type=file]').setInputFiles({
      name: 'IMG_2.jpg',
      mimeType: 'image/jpeg',
      buffer: await photoOfAPhone(ben),
    })
    await expect(dialog.getByRole('img', { name: 'The one you chose' })).toBeVisible()
    await dialog.getByRole('button', { name: 'Leave this memory' }).click()
    await expect(ben.getByText('Memory added')).toBeVisible()
    await expect(ben.getByRole('img', { name: /^Photo from/ })).toBeVisible()
    const { data: files } = await service.storage.from('memories').list(`${owner.id}/${beneficiary.id}`)
    const { data: photo } = await service.storage
      .from('memories')
      .download(`${owner.id}/${beneficiary.id}/${files?.[0]?.name}`)
    if (!photo) throw new Error('no photo')
    const bytes = Buffer.from(await photo.arrayBuffer())
    expect(bytes.toString('latin1')).not.toMatch(/Exif|taken at/)
    expect(await look(ben, bytes)).toEqual({ width: 800, height: 1200, first: 'red', last: 'blue' })

    await keepSession(edith, await signInAgain(executor))
    await edith.goto(`/memorial/${owner.id}/print`)
    for (const name of [/^Portrait of/, /^Photo from/])
      await expect(edith.getByRole('img', { name })).toBeVisible()
    await expect(edith.getByText('Died on Nov 2, 2026')).toBeVisible()
    await expect(edith.getByText('She taught me to swim.')).toBeVisible()
  })

  await test.step('what the executor hides, only its author and executors still see', async () => {
    await edith.goto(`/memorial/${owner.id}?tab=memories`)
    await edith.getByRole('button', { name: /^Hide: the memory from/ }).click()
    await expect(edith.getByText(/^Only executors and .* can see this\.$/)).toBeVisible()
    await edith.goto(`/memorial/${owner.id}/print`)
    await expect(edith.getByText('Died on Nov 2, 2026')).toBeVisible()
    await expect(edith.getByText('She taught me to swim.')).toHaveCount(0)
  })
})
