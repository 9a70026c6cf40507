import { cleanup } from '@testing-library/react'
import { afterEach, expect, vi } from 'vitest'
import { supabase } from '@/data/client'

/** One request that the app made. */
export interface Call {
  /** As in the routes: "PATCH funeral_plan". */
  route: string
  url: URL
  /** Of a real request. */
  headers?: Headers
  body: unknown
}

export type Answer = (call: Call) => Response | Promise<Response>

/**
 * The routes by method and name: "GET funeral_plan" (a table), "POST rpc/plan_overview", "POST auth/otp",
 * "POST functions/send-designation-invite", "POST storage/…". Each value answers, or is a list that answers in turn.
 */
export type Routes = Record<string, Answer | Answer[]>

export const anna = { id: '11111111-1111-4111-8111-111111111111', email: 'anna@example.com' }

/** An answer with a body, as the services send it. */
export function json(body: unknown, status = 200): Answer {
  return () => new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } })
}

/** A refusal of the Data API or of Auth, by code. @param details such as the limit that was reached */
export function refusal(code: string, status = 400, details?: string): Answer {
  const message = `refused: ${code}`
  return json({ code, error_code: code, message, msg: message, details }, status)
}

/** The connection is lost. */
export const offline: Answer = () => Promise.reject(new TypeError('Failed to fetch'))

/** An answer that waits until `open` is called. */
export function held(answer: Answer): { answer: Answer; open: () => void } {
  let open = () => {}
  const gate = new Promise<void>((resolve) => {
    open = resolve
  })
  return {
    answer: async (call) => {
      await gate
      return answer(call)
    },
    open: () => open(),
  }
}

let routes: Routes = {}
let calls: Call[] = []
const unexpected: string[] = []

/**
 * Puts a Supabase behind `fetch` that answers what the test says. The app's own client and everything above it are
 * real. A call without a route fails, and fails the test.
 * @returns the calls, as they come
 */
export function fakeSupabase(given: Routes): Call[] {
  routes = { ...given }
  calls = []
  vi.stubGlobal('fetch', answer)
  return calls
}

async function answer(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const request = new Request(input, init)
  const url = new URL(request.url)
  const name = url.pathname.replace(/^\/rest\/v1\//, '').replace(/^\/(auth|functions|storage)\/v1\//, '$1/')
  const text = await request.text()
  // A file's body is of no interest here.
  const isJson = text !== '' && request.headers.get('content-type')?.includes('json')
  const call = {
    route: `${request.method} ${name}`,
    url,
    headers: request.headers,
    body: isJson ? JSON.parse(text) : null,
  }
  calls.push(call)
  const route = routes[call.route]
  const found = Array.isArray(route) ? (route.length > 1 ? route.shift() : route[0]) : route
  if (!found) {
    unexpected.push(call.route)
    throw new Error(`unexpected call: ${call.route}`)
  }
  return found(call)
}

/** What Auth answers when somebody has signed in. */
export function sessionOf(user: { id: string; email: string }) {
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const expires = Math.floor(Date.now() / 1000) + 36_000
  return {
    access_token: `${part({ alg: 'HS256', typ: 'JWT' })}.${part({ sub: user.id, exp: expires })}.c2ln`,
    refresh_token: 'refresh',
    token_type: 'bearer',
    expires_in: 36_000,
    expires_at: expires,
    user: {
      id: user.id,
      email: user.email,
      aud: 'authenticated',
      app_metadata: {},
      user_metadata: {},
      created_at: '',
    },
  }
}

/** Signs somebody in before the screen is drawn. */
export async function signIn(user = anna): Promise<void> {
  const session = sessionOf(user)
  const during = routes
  routes = { 'GET auth/user': json(session.user) }
  const { error } = await supabase.auth.setSession(session)
  routes = during
  calls.length = 0
  if (error) throw error
}

afterEach(async () => {
  // The screen goes first: signed-in screens do not outlive the session.
  cleanup()
  const seen = unexpected.splice(0)
  routes = { 'POST auth/logout': json({}, 204) }
  vi.stubGlobal('fetch', async () => new Response(null, { status: 204 }))
  await supabase.auth.signOut({ scope: 'local' })
  sessionStorage.clear()
  localStorage.clear()
  vi.unstubAllGlobals()
  expect(seen, 'calls without a route').toEqual([])
})
