import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { supabase } from '@/data/client'
import { setReturnTarget } from '@/data/session/session'
import { signOut } from '@/data/session/sign-out'
import { Component as AuthPage } from '@/features/auth/auth-page'
import { patterns } from '@/lib/paths'
import {
  anna,
  fakeSupabase,
  held,
  json,
  offline,
  type Routes,
  refusal,
  sessionOf,
  signIn,
} from '../../fake-supabase'
import { renderPage } from '../../render'

const sent = json({})
const signedIn = json({ refreshToken: 'refresh', browser: 'b.signature' })
const verified = (user = anna): Routes => ({
  'POST functions/sign-in': signedIn,
  'POST auth/token': json(sessionOf(user)),
})
const refused = (code: string, status: number) => json({ error: { code } }, status)
const home: Routes = {
  'GET designations': json([]),
  'HEAD subscriptions': () => new Response(null, { headers: { 'content-range': '*/1' } }),
}

function open(at: Parameters<typeof renderPage>[0]['at'] = patterns.auth) {
  return renderPage({ page: AuthPage, pattern: patterns.auth, at })
}

async function toCodeStep(user: ReturnType<typeof userEvent.setup>, email = 'Anna@Example.com ') {
  await user.type(await screen.findByLabelText('Email Address'), `${email}{Enter}`)
  return screen.findByLabelText('6-digit code')
}

test('the sign-in page shows the words of the specification in both steps', async () => {
  fakeSupabase({ 'POST auth/otp': sent })
  const { user } = open()
  expect(await screen.findByRole('heading', { name: 'Sign In or Sign Up' })).toBeVisible()
  expect(screen.getByText('We’ll send you a 6-digit code to sign in')).toBeVisible()
  expect(screen.getByText(/shared only with the people you name, and only after verification/)).toBeVisible()
  expect(screen.getByRole('link', { name: '← Back to home' })).toHaveAttribute('href', '/')

  await user.type(screen.getByLabelText('Email Address'), 'anna@example.com')
  await user.click(screen.getByRole('button', { name: 'Send Code' }))
  expect(await screen.findByRole('heading', { name: 'Enter Code' })).toBeVisible()
  expect(screen.getByText('anna@example.com')).toBeVisible()
  expect(screen.getByText(/spam/)).toBeVisible()
  for (const name of ['Verify Code', '← Change email', 'Resend code'])
    expect(screen.getByRole('button', { name })).toBeVisible()
})

describe('someone who was invited', () => {
  test.each(['/invites?token=ZGVzaWduYXRpb246MQ', '/invites?designation=1', '/invites'])(
    'reads on the sign-in page, coming from %s, what to do and no name, and nothing is asked of the server',
    async (path) => {
      const calls = fakeSupabase({ 'POST auth/otp': sent })
      setReturnTarget(path)
      const { user } = open()
      expect(await screen.findByRole('heading', { name: 'Sign in to read your invitation' })).toBeVisible()
      expect(
        screen.getByText(/Use the address the email came to, and you’ll see who named you/),
      ).toBeVisible()
      // Whoever is not signed in could guess the number in the link.
      expect(calls).toEqual([])
      await toCodeStep(user)
      expect(screen.getByRole('heading', { name: 'Enter Code' })).toBeVisible()
    },
  )

  test.each([
    ['/invites?confirm-address', patterns.auth],
    ['/contacts?token=1', patterns.auth],
    ['/invites?token=1', '/auth?mode=signup&plan=annual'],
  ])('is not greeted as one when sign-in leads elsewhere: from %s at %s', async (path, at) => {
    fakeSupabase({ 'POST rpc/billing_enabled': json(true) })
    setReturnTarget(path)
    open(at)
    expect(await screen.findByRole('heading', { name: 'Sign In or Sign Up' })).toBeVisible()
  })
})

