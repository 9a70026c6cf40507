import { json } from '../http-server.ts'
import { type Bridge, below } from './bridge.ts'

/**
 * Gap: hosted undoes a sign-up or sign-in when the hook refuses its token (see token-hook.ts). lite has done it by then.
 * Bridge: refuse the routes of passwords and anonymous sign-in.
 */
export const passwordless: Bridge = async (request, next) => {
  if (request.method !== 'POST') return next(request)
  const path = below(request, '/auth/v1')
  const grant = new URL(request.url).searchParams.get('grant_type')
  if (path !== 'signup' && path !== 'recover' && !(path === 'token' && grant === 'password'))
    return next(request)
  const code = 'email_provider_disabled'
  const msg = 'Sign in with a code sent by email.'
  return json({ code: 403, error_code: code, msg }, 403, { 'x-sb-error-code': code })
}
