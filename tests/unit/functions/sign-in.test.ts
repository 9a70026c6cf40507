// @vitest-environment node
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { z } from 'zod'
import { DatabaseError, type Rpc } from '../../../supabase/functions/_shared/database.ts'
import { makeBrowserToken, readBrowserToken } from '../../../supabase/functions/_shared/known-browser.ts'
import { createVerifySignInCode } from '../../../supabase/functions/_shared/sign-in-code.ts'
import { signIn } from '../../../supabase/functions/sign-in/handler.ts'

const codeKey = 'a-key-of-at-least-thirty-two-characters'
const session = { id: 's', userId: 'u', refreshToken: 'r' }

/** The handler with Auth's answer, and the calls that it made, in order. */
function handler(verified: typeof session | 'wrong' | 'busy' | Error, refusal?: string) {
  const calls: unknown[] = []
  const rpc: Rpc = async <T>(name: string, args: Record<string, unknown>, schema: z.ZodType<T>) => {
    calls.push([name, args])
    if (refusal) throw new DatabaseError(name, refusal)
    return schema.parse(name === 'begin_sign_in_try' ? 7 : null)
  }
  const verifySignInCode = async (...args: unknown[]) => {
    calls.push(['auth', args])
    if (verified instanceof Error) throw verified
    return verified
  }
  return { calls, handle: signIn({ rpc, verifySignInCode, codeKey, codeKeys: [codeKey] }) }
}

const request = (headers: Record<string, string> = {}) =>
  new Request('http://functions.example/sign-in', {
    method: 'POST',
    headers,
    body: JSON.stringify({ email: ' Ann@Example.org', code: '123456' }),
  })

describe('the function sign-in', () => {
  it('counts the try, then has Auth compare the code, then admits the session', async () => {
    const { calls, handle } = handler(session)
    const answer = await handle(request({ 'x-forwarded-for': '203.0.113.7, 10.0.0.1' }))
    expect(calls).toEqual([
      ['begin_sign_in_try', { p_email: 'ann@example.org', p_browser_id: null }],
      ['auth', ['ann@example.org', '123456', '203.0.113.7']],
      ['admit_session', { p_session_id: 's', p_user_id: 'u', p_try_id: 7 }],
    ])
    expect(answer).toEqual({ refreshToken: 'r', browser: expect.any(String) })
  })

  it.each([
    ['wrong', 403, 'invalid_code'],
    ['busy', 429, 'over_request_rate_limit'],
  ] as const)('admits nothing when Auth answers "%s"', async (verified, status, code) => {
    const { calls, handle } = handler(verified)
    await expect(handle(request())).rejects.toMatchObject({ status, code })
    expect(calls).toHaveLength(2)
  })

  it('does not ask Auth when the try is refused', async () => {
    const { calls, handle } = handler(session, 'HW059')
    await expect(handle(request())).rejects.toMatchObject({ status: 429, code: 'code_used_up' })
    expect(calls).toHaveLength(1)
  })

  it('says nothing about the code when Auth does not answer', async () => {
    const { handle } = handler(new Error('down'))
    await expect(handle(request())).rejects.toThrow('down')
  })
})

describe('a browser token', () => {
  it('is good for its key, its address and its browser alone', () => {
    const token = makeBrowserToken(codeKey, 'ann@example.org', 'b')
    expect(readBrowserToken([codeKey], 'ann@example.org', token)).toBe('b')
    expect(readBrowserToken([codeKey], 'bob@example.org', token)).toBeNull()
    expect(readBrowserToken([`${codeKey}2`], 'ann@example.org', token)).toBeNull()
    expect(readBrowserToken([codeKey], 'ann@example.org', token.replace('b.', 'c.'))).toBeNull()
    for (const garbage of ['', '.', 'b', 'b.'])
      expect(readBrowserToken([codeKey], 'ann@example.org', garbage)).toBeNull()
  })
})

describe('trying a code at Auth', () => {
  afterEach(() => {
    vi.unstubAllGlobals()
  })
  const env = {
    SUPABASE_URL: 'http://auth.example',
    SUPABASE_PUBLISHABLE_KEYS: { default: 'sb_publishable_x' },
    SUPABASE_SECRET_KEYS: { default: 'sb_secret_x' },
    APP_ORIGIN: 'http://app.example',
    RESEND_API_KEY: 'x',
    RESEND_BASE_URL: 'http://mail.example',
    MAIL_FROM: 'a@b.example',
    CODE_HMAC_KEY: codeKey,
  }
  function auth(status: number, body: object) {
    const sent: Request[] = []
    vi.stubGlobal('WebSocket', class {})
    vi.stubGlobal('fetch', async (input: string, init: RequestInit) => {
      sent.push(new Request(input, init))
      return Response.json(body, { status })
    })
    return sent
  }
  const refusal = (code: string) => ({ code, error_code: code, msg: code })

  it('sends the caller’s network along with the secret key, and gives the session that was begun', async () => {
    const id = '5d0f5c2e-8f0a-4d0b-9a59-0d2a54b2a001'
    const claims = Buffer.from(JSON.stringify({ session_id: id })).toString('base64url')
    const user = { id: 'u' }
    const sent = auth(200, { access_token: `h.${claims}.s`, refresh_token: 'r', expires_in: 1, user })
    expect(await createVerifySignInCode(env)('ann@example.org', '123456', '203.0.113.7')).toEqual({
      id,
      userId: 'u',
      refreshToken: 'r',
    })
    expect(sent[0]?.headers.get('apikey')).toBe('sb_secret_x')
    expect(sent[0]?.headers.get('sb-forwarded-for')).toBe('203.0.113.7')
  })

  it.each([
    [403, 'otp_expired', 'wrong'],
    [403, 'user_banned', 'wrong'],
    [422, 'validation_failed', 'wrong'],
    [429, 'over_request_rate_limit', 'busy'],
  ])('tells a refusal %i %s as "%s"', async (status, code, answer) => {
    auth(status, refusal(code))
    expect(await createVerifySignInCode(env)('ann@example.org', '123456', null)).toBe(answer)
  })

  it.each([
    [401, 'bad_jwt'],
    [500, 'unexpected_failure'],
  ])('throws when Auth fails with %i %s, which says nothing about the code', async (status, code) => {
    auth(status, refusal(code))
    await expect(createVerifySignInCode(env)('ann@example.org', '123456', null)).rejects.toThrow()
  })
})
