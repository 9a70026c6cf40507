import { z } from 'zod'
import { invokeFunction } from '@/data/functions'
import { errorCode } from '@/lib/errors'

/** What a code from a mail is asked for. */
export type CodePurpose = 'email-change-old' | 'email-change-new' | 'account-deletion'

const verdictSchema = z.object({ success: z.boolean() })

/** Wrong, expired, used, or sent for something else: nobody is told which. */
class InvalidCodeError extends Error {
  override name = 'InvalidCodeError'
  code = 'invalid_code'
}

/**
 * Mails a 6-digit code, to the person's own address or to the one they want.
 * @throws FunctionError `code_cooldown` within 60 seconds of the last code, `code_hourly_cap`, `code_address_cap`,
 * `mail_not_sent`, `not_current_email`, `same_email`, `current_email_not_verified`
 */
export async function sendCode(email: string, purpose: CodePurpose): Promise<void> {
  await invokeFunction('send-otp', { email, purpose })
}

/**
 * As sendCode, but a code that was sent within the last minute, in another window perhaps, does as well.
 * @throws what sendCode throws, except `code_cooldown`
 */
export async function sendCodeUnlessSent(email: string, purpose: CodePurpose): Promise<void> {
  await sendCode(email, purpose).catch((error) => {
    if (errorCode(error) !== 'code_cooldown') throw error
  })
}

/**
 * Tries a code of an e-mail change; it has five tries.
 * @throws InvalidCodeError when it is not right
 */
export async function tryCode(
  email: string,
  code: string,
  purpose: Exclude<CodePurpose, 'account-deletion'>,
): Promise<void> {
  const answer = await invokeFunction('verify-otp', { email, code, purpose })
  if (!verdictSchema.parse(answer).success) throw new InvalidCodeError()
}
