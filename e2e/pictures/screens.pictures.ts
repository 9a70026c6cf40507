import { matchPath } from 'react-router-dom'
import { patterns } from '../../src/lib/paths.ts'
import { allWidths, problemsOfFit } from '../fit.ts'
import { env, expect, test } from '../fixtures.ts'
import { fileFor, themes, widths } from './folder.ts'
import type { Cast } from './households.ts'
import { openAs, openScreen } from './open-as.ts'
import { viewers } from './viewers.ts'

const cast = () => JSON.parse(env('CAST')) as Cast

test('every route is in a picture', () => {
  const pictured = viewers.flatMap(({ screens }) => screens(cast()).map(([, path]) => path))
  const missing = Object.values(patterns).filter(
    (pattern) => !pictured.some((path) => matchPath(pattern, new URL(path, 'http://app').pathname)),
  )
  expect(missing).toEqual([])
})

for (const { name, email, isNewBrowser, screens } of viewers) {
  test(`pictures of what a viewer sees: ${name}`, async ({ enter }) => {
    const { page } = await enter(name)
    await page.emulateMedia({ reducedMotion: 'reduce' })
    if (email) await openAs(page, email, isNewBrowser)
    const problems: string[] = []
    for (const [screen, path, prepare] of screens(cast())) {
      // Wide enough for every control to be seen, whatever the screen before left.
      await page.setViewportSize({ width: 1440, height: 950 })
      await openScreen(page, path)
      await prepare?.(page)
      // What loads when it is scrolled to is in the picture of the whole page, too.
      await page.locator('img[loading=lazy]').evaluateAll((all) => {
        for (const image of all) image.setAttribute('loading', 'eager')
      })
      for (const width of widths) {
        await page.setViewportSize({ width, height: width < 500 ? 800 : 950 })
        for (const colorScheme of themes) {
          await page.emulateMedia({ colorScheme })
          // A picture of a whole page is not scrolled, so what is laid out late would stay empty.
          await page.addStyleTag({ content: '.laid-out-late { content-visibility: visible }' })
          // Another theme has other pictures.
          await page.evaluate(async () => {
            await new Promise(requestAnimationFrame)
            await Promise.all(Array.from(document.images, (image) => image.decode().catch(() => {})))
          })
          await page.screenshot({
            path: fileFor(name, screen, width, colorScheme),
            // What covers the screen covers what is seen of it, not the whole page.
            fullPage: !(await page.locator(':is([role=dialog], [role=alertdialog]):visible').count()),
            animations: 'disabled',
          })
        }
      }
      problems.push(...(await problemsOfFit(page, allWidths)).map((problem) => `${screen}: ${problem}`))
    }
    expect(problems).toEqual([])
  })
}
