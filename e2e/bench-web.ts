// `npm run bench:web`: what the first visit to each page brings, and which pages bring more than is wanted.
// `npm run bench:web -- --lighthouse` also asks Lighthouse about six pages, and `-- --presses` how fast an owner's pages
// answer a press with the processor slowed; only a quiet machine gives fair times.
import { chromium } from 'playwright/test'
import { chromiumOptions } from './chromium.ts'
import startApp from './global-setup.ts'
import { askLighthouse } from './lighthouse.ts'
import { keepProcessorForPages } from './own-core.ts'
import { goalFor, type PageWeight, problemsWith, weighRoutes } from './page-weight.ts'
import { timePresses } from './presses.ts'

const kB = (bytes: number | null) => (bytes === null ? '' : (bytes / 1000).toFixed(1))

function lineOf(weight: PageWeight) {
  const { route, script, style, fonts, total, ahead, oneMore } = weight
  return {
    page: route,
    script: kB(script),
    bar: goalFor(route),
    style: kB(style),
    fonts: kB(fonts),
    total: kB(total),
    ahead: kB(ahead),
    'one more page': kB(oneMore),
    over: problemsWith([weight]).length > 0 ? 'over' : '',
  }
}

const stopKeeping = keepProcessorForPages()
const stop = await startApp()
const browser = await chromium.launch(chromiumOptions)
try {
  console.log('kB of 1000 bytes, gzip; "one more page" after the dashboard and what it fetched ahead, bar 15')
  console.table((await weighRoutes(browser)).map(lineOf))
  if (process.argv.includes('--presses')) console.table(await timePresses(browser))
  if (process.argv.includes('--lighthouse')) console.table(await askLighthouse())
} finally {
  await browser.close()
  await stop()
  stopKeeping()
}
