import * as z from 'zod/mini'
import { supabase } from '@/data/client'
import { invokeFunction } from '@/data/functions'
import { CodedError, errorCode } from '@/lib/errors'

/**
 * Sends a 6-digit sign-in code to an address. The answer never reveals whether the address has an account.
 * @param captchaToken proves that a person asks, where Auth requires it
 * @throws AuthError `over_email_send_rate_limit` within 60 seconds of the last code, `captcha_failed` when the token was
 *   not accepted; CodedError `sign_in_mails_used_up` when the project has sent all that it may in an hour
 */
export async function requestCode(email: string, captchaToken?: string): Promise<void> {
  const { error } = await supabase.auth.signInWithOtp({
    email,
    options: { shouldCreateUser: true, ...(captchaToken === undefined ? {} : { captchaToken }) },
  })
  if (!error) return
  // Auth leaves no trace of a code that it could not send, and the operator has to learn of it.
  if ((error.status ?? 0) >= 500) invokeFunction('report-unsent-code', { email }).catch(() => {})
  // Auth has one code for two limits, and only its message tells them apart: that of the person names the seconds.
  const isOfProject =
    errorCode(error) === 'over_email_send_rate_limit' && /rate limit exceeded/i.test(error.message)
  throw isOfProject ? new CodedError('sign_in_mails_used_up') : error
}

const signedInSchema = z.object({ refreshToken: z.string(), browser: z.string() })

/**
 * Signs in with the code from the mail. A function tries the code, because Auth does not count wrong codes by address.
 * @throws `invalid_code` when the code is wrong, used or older than 10 minutes, HW059 after five tries, HW058 after many wrong codes for this address
 */
export async function verifyCode(email: string, code: string): Promise<void> {
  const answer = await invokeFunction('sign-in', { email, code, browser: readBrowserToken() })
  const { refreshToken, browser } = signedInSchema.parse(answer)
  keepBrowserToken(browser)
  const { error } = await supabase.auth.refreshSession({ refresh_token: refreshToken })
  if (error) throw error
}

const KEY = 'heartwood.browser'

/**
 * What the first sign-in in this browser gave to it, for every account. With it, wrong codes that others type for the
 * address do not count here, and the browser is not a new one. Stays after signing out, tells nothing about the person and
 * opens nothing.
 */
function readBrowserToken(): string | undefined {
  try {
    return localStorage.getItem(KEY) ?? undefined
  } catch {
    // A browser without storage is a new one each time.
    return undefined
  }
}

/** Keeps it for the next sign-in, of whichever account. */
function keepBrowserToken(token: string): void {
  try {
    localStorage.setItem(KEY, token)
  } catch {
    // See above.
  }
}
