import { createHmac } from 'node:crypto'
import { booleanSetting, textSetting } from '../config-toml.ts'
import { isRecord, json } from '../http-server.ts'
import { jwtSecret } from '../settings.ts'
import { type Bridge, below, replaceJson, type StackContext } from './bridge.ts'

const hook = 'auth.hook.custom_access_token'

/**
 * Gap: lite has no Auth hooks.
 * Bridge: call the `custom_access_token` hook of config.toml for each token that lite gives out, and sign what it returns.
 * The links of lite's mails, which give a token without this, are refused: the project's mails carry none.
 */
export function tokenHook({ config, sql }: StackContext): Bridge {
  const [schema, name] = textSetting(config, `${hook}.uri`, '').split('/').slice(-2)
  const enabled = booleanSetting(config, `${hook}.enabled`, false)
  return async (request, next) => {
    const path = below(request, '/auth/v1')
    if (!enabled || (path !== 'verify' && path !== 'token')) return next(request)
    if (request.method === 'GET') return json({ code: 404, error_code: 'not_found', msg: 'Not found' }, 404)
    const response = await next(request)
    const body: unknown = await response
      .clone()
      .json()
      .catch(() => null)
    if (!isRecord(body) || typeof body.access_token !== 'string') return response
    const claims = claimsOf(body.access_token)
    const event = {
      user_id: claims.sub,
      claims,
      authentication_method: path === 'verify' ? 'otp' : 'token_refresh',
    }
    const [row] = await sql(`select ${schema}.${name}($1::jsonb) as answer`, [JSON.stringify(event)])
    const answer = isRecord(row?.answer) ? row.answer : {}
    if (isRecord(answer.error)) {
      const { http_code, message } = answer.error
      return json({ code: http_code, msg: message }, Number(http_code))
    }
    return replaceJson(response, { ...body, access_token: signToken(answer.claims) })
  }
}

function claimsOf(token: string): Record<string, unknown> {
  const claims: unknown = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
  return isRecord(claims) ? claims : {}
}

/** Signs a token's claims with the stack's key. @returns the token */
export function signToken(claims: unknown): string {
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const signed = `${part({ alg: 'HS256', typ: 'JWT' })}.${part(claims)}`
  return `${signed}.${createHmac('sha256', jwtSecret).update(signed).digest('base64url')}`
}
