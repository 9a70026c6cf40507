import type { Page } from 'playwright/test'
import type { Person } from '../tests/support/people.ts'
import { type Actor, env, expect } from './fixtures.ts'
import { signedInUserId } from './plan-rows.ts'

/**
 * Opens a screen for a person whose browser already has a session. Tests of signing in enter the code instead
 * (`signIn`). @returns the same person with a separate session, for requests made directly to the API
 */
export async function signInAs(
  name: string,
  { page, email }: Pick<Actor, 'page' | 'email'>,
  path: string,
): Promise<Person> {
  // Imported late: it reads the environment, which the global setup fills after the tests have been listed.
  const { person, signInAgain } = await import('../tests/support/people.ts')
  const someone = await person(name, { email })
  await keepSession(page, await signInAgain(someone))
  await page.goto(path)
  await expect(page.locator('h1')).toBeVisible()
  return someone
}

/** Gives a browser the session of a person, as it has it after they entered a code. */
export async function keepSession(page: Page, { client }: Pick<Person, 'client'>): Promise<void> {
  const { data } = await client.auth.getSession()
  // A file of the app's origin that runs no script.
  await page.goto('/robots.txt')
  const kept = {
    [sessionKey()]: JSON.stringify(data.session),
    // Past their first visit, which has a story of its own.
    [`heartwood.first-visit.${data.session?.user.id}`]: '"over"',
  }
  await page.evaluate((items) => {
    for (const [key, value] of Object.entries(items)) localStorage.setItem(key, value)
  }, kept)
}

/** Opens what a reader of an open plan finds behind one button: what they are to its owner, its state, and their tools. */
export async function openAbout(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'About this plan', expanded: false }).click()
}

/** Loads a memorial's page again without a connection, once the worker that keeps the app's files answers for it. */
export async function loseConnection(page: Page): Promise<void> {
  const isKept = () =>
    page.evaluate(
      async () =>
        (await caches.match('/app.html')) !== undefined && navigator.serviceWorker.controller !== null,
    )
  await expect.poll(isKept).toBe(true)
  await page.context().setOffline(true)
  await page.reload()
  await expect(page.getByText(/^This is the list as it was on /)).toBeVisible()
}

/** The localStorage key of the app's session. */
export function sessionKey(): string {
  return `sb-${new URL(env('SUPABASE_URL')).hostname.split('.')[0]}-auth-token`
}

/** Records and saves a video of a few seconds (fewer than ten) on the owner's screen. @returns the stored file */
export async function recordVideo(page: Page, seconds = 3): Promise<Blob> {
  await page.goto('/videos')
  await page.getByRole('button', { name: 'Add Video' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add Video' })
  await dialog.getByRole('button', { name: 'Start Recording' }).click()
  await expect(dialog.getByRole('timer')).toHaveText(`0:0${seconds}`)
  await dialog.getByRole('button', { name: 'Stop & Save' }).click()
  await expect(page.getByText('Video uploaded')).toBeVisible()
  const { service, succeed } = await import('../tests/support/people.ts')
  const ownerId = await signedInUserId(page)
  const [row] = await succeed(
    service.from('video_messages').select('storage_path').eq('user_id', ownerId).limit(1),
  )
  const { data, error } = await service.storage.from('videos').download(row?.storage_path ?? '')
  if (error) throw error
  return data
}
