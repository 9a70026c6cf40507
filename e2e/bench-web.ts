// `npm run bench:web`: what the first visit to each page brings, and which pages bring more than is wanted.
// `npm run bench:web -- --lighthouse` also asks Lighthouse about six pages, and `-- --presses` how fast an owner's pages
// answer a press with the processor slowed; only a quiet machine gives fair times.
import { chromium } from 'playwright/test'
import { chromiumOptions } from './chromium.ts'
import startApp from './global-setup.ts'
import { askLighthouse } from './lighthouse.ts'
import { goalFor, type PageWeight, weighRoutes } from './page-weight.ts'
import { timePresses } from './presses.ts'

const kB = (bytes: number | null) => (bytes === null ? '' : (bytes / 1000).toFixed(1))

function lineOf({ route, script, style, fonts, total, oneMore }: PageWeight) {
  const goal = goalFor(route)
  const over = script > goal * 1000 || (oneMore ?? 0) > 10_000
  return {
    page: route,
    script: kB(script),
    bar: goal,
    style: kB(style),
    fonts: kB(fonts),
    total: kB(total),
    'one more page': kB(oneMore),
    over: over ? 'over' : '',
  }
}

const stop = await startApp()
const browser = await chromium.launch(chromiumOptions)
try {
  console.log('kB of 1000 bytes, gzip; "one more page" after the dashboard, bar 10')
  console.table((await weighRoutes(browser)).map(lineOf))
  if (process.argv.includes('--presses')) console.table(await timePresses(browser))
  if (process.argv.includes('--lighthouse')) console.table(await askLighthouse())
} finally {
  await browser.close()
  await stop()
}