describe('address', () => {
  test('the email address on the sign-in page is refused beside the field when it is invalid, and keeps what was typed', async () => {
    const calls = fakeSupabase({})
    const { user } = open()
    const field = await screen.findByLabelText('Email Address')
    await user.type(field, 'anna at example{Enter}')
    expect(field).toHaveAccessibleDescription('Enter a valid email')
    expect(field).toHaveValue('anna at example')
    expect(field).toHaveFocus()
    expect(calls).toEqual([])
  })

  test('the email address on the sign-in page is sent once, trimmed and in lower case', async () => {
    const { answer, open: release } = held(sent)
    const calls = fakeSupabase({ 'POST auth/otp': answer })
    const { user } = open()
    await user.type(await screen.findByLabelText('Email Address'), ' Anna@Example.com{Enter}{Enter}')
    expect(screen.getByRole('button', { name: 'Sending code...' })).toHaveAttribute('aria-busy', 'true')
    release()
    await screen.findByLabelText('6-digit code')
    expect(calls.map(({ body }) => body)).toEqual([expect.objectContaining({ email: 'anna@example.com' })])
  })

  test('the email address on the sign-in page is kept when the connection is lost, and can be sent again', async () => {
    fakeSupabase({ 'POST auth/otp': [offline, sent] })
    const { user } = open()
    const field = await screen.findByLabelText('Email Address')
    await user.type(field, 'anna@example.com{Enter}')
    expect(await screen.findByText(/We couldn’t reach the server/)).toBeVisible()
    expect(field).toHaveValue('anna@example.com')
    await user.click(screen.getByRole('button', { name: 'Send Code' }))
    expect(await screen.findByLabelText('6-digit code')).toHaveFocus()
  })

  test('the email address on the sign-in page is reported when Auth could not send the code, which leaves no other trace', async () => {
    const calls = fakeSupabase({
      'POST auth/otp': refusal('unexpected_failure', 500),
      'POST functions/report-unsent-code': refusal('internal', 500),
    })
    const { user } = open()
    await user.type(await screen.findByLabelText('Email Address'), 'anna@example.com{Enter}')
    await waitFor(() => expect(calls).toHaveLength(2))
    expect(calls.map(({ route, body }) => [route, body])).toEqual([
      ['POST auth/otp', expect.objectContaining({ email: 'anna@example.com' })],
      ['POST functions/report-unsent-code', { email: 'anna@example.com' }],
    ])
  })

  test('the email address on the sign-in page that was sent a code less than a minute ago can go on with that code', async () => {
    fakeSupabase({ 'POST auth/otp': refusal('over_email_send_rate_limit', 429) })
    const { user } = open()
    await user.type(await screen.findByLabelText('Email Address'), 'anna@example.com{Enter}')
    expect(
      await screen.findByText(
        'A code was sent less than a minute ago. Please use that one, or ask again in a minute.',
      ),
    ).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'I already have a code' }))
    expect(await screen.findByLabelText('6-digit code')).toBeVisible()
  })
})

test('the sign-in page says to someone who signs up when the free trial starts', async () => {
  fakeSupabase({ 'POST rpc/billing_enabled': json(true) })
  open('/auth?mode=signup')
  expect(
    await screen.findByText(
      'We’ll create your account when you enter the code. Your 7-day free trial starts then. No credit card needed.',
    ),
  ).toBeVisible()
})

test('the sign-in page says nothing of a trial to someone who was invited: theirs starts with their first entry', async () => {
  fakeSupabase({ 'POST rpc/billing_enabled': json(true) })
  setReturnTarget('/invites')
  open('/auth?mode=signup')
  expect(await screen.findByText(/^We’ll create your account when you enter the code\./)).toBeVisible()
  expect(screen.queryByText(/free trial/)).toBeNull()
})

test('the sign-in page says so when the whole project has sent its emails of the hour', async () => {
  // Auth's own words: it has the same code for this and for a code that was sent less than a minute ago.
  const answer = { code: 429, error_code: 'over_email_send_rate_limit', msg: 'email rate limit exceeded' }
  fakeSupabase({ 'POST auth/otp': json(answer, 429) })
  const { user } = open()
  await user.type(await screen.findByLabelText('Email Address'), 'anna@example.com{Enter}')
  expect(await screen.findByText(/So many codes were sent in the last hour/)).toBeVisible()
  expect(screen.queryByRole('button', { name: 'I already have a code' })).toBeNull()
})

