import { Buffer } from 'node:buffer'
import { createHash, timingSafeEqual } from 'node:crypto'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { z } from 'zod'
import type { Rpc } from './database.ts'
import { type Env, mainKey } from './env.ts'
import { HttpError } from './http.ts'

export interface User {
  id: string
}

/**
 * @param headers sent with each request
 * @returns a client that keeps no session, as each request belongs to another caller
 */
export function createStatelessClient(
  url: string,
  key: string,
  headers: Record<string, string> = {},
): SupabaseClient {
  return createClient(url, key, {
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
    global: { headers },
  })
}

/**
 * Finds out who calls. The auth server is asked each time, so a deleted or signed-out person is refused at once.
 * @returns a function of the request; it throws HttpError 401 `unauthorized`
 */
export function createRequireUser(env: Env): (request: Request) => Promise<User> {
  const client = createStatelessClient(env.SUPABASE_URL, mainKey(env.SUPABASE_PUBLISHABLE_KEYS))
  return async (request) => {
    const token = bearerToken(request)
    // The publishable key is public, so it is refused here and not left to the auth server.
    if (!token || token.startsWith('sb_')) throw notSignedIn()
    const { data, error } = await client.auth.getUser(token)
    // When the auth server does not answer, the caller may well be signed in: that is a 500, not a 401.
    if (error && (error.status === undefined || error.status === 0 || error.status >= 500)) throw error
    if (!data.user) throw notSignedIn()
    return { id: data.user.id }
  }
}

/**
 * Like createRequireUser, for what a browser that is new to the account may not do yet.
 * @param requireUser finds out who calls
 * @returns a function of the request; it also throws HttpError 403 HW080, with `until`
 */
export function createRequireKnownUser(
  requireUser: (request: Request) => Promise<User>,
  rpc: Rpc,
): (request: Request) => Promise<User> {
  return async (request) => {
    const user = await requireUser(request)
    const p_session_id = sessionIdOf(bearerToken(request) ?? '')
    const until = await rpc('session_held_until', { p_session_id }, z.string().nullable())
    if (until === null) return user
    throw new HttpError('HW080', 'This browser is new to the account.', { details: { until } })
  }
}

const claimsSchema = z.object({ session_id: z.guid() })

/** @returns the session that an access token belongs to. @throws when it names none; the token is not verified */
export function sessionIdOf(accessToken: string): string {
  const [, payload = ''] = accessToken.split('.')
  return claimsSchema.parse(JSON.parse(Buffer.from(payload, 'base64url').toString())).session_id
}

/** @returns the access token in a request's header, not verified; null without one */
export function bearerToken(request: Request): string | null {
  return /^Bearer (\S+)$/i.exec(request.headers.get('authorization') ?? '')?.[1] ?? null
}

function notSignedIn(): HttpError {
  return new HttpError('unauthorized', 'Sign in first: the access token is missing or not valid.')
}

/**
 * Admits only the project's own jobs.
 * @param secretKeys any one of them is accepted
 * @returns a function of the request; it throws HttpError 401 `secret_key_required`
 */
export function createRequireSecretKey(
  secretKeys: Record<string, string>,
): (request: Request) => Promise<void> {
  return async (request) => {
    const given = digest(request.headers.get('apikey') ?? '')
    // Compared in constant time, so that the time taken reveals nothing about the keys.
    if (!Object.values(secretKeys).some((key) => timingSafeEqual(digest(key), given))) {
      throw new HttpError('secret_key_required', 'Send a secret key in the header apikey.')
    }
  }
}

/** Gives texts of any length the same length, which timingSafeEqual requires. */
function digest(text: string): Uint8Array {
  return createHash('sha256').update(text).digest()
}
