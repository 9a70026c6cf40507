import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { Page } from 'playwright/test'
import { problemsOfFit, tightWidths } from './fit.ts'
import { expect, mailTo, peopleWithSql, runHousekeeping, signIn, test } from './fixtures.ts'
import { signInAs } from './household.ts'

const axeSource = readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

const publicPages = [
  '/',
  '/pricing',
  '/auth',
  '/terms',
  '/privacy',
  '/privacy/health',
  '/security',
  '/accessibility',
  '/contact',
  '/card',
  '/stop-card#token',
  '/service#no-guest',
  '/no/such/page',
]
const signedInPages = [
  '/dashboard',
  '/funeral',
  '/funeral/edit?step=1',
  '/funeral/edit?step=2',
  '/funeral/edit?step=3',
  '/funeral/edit?step=4',
  '/beneficiaries',
  '/contacts',
  '/videos',
  '/videos?add',
  '/portrait',
  '/insurance',
  '/accounts',
  '/documents',
  '/health-and-care',
  '/health-and-care/sheet',
  '/music',
  '/invites',
  '/invites?confirm-address',
  '/billing',
  '/profile',
  '/who-can-see-my-plan',
  '/settings',
  '/print',
  '/first-days',
  '/print/card',
  '/memorial/00000000-0000-4000-8000-000000000000',
  '/memorial/00000000-0000-4000-8000-000000000000/history',
  '/memorial/00000000-0000-4000-8000-000000000000/service',
  '/history',
  '/beneficiaries/1/preview',
  '/memorial/00000000-0000-4000-8000-000000000000/print',
  '/beneficiaries/practice',
  '/practice/00000000-0000-4000-8000-000000000000',
  '/legacy/00000000-0000-4000-8000-000000000000',
]

/**
 * The axe violations on the current page, as text.
 * @param rules the rules to check; all of them when left out
 */
async function violations(page: Page, rules?: string[]): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(await axeSource)
  return page.evaluate(async (runOnly) => {
    // What was just pressed is still fading in, and would count as pale text.
    for (const animation of document.getAnimations()) animation.finish()
    const { axe } = window as unknown as {
      axe: {
        run(options: { runOnly?: string[]; resultTypes: ['violations'] }): Promise<{
          violations: { id: string; nodes: { html: string }[] }[]
        }>
      }
    }
    const found = await axe.run({ ...(runOnly ? { runOnly } : {}), resultTypes: ['violations'] })
    return found.violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`)
  }, rules)
}

// The rules that read colors: the dark screens have the same elements as the light ones, in other colors.
const colorRules = ['color-contrast', 'link-in-text-block']

/** Waits until nothing is loading and the fonts are ready. */
async function settle(page: Page): Promise<void> {
  await expect(page.locator('h1')).toBeVisible()
  await expect(page.locator('.placeholder-bar')).toHaveCount(0)
  await page.evaluate(() => document.fonts.ready.then(() => undefined))
}

const memorialTabs = [
  'funeral',
  'music',
  'documents',
  'messages',
  'contacts',
  'accounts',
  'first-days',
  'certificate',
]

/** The screens of an open memorial for one designee, with something in each part. */
async function openMemorial(name: string, email: string): Promise<string[]> {
  // Imported late: it reads the environment, which the global setup fills after the tests have been listed.
  const { designateAccepted, household, person, succeed } = await import('../tests/support/people.ts')
  const { owner, row } = await household('open', [])
  const designation = await designateAccepted(owner, await person(name, { email }), 'executor')
  const { client, id } = owner
  await succeed(client.rpc('start_practice', { designation_ids: [designation] }))
  const practice = await succeed(client.from('practices').select('id').eq('owner_id', id).single())
  await succeed(
    client
      .from('video_messages')
      .update({ transcript: 'Water the roses.\n'.repeat(40) })
      .eq('user_id', id)
      .select(),
  )
  await succeed(
    client
      .from('funeral_plan')
      .update({
        music_playlist_provider: 'Spotify',
        music_playlist_ref: 'https://open.spotify.com/playlist/1',
      })
      .eq('user_id', id)
      .select(),
  )
  return [
    ...memorialTabs.map((tab) => `/memorial/${id}?tab=${tab}`),
    `/memorial/${id}/letter/insurance_policies:${row.insurance}`,
    `/memorial/${id}/history`,
    `/legacy/${id}`,
    `/practice/${practice.id}`,
    '/invites',
  ]
}

/** A service with guests, as its executor arranges it, and as a guest answers. */
async function screensOfAService(name: string, email: string): Promise<string[]> {
  const { decide, designateAccepted, household, person, submitCertificate } = await peopleWithSql()
  const { arrange, invite } = await import('../tests/support/services.ts')
  const { owner } = await household('hidden', [])
  const executor = await person(name, { email })
  await designateAccepted(owner, executor, 'executor')
  await submitCertificate(executor, owner)
  await decide(owner, 'approved')
  await arrange(executor, owner, {
    livestream_url: `https://example.com/${'x'.repeat(80)}`,
    note: 'Bring a song.',
  })
  const [guest = ''] = await invite(executor, owner, ['Gus', 'Rita'])
  await runHousekeeping()
  const { Text } = await mailTo(guest, /invited to a service/)
  const link = /https?:\S+\/service#\S+/.exec(Text)?.[0] ?? 'no link'
  return [`/memorial/${owner.id}/service`, link.slice(new URL(link).origin.length)]
}

