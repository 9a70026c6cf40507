import { caching, headers } from './headers.ts'

/** What a host answered to one request, and what is wrong with it. */
export interface Answer {
  asked: string
  path: string
  status: number
  /** What came: the landing page, another public page, the app's page, or the type of anything else. */
  body: string
  caching: string
  problems: string[]
}

interface Expected {
  asked: string
  path: string
  status: number
  body: RegExp
  caching: (directives: string) => string | null
}

const asksEveryTime = (directives: string) =>
  /no-cache|max-age=0\b/.test(directives)
    ? null
    : `Cache-Control lets browsers keep it; it should be "${caching.pages}"`
const staysForGood = (directives: string) =>
  directives === caching.assets ? null : `Cache-Control should be "${caching.assets}"`
const isNotKept = (directives: string) =>
  /immutable|max-age=[1-9]/.test(directives)
    ? 'Cache-Control lets browsers keep an answer that is wrong later'
    : null

const deepLink = '/memorial/00000000-0000-4000-8000-000000000000'

/**
 * Asks a host for the landing page, another public page, a link into the app, an asset, an asset that does not exist,
 * the service worker and robots.txt, and compares the answers with what docs/hosting.md promises. Only reads.
 * @param origin where the app is, such as https://app.example.com
 * @returns one line for each request; everything is right if no line has problems
 * @throws TypeError when the address is no URL or the host cannot be reached
 */
export async function checkHost(origin: string): Promise<Answer[]> {
  const app = await ask(origin, {
    asked: 'a link into the app',
    path: deepLink,
    status: 200,
    body: /^the app$/,
    caching: asksEveryTime,
  })
  const script = /<script data-app="(\/assets\/[^ "]+)/.exec(app.text)?.[1]
  const others: Expected[] = [
    { asked: 'the first page', path: '/', status: 200, body: /^the landing page$/, caching: asksEveryTime },
    {
      asked: 'a public page',
      path: '/terms',
      status: 200,
      body: /^the page \/terms$/,
      caching: asksEveryTime,
    },
    {
      asked: 'a page that does not exist',
      path: '/no/such/page',
      status: 200,
      body: /^the app$/,
      caching: asksEveryTime,
    },
    ...(script
      ? [{ asked: 'an asset', path: script, status: 200, body: /javascript$/, caching: staysForGood }]
      : []),
    {
      asked: 'a missing asset',
      path: '/assets/missing.js',
      status: 404,
      body: /(?<!app|page)$/,
      caching: isNotKept,
    },
    {
      asked: 'the service worker',
      path: '/offline.js',
      status: 200,
      body: /javascript$/,
      caching: asksEveryTime,
    },
    { asked: 'robots.txt', path: '/robots.txt', status: 200, body: /^text\/plain$/, caching: isNotKept },
  ]
  const answers = await Promise.all(others.map((expected) => ask(origin, expected)))
  if (!script) app.answer.problems.push('names no script of the app')
  return [app.answer, ...answers.map(({ answer }) => answer)]
}

async function ask(origin: string, expected: Expected): Promise<{ answer: Answer; text: string }> {
  const { asked, path, status } = expected
  const response = await fetch(new URL(path, origin), { redirect: 'manual' })
  const text = await response.text()
  const body = nameOf(text, response.headers.get('content-type') ?? 'no type')
  const directives = response.headers.get('cache-control') ?? ''
  const target = response.headers.get('location')
  const cachingProblem = expected.caching(directives)
  const problems = [
    ...(target ? [`is redirected to ${target}`] : []),
    ...(response.status === status ? [] : [`status ${response.status} instead of ${status}`]),
    ...(expected.body.test(body) ? [] : [`is ${body}`]),
    ...(cachingProblem ? [cachingProblem] : []),
    ...headerProblems(response.headers),
  ]
  return { answer: { asked, path, status: response.status, body, caching: directives, problems }, text }
}

function nameOf(text: string, type: string): string {
  if (text.includes('data-prerendered="/"')) return 'the landing page'
  const page = /data-prerendered="([^"]+)"/.exec(text)?.[1]
  if (page) return `the page ${page}`
  if (text.includes('<div id="root"></div>')) return 'the app'
  return type.split(';', 1)[0] ?? type
}

function headerProblems(answer: Headers): string[] {
  return Object.entries(headers).flatMap(([name, value]) => {
    const given = answer.get(name)
    if (given === null) return [`no ${name}`]
    if (name === 'Strict-Transport-Security' && seconds(given) >= seconds(value)) return []
    return given === value ? [] : [`${name} is "${given}"`]
  })
}

const seconds = (strictTransport: string) => Number(/max-age=(\d+)/.exec(strictTransport)?.[1] ?? 0)

/**
 * The answers as a table in Markdown.
 * @returns the lines; the last column names the problems, or says "right"
 */
export function table(answers: Answer[]): string {
  const rows = answers.map(({ asked, status, body, caching, problems }) => [
    asked,
    String(status),
    body,
    caching || 'none',
    problems.length ? problems.join('; ') : 'right',
  ])
  const all = [['asked for', 'status', 'came', 'Cache-Control', 'so it is'], ...rows]
  const widths = all[0]?.map((_, column) => Math.max(...all.map((row) => row[column]?.length ?? 0))) ?? []
  const line = (row: string[]) => `| ${row.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(' | ')} |`
  const [head = [], ...body] = all
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...body.map(line)].join('\n')
}
