// Calls functions and reads the mail that they send.
import { expect } from 'vitest'
import type { Person } from '../support/people.ts'
import { defaultAppUrl } from '../support/test-stack.ts'

/** A variable that names a part of the stack. */
export const env = (name: string) => process.env[name] ?? ''

export const publishableKey = env('SUPABASE_PUBLISHABLE_KEY')
export const secretKey = env('SUPABASE_SECRET_KEY')
export const appOrigin = new URL(env('APP_URL') || defaultAppUrl).origin

/** Whether the functions send to the mailbox of the embedded stack, which can also refuse mail like a provider that is down. */
export const hasMailbox = Boolean(env('MAILBOX_URL')) && (await failMails(0).catch(() => false))
export const needsMailbox = hasMailbox ? '' : ' (needs the mailbox of the embedded stack)'

/**
 * Makes the mail provider refuse the next mails to an address. Without an address it refuses the next mails to anyone, so
 * only a test with a stack of its own may leave it out.
 */
export async function failMails(times: number, to?: string): Promise<boolean> {
  const response = await fetch(`${env('MAILBOX_URL')}/api/fail`, {
    method: 'POST',
    body: JSON.stringify({ times, to }),
  })
  return response.ok
}

/** Calls a function, by default with POST. */
export function call(name: string, init: RequestInit = {}): Promise<Response> {
  return fetch(`${env('SUPABASE_URL')}/functions/v1/${name}`, { method: 'POST', ...init })
}

/** What one run of housekeeping did. */
interface HousekeepingCounts {
  mailsSent: number
  mailsFailed: number
  membershipsCancelled: number
  cancellationsFailed: number
  filesRemoved: number
  filesFailed: number
}

/** Runs housekeeping as the project's timer does, and expects every stage to run. */
export async function runHousekeeping(): Promise<HousekeepingCounts> {
  const response = await call('housekeeping', { headers: { apikey: secretKey } })
  expect(response.status).toBe(200)
  return response.json()
}

/** The access token of a signed-in person. */
export async function tokenOf(someone: Person): Promise<string> {
  const { data } = await someone.client.auth.getSession()
  return data.session?.access_token ?? ''
}

/** Expects an error answer with this status and code. */
export async function answers(response: Response, status: number, code: string): Promise<void> {
  const body = await response.json()
  expect([response.status, body]).toEqual([status, { error: { code, message: expect.any(String) } }])
}

export interface ReceivedMail {
  ID: string
  From: { Name: string; Address: string }
  To: { Name: string; Address: string }[]
  Subject: string
  Text: string
  HTML: string
}

/** The mails of the functions to an address, oldest first; without the sign-in codes that Auth sends. */
export async function mailsTo(email: string): Promise<ReceivedMail[]> {
  const query = encodeURIComponent(`to:"${email}"`)
  const found = await fetch(`${env('MAILBOX_URL')}/api/v1/search?query=${query}`)
  const { messages } = (await found.json()) as { messages: ReceivedMail[] }
  const mails = messages
    .filter(({ Subject }) => !/sign-in code/.test(Subject))
    .map(async ({ ID }) => {
      const message = await fetch(`${env('MAILBOX_URL')}/api/v1/message/${ID}`)
      return (await message.json()) as ReceivedMail
    })
  return (await Promise.all(mails)).reverse()
}
