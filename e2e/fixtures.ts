import { randomUUID } from 'node:crypto'
import { type Browser, test as base, expect, type Page } from 'playwright/test'

export { expect }

/** A mail as the mailbox has it (Mailpit's JSON). */
export interface Mail {
  ID: string
  Subject: string
  Text: string
  HTML: string
}

/** The value of a variable that the global setup, or the person who runs the tests, has set. */
export function env(name: string): string {
  const value = process.env[name]
  if (!value) throw new Error(`${name} is not set`)
  return value
}

/** A new address that nobody has. */
export function newEmail(name: string): string {
  return `${name.toLowerCase()}.${randomUUID().slice(0, 8)}@example.com`
}

async function mailsTo(email: string): Promise<{ ID: string; Subject: string }[]> {
  const query = encodeURIComponent(`to:"${email}"`)
  const response = await fetch(`${env('MAILBOX_URL')}/api/v1/search?query=${query}`)
  const { messages } = (await response.json()) as { messages: { ID: string; Subject: string }[] }
  return messages
}

/** The newest mail to an address with such a subject; waits until there is one. */
export async function mailTo(email: string, subject: RegExp): Promise<Mail> {
  const find = async () => (await mailsTo(email)).find((mail) => subject.test(mail.Subject))
  await expect
    .poll(async () => Boolean(await find()), { message: `a mail ${subject} to ${email}` })
    .toBe(true)
  const found = await find()
  const response = await fetch(`${env('MAILBOX_URL')}/api/v1/message/${found?.ID}`)
  return (await response.json()) as Mail
}

/** How many mails with such a subject an address has. */
export async function countMails(email: string, subject: RegExp): Promise<number> {
  return (await mailsTo(email)).filter((mail) => subject.test(mail.Subject)).length
}

/** The 6-digit code in the newest sign-in mail to an address. */
export async function codeFor(email: string): Promise<string> {
  const mail = await mailTo(email, /sign-in code/i)
  const code = /\b\d{6}\b/.exec(mail.Text)?.[0]
  if (!code) throw new Error(`no code in the mail to ${email}`)
  return code
}

/** Does once what happens every minute: sends the mails that wait. */
export async function runHousekeeping(): Promise<void> {
  const response = await fetch(`${env('SUPABASE_URL')}/functions/v1/housekeeping`, {
    method: 'POST',
    headers: { apikey: env('SUPABASE_SECRET_KEY') },
  })
  expect(response.status, await response.text()).toBe(200)
}

/** The people of the tests, some of whom act by SQL. Skips the test on a stack that offers no way to. */
export async function peopleWithSql() {
  // Imported late: it reads the environment, which the global setup fills after the stories have been listed.
  const people = await import('../tests/people.ts')
  test.skip(!people.hasSql, 'needs SQL as postgres')
  return people
}

/** Runs SQL as the role postgres, to move the clock. */
export async function moveClock(text: string, params: unknown[]): Promise<void> {
  const { asAdministrator } = await peopleWithSql()
  await asAdministrator(text, params)
}

/** Asks for a code on the sign-in page, wherever that was reached from, and stops at the second step. */
export async function askForCode(page: Page, email: string): Promise<void> {
  await page.getByLabel(/email/i).fill(email)
  await page.getByRole('button', { name: 'Send Code' }).click()
  await expect(page.getByRole('heading', { name: 'Enter Code' })).toBeVisible()
}

/** Types a code and sends it. */
export async function enterCode(page: Page, code: string): Promise<void> {
  await page.getByRole('textbox', { name: /code/i }).fill(code)
  await page.getByRole('button', { name: 'Verify Code' }).click()
}

/** Signs in with the code from the mailbox, starting from a page that asks for it. */
export async function signIn(page: Page, email: string): Promise<void> {
  await askForCode(page, email)
  await enterCode(page, await codeFor(email))
  await expect(page.getByRole('heading', { name: 'Enter Code' })).toBeHidden()
}

/** One person of a story, with a browser of their own. */
export interface Actor {
  name: string
  email: string
  page: Page
}

interface Fixtures {
  /** Brings a person onto the stage: a new address, a new browser, nobody signed in. */
  enter: (name: string) => Promise<Actor>
}

export const test = base.extend<Fixtures>({
  enter: async ({ browser }: { browser: Browser }, use) => {
    const contexts: Awaited<ReturnType<Browser['newContext']>>[] = []
    const problems: string[] = []
    await use(async (name) => {
      const context = await browser.newContext({ baseURL: env('APP_URL'), locale: 'en-US' })
      contexts.push(context)
      const page = await context.newPage()
      page.on('pageerror', (error) => problems.push(`${name}: ${error.message}`))
      return { name, email: newEmail(name), page }
    })
    for (const context of contexts) await context.close()
    expect(problems, 'errors on the pages').toEqual([])
  },
})
