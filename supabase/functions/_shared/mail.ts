import { z } from 'zod'
import type { Env } from './env.ts'
import { nameOf } from './log.ts'

/** What a mail says. The text part alone must be enough for the reader to act. */
export interface MailContent {
  subject: string
  text: string
  html: string
}

export interface OutgoingMail extends MailContent {
  to: string
  /** Requests with the same key within 24 hours deliver one mail. */
  idempotencyKey: string
}

/** Sends one mail. Returns what went wrong without quoting the mail, or null. Never throws. */
type SendMail = (mail: OutgoingMail) => Promise<string | null>

const refusal = z.object({ name: z.string().max(80) })
const timeoutMilliseconds = 10_000

/** @returns a sender that uses Resend's HTTP API, because hosted Supabase blocks the SMTP ports */
export function createSendMail(
  env: Pick<Env, 'RESEND_API_KEY' | 'RESEND_BASE_URL' | 'MAIL_FROM' | 'SUPPORT_EMAIL'>,
  fetchUrl: typeof fetch = fetch,
): SendMail {
  const url = new URL('/emails', env.RESEND_BASE_URL)
  return async ({ to, subject, text, html, idempotencyKey }) => {
    try {
      const response = await fetchUrl(url, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${env.RESEND_API_KEY}`,
          'content-type': 'application/json',
          'idempotency-key': idempotencyKey,
        },
        body: JSON.stringify({
          from: env.MAIL_FROM,
          to: [to],
          reply_to: env.SUPPORT_EMAIL,
          subject,
          text,
          html,
        }),
        signal: AbortSignal.timeout(timeoutMilliseconds),
      })
      if (response.ok) {
        await response.body?.cancel()
        return null
      }
      const answer = refusal.safeParse(await response.json().catch(() => null))
      const name = answer.success ? answer.data.name : 'unknown'
      // An earlier version of the functions sent this mail with other words, so it must not be sent again.
      if (response.status === 409 && name === 'invalid_idempotent_request') return null
      return `provider answered ${response.status} ${name}`
    } catch (error) {
      return `provider not reached: ${nameOf(error)}`
    }
  }
}
