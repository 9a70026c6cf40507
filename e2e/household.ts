import type { Page } from 'playwright/test'
import type { Person } from '../tests/people.ts'
import { type Actor, expect, signIn } from './fixtures.ts'
import { signedInUserId } from './plan-rows.ts'

/** Signs a person in on a screen of theirs. @returns the same person, for what is done past the screens */
export async function signInAs(name: string, { page, email }: Actor, path: string): Promise<Person> {
  await page.goto(path)
  await signIn(page, email)
  await expect(page.locator('h1')).toBeVisible()
  // Imported late: it reads the environment, which the global setup fills after the stories have been listed.
  const { person } = await import('../tests/people.ts')
  return person(name, { email })
}

/** Some seconds (fewer than ten) of what a camera sees, recorded and saved on the owner's screen. @returns the file */
export async function recordVideo(page: Page, seconds = 3): Promise<Blob> {
  await page.goto('/videos')
  await page.getByRole('button', { name: 'Add Video' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add Video' })
  await dialog.getByRole('button', { name: 'Start Recording' }).click()
  await expect(dialog.getByRole('timer')).toHaveText(`0:0${seconds}`)
  await dialog.getByRole('button', { name: 'Stop & Save' }).click()
  await expect(page.getByText('Video uploaded')).toBeVisible()
  const { service, succeed } = await import('../tests/people.ts')
  const ownerId = await signedInUserId(page)
  const [row] = await succeed(
    service.from('video_messages').select('storage_path').eq('user_id', ownerId).limit(1),
  )
  const { data, error } = await service.storage.from('videos').download(row?.storage_path ?? '')
  if (error) throw error
  return data
}
