import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import type { z } from 'zod'
import type { Env } from './env.ts'
import { HttpError } from './http.ts'

/** A refusal or failure of the database; `code` is its SQLSTATE. */
export class DatabaseError extends Error {
  readonly code: string

  constructor(what: string, code: string) {
    super(`${what} failed with ${code}`)
    this.name = 'DatabaseError'
    this.code = code
  }
}

/** Calls a database function as the service role and checks the answer. Throws DatabaseError. */
export type Rpc = <T>(name: string, args: Record<string, unknown>, answer: z.ZodType<T>) => Promise<T>

export interface User {
  id: string
}

function connect(url: string, key: string): SupabaseClient {
  return createClient(url, key, {
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
  })
}

/**
 * A client past all row level security: only for callers that are proved.
 * @returns the client with the default secret key
 */
export function createAdminClient(env: Env): SupabaseClient {
  return connect(env.SUPABASE_URL, env.SUPABASE_SECRET_KEYS.default)
}

/** @returns the database functions as seen by the service role */
export function createRpc(admin: SupabaseClient): Rpc {
  return async (name, args, answer) => {
    const { data, error } = await admin.rpc(name, args)
    if (error) throw new DatabaseError(name, error.code || 'no answer')
    return answer.parse(data)
  }
}

/**
 * Finds out who calls. The auth server is asked, so a deleted or signed-out person is nobody.
 * @returns a function of the request; it throws HttpError 401 `unauthorized`
 */
export function createRequireUser(env: Env): (request: Request) => Promise<User> {
  const client = connect(env.SUPABASE_URL, env.SUPABASE_PUBLISHABLE_KEYS.default)
  return async (request) => {
    const token = bearerToken(request)
    // Everybody knows the publishable key; it must never count as a person, whatever the auth server thinks of it.
    if (!token || token.startsWith('sb_')) throw notSignedIn()
    const { data, error } = await client.auth.getUser(token)
    // Without an answer of the auth server nothing is known of the caller, which is our failure and not theirs.
    if (error && (error.status === undefined || error.status === 0 || error.status >= 500)) throw error
    if (!data.user) throw notSignedIn()
    return { id: data.user.id }
  }
}

/** @returns the access token that a request came with, proved by nobody yet; null without one */
export function bearerToken(request: Request): string | null {
  return /^Bearer (\S+)$/i.exec(request.headers.get('authorization') ?? '')?.[1] ?? null
}

function notSignedIn(): HttpError {
  return new HttpError(401, 'unauthorized', 'Sign in first: the access token is missing or not valid.')
}

/**
 * Lets only the project's own jobs in.
 * @param secretKeys any of them opens
 * @returns a function of the request; it throws HttpError 401 `secret_key_required`
 */
export function createRequireSecretKey(
  secretKeys: Record<string, string>,
): (request: Request) => Promise<void> {
  return async (request) => {
    const given = await digest(request.headers.get('apikey') ?? '')
    const known = await Promise.all(Object.values(secretKeys).map(digest))
    // All are compared, all bytes of each: how long it takes tells nothing.
    const matches = known.map(
      (key) => key.reduce((sum, byte, at) => sum | (byte ^ (given[at] ?? 0)), 0) === 0,
    )
    if (!matches.includes(true)) {
      throw new HttpError(401, 'secret_key_required', 'Send a secret key in the header apikey.')
    }
  }
}

async function digest(text: string): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)))
}
