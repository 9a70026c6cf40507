import { gzipSync } from 'node:zlib'
import { expect, test } from './fixtures.ts'

const pages = [
  '/',
  '/pricing',
  '/terms',
  '/privacy',
  '/privacy/health',
  '/security',
  '/accessibility',
  '/contact',
]

test('each public page can be read and left without the app, and needs at most 3 kB of script', async ({
  enter,
}) => {
  const { page } = await enter('Margaret')
  const descriptions = new Set<string | undefined>()
  for (const path of pages) {
    const answer = await page.request.get(path)
    const html = await answer.text()
    const scripts = [...html.matchAll(/<script\b[^>]*>/g)].map(([tag]) => tag)
    // One of a few lines for the first paint, and one file.
    expect([path, scripts.length]).toEqual([path, 2])
    const inline = /<script>([^<]*)<\/script>/.exec(html)?.[1] ?? ''
    const source = /\ssrc="([^"]+)"/.exec(scripts[1] ?? '')?.[1] ?? ''
    const script = await (await page.request.get(source)).text()
    expect(gzipSync(inline + script).length).toBeLessThan(3000)
    const title = /<title>([^<]{4,80} · Heartwood)<\/title>/.exec(html)?.[1] ?? 'no title'
    const about = (name: string) => new RegExp(`"${name}"\\s+content="([^"]+)"`).exec(html)?.[1]
    if (path !== '/') expect(about('og:title')).toBe(title)
    expect(about('og:description')).toBe(about('description'))
    descriptions.add(about('description'))
    expect(html.match(/<h1\b/g)).toHaveLength(1)
    for (const other of ['terms', 'privacy', 'privacy/health', 'security', 'accessibility', 'contact'])
      expect(html).toContain(`href="/${other}"`)
  }
  expect(descriptions.size).toBe(pages.length)
})

test('a visitor gets from the landing page to a public page and to sign-in', async ({ enter }) => {
  const { page } = await enter('Margaret')
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/')
  const picture = page.getByRole('img', { name: /^The first page of a printed plan/ })
  expect(await picture.boundingBox(), 'as wide as the phone').toMatchObject({ x: 0, width: 390 })
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.getByText('Is this a will?').click()
  await expect(page.getByText('No, and it doesn’t replace one.')).toBeVisible()
  await page.getByRole('link', { name: 'Privacy', exact: true }).click()
  await expect(page).toHaveTitle('Privacy · Heartwood')
  await page.getByRole('link', { name: 'Start Free Trial' }).click()
  await expect(page.getByRole('heading', { name: 'Sign In or Sign Up' })).toBeVisible()
})

test('someone who is signed in is led back into the app, and no one else is', async ({ enter }) => {
  const { page } = await enter('Margaret')
  await page.goto('/terms')
  await expect(page.getByRole('link', { name: 'Sign In' })).toHaveCount(2)
  await page.evaluate(() => localStorage.setItem('sb-project-auth-token', '{}'))
  await page.reload()
  await expect(page.getByRole('link', { name: 'Sign In' })).toHaveCount(0)
  for (const link of await page.getByRole('link', { name: 'Open Heartwood' }).all())
    await expect(link).toHaveAttribute('href', '/auth')
})

test('an address without a page gets a plain page that says so, without the app', async ({ enter }) => {
  const { page } = await enter('Margaret')
  const scripts: string[] = []
  page.on('request', (request) => request.resourceType() === 'script' && scripts.push(request.url()))
  await page.goto('/no/such/page')
  await expect(page.getByRole('heading', { level: 1, name: 'Oops! Page not found' })).toBeVisible()
  await expect(page).toHaveTitle('Oops! Page not found · Heartwood')
  await expect(page.getByRole('main').getByRole('link', { name: 'Return to home' })).toHaveAttribute(
    'href',
    '/',
  )
  expect(scripts).toEqual([expect.stringMatching(/\/assets\/public-page/)])
})

test('an address of the app is recognized in capitals and with a slash at its end', async ({ enter }) => {
  const { page } = await enter('Margaret')
  await page.goto('/Auth/')
  await expect(page.getByRole('heading', { name: 'Sign In or Sign Up' })).toBeVisible()
})

test('the app draws a public page when a host answers its address with another file', async ({ enter }) => {
  const { page } = await enter('Margaret')
  const landing = await (await page.request.get('/')).text()
  await page.route('**/contact', (route) => route.fulfill({ body: landing, contentType: 'text/html' }))
  await page.goto('/contact')
  await expect(page.getByRole('heading', { level: 1, name: 'Contact' })).toBeVisible()
})

test('a person who is signed in finds the way back into the app in the header of every width, at the largest text too', async ({
  enter,
}) => {
  const { page } = await enter('Margaret')
  await page.addInitScript(() => {
    localStorage.setItem('sb-project-auth-token', '{}')
  })
  await page.goto('/')
  const header = page.locator('header').first()
  const back = header.getByRole('link', { name: 'Open Heartwood' })
  await page.getByRole('button', { name: 'Text size' }).click()
  const panel = page.getByRole('dialog', { name: 'Make reading easier' })
  await panel.getByLabel('Largest').check()
  await page.keyboard.press('Escape')
  await expect(panel).toBeHidden()
  for (const width of [320, 390, 639, 640, 700, 768, 1440]) {
    await page.setViewportSize({ width, height: 844 })
    const menu = header.getByRole('button', { name: 'Menu' })
    if (!(await back.isVisible())) await menu.click()
    await expect(back).toBeVisible()
    await page.keyboard.press('Escape')
  }
})

test('larger text, stronger contrast and less motion, chosen on a public page, are there before anything is painted elsewhere', async ({
  enter,
}) => {
  const { page } = await enter('Margaret')
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await page.goto('/')
  const start = page.getByRole('link', { name: 'Start Free Trial' }).first()
  await expect(start).not.toHaveCSS('transition-property', 'none')
  await page.getByRole('button', { name: 'Text size' }).click()
  const panel = page.getByRole('dialog', { name: 'Make reading easier' })
  await panel.getByLabel('Largest').check()
  await panel.getByLabel('Stronger').check()
  await panel.getByLabel('As little as possible').check()
  await page.keyboard.press('Escape')
  await expect(panel).toBeHidden()
  await expect(start).toHaveCSS('transition-property', 'none')
  await page.addInitScript(() => {
    new MutationObserver((_, observer) => {
      if (!document.body) return
      observer.disconnect()
      document.documentElement.dataset.atFirst = document.documentElement.dataset.text
    }).observe(document, { childList: true, subtree: true })
  })
  for (const path of ['/terms', '/auth']) {
    await page.goto(path)
    const html = page.locator('html')
    await expect(html).toHaveAttribute('data-at-first', 'largest')
    await expect(html).toHaveAttribute('data-contrast', 'more')
    expect(await html.evaluate((element) => getComputedStyle(element).fontSize)).toBe('26px')
    await page.getByRole('button', { name: 'Text size' }).click()
    await expect(panel.getByLabel('Largest')).toBeChecked()
  }
})
