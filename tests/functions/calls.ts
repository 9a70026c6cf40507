// How the tests call functions and read the mail they send.
import { expect } from 'vitest'
import type { Person } from '../people.ts'

const env = (name: string) => process.env[name] ?? ''

export const publishableKey = env('SUPABASE_PUBLISHABLE_KEY')
export const secretKey = env('SUPABASE_SECRET_KEY')
export const appOrigin = new URL(env('APP_URL') || 'http://127.0.0.1:5173').origin

/** Whether the functions' mail lands in a mailbox that can also play a provider that is down. */
export const hasMailbox = Boolean(env('MAILBOX_URL')) && (await failMails(0).catch(() => false))
export const needsMailbox = hasMailbox ? '' : ' (needs the mailbox of the embedded stack)'

/** Makes the mail provider refuse the next mails to an address; without one, whichever come: only on a stack of one's own. */
export async function failMails(times: number, to?: string): Promise<boolean> {
  const response = await fetch(`${env('MAILBOX_URL')}/api/fail`, {
    method: 'POST',
    body: JSON.stringify({ times, to }),
  })
  return response.ok
}

/** Calls a function, with POST unless told otherwise. */
export function call(name: string, init: RequestInit = {}): Promise<Response> {
  return fetch(`${env('SUPABASE_URL')}/functions/v1/${name}`, { method: 'POST', ...init })
}

/** The access token of a signed-in person. */
export async function tokenOf(someone: Person): Promise<string> {
  const { data } = await someone.client.auth.getSession()
  return data.session?.access_token ?? ''
}

/** The function must answer with this status and this code. */
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

/** The mails of Heartwood's functions to an address, oldest first; sign-in codes left out. */
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