describe('captcha', () => {
  beforeEach(() => void vi.stubEnv('VITE_TURNSTILE_SITE_KEY', 'site'))
  afterEach(() => {
    vi.unstubAllEnvs()
    delete window.turnstile
    for (const script of scripts()) script.remove()
  })
  const scripts = () => [...document.querySelectorAll<HTMLScriptElement>('script[src*="turnstile"]')]
  type Options = Parameters<NonNullable<typeof window.turnstile>['render']>[1]

  /** Answers the page's request for Turnstile's script. */
  async function load(render: (options: Options) => void) {
    await vi.waitFor(() => expect(scripts()).toHaveLength(1))
    window.turnstile = {
      render: (_place, options) => {
        render(options)
        return 'widget'
      },
      remove: vi.fn(),
    }
    scripts()[0]?.dispatchEvent(new Event('load'))
  }

  async function ask() {
    const { user } = open()
    await user.type(await screen.findByLabelText('Email Address'), 'anna@example.com{Enter}')
    return user
  }

  test('the check against automated requests on the sign-in page sends its token with the request for a code, and a new one with the next', async () => {
    const calls = fakeSupabase({ 'POST auth/otp': [refusal('captcha_failed'), sent] })
    const user = await ask()
    let asked = 0
    await load(({ sitekey, callback }) => {
      asked += 1
      callback(`${sitekey} ${asked}`)
    })
    expect(await screen.findByText(/couldn’t confirm that this isn’t an automated request/)).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Send Code' }))
    expect(await screen.findByLabelText('6-digit code')).toBeVisible()
    const tokens = calls.map(({ body }) => body)
    expect(tokens).toEqual([
      expect.objectContaining({ gotrue_meta_security: { captcha_token: 'site 1' } }),
      expect.objectContaining({ gotrue_meta_security: { captcha_token: 'site 2' } }),
    ])
  })

  test('the check against automated requests on the sign-in page says so when it cannot load, keeps what was typed, and loads again at the next try', async () => {
    const calls = fakeSupabase({ 'POST auth/otp': sent })
    const user = await ask()
    await vi.waitFor(() => expect(scripts()).toHaveLength(1))
    scripts()[0]?.dispatchEvent(new Event('error'))
    expect(await screen.findByText(/check against automated requests couldn’t load/)).toBeVisible()
    expect(screen.getByLabelText('Email Address')).toHaveValue('anna@example.com')
    expect(calls).toEqual([])
    await user.click(screen.getByRole('button', { name: 'Send Code' }))
    await load(({ callback }) => callback('token'))
    expect(await screen.findByLabelText('6-digit code')).toBeVisible()
  })

  test.each([
    ['error-callback', /couldn’t load/],
    ['timeout-callback', /couldn’t confirm/],
  ] as const)('says so after its %s, and sends nothing', async (event, words) => {
    const calls = fakeSupabase({})
    await ask()
    await load((options) => void options[event]())
    expect(await screen.findByText(words)).toBeVisible()
    expect(calls).toEqual([])
  })
})

test('the sign-in page loads nothing from elsewhere unless a check is set up', async () => {
  const calls = fakeSupabase({ 'POST auth/otp': sent })
  const { user } = open()
  await toCodeStep(user)
  expect(document.querySelector('script[src]')).toBeNull()
  expect(calls[0]?.body).not.toHaveProperty('gotrue_meta_security.captcha_token')
})

describe('the code field on the sign-in page', () => {
  test('takes the digits from pasted text and does not submit by itself', async () => {
    const calls = fakeSupabase({ 'POST auth/otp': sent })
    const { user } = open()
    const field = await toCodeStep(user)
    await user.click(field)
    await user.paste('Your code is 123 456.')
    expect(field).toHaveValue('123456')
    expect(calls.map(({ route }) => route)).toEqual(['POST auth/otp'])
  })

  test.each(['12345', 'abc'])('refuses "%s" as a code', async (typed) => {
    fakeSupabase({ 'POST auth/otp': sent })
    const { user } = open()
    const field = await toCodeStep(user)
    await user.type(field, `${typed}{Enter}`)
    expect(await screen.findByText('The code from your email should be 6 digits.')).toBeVisible()
    expect(field).toHaveFocus()
  })

  test.each([
    ['is wrong, expired or for another person', refused('invalid_code', 403), 'Invalid or expired code'],
    ['was tried five times', refused('HW059', 429), /Ask for a new one/],
    ['follows many wrong ones', refused('HW058', 429), /Wait an hour/],
    ['is answered without a session', json({}), /Something went wrong/],
    ['is sent without a connection', offline, /We couldn’t reach the server/],
    ['is tried too often', refused('over_request_rate_limit', 429), /Too many attempts/],
  ])(
    'the check against automated requests on the sign-in page shows the error and keeps what was typed when the code %s',
    async (_case, answer, words) => {
      fakeSupabase({ 'POST auth/otp': sent, 'POST functions/sign-in': answer })
      const { user } = open()
      const field = await toCodeStep(user)
      await user.type(field, '123456')
      await user.click(screen.getByRole('button', { name: 'Verify Code' }))
      expect(await screen.findByText(words)).toBeVisible()
      expect(field).toHaveAccessibleDescription(typeof words === 'string' ? new RegExp(words) : words)
      expect(field).toHaveValue('123456')
      expect(field).toHaveFocus()
    },
  )
})

