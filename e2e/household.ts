import type { Person } from '../tests/people.ts'
import { type Actor, expect, signIn } from './fixtures.ts'

/** Signs a person in on a screen of theirs. @returns the same person, for what is done past the screens */
export async function signInAs(name: string, { page, email }: Actor, path: string): Promise<Person> {
  await page.goto(path)
  await signIn(page, email)
  await expect(page.locator('h1')).toBeVisible()
  // Imported late: it reads the environment, which the global setup fills after the stories have been listed.
  const { person } = await import('../tests/people.ts')
  return person(name, { email })
}
