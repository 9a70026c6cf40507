// npm run pictures:landing
//
// Takes the landing page's pictures from a running app (`npm start`; on other ports: `-- app mailbox`, two addresses) with the two fictional households of the seed, and
// writes them to public/pictures. Run it again, and commit what it wrote, when one of these screens looks different.
import { existsSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Browser, chromium, type Locator, type Page } from 'playwright'
import { toWebp } from './to-webp.ts'

const folder = join(import.meta.dirname, '../../public/pictures')
const sample = join(import.meta.dirname, '../../src/features/memorial/sample/message.mp4')
const walter = '22222222-2222-4222-8222-222222222221'
const debianChromium = '/usr/bin/chromium'
/** The largest size of a picture, in bytes. */
const LIMIT = 60_000

const message = {
  title: 'For the first row in spring',
  transcript:
    'The boathouse key is where it always was. Take the green boat, she pulls to the left a little. Go out early, when ' +
    'the lake is still. Then think of me for as long as it takes to cross, and after that have breakfast.',
}

interface Picture {
  name: string
  email: string
  path: string
  width: number
  /** Brings the page to the state to be pictured. @returns what to picture, how much of its height, and how much around it */
  frame: (page: Page) => Promise<{ part: Locator; height?: number; margin?: number; sides?: number }>
}

const pictures: Picture[] = [
  {
    name: 'binder',
    email: 'walter@example.com',
    path: '/print',
    width: 720,
    frame: async (page) => ({
      part: page.locator('.binder'),
      height: 634,
    }),
  },
  {
    name: 'message',
    email: 'clara@example.com',
    path: `/memorial/${walter}?tab=messages`,
    width: 860,
    frame: async (page) => {
      const card = page
        .locator('.rounded-card')
        .filter({ has: page.getByRole('heading', { name: message.title }) })
        .last()
      await card.getByRole('button', { name: /^Play/ }).click()
      await card.locator('video').evaluate(
        (video: HTMLVideoElement, picture) => {
          const still = new Image()
          still.src = picture
          still.className = video.className
          video.replaceWith(still)
          return still.decode()
        },
        `data:image/webp;base64,${(await readFile(join(folder, 'lake.webp'))).toString('base64')}`,
      )
      return { part: card }
    },
  },
  {
    name: 'gaps',
    email: 'harold@example.com',
    path: '/dashboard',
    width: 720,
    frame: async (page) => {
      const leave = page.getByRole('button', { name: 'Go to the dashboard' })
      if (await leave.count()) await leave.click()
      // Nothing is under the pointer.
      await page.mouse.move(0, 0)
      const heading = page.getByRole('heading', { name: 'Still missing from your plan' })
      return { part: heading.locator('xpath=ancestor::section[1]'), height: 620, margin: 20 }
    },
  },
]

async function main() {
  const app = process.argv[2] ?? 'http://127.0.0.1:5173'
  if (!URL.canParse(app))
    throw new Error('npm run pictures:landing -- http://127.0.0.1:5173 http://127.0.0.1:54324')
  const mailbox = process.argv[3] ?? 'http://127.0.0.1:54324'
  const browser = await chromium.launch({
    ...(existsSync(debianChromium) ? { executablePath: debianChromium } : {}),
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  })
  try {
    await mkdir(folder, { recursive: true })
    // A person signs in once, because a second code is sent only after a minute.
    const pages = new Map<string, Page>()
    for (const email of new Set(pictures.map((picture) => picture.email)))
      pages.set(email, await signedIn(browser, app, mailbox, email))
    const owner = pages.get('walter@example.com')
    if (owner) await leaveMessage(owner)
    for (const picture of pictures) {
      const page = pages.get(picture.email)
      if (page) await take(page, picture)
    }
    await takeForLinks(browser, app)
  } finally {
    await browser.close()
  }
}

