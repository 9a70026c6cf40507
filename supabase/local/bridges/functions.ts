import { createHmac, timingSafeEqual } from 'node:crypto'
import { booleanSetting } from '../config-toml.ts'
import { isRecord, json } from '../http-server.ts'
import { jwtSecret } from '../settings.ts'
import { type Bridge, below, type StackContext } from './bridge.ts'

/**
 * Gap: lite has no functions.
 * Bridge: forward /functions/v1/{name} to the Deno process that serves supabase/functions, after checking the token
 * where config.toml requires it (`verify_jwt`, on by default).
 */
export function functions({ config, functionsUrl }: StackContext): Bridge {
  return async (request, next) => {
    const path = below(request, '/functions/v1')
    if (path === null) return next(request)
    const name = path.split('/')[0] ?? ''
    const target = functionsUrl()
    if (!target) return json({ code: 'SERVICE_UNAVAILABLE', message: 'Functions are switched off' }, 503)
    if (request.method !== 'OPTIONS' && booleanSetting(config, `functions.${name}.verify_jwt`, true)) {
      const header = request.headers.get('authorization')
      if (!header) return json({ code: 401, message: 'Missing authorization header' }, 401)
      if (!isValidToken(header.replace(/^Bearer /i, '')))
        return json({ code: 401, message: 'Invalid JWT' }, 401)
    }
    const headers = new Headers(request.headers)
    headers.delete('host')
    headers.delete('content-length')
    const body = request.body ? await request.arrayBuffer() : null
    const answer = await fetch(`${target}/${path}${new URL(request.url).search}`, {
      method: request.method,
      headers,
      body,
      redirect: 'manual',
    })
    const answered = new Headers(answer.headers)
    // fetch has already decompressed the body.
    answered.delete('content-encoding')
    answered.delete('content-length')
    return new Response(answer.body, { status: answer.status, headers: answered })
  }
}

/** @returns whether a token was signed by this stack's Auth and has not expired */
function isValidToken(token: string): boolean {
  const [head, payload, signature] = token.split('.')
  if (!head || !payload || !signature) return false
  const wanted = createHmac('sha256', jwtSecret).update(`${head}.${payload}`).digest()
  const given = Buffer.from(signature, 'base64url')
  if (given.length !== wanted.length || !timingSafeEqual(given, wanted)) return false
  const claims: unknown = JSON.parse(Buffer.from(payload, 'base64url').toString())
  return isRecord(claims) && Number(claims.exp) * 1000 > Date.now()
}
