import { stat } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { paths, patterns } from '../../src/lib/paths.ts'
import { env, expect, test } from '../fixtures.ts'
import { themes } from './folder.ts'
import { type Cast, emails } from './households.ts'
import { openAs, openScreen } from './open-as.ts'

const docs = new URL('../../docs/', import.meta.url)
const folder = new URL('pictures/', docs)
const pictures = [
  { name: 'dashboard', email: emails.margaret, path: () => patterns.dashboard },
  {
    name: 'memorial',
    email: emails.clara,
    path: () => paths.memorial((JSON.parse(env('CAST')) as Cast).walter.id),
  },
  { name: 'binder', email: emails.margaret, path: () => patterns.print },
]

for (const { name, email, path } of pictures) {
  test(`a picture for the README, at most 150 kB: ${name}`, async ({ enter }) => {
    const { page } = await enter(name)
    await page.setViewportSize({ width: 1200, height: 780 })
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await openAs(page, email)
    await openScreen(page, path())
    for (const colorScheme of themes) {
      await page.emulateMedia({ colorScheme })
      const file = fileURLToPath(new URL(`${name}-${colorScheme}.png`, folder))
      await page.screenshot({ path: file, animations: 'disabled' })
      expect((await stat(file)).size).toBeLessThan(150_000)
    }
  })
}

test('two pictures for docs/reviewing.md: a certificate that waits, and its approval', async ({ enter }) => {
  const { page } = await enter('reviewer')
  await page.setViewportSize({ width: 860, height: 780 })
  await page.goto(env('DASHBOARD_URL'))
  const review = page.locator('.card').filter({ hasText: emails.george }).last()
  await review.screenshot({ path: fileURLToPath(new URL('review-waiting.png', docs)) })
  await review.getByRole('link', { name: /Approve/ }).click()
  await expect(page.getByRole('checkbox').first()).toBeVisible()
  await page.locator('main').screenshot({ path: fileURLToPath(new URL('review-approval.png', docs)) })
})