describe('another code', () => {
  beforeEach(() => void vi.useFakeTimers({ shouldAdvanceTime: true }))
  afterEach(() => void vi.useRealTimers())

  test('asking for another sign-in code is possible after a minute', async () => {
    const calls = fakeSupabase({ 'POST auth/otp': sent })
    open()
    const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime })
    await toCodeStep(user)
    expect(screen.getByRole('button', { name: 'Resend code' })).toBeDisabled()
    expect(screen.getByText('You can ask for another code in a minute.')).toBeVisible()

    act(() => void vi.advanceTimersByTime(55_000))
    expect(screen.getByRole('button', { name: 'Resend code' })).toBeDisabled()
    act(() => void vi.advanceTimersByTime(10_000))
    expect(screen.queryByText('You can ask for another code in a minute.')).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Resend code' }))
    expect(await screen.findByText('A new code is on its way.')).toBeVisible()
    expect(screen.getByRole('button', { name: 'Resend code' })).toBeDisabled()
    expect(screen.getByLabelText('6-digit code')).toHaveFocus()
    expect(calls).toHaveLength(2)
  })

  test('asking for another sign-in code waits out the same minute after a reload', async () => {
    fakeSupabase({ 'POST auth/otp': sent })
    const first = open()
    const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime })
    await toCodeStep(user)
    first.unmount()
    act(() => void vi.advanceTimersByTime(30_000))
    open()
    expect(await screen.findByRole('button', { name: 'Resend code' })).toBeDisabled()
    expect(screen.getByText('anna@example.com')).toBeVisible()
    act(() => void vi.advanceTimersByTime(31_000))
    expect(screen.getByRole('button', { name: 'Resend code' })).toBeEnabled()
  })

  test('asking for another sign-in code shows an error beside the button when the connection is lost', async () => {
    fakeSupabase({ 'POST auth/otp': [sent, offline] })
    open()
    const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime })
    await toCodeStep(user)
    act(() => void vi.advanceTimersByTime(61_000))
    await user.click(screen.getByRole('button', { name: 'Resend code' }))
    expect(await screen.findByText(/We couldn’t reach the server/)).toBeVisible()
    expect(screen.getByRole('button', { name: 'Resend code' })).toBeEnabled()
  })
})

test('the email address can be changed from the code step', async () => {
  fakeSupabase({ 'POST auth/otp': sent })
  const { user } = open()
  await toCodeStep(user)
  await user.click(screen.getByRole('button', { name: '← Change email' }))
  expect(screen.getByLabelText('Email Address')).toHaveValue('anna@example.com')
  expect(screen.getByLabelText('Email Address')).toHaveFocus()
})

