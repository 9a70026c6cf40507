// Draws the icons of the installed app from public/favicon.svg: npm run pictures:icons
import { readFileSync } from 'node:fs'
import { chromium } from 'playwright'
import { chromiumOptions } from '../chromium.ts'

const mark = readFileSync('public/favicon.svg', 'utf8')
const ground = /<rect [^>]*\/>/
/** The ground fills the square, and the rings keep their distance from edges that a phone cuts off. */
const cutOff = (scale: number) =>
  mark
    .replace(
      ground,
      (rect) =>
        `${rect.replace(/ rx="\d+"/, '')}<g transform="translate(16 16) scale(${scale}) translate(-16 -16)">`,
    )
    .replace('</svg>', '</g></svg>')

const icons = [
  { name: '192', size: 192, svg: mark },
  { name: '512', size: 512, svg: mark },
  { name: 'maskable-512', size: 512, svg: cutOff(0.78) },
  { name: 'apple-touch-180', size: 180, svg: cutOff(0.86) },
]

const browser = await chromium.launch(chromiumOptions)
for (const { name, size, svg } of icons) {
  const page = await browser.newPage({ viewport: { width: size, height: size } })
  await page.setContent(`<style>body{margin:0}svg{display:block;width:${size}px}</style>${svg}`)
  await page.screenshot({ path: `public/icons/${name}.png`, omitBackground: true })
  await page.close()
}
await browser.close()
