import { z } from 'zod'
import { throwRefusal } from '../_shared/database.ts'
import { codeSchema } from '../_shared/email-codes.ts'
import { callerAddress, type Handler, HttpError, readBody } from '../_shared/http.ts'
import { browserIdOf, describeBrowser, keepOrMakeToken } from '../_shared/known-browser.ts'
import type { Services } from '../_shared/serve.ts'

type SignInDeps = Pick<Services, 'rpc' | 'verifySignInCode'>

const bodySchema = z.object({
  // Not emailSchema: Auth decides which addresses can have an account, and none of them may be kept from signing in.
  email: z.string().trim().toLowerCase().min(3).max(254),
  code: codeSchema,
  /** What an earlier sign-in gave to this browser. */
  browser: z.string().max(200).optional(),
})

/**
 * Signs a person in with the code that Auth mailed to them. Tries are counted by address before Auth compares the code.
 * The answer is the same for an address without an account.
 * @returns the handler; it answers `{refreshToken, browser}`: the token is good for one refresh, which gives the session,
 *   and `browser` is to be sent along the next time. It refuses with 403 `invalid_code` whatever is wrong with the code,
 *   429 HW059 after five tries, HW058 after too many wrong codes or `over_request_rate_limit`
 */
export function signIn({ rpc, verifySignInCode }: SignInDeps): Handler {
  return async (request) => {
    const { email, code, browser } = await readBody(request, bodySchema)
    const token = keepOrMakeToken(browser)
    const p_browser_id = browserIdOf(token)
    const tryId = await rpc('begin_sign_in_try', { p_email: email, p_browser_id }, z.number()).catch(
      throwRefusal,
    )
    const session = await verifySignInCode(email, code, callerAddress(request))
    if (session === 'wrong') throw new HttpError('invalid_code', 'Wrong, used or expired code.')
    if (session === 'busy') throw new HttpError('over_request_rate_limit', 'Too many tries.')
    await rpc(
      'admit_session',
      {
        p_session_id: session.id,
        p_user_id: session.userId,
        p_try_id: tryId,
        p_browser_id,
        p_browser_label: describeBrowser(request.headers.get('user-agent')),
      },
      z.unknown(),
    )
    return { refreshToken: session.refreshToken, browser: token }
  }
}
