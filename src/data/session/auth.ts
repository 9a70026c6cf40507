import * as z from 'zod/mini'
import { supabase } from '@/data/client'
import { invokeFunction } from '@/data/functions'
import { CodedError, errorCode } from '@/lib/errors'
import { keepBrowserToken, readBrowserToken } from './browser-token'
import { leave, setReturnTarget } from './session'

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
  // Auth has one code for two limits, and only its message tells them apart: that of the person names the seconds.
  const isOfProject =
    errorCode(error) === 'over_email_send_rate_limit' && /rate limit exceeded/i.test(error.message)
  throw isOfProject ? new CodedError('sign_in_mails_used_up') : error
}

const signedInSchema = z.object({ refreshToken: z.string(), browser: z.string() })

/**
 * Signs in with the code from the mail. A function tries the code, because Auth does not count wrong codes by address.
 * @throws CodedError `invalid_code` when the code is wrong, used or older than 10 minutes, `code_used_up` after five tries,
 *   `sign_in_paused` after many wrong codes for this address
 */
export async function verifyCode(email: string, code: string): Promise<void> {
  const answer = await invokeFunction('sign-in', { email, code, browser: readBrowserToken() })
  const { refreshToken, browser } = signedInSchema.parse(answer)
  keepBrowserToken(browser)
  const { error } = await supabase.auth.refreshSession({ refresh_token: refreshToken })
  if (error) throw error
}

/**
 * Ends the session in this browser, even if the server cannot be reached, and clears what this tab stored for the
 * person (unsaved texts, the page to return to).
 * @param returnTo a page to open for the next person who signs in; sign-in is then shown at once
 */
export async function signOut(returnTo?: string): Promise<void> {
  await leave(returnTo === undefined ? true : 'to sign in', () => supabase.auth.signOut({ scope: 'local' }))
  if (returnTo !== undefined) setReturnTarget(returnTo, { personal: false })
}

/**
 * Ends every session of the signed-in person on all devices, including this one. No session can be refreshed after
 * that; an open page on another device stops working within the hour, when its access token expires.
 * @throws AuthError when the server did not end them (AuthSessionMissingError: this session had already ended); the
 * person then stays signed in here
 */
export async function signOutEverywhere(): Promise<void> {
  const { data, error: noSession } = await supabase.auth.getSession()
  if (noSession) throw noSession
  // auth.signOut reports success even if the server refuses. A person locking out a thief must learn that it failed.
  const { error } = await supabase.auth.admin.signOut(data.session?.access_token ?? '', 'global')
  if (error) throw error
  await signOut()
}
