import { createStatelessClient, sessionIdOf } from './auth.ts'
import { type Env, mainKey } from './env.ts'

/** A session that Auth has begun. Its refresh token is good for one refresh. */
export interface BegunSession {
  id: string
  userId: string
  refreshToken: string
}

/**
 * @returns a function that has Auth send a sign-in code to an address with an account. It tells whether the code was sent,
 *   could not be sent, or Auth refused to send one now, as it does to anyone who asks too often. Never throws
 */
export function createSendSignInCode(
  env: Pick<Env, 'SUPABASE_URL' | 'SUPABASE_SECRET_KEYS'>,
): (email: string) => Promise<'sent' | 'failed' | 'refused'> {
  return async (email) => {
    // With the secret key Auth asks for no captcha.
    const { auth } = createStatelessClient(env.SUPABASE_URL, mainKey(env.SUPABASE_SECRET_KEYS))
    const { error } = await auth.signInWithOtp({ email, options: { shouldCreateUser: false } })
    if (!error) return 'sent'
    return error.status && error.status < 500 ? 'refused' : 'failed'
  }
}

/** The codes of Auth for an address or a code that it does not take. */
const refusals = new Set(['otp_expired', 'user_banned', 'validation_failed'])

/**
 * @returns a function that has Auth try a sign-in code. It gives the session, 'wrong' whatever is wrong with the code,
 *   or 'busy' when Auth takes no more tries at the moment, and throws when Auth does not answer.
 */
export function createVerifySignInCode(
  env: Pick<Env, 'SUPABASE_URL' | 'SUPABASE_SECRET_KEYS'>,
): (email: string, code: string, callerAddress: string | null) => Promise<BegunSession | 'wrong' | 'busy'> {
  return async (email, code, callerAddress) => {
    // A client of its own for each call: one that has verified a code would send that person's token from then on.
    const { auth } = createStatelessClient(
      env.SUPABASE_URL,
      mainKey(env.SUPABASE_SECRET_KEYS),
      // Auth counts requests by this address, where the project allows it, and not by that of the functions.
      callerAddress ? { 'sb-forwarded-for': callerAddress } : {},
    )
    const { data, error } = await auth.verifyOtp({ email, token: code, type: 'email' })
    if (error?.status === 429) return 'busy'
    if (error?.code && refusals.has(error.code)) return 'wrong'
    if (error) throw error
    if (!data.session || !data.user) throw new Error('Auth took a code and began no session')
    const { access_token, refresh_token } = data.session
    return { id: sessionIdOf(access_token), userId: data.user.id, refreshToken: refresh_token }
  }
}
