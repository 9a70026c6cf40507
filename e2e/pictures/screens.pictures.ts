import { matchPath } from 'react-router-dom'
import { patterns } from '../../src/lib/paths.ts'
import { type Actor, env, expect, test } from '../fixtures.ts'
import { keepSession } from '../household.ts'
import { fileFor, themes, widths } from './folder.ts'
import type { Cast } from './households.ts'
import { viewers } from './viewers.ts'

const cast = () => JSON.parse(env('CAST')) as Cast

test('every route is in a picture', () => {
  const pictured = viewers.flatMap(({ screens }) => screens(cast()).map(([, path]) => path))
  const missing = Object.values(patterns).filter(
    (pattern) => !pictured.some((path) => matchPath(pattern, new URL(path, 'http://app').pathname)),
  )
  expect(missing).toEqual([])
})

/** Waits until nothing is loading and the fonts are ready. */
async function settle({ page }: Pick<Actor, 'page'>): Promise<void> {
  await expect(page.locator('h1').first()).toBeVisible()
  await page.waitForLoadState('networkidle')
  await expect(page.locator('.placeholder-bar')).toHaveCount(0)
  await page.evaluate(() => document.fonts.ready.then(() => undefined))
}

for (const { name, email, screens } of viewers) {
  test(`pictures of what a viewer sees: ${name}`, async ({ enter }) => {
    const actor = await enter(name)
    const { page } = actor
    await page.emulateMedia({ reducedMotion: 'reduce' })
    if (email) {
      const { person, signInAgain } = await import('../../tests/people.ts')
      await keepSession(page, await signInAgain(await person(name, { email, named: false })))
    }
    const tooWide: string[] = []
    for (const [screen, path] of screens(cast())) {
      await page.goto(path)
      await settle(actor)
      for (const width of widths) {
        await page.setViewportSize({ width, height: width < 500 ? 800 : 950 })
        for (const colorScheme of themes) {
          await page.emulateMedia({ colorScheme })
          await page.screenshot({
            path: fileFor(name, screen, width, colorScheme),
            fullPage: true,
            animations: 'disabled',
          })
        }
        const wanted = await page.evaluate(() => document.documentElement.scrollWidth)
        if (wanted > width) tooWide.push(`${screen} at ${width}: ${wanted}`)
      }
    }
    expect(tooWide, 'screens that scroll sideways').toEqual([])
  })
}
