import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Browser, Page, Request } from 'playwright/test'
import { patterns, publicPaths, quietPaths } from '../src/lib/paths.ts'
import type { Person } from '../tests/support/people.ts'
import { env } from './fixtures.ts'
import { keepSession } from './household.ts'

/** What the first visit to an address brings, in bytes as they travel: gzip, and fonts as they are. No answers of the API. */
export interface PageWeight {
  /** The pattern of the route, "/memorial/:ownerId". */
  route: string
  script: number
  style: number
  fonts: number
  total: number
  /** Scripts for the next pages that the browser fetches once this page is there, after all else. In no sum above. */
  ahead: number
  /** Scripts that a browser in which the dashboard has come to rest still has to fetch; null for pages before sign-in. */
  oneMore: number | null
}

/** What is wanted of a page's scripts, in kB of 1000 bytes. */
const goals = { public: 3, signIn: 125, guest: 150, signedIn: 205, ahead: 155, oneMore: 15 } as const

/** What is wanted of the scripts of a route, in kB. */
export function goalFor(route: string): number {
  if (route === patterns.guest) return goals.guest
  if (beforeSignIn.includes(route)) return goals.signIn
  return isPublic(route) ? goals.public : goals.signedIn
}

/**
 * Compares pages with what is wanted of them.
 * @returns a sentence for each page that brings more
 */
export function problemsWith(weights: readonly PageWeight[]): string[] {
  const judge = (what: string, bytes: number, goal: number) =>
    bytes > goal * 1000 ? [`${what}: ${(bytes / 1000).toFixed(1)} kB, over ${goal} kB`] : []
  return weights.flatMap(({ route, script, ahead, oneMore }) => [
    ...judge(route, script, goalFor(route)),
    ...judge(`ahead of ${route}`, ahead, goals.ahead),
    ...judge(`${route} after the dashboard`, oneMore ?? 0, goals.oneMore),
  ])
}

/** The route table's, and the page for an address without one. */
const routes = [...Object.values(patterns), '*']

/** Where src/app/start.ts notes on the device that all files for the next pages have come. */
const FETCHED_AHEAD = 'heartwood.ahead'

/** An address without a page. */
const noPage = '/no/such/page'

/** The pages that need no sign-in and ask for none. */
const publicRoutes: readonly string[] = [...publicPaths, '*']

/** The pages of the app that need no session. */
const beforeSignIn: readonly string[] = [patterns.auth, patterns.guest, ...quietPaths]

const isPublic = (route: string) => publicRoutes.includes(route)

/**
 * Loads every route in Chromium with an empty cache, as an owner with a row in each part, or as her executor.
 * @param browser a Chromium
 * @returns a line for each route, in the order of paths.ts
 */
export async function weighRoutes(browser: Browser): Promise<PageWeight[]> {
  const { household, signInAgain, succeed } = await import('../tests/support/people.ts')
  const { owner, executor, designation, row } = await household('open', ['executor'])
  await succeed(owner.client.rpc('start_practice', { designation_ids: [designation.executor] }))
  const practice = await succeed(
    owner.client.from('practices').select('id').eq('owner_id', owner.id).single(),
  )
  const ids = {
    ownerId: owner.id,
    designationId: String(designation.executor),
    practiceId: practice.id,
    stepKey: `insurance_policies:${row.insurance}`,
  }
  const addressOf = (route: string) =>
    route.replace('*', noPage).replace(/:(\w+)/g, (_, name: keyof typeof ids) => ids[name])

  const loads = new Map<string, Load>()
  const visit = async ([name, someone]: [string, Person | null]) => {
    const context = await browser.newContext({ baseURL: env('APP_URL'), reducedMotion: 'reduce' })
    const page = await context.newPage()
    const client = await context.newCDPSession(page)
    await client.send('Network.setCacheDisabled', { cacheDisabled: true })
    // Each page is measured as the first visit of a browser (src/app/start.ts).
    await page.addInitScript((key) => localStorage.removeItem(key), FETCHED_AHEAD)
    if (someone) await keepSession(page, await signInAgain(someone))
    for (const route of routes)
      if (visitorOf(route) === name) loads.set(route, await load(page, addressOf(route)))
    await context.close()
  }
  await Promise.all(Object.entries({ nobody: null, owner, executor }).map(visit))
  const dashboard = loads.get(patterns.dashboard) ?? nothing
  const known = new Set([...dashboard.files, ...dashboard.ahead])
  return routes.map((route) => {
    const { html, files, ahead } = loads.get(route) ?? nothing
    const sum = (end: string, of = files) =>
      of.filter((file) => file.endsWith(end)).reduce((bytes, file) => bytes + bytesOf(file), 0)
    return {
      route,
      script: sum('.js'),
      style: sum('.css'),
      fonts: sum('.woff2'),
      total: html + sum(''),
      ahead: sum('.js', ahead),
      oneMore:
        visitorOf(route) === 'nobody'
          ? null
          : sum(
              '.js',
              files.filter((file) => !known.has(file)),
            ),
    }
  })
}

/** The size of a page's own document, and the files of the build that it needs. */
interface Load {
  html: number
  files: string[]
  ahead: string[]
}

const nothing: Load = { html: 0, files: [], ahead: [] }

function visitorOf(route: string): 'nobody' | 'owner' | 'executor' {
  if (isPublic(route) || beforeSignIn.includes(route)) return 'nobody'
  return /:ownerId|:practiceId/.test(route) ? 'executor' : 'owner'
}

/** Whether the app's page at an address is followed by others (src/app/start.ts). */
const fetchesAhead = (address: string) =>
  !isPublic(address) && address !== noPage && ![patterns.guest, ...quietPaths].includes(address)

/** Opens an address. What is fetched ahead for other pages is told apart. */
async function load(page: Page, address: string): Promise<Load> {
  const files = new Set<string>()
  const ahead = new Set<string>()
  const note = (request: Request) => {
    const { origin, pathname } = new URL(request.url())
    if (origin !== env('APP_URL') || request.isNavigationRequest()) return
    // Chromium's protocol calls what is fetched ahead "other", as it does the icon.
    const list = request.resourceType() === 'other' ? ahead : files
    list.add(pathname.slice(1))
  }
  page.on('request', note)
  const answer = await page.goto(address)
  await page.locator('h1').first().waitFor()
  await page.waitForFunction(() => !document.querySelector('.placeholder-bar'))
  // A busy machine may take longer between two files than a network that counts as idle.
  if (fetchesAhead(address))
    await page.waitForFunction((key) => localStorage.getItem(key) !== null, FETCHED_AHEAD)
  await page.waitForLoadState('networkidle')
  page.off('request', note)
  return {
    html: compressed((await answer?.body()) ?? Buffer.alloc(0)),
    files: [...files],
    ahead: [...ahead].filter((file) => !files.has(file)),
  }
}

const compressed = (content: Buffer) => gzipSync(content, { level: 9 }).length

const sizes = new Map<string, number>()

/** A file of the build as it travels: pictures and fonts are compressed already. */
function bytesOf(file: string): number {
  const known = sizes.get(file)
  if (known !== undefined) return known
  const content = readFileSync(join(env('BUILD_DIR'), file))
  const size = /\.(woff2|png|webp|jpg|mp4)$/.test(file) ? content.length : compressed(content)
  sizes.set(file, size)
  return size
}
