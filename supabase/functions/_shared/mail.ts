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

export interface MailFailure {
  /** What went wrong, without quoting the mail. */
  reason: string
  /** Set when the provider took nothing because of its limits, and asks to wait this long. At least 1. */
  retryAfterSeconds?: number
}

/** Sends one mail. Returns what went wrong, or null. Never throws. */
export type SendMail = (mail: OutgoingMail) => Promise<MailFailure | null>

const refusal = z.object({ name: z.string().max(80) })
const timeoutMilliseconds = 10_000
/** How long to wait when the provider does not say: its limit by the second, or the quota of a day or a month. */
const defaultWaitSeconds = { rate: 1, quota: 600 }

/**
 * @returns a sender that uses Resend's HTTP API, because hosted Supabase blocks the SMTP ports. One mail a request, not
 *   Resend's batches of 100: a batch has one idempotency key, so after a lost answer the same 100 mails would have to go
 *   out together again, or some of them would be delivered twice
 */
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
      const reason = `provider answered ${response.status} ${name}`
      return response.status === 429
        ? { reason, retryAfterSeconds: waitSeconds(response.headers.get('retry-after'), name) }
        : { reason }
    } catch (error) {
      return { reason: `provider not reached: ${nameOf(error)}` }
    }
  }
}

function waitSeconds(retryAfter: string | null, name: string): number {
  const seconds = Math.ceil(Number(retryAfter ?? Number.NaN))
  if (seconds > 0) return Math.min(seconds, defaultWaitSeconds.quota)
  return name.includes('quota') ? defaultWaitSeconds.quota : defaultWaitSeconds.rate
}
