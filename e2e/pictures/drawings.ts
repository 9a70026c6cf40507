// Turns the drawings of drawings/*.svg into pictures: npm run pictures:drawings
import { writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { chromium } from 'playwright'
import { chromiumOptions } from '../chromium.ts'
import { drawing } from './drawing.ts'
import { toWebp } from './to-webp.ts'

/** What the app shows beside an empty list. */
const besideEmptyLists = ['people', 'video', 'papers', 'home', 'flowers']
/** Pictures that the people of the demo households have stored. */
const stored = ['margaret', 'walter', 'apple-tree']
const place = (path: string) => fileURLToPath(new URL(path, import.meta.url))

const browser = await chromium.launch(chromiumOptions)
const page = await (await browser.newContext({ deviceScaleFactor: 2 })).newPage()
for (const name of besideEmptyLists) {
  await show(name, 216, 200)
  const png = await page.screenshot({ omitBackground: true })
  const webp = await toWebp(page, png, 24_000)
  await writeFile(place(`../../public/pictures/${name}.webp`), webp)
  console.log(name, webp.length)
}
await show('lake', 480, 270)
await writeFile(place('../../public/pictures/lake.webp'), await toWebp(page, await page.screenshot(), 40_000))
for (const name of stored) {
  await show(name, 400, 400)
  await page.screenshot({ path: place(`drawings/${name}.jpg`), type: 'jpeg', quality: 72 })
}
await browser.close()

async function show(name: string, width: number, height: number): Promise<void> {
  await page.setViewportSize({ width, height })
  await page.setContent(`<style>body{margin:0}body>svg{display:block;width:100vw}</style>${drawing(name)}`)
}
