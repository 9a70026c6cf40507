import * as z from 'zod/mini'
import { toastDone } from '@/browser/toasts'
import { delayedMail, delayOf } from '@/data/delayed-mail'
import { invokeFunction } from '@/data/functions'
import { CodedError, errorCode } from '@/lib/errors'

/** What an emailed code confirms. */
export type CodePurpose = 'email-change-old' | 'email-change-new' | 'account-deletion'

const verdictSchema = z.object({ success: z.boolean() })

/**
 * Sends a 6-digit code to the person's current address or to the new one. A toast says when it takes a few minutes.
 * @throws CodedError `code_cooldown` within 60 seconds of the last code, `code_hourly_cap`, `code_address_cap`,
 * `mail_not_sent`, `new_browser`, `not_current_email`, `same_email`, `current_email_not_verified`
 */
export async function sendCode(email: string, purpose: CodePurpose): Promise<void> {
  const answer = await invokeFunction('send-otp', { email, purpose })
  const delay = delayOf(answer)
  if (delay) toastDone(delayedMail('Your code is on its way', delay))
}

/**
 * Like sendCode, but accepts a code sent within the last minute (perhaps from another window) instead of a new one.
 * @throws what sendCode throws, except `code_cooldown`
 */
export async function sendCodeUnlessSent(email: string, purpose: CodePurpose): Promise<void> {
  await sendCode(email, purpose).catch((error) => {
    if (errorCode(error) !== 'code_cooldown') throw error
  })
}

/**
 * Checks a code of an email change; each code allows five attempts.
 * @throws CodedError `invalid_code` when it is wrong, expired, used, or meant for another purpose; the answer never says which
 */
export async function tryCode(
  email: string,
  code: string,
  purpose: Exclude<CodePurpose, 'account-deletion'>,
): Promise<void> {
  const answer = await invokeFunction('verify-otp', { email, code, purpose })
  if (!verdictSchema.parse(answer).success) throw new CodedError('invalid_code')
}