/** The screens of an owner with a designee who accepted. */
async function screensAboutAPerson(name: string, email: string): Promise<string[]> {
  const { designateAccepted, person, succeed } = await import('../tests/support/people.ts')
  const [owner, executor] = [await person(name, { email }), await person('Anna')]
  const id = await designateAccepted(owner, executor, 'executor')
  await succeed(owner.client.rpc('start_practice', { designation_ids: [id] }))
  return [
    '/beneficiaries',
    `/beneficiaries/${id}/preview`,
    `/beneficiaries/${id}/preview?when=after_release`,
    '/beneficiaries/practice',
    '/history',
  ]
}

/** The screens of an owner whose payment failed: the premium gate, the banner, and the way to fix the payment. */
async function screensAfterAFailedPayment(email: string): Promise<string[]> {
  const { person, service, succeed } = await import('../tests/support/people.ts')
  const { id } = await person('Margaret', { email })
  const failed = { plan: 'monthly', status: 'unpaid', current_period_end: '2026-01-31T12:00:00Z' } as const
  await succeed(
    service
      .from('subscriptions')
      .upsert({ user_id: id, ...failed })
      .select(),
  )
  return ['/dashboard', '/contacts', '/settings', '/billing', '/billing?checkout=success', '/pricing']
}

/** Looks at screens at the width of a small phone, in light and dark, and with large text. @returns what is wrong, as text */
async function problemsOf(
  page: Page,
  paths: string[],
  look: (path: string) => Promise<void> = async () => {},
) {
  const problems: string[] = []
  for (const path of paths) {
    await page.goto(path)
    await settle(page)
    await look(path)
    problems.push(...(await problemsOfFit(page, tightWidths)).map((problem) => `${path}, ${problem}`))
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      const found = await violations(page, colorScheme === 'dark' ? colorRules : undefined)
      problems.push(...found.map((problem) => `${path}, ${colorScheme}: ${problem}`))
    }
  }
  return problems
}

/**
 * Forced colors paint every border, a transparent one too: links that have one would stand in brackets.
 * @returns the links of the navigation with a line, but for the one of the page itself, which must have one
 */
async function linesInForcedColors(page: Page): Promise<string[]> {
  await page.setViewportSize({ width: 1440, height: 800 })
  await page.emulateMedia({ forcedColors: 'active' })
  await page.goto('/contacts')
  await settle(page)
  const lines = await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link')
    .evaluateAll((links) =>
      links.flatMap((link) => {
        const { borderStyle, borderWidth, outlineStyle } = getComputedStyle(link)
        const hasLine = outlineStyle !== 'none' || (borderStyle !== 'none' && borderWidth !== '0px')
        return hasLine === (link.getAttribute('aria-current') === 'page') ? [] : link.textContent
      }),
    )
  await page.emulateMedia({ forcedColors: 'none' })
  return lines.map((link) => `forced colors: ${link}`)
}

test('public screens and those of an owner pass axe in light and dark, and fit 320 px', async ({ enter }) => {
  test.slow()
  const { page, email } = await enter('Margaret')
  await page.setViewportSize({ width: 320, height: 800 })
  const problems = await problemsOf(page, publicPages)
  await page.goto('/auth')
  await signIn(page, email)
  await expect(page).toHaveURL(/\/dashboard$/)
  problems.push(...(await problemsOf(page, signedInPages)))
  problems.push(...(await linesInForcedColors(page)))
  expect(problems).toEqual([])
})

test('screens with a plan, people and a failed payment pass axe in light and dark, and fit 320 px', async ({
  enter,
}) => {
  test.slow()
  const actor = await enter('Margaret')
  const { page, email } = actor
  await page.setViewportSize({ width: 320, height: 800 })
  await signInAs('Margaret', actor, '/dashboard')
  const paths = [
    ...(await openMemorial('Margaret', email)),
    ...(await screensAboutAPerson('Margaret', email)),
    ...(await screensOfAService('Margaret', email)),
  ]
  const refused = page.getByText(/^Access Denied|^You need to accept|isn’t on your list$/)
  const problems = await problemsOf(page, paths, () => expect(refused).toHaveCount(0))
  problems.push(...(await problemsOf(page, await screensAfterAFailedPayment(email))))
  expect(problems).toEqual([])
})
