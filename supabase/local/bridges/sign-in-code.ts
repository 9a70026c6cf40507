import { randomUUID } from 'node:crypto'
import { numberSetting } from '../config-toml.ts'
import { json, readJson } from '../http-server.ts'
import { type Bridge, below, type StackContext } from './bridge.ts'

/**
 * Gap: when a code is requested for a new address, lite creates the user as confirmed before the address is proved, and
 * it sends codes without a cooldown.
 * Bridge: create the user first, unconfirmed (verifying the code confirms it), and keep hosted's cooldown between codes.
 */
export function signInCode({ config, sql }: StackContext): Bridge {
  const cooldown = numberSetting(config, 'auth.email.max_frequency', 60)
  return async (request, next) => {
    const path = request.method === 'POST' ? below(request, '/auth/v1') : null
    if (path !== 'otp' && path !== 'magiclink') return next(request)
    const body = await readJson(request)
    const email = typeof body?.email === 'string' ? body.email.trim().toLowerCase() : ''
    if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email)) return next(request)

    const [user] = await sql(
      `select extract(epoch from now() - greatest(recovery_sent_at, confirmation_sent_at))::float as waited
         from auth.users where email = $1`,
      [email],
    )
    const waited = user?.waited
    if (typeof waited === 'number' && waited < cooldown) {
      return tooSoon(Math.max(1, Math.ceil(cooldown - waited)))
    }
    if (!user && body?.create_user !== false) await createUnconfirmedUser(sql, email)
    return next(request)
  }
}

function tooSoon(seconds: number): Response {
  const code = 'over_email_send_rate_limit'
  const msg = `For security purposes, you can only request this after ${seconds} seconds.`
  return json({ code: 429, error_code: code, msg }, 429, { 'x-sb-error-code': code })
}

/** Adds a user with an unconfirmed address, as Auth does when it sends the first code. */
export async function createUnconfirmedUser(sql: StackContext['sql'], email: string): Promise<string> {
  const id = randomUUID()
  const data = JSON.stringify({ sub: id, email, email_verified: false, phone_verified: false })
  await sql(
    `with added as (
       insert into auth.users (id, email, raw_app_meta_data, raw_user_meta_data)
       values ($1, $2, '{"provider": "email", "providers": ["email"]}', $3::jsonb) returning id
     )
     insert into auth.identities (id, provider, provider_id, user_id, identity_data)
     select gen_random_uuid(), 'email', id::text, id, $3::jsonb from added`,
    [id, email, data],
  )
  return id
}
