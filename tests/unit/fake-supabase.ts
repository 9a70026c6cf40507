import { cleanup } from '@testing-library/react'
import { afterEach, expect, vi } from 'vitest'
import { supabase } from '@/data/client'

/** One request that the app made. */
export interface Call {
  /** In the format of the route keys: "PATCH funeral_plan". */
  route: string
  url: URL
  /** Only present for a request that the app really made. */
  headers?: Headers
  signal?: AbortSignal
  body: unknown
}

export type Answer = (call: Call) => Response | Promise<Response>

/**
 * The routes by method and name: "GET funeral_plan" (a table), "POST rpc/plan_overview", "POST auth/otp",
 * "POST functions/send-designation-invite", "POST storage/…". A value is one answer, or a list of answers used in turn.
 */
export type Routes = Record<string, Answer | Answer[]>

export const anna = { id: '11111111-1111-4111-8111-111111111111', email: 'anna@example.com' }

/** A JSON answer with the given body and status. */
export function json(body: unknown, status = 200): Answer {
  return () => new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } })
}

/** An error answer of the Data API or of Auth with the given code. @param details such as the limit that was reached */
export function refusal(code: string, status = 400, details?: string): Answer {
  const message = `refused: ${code}`
  return json({ code, error_code: code, message, msg: message, details }, status)
}

/** Fails as a lost connection does. */
export const offline: Answer = () => Promise.reject(new TypeError('Failed to fetch'))

/** Never answers: ends as a request that its caller aborts. */
export const untilAborted: Answer = ({ signal }) =>
  new Promise((_, reject) => {
    signal?.addEventListener('abort', () => reject(signal.reason))
  })

/** An answer that is held back until `open` is called. */
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

/** In a plan whose first hours no one can open, and which are not open. */
export const noFirstHours = {
  notice_hours: 0,
  circle: [],
  reason: null,
  opened_by_name: null,
  opens_at: null,
  ends_at: null,
  died_by_name: null,
  died_opens_at: null,
  untold: [] as string[],
  closed_reason: null,
  closed_by_names: [] as string[],
}
/** What is asked beside what a screen shows. Such a call is in the list only when the test gives the answer. */
const besides: Routes = {
  // What a test gives, it gives by table; tests/unit/data/rows/plan-rows.test.ts reads them together.
  'POST rpc/plan_rows': refusal('PGRST202', 404),
  'POST rpc/parts_not_offered': json(['health']),
  'GET health_consents': json([]),
  'POST rpc/invitations_after_death': json([]),
  'GET health_notes': json([]),
  'GET health_papers': json([]),
  'POST rpc/my_first_hours': json(noFirstHours),
  'POST rpc/first_hours_of': json(null),
  'POST rpc/removed_since_stop': json([]),
  'POST rpc/message_notices': json([]),
  'POST rpc/plan_notices': json([]),
  'POST rpc/certificate_objections': json([]),
}

let routes: Routes = {}
let calls: Call[] = []
const unexpected: string[] = []

/**
 * Replaces `fetch` with a Supabase that gives the answers in `given`. The app's own client and everything above it are
 * real. A call without a route fails, and makes the test fail.
 * @returns the list of calls, which grows as calls are made
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
  // Tests do not look at the body of a file.
  const isJson = text !== '' && request.headers.get('content-type')?.includes('json')
  const call = {
    route: `${request.method} ${name}`,
    url,
    headers: request.headers,
    signal: request.signal,
    body: isJson ? JSON.parse(text) : null,
  }
  const route = routes[call.route] ?? besides[call.route]
  if (route === undefined || call.route in routes) calls.push(call)
  const found = Array.isArray(route) ? (route.length > 1 ? route.shift() : route[0]) : route
  if (!found) {
    unexpected.push(call.route)
    throw new Error(`unexpected call: ${call.route}`)
  }
  return found(call)
}

/** The session that Auth returns after a sign-in. */
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

/** Signs a person in before the screen is rendered. */
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
  // Unmount first: signed-in screens must not outlive the session.
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
