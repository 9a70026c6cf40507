import type { Page } from 'playwright/test'
import { expect } from '../fixtures.ts'
import { keepSession } from '../household.ts'

/**
 * Gives a browser the session of someone in the pictures.
 * @param isNew as one that is new to the account and has to wait; otherwise nothing changes for the account
 */
export async function openAs(page: Page, email: string, isNew = false): Promise<void> {
  // Imported late: it reads the environment, which the global setup fills after the tests have been listed.
  const { person, signInAgain, signInFrom } = await import('../../tests/support/people.ts')
  const someone = await person('', { email, named: false })
  await keepSession(page, await (isNew ? signInFrom(someone) : signInAgain(someone)))
}

/** Opens a screen, and waits until nothing is loading and the fonts are ready. */
export async function openScreen(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await expect(page.locator('h1').first()).toBeVisible()
  await page.waitForLoadState('networkidle')
  await expect(page.locator('.placeholder-bar')).toHaveCount(0)
  await page.evaluate(() => document.fonts.ready.then(() => undefined))
}