describe('then', () => {
  async function signInHere(user: ReturnType<typeof userEvent.setup>) {
    await user.type(await toCodeStep(user), '123456{Enter}')
  }

  test('sign-in leads to the dashboard', async () => {
    fakeSupabase({ ...home, 'POST auth/otp': sent, ...verified() })
    const { user, router } = open()
    await signInHere(user)
    expect(await screen.findByText('Now at /dashboard')).toBeVisible()
    expect(router.state.historyAction).toBe('REPLACE')
    expect(sessionStorage.getItem('heartwood.sign-in')).toBeNull()
  })

  test('sign-in sends along what the last sign-in in this browser gave to it, also after signing out', async () => {
    const calls = fakeSupabase({
      ...home,
      'POST auth/otp': sent,
      ...verified(),
      'POST auth/logout': json({}),
    })
    for (const browser of [undefined, 'b.signature']) {
      const { user, unmount } = open()
      await signInHere(user)
      expect(await screen.findByText('Now at /dashboard')).toBeVisible()
      expect(calls.findLast(({ route }) => route === 'POST functions/sign-in')?.body).toEqual({
        email: 'anna@example.com',
        code: '123456',
        browser,
      })
      unmount()
      await signOut()
    }
  })

  test('sign-in leads back to the requested page, also after a reload', async () => {
    fakeSupabase({ 'POST auth/otp': sent, ...verified() })
    setReturnTarget('/invites?token=abc')
    const first = open()
    await screen.findByLabelText('Email Address')
    first.unmount()
    const { user } = open()
    await signInHere(user)
    expect(await screen.findByText('Now at /invites?token=abc')).toBeVisible()
  })

  test('sign-in says that the session has ended, also after a reload, and that to no one who was not signed in', async () => {
    fakeSupabase({ 'POST auth/logout': json({}) })
    await signIn()
    await supabase.auth.signOut({ scope: 'local' })
    setReturnTarget('/contacts')
    open().unmount()
    open()
    expect(await screen.findByText('You’ve been signed out')).toBeVisible()
    expect(screen.queryByText(/those words are gone/)).toBeNull()
    cleanup()
    setReturnTarget('/health-and-care?add')
    open()
    // Whoever sits here now doesn't learn which page it was.
    expect(await screen.findByText(/those words are gone: nothing of that page is kept/)).toBeVisible()
    expect(screen.queryByText(/health/i)).toBeNull()
    cleanup()
    await signOut()
    setReturnTarget('/contacts')
    open()
    await screen.findByLabelText('Email Address')
    expect(screen.queryByText('You’ve been signed out')).toBeNull()
  })

  test('sign-in ignores a return address outside the app', async () => {
    fakeSupabase({ ...home, 'POST auth/otp': sent, ...verified() })
    setReturnTarget('https://example.com/')
    const { user } = open()
    await signInHere(user)
    expect(await screen.findByText('Now at /dashboard')).toBeVisible()
  })

  test('sign-in leads only the same person back to the page on which their session ended', async () => {
    const simon = { id: '22222222-2222-4222-8222-222222222222', email: 'simon@example.com' }
    for (const [person, at] of [
      [simon, '/dashboard'],
      [anna, '/memorial/1'],
    ] as const) {
      fakeSupabase({ 'POST auth/logout': json({}) })
      await signIn()
      // As when the session has expired: "Sign out" was not pressed.
      await supabase.auth.signOut({ scope: 'local' })
      setReturnTarget('/memorial/1')
      fakeSupabase({
        ...home,
        'POST auth/otp': sent,
        ...verified(person),
        'POST auth/logout': json({}),
      })
      const { user, unmount } = open()
      await signInHere(user)
      expect(await screen.findByText(`Now at ${at}`)).toBeVisible()
      unmount()
      await supabase.auth.signOut({ scope: 'local' })
    }
  })

  test('sign-in leads on at once when a session exists already', async () => {
    fakeSupabase({})
    await signIn()
    setReturnTarget('/memorial/1')
    const { router } = open()
    expect(await screen.findByText('Now at /memorial/1')).toBeVisible()
    expect(router.state.historyAction).toBe('REPLACE')
  })

  test('sign-in leads to billing with the chosen plan, even when another page had asked for sign-in', async () => {
    fakeSupabase({ 'POST auth/otp': sent, 'POST rpc/billing_enabled': json(true), ...verified() })
    setReturnTarget('/funeral')
    const { user } = open('/auth?mode=signup&plan=annual')
    expect(await screen.findByText(/No credit card needed/)).toBeVisible()
    await signInHere(user)
    expect(await screen.findByText('Now at /billing?plan=annual')).toBeVisible()
  })

  test.each(['free', 'annual&x=//evil.example', ''])('ignores "%s" as a chosen plan', async (plan) => {
    fakeSupabase({ ...home, 'POST auth/otp': sent, 'POST rpc/billing_enabled': json(true), ...verified() })
    const { user } = open(`/auth?mode=signup&plan=${encodeURIComponent(plan)}`)
    await signInHere(user)
    expect(await screen.findByText('Now at /dashboard')).toBeVisible()
  })
})

test('the sign-in page ignores a stored draft that cannot be parsed', async () => {
  fakeSupabase({})
  sessionStorage.setItem('heartwood.sign-in', '{"step":"code"')
  open()
  const field = await screen.findByLabelText('Email Address')
  fireEvent.change(field, { target: { value: 'a' } })
  expect(field).toHaveValue('a')
})
