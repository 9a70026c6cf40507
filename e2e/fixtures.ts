import { randomUUID } from 'node:crypto'
import { type Browser, test as base, expect, type Page } from 'playwright/test'

export { expect }

/** A mail as returned by the mailbox (Mailpit's JSON). */
export interface Mail {
  ID: string
  Subject: string
  Text: string
  HTML: string
}

/** The value of an environment variable, set by the global setup or by the person who runs the tests. */
export function env(name: string): string {
  const value = process.env[name]
  if (!value) throw new Error(`${name} is not set`)
  return value
}

/** A new, unused email address. */
export function newEmail(name: string): string {
  return `${name.toLowerCase()}.${randomUUID().slice(0, 8)}@example.com`
}

async function mailsTo(email: string): Promise<{ ID: string; Subject: string }[]> {
  const query = encodeURIComponent(`to:"${email}"`)
  const response = await fetch(`${env('MAILBOX_URL')}/api/v1/search?query=${query}`)
  const { messages } = (await response.json()) as { messages: { ID: string; Subject: string }[] }
  return messages
}

/** Waits for mail to an address with a matching subject. @returns the newest one */
export async function mailTo(email: string, subject: RegExp): Promise<Mail> {
  const find = async () => (await mailsTo(email)).find((mail) => subject.test(mail.Subject))
  await expect
    .poll(async () => Boolean(await find()), { message: `a mail ${subject} to ${email}` })
    .toBe(true)
  const found = await find()
  const response = await fetch(`${env('MAILBOX_URL')}/api/v1/message/${found?.ID}`)
  return (await response.json()) as Mail
}

/** The number of mails to an address with a matching subject. */
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

/** Runs once the job that is otherwise run every minute: sends the waiting mails. */
export async function runHousekeeping(): Promise<void> {
  const response = await fetch(`${env('SUPABASE_URL')}/functions/v1/housekeeping`, {
    method: 'POST',
    headers: { apikey: env('SUPABASE_SECRET_KEY') },
  })
  expect(response.status, await response.text()).toBe(200)
}

/** The test helpers for people, some of which use SQL. Skips the test on a stack without SQL access. */
export async function peopleWithSql() {
  // Imported late: it reads the environment, which the global setup fills after the tests have been listed.
  const people = await import('../tests/support/people.ts')
  test.skip(!people.hasSql, 'needs SQL as postgres')
  return people
}

/** Runs SQL as the role postgres, to move timestamps. */
export async function moveClock(text: string, params: unknown[]): Promise<void> {
  const { asAdministrator } = await peopleWithSql()
  await asAdministrator(text, params)
}

/** Requests a code on the sign-in page, from whichever page led there, and stops at the second step. */
export async function askForCode(page: Page, email: string): Promise<void> {
  await page.getByLabel(/email/i).fill(email)
  await page.getByRole('button', { name: 'Send Code' }).click()
  await expect(page.getByRole('heading', { name: 'Enter Code' })).toBeVisible()
}

/** Enters a code and submits it. */
export async function enterCode(page: Page, code: string): Promise<void> {
  await page.getByRole('textbox', { name: /code/i }).fill(code)
  await page.getByRole('button', { name: 'Verify Code' }).click()
}

/** Signs in with the code from the mailbox, starting from a page that asks for sign-in. */
export async function signIn(page: Page, email: string): Promise<void> {
  await askForCode(page, email)
  await enterCode(page, await codeFor(email))
  await expect(page.getByRole('heading', { name: 'Enter Code' })).toBeHidden()
}

/** One person in a test, with a browser of their own. */
export interface Actor {
  name: string
  email: string
  page: Page
}

interface Fixtures {
  /** Adds a person to the test: a new address and a new browser, not signed in. */
  enter: (name: string) => Promise<Actor>
}

export const test = base.extend<Fixtures>({
  enter: async ({ browser }: { browser: Browser }, use) => {
    const contexts: Awaited<ReturnType<Browser['newContext']>>[] = []
    const problems: string[] = []
    await use(async (name) => {
      const context = await browser.newContext({
        baseURL: env('APP_URL'),
        locale: 'en-US',
        // A color that is still changing would be read on its way.
        reducedMotion: 'reduce',
      })
      contexts.push(context)
      // A script that tries what the policy refuses and catches the error, as libraries do with `new Function`, is
      // reported to the page alone, and to the developer tools as an issue.
      await context.addInitScript(() =>
        addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sourceFile }) =>
          console.error(`Content Security Policy: ${violatedDirective} ${blockedURI} ${sourceFile}`),
        ),
      )
      // Chromium reports what it refuses because of our headers, or of the policy in the page, to the console alone.
      context.on('console', (message) => {
        if (/content security policy|permissions policy/i.test(message.text()))
          problems.push(`${name}: ${message.text()}`)
      })
      const page = await context.newPage()
      page.on('pageerror', (error) => problems.push(`${name}: ${error.message}`))
      return { name, email: newEmail(name), page }
    })
    for (const context of contexts) await context.close()
    expect(problems, 'errors on the pages').toEqual([])
  },
})
