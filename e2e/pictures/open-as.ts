import type { Page } from 'playwright/test'
import { expect } from '../fixtures.ts'
import { keepSession } from '../household.ts'

/** Gives a browser the session of someone in the pictures, without a change to their account. */
export async function openAs(page: Page, email: string): Promise<void> {
  // Imported late: it reads the environment, which the global setup fills after the tests have been listed.
  const { person, signInAgain } = await import('../../tests/people.ts')
  await keepSession(page, await signInAgain(await person('', { email, named: false })))
}

/** Opens a screen, and waits until nothing is loading and the fonts are ready. */
export async function openScreen(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await expect(page.locator('h1').first()).toBeVisible()
  await page.waitForLoadState('networkidle')
  await expect(page.locator('.placeholder-bar')).toHaveCount(0)
  await page.evaluate(() => document.fonts.ready.then(() => undefined))
}
