import type { Browser, CDPSession, Page } from 'playwright/test'
import { patterns } from '../src/lib/paths.ts'
import { env } from './fixtures.ts'
import { keepSession } from './household.ts'

/** How fast a page answers presses: milliseconds until the screen has changed. */
export interface PressLine {
  page: string
  presses: number
  /** Half of the presses are answered faster. */
  median: number
  slowest: number
  /** What was answered later than wanted, and when. */
  over: string
  /** What could not be pressed, because an earlier press had taken it away. */
  gone: string
}

/** How much slower than this machine the processor is: like a cheap phone's. */
const SLOWDOWN = 4

/** On most pages its buttons; where people come to go on, the links as well. */
const BUTTONS = 'main button'
const LINKS = 'main a[href^="/"], nav[aria-label="Main"] a'

/** Until when a press is to be answered, in milliseconds. */
const BAR = 100

/** How long a person keeps a button down, in milliseconds: a tap is about as long. */
const HELD = 80

const withButtons = [
  patterns.funeralEdit,
  patterns.beneficiaries,
  patterns.contacts,
  patterns.videos,
  patterns.insurance,
  patterns.accounts,
  patterns.documents,
  patterns.music,
  patterns.profile,
  patterns.settings,
]
const withLinks = [patterns.dashboard, patterns.firstDays, patterns.print]

/** What leaves the page, or ends the session. */
const left = /sign out|print|export|download/i

/**
 * Presses each button and tab of an owner's pages once, and the links of three, on a slowed processor, as the browser's own event timing
 * sees it. A second press of the same button says what it does once its code is there; the first may have to fetch it.
 * @returns a line for each page
 * @throws Error when the browser names no interactions: every press would then seem fast
 */
export async function timePresses(browser: Browser): Promise<PressLine[]> {
  const { household, signInAgain } = await import('../tests/support/people.ts')
  const { owner, designation } = await household('hidden', ['executor'])
  const context = await browser.newContext({ baseURL: env('APP_URL'), reducedMotion: 'reduce' })
  const page = await context.newPage()
  const client = await context.newCDPSession(page)
  await keepSession(page, await signInAgain(owner))
  if (!(await page.evaluate(() => 'interactionId' in PerformanceEventTiming.prototype)))
    throw new Error('This browser does not say which of its events were presses')
  const lines: PressLine[] = []
  const preview = patterns.preview.replace(':designationId', String(designation.executor))
  for (const path of [...withButtons, preview]) lines.push(await pressAll(page, client, path, BUTTONS))
  for (const path of withLinks) lines.push(await pressAll(page, client, path, `${BUTTONS}, ${LINKS}`))
  await context.close()
  return lines
}

async function pressAll(page: Page, client: CDPSession, path: string, what: string): Promise<PressLine> {
  // Marked, because the name of a button can change with a press.
  const mark = () =>
    page.locator(`:is(${what}):visible:not(:disabled)`).evaluateAll((all) =>
      all.map((one, n) => {
        if (!(one instanceof HTMLElement)) return ''
        one.dataset.press = String(n)
        return (one.getAttribute('aria-label') ?? one.textContent ?? '').trim()
      }),
    )
  const open = async () => {
    await client.send('Emulation.setCPUThrottlingRate', { rate: 1 })
    await page.goto(path)
    await page.locator('h1').first().waitFor()
    await page.waitForFunction(() => !document.querySelector('.placeholder-bar'))
    await page.waitForLoadState('networkidle')
    await client.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN })
    return mark()
  }
  const names = await open()
  const answers: { name: string; time: number }[] = []
  const gone: string[] = []
  for (const [n, name] of names.entries()) {
    if (name === '' || left.test(name)) continue
    const button = page.locator(`[data-press="${n}"]`)
    const isThere = async () => (await button.isVisible()) && (await button.isEnabled())
    if (!(await isThere())) await open()
    // An earlier press can have taken it away for good, such as a notice that was put aside.
    if (!(await isThere())) {
      gone.push(name)
      continue
    }
    await button.scrollIntoViewIfNeeded()
    // People reach a button before they press it.
    await button.hover()
    const [time] = await Promise.all([page.evaluate(longestPress), button.click({ delay: HELD })])
    answers.push({ name, time })
    await page.keyboard.press('Escape')
    // A question about what was typed, for example, does not go away.
    const isAsking = (await page.locator('[role=dialog], [role=alertdialog]').count()) > 0
    if (isAsking || new URL(page.url()).pathname !== path) await open()
  }
  answers.sort((a, b) => a.time - b.time)
  return {
    page: path,
    presses: answers.length,
    median: answers[Math.floor(answers.length / 2)]?.time ?? 0,
    slowest: answers.at(-1)?.time ?? 0,
    over: answers
      .filter(({ time }) => time > BAR)
      .map(({ name, time }) => `${name}: ${time}`)
      .join(', '),
    gone: gone.join(', '),
  }
}

/**
 * Runs in the page: the longest time from an event of the next press to the screen that shows its answer, as "Interaction
 * to Next Paint" counts it. Going over a button is no press.
 */
function longestPress(): Promise<number> {
  return new Promise((resolve) => {
    let longest = 0
    const observer = new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        if ('interactionId' in entry && entry.interactionId) longest = Math.max(longest, entry.duration)
    })
    // Faster ones than 16 ms, one picture of the screen, are not reported.
    observer.observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit)
    addEventListener(
      'click',
      () =>
        setTimeout(() => {
          observer.disconnect()
          resolve(longest)
        }, 1000),
      { once: true, capture: true },
    )
  })
}
