import type { Locator, Page } from 'playwright/test'
import { family } from './first-hours.ts'
import { expect, test } from './fixtures.ts'

// The first hours without a mouse, on a screen as narrow as a phone's: choosing, opening, reading, closing and answering.

/** Presses Tab until an element has the focus. */
async function tabTo(page: Page, wanted: Locator): Promise<void> {
  await expect(wanted).toBeVisible()
  for (let presses = 0; presses < 80; presses += 1) {
    if (await wanted.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`Tab never reached ${wanted}`)
}

async function press(page: Page, wanted: Locator, key = 'Enter'): Promise<void> {
  await tabTo(page, wanted)
  await page.keyboard.press(key)
}

test('an owner chooses, a daughter opens and reads, and the owner closes and answers, by keyboard alone and at 390 pixels', async ({
  enter,
}) => {
  test.slow()
  const [owner, daughter, son] = [await enter('Margaret'), await enter('Anna'), await enter('Tom')]
  const { to } = await family({ owner, daughter, son }, { anna: ['home'] })
  for (const { page } of [owner, daughter]) await page.setViewportSize({ width: 390, height: 844 })

  await test.step('Margaret chooses the first hours for her contacts, and is where the part now stands', async () => {
    const { page } = owner
    await page.goto(`/beneficiaries/${to.anna}/preview`)
    await press(page, page.getByRole('button', { name: 'Change Contacts' }))
    await expect(page.getByRole('radio', { name: /^After your death/ })).toBeFocused()
    await page.keyboard.press('ArrowUp')
    await expect(page.getByRole('radio', { name: /^In the first hours/ })).toBeFocused()
    await press(page, page.getByRole('button', { name: 'Save' }))
    await expect(page.getByRole('dialog')).toHaveCount(0)
    const early = page.getByRole('list', { name: 'In the first hours' })
    await expect(early.getByRole('button', { name: 'Change Contacts' })).toBeFocused()
  })

  await test.step('she wants a day’s notice, then none, and stays at the button', async () => {
    const { page } = owner
    await page.goto('/who-can-see-my-plan')
    const card = page.getByRole('radio', { name: /^At once/ })
    await tabTo(page, card)
    for (const [key, chosen] of [
      ['ArrowDown', /^24 hours/],
      ['ArrowUp', /^At once/],
    ] as const) {
      await page.keyboard.press(key)
      await expect(page.getByRole('radio', { name: chosen })).toBeFocused()
      await press(page, page.locator('form').filter({ has: card }).getByRole('button', { name: 'Save' }))
      await expect(page.getByText('This counts for what is opened from now on.')).toHaveCount(0)
      await expect(page.getByRole('radio', { name: chosen })).toBeFocused()
    }
  })

  await test.step('Anna opens them, and reads both parts', async () => {
    const { page } = daughter
    await page.goto('/invites')
    await press(page, page.getByRole('link', { name: 'If something has happened to Margaret Ellis' }))
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
    await press(page, page.getByRole('radio', { name: /can’t speak for themselves/ }), 'Space')
    await press(page, page.getByRole('button', { name: 'Open the first hours' }))
    await expect(page.getByRole('heading', { level: 1, name: 'Margaret Ellis’s first hours' })).toBeFocused()
    await tabTo(page, page.getByRole('tab', { name: 'Contacts' }))
    await expect(page.getByText('Ruth Bennett')).toBeVisible()
    await page.keyboard.press('ArrowRight')
    await expect(page.getByRole('tab', { name: 'Home & Pets' })).toBeFocused()
    await expect(page.getByText('Biscuit')).toBeVisible()
  })

  await test.step('Margaret closes it and is at the question; when she has answered, she is at the top of the page', async () => {
    const { page } = owner
    await page.goto('/dashboard')
    await press(page, page.getByRole('button', { name: 'Close it now' }))
    await expect(page.getByText('It’s closed. Was it right to open it?')).toBeVisible()
    await expect(page.getByRole('status').filter({ hasText: 'Was it right' })).toBeFocused()
    await press(page, page.getByRole('button', { name: 'Yes, leave my choices' }))
    await expect(page.getByText('It’s closed. Was it right to open it?')).toHaveCount(0)
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  })
})
