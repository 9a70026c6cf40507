// @vitest-environment node
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { z } from 'zod'
import { createRequireKnownUser } from '../../../supabase/functions/_shared/auth.ts'
import { DatabaseError, type Rpc } from '../../../supabase/functions/_shared/database.ts'
import {
  browserIdOf,
  describeBrowser,
  keepOrMakeToken,
} from '../../../supabase/functions/_shared/known-browser.ts'
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
  return { calls, handle: signIn({ rpc, verifySignInCode }) }
}

const request = (headers: Record<string, string> = {}, browser?: string) =>
  new Request('http://functions.example/sign-in', {
    method: 'POST',
    headers,
    body: JSON.stringify({ email: ' Ann@Example.org', code: '123456', browser }),
  })
const chrome =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/149.0.0.0 Safari/537.36'

describe('sign-in', () => {
  it('the function sign-in counts the try, then has Auth compare the code, then admits the session', async () => {
    const { calls, handle } = handler(session)
    const token = keepOrMakeToken(undefined)
    const headers = { 'x-forwarded-for': '203.0.113.7, 10.0.0.1', 'user-agent': chrome }
    const answer = await handle(request(headers, token))
    const p_browser_id = browserIdOf(token)
    expect(calls).toEqual([
      ['begin_sign_in_try', { p_email: 'ann@example.org', p_browser_id }],
      ['auth', ['ann@example.org', '123456', '203.0.113.7']],
      [
        'admit_session',
        {
          p_session_id: 's',
          p_user_id: 'u',
          p_try_id: 7,
          p_browser_id,
          p_browser_label: 'Chrome on Windows',
        },
      ],
    ])
    expect(answer).toEqual({ refreshToken: 'r', browser: token })
  })

  it.each([undefined, '', 'short', `${'x'.repeat(42)}!`, 'a'.repeat(44)])(
    'gives a browser without a token of ours one of its own: %s',
    async (sent) => {
      const answers = [
        await handler(session).handle(request({}, sent)),
        await handler(session).handle(request({}, sent)),
      ]
      const given = answers.map((answer) => Reflect.get(answer, 'browser'))
      for (const token of given) expect(token).toMatch(/^[\w-]{43}$/)
      expect(given).not.toContain(sent)
      expect(new Set(given).size).toBe(2)
    },
  )

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
    await expect(handle(request())).rejects.toMatchObject({ status: 429, code: 'HW059' })
    expect(calls).toHaveLength(1)
  })

  it('says nothing about the code when Auth does not answer', async () => {
    const { handle } = handler(new Error('down'))
    await expect(handle(request())).rejects.toThrow('down')
  })
})

describe('a browser', () => {
  it('is known by a hash of its token, which is an id of its own', () => {
    const [one, other] = [keepOrMakeToken(undefined), keepOrMakeToken(undefined)]
    expect(browserIdOf(one)).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
    expect(browserIdOf(one)).toBe(browserIdOf(one))
    expect(browserIdOf(one)).not.toBe(browserIdOf(other))
    // sha256('x'.repeat(43)), so that a change of the hash does not make every browser a new one.
    expect(browserIdOf('x'.repeat(43))).toBe('cc0b1c2c-66f3-bb9f-d1a0-81c626ba1bef')
  })

  it.each([
    [chrome, 'Chrome on Windows'],
    [`${chrome} Edg/149.0.0.0`, 'Edge on Windows'],
    [`${chrome} OPR/120.0.0.0`, 'Opera on Windows'],
    [
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/26.0 Safari/605.1.15',
      'Safari on a Mac',
    ],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 26_0 like Mac OS X) Version/26.0 Mobile/15E148 Safari/604.1',
      'Safari on an iPhone',
    ],
    [
      'Mozilla/5.0 (iPad; CPU OS 26_0 like Mac OS X) CriOS/149.0 Mobile/15E148 Safari/604.1',
      'Chrome on an iPad',
    ],
    [
      'Mozilla/5.0 (Linux; Android 16; K) AppleWebKit/537.36 SamsungBrowser/28.0 Chrome/130.0 Mobile Safari/537.36',
      'Samsung Internet on Android',
    ],
    [
      'Mozilla/5.0 (X11; CrOS x86_64) AppleWebKit/537.36 Chrome/149.0 Safari/537.36',
      'Chrome on a Chromebook',
    ],
    ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox on Linux'],
    ['curl/8.0', null],
    ['Chrome/149 on <b>your bank</b>', null],
    ['', null],
    [null, null],
  ])('the function sign-in is named by its kind, in words of ours alone: %s', (userAgent, words) => {
    expect(describeBrowser(userAgent)).toBe(words)
  })
})

describe('new browsers', () => {
  const id = '5d0f5c2e-8f0a-4d0b-9a59-0d2a54b2a001'
  const token = `h.${Buffer.from(JSON.stringify({ session_id: id })).toString('base64url')}.s`
  const asked: unknown[] = []
  const ask = (until: string | null) => {
    const rpc: Rpc = async (name, args, schema) => {
      asked.push([name, args])
      return schema.parse(until)
    }
    const known = createRequireKnownUser(async () => ({ id: 'u' }), rpc)
    return known(new Request('http://functions.example', { headers: { authorization: `Bearer ${token}` } }))
  }

  it('what a new browser may not do yet is refused by its session, with the time from which it may', async () => {
    const until = '2026-11-25T09:14:00+00:00'
    await expect(ask(until)).rejects.toMatchObject({ status: 403, code: 'HW080', details: { until } })
    expect(asked).toEqual([['session_held_until', { p_session_id: id }]])
  })

  it('what a new browser may not do yet is open to a browser that need not wait', async () => {
    expect(await ask(null)).toEqual({ id: 'u' })
  })

  it('what a new browser may not do yet is refused to a visitor before that', async () => {
    const known = createRequireKnownUser(
      async () => Promise.reject(new Error('no one')),
      async () => expect.fail(),
    )
    await expect(known(request())).rejects.toThrow('no one')
  })
})

describe('Auth', () => {
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

  it('trying a code at Auth sends the caller’s network along with the secret key, and gives the session that was begun', async () => {
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
  ])('trying a code at Auth tells a refusal %i %s as "%s"', async (status, code, answer) => {
    auth(status, refusal(code))
    expect(await createVerifySignInCode(env)('ann@example.org', '123456', null)).toBe(answer)
  })

  it.each([
    [401, 'bad_jwt'],
    [500, 'unexpected_failure'],
  ])(
    'trying a code at Auth throws when Auth fails with %i %s, which says nothing about the code',
    async (status, code) => {
      auth(status, refusal(code))
      await expect(createVerifySignInCode(env)('ann@example.org', '123456', null)).rejects.toThrow()
    },
  )
})