async function take(page: Page, picture: Picture): Promise<void> {
  await page.setViewportSize({ width: picture.width, height: 1400 })
  for (const theme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
    await page.goto(picture.path)
    await page.waitForLoadState('networkidle')
    const { part, height, margin = 0, sides = margin } = await picture.frame(page)
    const box = await part.boundingBox()
    if (!box) throw new Error(`${picture.name}: nothing to picture`)
    const clip = {
      x: Math.max(0, box.x - sides),
      y: box.y - margin,
      width: Math.min(picture.width, box.width + 2 * sides),
      height: (height ?? box.height) + 2 * margin,
    }
    const png = await page.screenshot({ clip, fullPage: true })
    const webp = await toWebp(page, png, LIMIT)
    await writeFile(join(folder, `${picture.name}-${theme}.webp`), webp)
    console.log(
      `${picture.name}-${theme}.webp`,
      `${clip.width * 2} x ${Math.round(clip.height * 2)}`,
      `${webp.length} bytes`,
    )
  }
}

/** The top of the landing page, in the size in which other sites show it beside a link. */
async function takeForLinks(browser: Browser, app: string): Promise<void> {
  const page = await browser.newPage({ baseURL: app, viewport: { width: 1200, height: 720 } })
  await page.goto('/')
  await page.waitForLoadState('networkidle')
  const header = await page.locator('header').boundingBox()
  const clip = { x: 0, y: header?.height ?? 0, width: 1200, height: 630 }
  await page.screenshot({ path: join(folder, 'link.jpg'), clip, fullPage: true, type: 'jpeg', quality: 64 })
}

async function signedIn(browser: Browser, app: string, mailbox: string, email: string): Promise<Page> {
  const context = await browser.newContext({
    baseURL: app,
    locale: 'en-US',
    timezoneId: 'UTC',
    deviceScaleFactor: 2,
  })
  // The app is not built: on a busy machine its first pages take a while.
  context.setDefaultTimeout(120_000)
  const page = await context.newPage()
  // tsx wraps named functions in a call of this, which the browser does not know.
  await context.addInitScript('globalThis.__name = (named) => named')
  await page.goto('/auth')
  await page.getByLabel('Email Address').fill(email)
  const before = await newestMail(mailbox, email)
  await page.getByRole('button', { name: 'Send Code' }).click()
  await page.getByRole('heading', { name: 'Enter Code' }).waitFor()
  await page
    .getByLabel(/code/i)
    .first()
    .fill(await newestCode(mailbox, email, before))
  await page.getByRole('button', { name: 'Verify Code' }).click()
  await page.waitForURL((url) => url.pathname !== '/auth')
  return page
}

async function read(url: string): Promise<string> {
  return (await fetch(url)).text()
}

/** The id of the newest mail to an address. */
async function newestMail(mailbox: string, email: string): Promise<string | undefined> {
  const found = await read(`${mailbox}/api/v1/search?query=${encodeURIComponent(`to:"${email}"`)}`)
  return /"ID":"([^"]+)"/.exec(found)?.[1]
}

/** Waits for a newer mail than the one before, and takes the code from it. */
async function newestCode(mailbox: string, email: string, before: string | undefined): Promise<string> {
  for (let tries = 0; tries < 100; tries += 1) {
    const id = await newestMail(mailbox, email)
    const mail = id && id !== before ? await read(`${mailbox}/api/v1/message/${id}`) : ''
    const code = /<strong>(\d{6})</.exec(mail)?.[1]
    if (code) return code
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  throw new Error(`no code came for ${email}`)
}

/** Adds Walter's message, unless it is there from an earlier run. Its video is replaced by a drawing when it is pictured. */
async function leaveMessage(page: Page): Promise<void> {
  await page.goto('/videos')
  await page.waitForLoadState('networkidle')
  if (await page.getByText(message.title).count()) return
  await page.getByRole('button', { name: 'Add Video' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Title').fill(message.title)
  await dialog.getByLabel('Written transcript').fill(message.transcript)
  // Sending begins with the file, and closes the dialog.
  await dialog.getByLabel('Video file').setInputFiles(sample)
  await dialog.waitFor({ state: 'detached' })
}

await main()
