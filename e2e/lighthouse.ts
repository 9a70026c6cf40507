import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { chromium } from 'playwright/test'
import { patterns } from '../src/lib/paths.ts'
import { chromiumOptions } from './chromium.ts'
import { env } from './fixtures.ts'
import { freePort } from './global-setup.ts'
import { keepSession } from './household.ts'

// Fetched when it is asked for: with what it brings along it is as large as all other packages for development.
const lighthouse = 'lighthouse@12.8.2'
const runs = 5
/**
 * Lighthouse takes a page to be four times as slow on a phone as here. That holds for machines of its class "High-End
 * Desktop", whose index is 1,500 to 2,000 (https://github.com/GoogleChrome/lighthouse/blob/main/docs/throttling.md). A
 * machine that other work slows down falls below for a while: such a run doesn't count, and is made again.
 */
const LEAST_INDEX = 1500
const mostRuns = 20
const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const

/**
 * The scores of one page, 0 to 100, and milliseconds: the run with the median performance. `machine` is Lighthouse's index
 * of how fast this machine was then; `tooSlow` counts the runs that didn't count because it was below LEAST_INDEX.
 */
export type LighthouseLine = {
  page: string
  LCP: number
  TBT: number
  machine: number
  tooSlow: number
  problems: string
} & Record<(typeof categories)[number], number>

interface Report {
  environment: { benchmarkIndex: number }
  categories: Record<string, { score: number | null; auditRefs: { id: string; weight: number }[] }>
  audits: Record<string, { score: number | null; numericValue?: number }>
}

/**
 * Asks Lighthouse about public pages, sign-in, and an owner's pages, as it sees a phone.
 * @returns a line for each page; none for one that this machine was too slow for, which it says
 * @throws Error when npm cannot fetch it or it cannot drive Chromium
 */
export async function askLighthouse(): Promise<LighthouseLine[]> {
  const { household, signInAgain, upload } = await import('../tests/support/people.ts')
  const { owner } = await household('hidden', ['executor'])
  await upload(owner, 'pictures', `${owner.id}/portrait/picture.jpg`)
  const profile = await mkdtemp(join(tmpdir(), 'heartwood-lighthouse-'))
  const port = await freePort()
  const context = await chromium.launchPersistentContext(profile, {
    ...chromiumOptions,
    baseURL: env('APP_URL'),
    args: [...chromiumOptions.args, `--remote-debugging-port=${port}`],
  })
  try {
    const lines: LighthouseLine[] = []
    for (const path of [patterns.home, patterns.pricing, patterns.auth])
      lines.push(...(await medianOf(path, port)))
    const page = await context.newPage()
    await keepSession(page, await signInAgain(owner))
    await page.close()
    for (const path of [patterns.dashboard, patterns.contacts, patterns.funeralEdit])
      lines.push(...(await medianOf(path, port)))
    return lines
  } finally {
    await context.close()
    await rm(profile, { recursive: true, force: true })
  }
}

const speed = ({ categories }: Report) => categories.performance?.score ?? 0
const indexOf = ({ environment }: Report) => Math.round(environment.benchmarkIndex)

async function medianOf(path: string, port: number): Promise<LighthouseLine[]> {
  const all: Report[] = []
  const counted = () => all.filter((report) => indexOf(report) >= LEAST_INDEX)
  while (counted().length < runs && all.length < mostRuns) {
    const made = await report(`${env('APP_URL')}${path}`, port)
    all.push(made)
    // All runs take a quarter of an hour or more.
    console.log(
      `${path}: performance ${Math.round(speed(made) * 100)}, machine ${indexOf(made)}, ${counted().length} of ${runs} runs count`,
    )
  }
  const reports = counted()
  if (reports.length < runs) {
    console.log(`${path} isn't measured: this machine was too slow in ${all.length - reports.length} runs`)
    return []
  }
  reports.sort((a, b) => speed(a) - speed(b))
  const median = reports[Math.floor(runs / 2)]
  if (!median) throw new Error(`no report of ${path}`)
  const { categories: scores, audits } = median
  const lost = categories.slice(1).flatMap((name) => scores[name]?.auditRefs ?? [])
  const score = (name: string) => Math.round((scores[name]?.score ?? 0) * 100)
  const line = {
    page: path,
    performance: score('performance'),
    accessibility: score('accessibility'),
    'best-practices': score('best-practices'),
    seo: score('seo'),
    LCP: Math.round(audits['largest-contentful-paint']?.numericValue ?? 0),
    TBT: Math.round(audits['total-blocking-time']?.numericValue ?? 0),
    machine: indexOf(median),
    tooSlow: all.length - runs,
    problems: lost
      .filter(({ id, weight }) => weight > 0 && audits[id]?.score === 0)
      .map(({ id }) => id)
      .join(', '),
  }
  return [line]
}

async function report(url: string, port: number): Promise<Report> {
  const { stdout } = await promisify(execFile)(
    'npx',
    [
      ...['--yes', lighthouse, url, `--port=${port}`, '--quiet', '--output=json', '--disable-storage-reset'],
      `--only-categories=${categories.join(',')}`,
    ],
    { maxBuffer: 64 * 1024 * 1024, shell: process.platform === 'win32' },
  )
  return JSON.parse(stdout) as Report
}
