// Starts a separate stack for tests of the embedded stack itself, which can be called with and without its bridges.
import { request } from 'node:http'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { expect } from 'vitest'
import WebSocket from 'ws'
import { type Stack, type StackOptions, startStack } from '../../supabase/local/stack.ts'
import { signInThrough } from '../support/admitted.ts'

export type Fetch = (input: string | URL | Request, init?: RequestInit) => Promise<Response>

export interface Bench {
  stack: Stack
  /** Calls the gateway. */
  gateway: Fetch
  /** Calls lite directly. */
  lite: Fetch
}

export async function startBench(options: StackOptions = {}): Promise<Bench> {
  const stack = await startStack(options)
  return { stack, gateway: fetch, lite: (input, init) => stack.raw(new Request(input, init)) }
}

/** A supabase-js client that uses one of the two. */
export function connect(stack: Stack, ask: Fetch = fetch, key = stack.publishableKey): SupabaseClient {
  return createClient(stack.url, key, {
    auth: { persistSession: false, autoRefreshToken: false },
    global: { fetch: ask as typeof fetch },
    realtime: { transport: WebSocket as never },
  })
}

/** Signs in with a code from the mailbox, and admits the session as the function `sign-in` does. */
export async function signIn(
  stack: Stack,
  email: string,
): Promise<{ client: SupabaseClient; id: string; token: string }> {
  const client = connect(stack)
  await client.auth.signInWithOtp({ email })
  const service = connect(stack, fetch, stack.secretKey)
  const { data, error } = await signInThrough(client, service, email, await readCode(stack, email))
  if (error || !data.user || !data.session) throw new Error(`signing in ${email}: ${error?.message}`)
  return { client, id: data.user.id, token: data.session.access_token }
}

/** The answer's status to a request with any Host header, which fetch does not allow. */
export function statusFor(url: string, host: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    request(url, { headers: { host } }, (response) => {
      response.resume()
      resolve(response.statusCode)
    })
      .once('error', reject)
      .end()
  })
}

/** The code in the newest mail to an address. */
export async function readCode(stack: Stack, email: string): Promise<string> {
  const query = encodeURIComponent(`to:"${email}"`)
  const found = await (await fetch(`${stack.mailboxUrl}/api/v1/search?query=${query}`)).json()
  const mail = await (await fetch(`${stack.mailboxUrl}/api/v1/message/${found.messages[0].ID}`)).json()
  return /\b\d{6}\b/.exec(mail.Text)?.[0] ?? ''
}

/**
 * Checks that a bridge works and is still needed.
 * @param works calls lite or the gateway, and returns whether it behaves like hosted Supabase
 */
export async function expectBridged(
  file: string,
  bench: Bench,
  works: (ask: Fetch) => Promise<boolean>,
): Promise<void> {
  const closed = await works(bench.lite).catch(() => false)
  expect(closed, `lite has closed this gap: drop supabase/local/${file} and this test`).toBe(false)
  expect(await works(bench.gateway), `supabase/local/${file} does not bridge the gap any more`).toBe(true)
}
