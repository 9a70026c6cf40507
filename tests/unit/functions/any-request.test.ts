// @vitest-environment node
// What holds for every request, whatever its body, token or signature: it is answered, never with a 500, and the database
// only ever hears of the caller and of well-formed values.
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createRequireSecretKey, createRequireUser } from '../../../supabase/functions/_shared/auth.ts'
import type { Rpc } from '../../../supabase/functions/_shared/database.ts'
import { readEnv } from '../../../supabase/functions/_shared/env.ts'
import { makeGuestToken } from '../../../supabase/functions/_shared/guest-link.ts'
import { type Handler, HttpError, serveJson } from '../../../supabase/functions/_shared/http.ts'
import { keepOrMakeToken } from '../../../supabase/functions/_shared/known-browser.ts'
import { makeStopToken } from '../../../supabase/functions/_shared/stop-link.ts'
import { createStripe } from '../../../supabase/functions/_shared/stripe.ts'
import { createCheckout } from '../../../supabase/functions/create-checkout/handler.ts'
import { deleteAccount } from '../../../supabase/functions/delete-account/handler.ts'
import { mailEvents } from '../../../supabase/functions/mail-events/handler.ts'
import { reportCard } from '../../../supabase/functions/report-card/handler.ts'
import { reportUnsentCode } from '../../../supabase/functions/report-unsent-code/handler.ts'
import { sendDesignationInvite } from '../../../supabase/functions/send-designation-invite/handler.ts'
import { sendOtp } from '../../../supabase/functions/send-otp/handler.ts'
import { serviceGuest } from '../../../supabase/functions/service-guest/handler.ts'
import { signIn } from '../../../supabase/functions/sign-in/handler.ts'
import { stopCard } from '../../../supabase/functions/stop-card/handler.ts'
import { stopOpening } from '../../../supabase/functions/stop-opening/handler.ts'
import { stopRelease } from '../../../supabase/functions/stop-release/handler.ts'
import { stripeWebhook } from '../../../supabase/functions/stripe-webhook/handler.ts'
import { updateEmail } from '../../../supabase/functions/update-email/handler.ts'
import { verifyOtp } from '../../../supabase/functions/verify-otp/handler.ts'

const seed = 20_261_121
const ann = { id: '5d0f5c2e-8f0a-4d0b-9a59-0d2a54b2a001' }
const appOrigin = 'https://app.example'
const codeKey = 'a-key-of-at-least-thirty-two-characters'

beforeEach(() => {
  vi.spyOn(console, 'error').mockReturnValue()
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const answers: Record<string, unknown> = {
  issue_email_code: [{ code_id: 'code', is_taken: false }],
  verify_email_code: true,
  begin_code_probe: true,
  begin_email_change: true,
  account_to_delete: 'ann@example.com',
  files_of_deleted: [],
  begin_sign_in_try: 7,
  service_of_guest: [
    {
      owner_name: 'Ann',
      guest_name: 'Gus',
      held_on: '2026-12-05',
      held_at: '14:00:00',
      time_zone: 'UTC',
      starts_at: '2026-12-05T14:00:00+00:00',
      place: 'Here',
      address: null,
      dress: null,
      livestream_url: null,
      flowers: null,
      note: null,
      phone: null,
      invited_by: null,
      is_called_off: false,
      is_over: false,
      calendar_version: 0,
      calendar_changed_at: '2026-11-20T10:00:00+00:00',
      answer: null,
      people: null,
      message: null,
      answered_earlier: false,
      answer_was_taken: false,
      is_unsubscribed: false,
      portrait: null,
      takes_memories: true,
      memories: [],
    },
  ],
  guest_memory_folder: 'folder',
  begin_designation_invite: [
    {
      invite_id: 'i',
      owner_name: 'Ann',
      person_name: 'Ben',
      person_email: 'ben@example.com',
      role: 'executor',
      sends_at: null,
    },
  ],
}

/** What may reach the database, by the name of the argument, or of function and argument. */
const wellFormed: Record<string, RegExp> = {
  p_user_id: new RegExp(`^${ann.id}$`),
  p_owner_id: new RegExp(`^${ann.id}$`),
  p_purpose: /^(email-change-old|email-change-new|account-deletion)$/,
  p_email: /^[^\s@A-Z]+@[^\s@A-Z]+\.[^\s@A-Z]+$/,
  p_new_email: /^[^\s@A-Z]+@[^\s@A-Z]+\.[^\s@A-Z]+$/,
  p_hmac: /^[0-9a-f]{64}$/,
  p_hmacs: /^[0-9a-f]{64},[0-9a-f]{64}$/,
  p_designation_id: /^[1-9]\d{0,15}$/,
  p_invite_id: /^i$/,
  p_sent: /^true$/,
  // Auth decides which addresses can sign in.
  'begin_sign_in_try.p_email': /^[^A-Z]{3,254}$/,
  p_browser_id: /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/,
  p_browser_label: /^null$/,
  p_session_id: /^session$/,
  p_try_id: /^7$/,
  p_submission_id: /^submission$/,
  p_opening_id: /^opening$/,
  p_report_id: /^report$/,
  'report_card.p_id': /^[0-9a-f-]{36}$/i,
  p_code: /^.{28}$/s,
  p_kind: /^(death|reach)$/,
  p_name: /^\S.{0,118}\S$/,
  p_contact: /^([0-9+ ().-]{5,40}|[^\s@A-Z]+@[^\s@A-Z]+\.[^\s@A-Z]+)$/,
  p_message: /^.{0,500}$/s,
  p_network: /^[0-9a-f]{64}$/,
  p_guest_id: new RegExp(`^${ann.id}$`),
  p_answer: /^(yes|no)$/,
  p_people: /^(null|[1-9]|1\d|20)$/,
  'answer_service.p_message': /^.{0,1000}$/s,
  p_memory_id: /^[0-9a-f-]{36}$/i,
  p_words: /^(null|\S(.{0,2998}\S)?)$/s,
  p_picture_path: /^(null|folder\/[0-9a-f-]{53}\.jpg)$/i,
}

const rpc: Rpc = async (name, args, schema) => {
  for (const [argument, value] of Object.entries(args))
    expect(`${value}`).toMatch(wellFormed[`${name}.${argument}`] ?? wellFormed[argument] ?? /^$/)
  return schema.parse(answers[name] ?? null)
}

const services = {
  requireUser: async () => ann,
  requireKnownUser: async () => ann,
  rpc,
  sendOrQueue: async () => ({ isDelayed: false }),
  sendMail: async () => null,
  mailsPerSecond: 2,
  codeKey,
  codeKeys: [codeKey, `${codeKey}, before`],
  appOrigin,
  deleteUser: async () => null,
  changeEmail: async () => null,
  endOtherSessions: async () => null,
  removeFiles: async () => null,
  storeFile: async (_bucket: string, _path: string, bytes: Uint8Array) => {
    expect([...bytes.subarray(0, 3)]).toEqual([0xff, 0xd8, 0xff])
    return null
  },
  signFiles: async () => new Map<string, string>(),
  membershipOf: async () => ({ closeCheckouts: async () => {}, cancel: async () => {} }),
  stripe: null,
  priceOf: async () => 'price',
  verifySignInCode: async (_email: string, code: string) =>
    code === '123456' ? { id: 'session', userId: ann.id, refreshToken: 'r' } : ('wrong' as const),
}

/** Values that nearly fit, and any others. */
const emails = fc.oneof(
  fc.constantFrom('ann@example.com', ' Ann@Example.COM ', 'a@b', 'ann@example.com\n', 'ä@ö.example'),
  fc.emailAddress(),
)
const codes = fc.constantFrom(
  '123456',
  '000000',
  '12345',
  '1234567',
  '１２３４５６',
  '12345\n',
  ' 123456',
  '-12345',
)
const tokens = (right: string) =>
  fc.oneof(
    fc.constantFrom(
      right,
      `${right}A`,
      right.slice(1),
      right.replace('.', '..'),
      right.split('.')[0],
      '.',
      '',
    ),
    fc.base64String(),
  )
const fields = {
  email: emails,
  newEmail: emails,
  userId: fc.oneof(fc.constantFrom(ann.id, ann.id.toUpperCase()), fc.uuid()),
  code: codes,
  purpose: fc.constantFrom(
    'email-change-old',
    'email-change-new',
    'account-deletion',
    'toString',
    '__proto__',
  ),
  designationId: fc.oneof(fc.constantFrom(7, '7', -7, 0, 1.5, 2 ** 53, 1e300), fc.integer()),
  token: fc.oneof(
    tokens(makeStopToken(codeKey, 'stop-release', 'submission')),
    tokens(makeStopToken(codeKey, 'stop-opening', 'opening')),
    tokens(makeStopToken(codeKey, 'stop-card', 'report')),
    tokens(makeGuestToken(codeKey, ann.id)),
  ),
  answer: fc.option(
    fc.record({
      answer: fc.constantFrom('yes', 'no', 'maybe'),
      people: fc.constantFrom(1, 20, 0, 21, 1.5, '2', null),
      message: fc.string(),
    }),
    { nil: undefined },
  ),
  browser: tokens(keepOrMakeToken(undefined)),
  plan: fc.constantFrom('annual', 'monthly', 'lifetime', 'toString', '__proto__', ''),
}

const functions: Record<string, { handler: Handler; body: (keyof typeof fields)[]; status: number }> = {
  'send-otp': { handler: sendOtp(services), body: ['email', 'purpose'], status: 200 },
  'verify-otp': { handler: verifyOtp(services), body: ['email', 'code', 'purpose'], status: 200 },
  'update-email': { handler: updateEmail(services), body: ['userId', 'newEmail'], status: 200 },
  'delete-account': { handler: deleteAccount(services), body: ['code'], status: 200 },
  'send-designation-invite': {
    handler: sendDesignationInvite(services),
    body: ['designationId'],
    status: 200,
  },
  'report-unsent-code': {
    handler: reportUnsentCode({ rpc, sendSignInCode: async () => 'sent', later: () => {} }),
    body: ['email'],
    status: 200,
  },
  'sign-in': { handler: signIn(services), body: ['email', 'code', 'browser'], status: 200 },
  'service-guest': { handler: serviceGuest(services), body: ['token', 'answer'], status: 200 },
  'stop-card': { handler: stopCard(services), body: ['token'], status: 200 },
  'stop-opening': { handler: stopOpening(services), body: ['token'], status: 200 },
  'stop-release': { handler: stopRelease(services), body: ['token'], status: 200 },
}

it('every function that takes a body is tried here', () => {
  const withoutBody = ['billing-portal', 'health', 'housekeeping']
  const all = Object.keys(import.meta.glob('../../../supabase/functions/*/handler.ts')).map((path) =>
    path.split('/').at(-2),
  )
  const tried = [
    ...Object.keys(functions),
    'create-checkout',
    'mail-events',
    'report-card',
    'stripe-webhook',
    ...withoutBody,
  ]
  expect(all.sort()).toEqual(tried.sort())
})

/** An object with these fields, some of them missing or of any value; or any JSON at all; or any bytes. */
function bodies(names: (keyof typeof fields)[]): fc.Arbitrary<string | Uint8Array<ArrayBuffer>> {
  const near = Object.fromEntries(
    names.map((name) => [name, fc.oneof({ weight: 5, arbitrary: fields[name] }, fc.jsonValue())]),
  )
  const object = fc.record({ ...near, extra: fc.jsonValue() }, { requiredKeys: [] })
  return fc.oneof(
    { weight: 5, arbitrary: object.map((value) => JSON.stringify(value)) },
    fc.json(),
    fc.string({ unit: 'binary' }),
    fc.uint8Array().map((bytes) => new Uint8Array(bytes)),
  )
}

const post = (body: BodyInit | null, headers: Record<string, string> = {}) =>
  new Request('https://functions.example/x', { method: 'POST', body, headers })

async function statusOf(handler: Handler, request: Request): Promise<number> {
  const response = await serveJson(handler, appOrigin)(request)
  const body: unknown = await response.json()
  if (response.status !== 200) {
    expect(body).toEqual({
      error: { code: expect.stringMatching(/^(?:HW\d{3}|[a-z_]+)$/), message: expect.any(String) },
    })
  }
  return response.status
}

describe.each(Object.entries(functions))('%s', (_name, { handler, body, status }) => {
  it('does its work for a well-formed body, and refuses any other before the database hears of it', async () => {
    const seen = new Set<number>()
    const property = fc.asyncProperty(bodies(body), async (sent) => {
      seen.add(await statusOf(handler, post(sent)))
    })
    await fc.assert(property, { numRuns: 500, seed })
    expect(seen).toContain(status)
    expect(seen).toContain(400)
    expect([...seen].filter((one) => ![200, 400, 403, 404].includes(one))).toEqual([])
  }, 120_000)
})

describe('reports', () => {
  it('report-card takes a whole report, and refuses one with any field missing or wrong before the database hears of it', async () => {
    const report = {
      id: '7f1c53a2-9b0e-4a53-8f58-9a3b54a0d6f2',
      code: '0'.repeat(28),
      kind: 'death',
      name: 'Nora Nurse',
      contact: 'Nora@Example.com',
      message: '',
    }
    const handler = reportCard(services)
    expect(await statusOf(handler, post(JSON.stringify(report)))).toBe(200)
    expect(await statusOf(handler, post(JSON.stringify({ ...report, contact: '+1 (503) 555-0100' })))).toBe(
      200,
    )
    const wrong: fc.Arbitrary<object> = fc.oneof(
      fc.constantFrom(...Object.keys(report)).map((name) => ({ [name]: undefined })),
      fc.constantFrom(
        { id: 'x' },
        { code: '0'.repeat(27) },
        { kind: 'toString' },
        { name: ' ' },
        { name: 'N'.repeat(121) },
        { contact: 'https://evil.example' },
        { contact: 'call 911 now' },
        { contact: '1' },
        { message: 'x'.repeat(501) },
        { message: null },
      ),
    )
    const property = fc.asyncProperty(wrong, async (change) => {
      expect(await statusOf(handler, post(JSON.stringify({ ...report, ...change })))).toBe(400)
    })
    await fc.assert(property, { numRuns: 100, seed })
  })
})

describe('guests', () => {
  it('service-guest takes memories of words and JPEGs, and refuses any other before the database or Storage hears of it', async () => {
    const handler = serviceGuest(services)
    const token = makeGuestToken(codeKey, ann.id)
    const memory = fc.record(
      {
        id: fc.oneof({ weight: 3, arbitrary: fc.uuid() }, fc.string()),
        words: fc.oneof(fc.string(), fc.string({ minLength: 3001, maxLength: 3002 }), fc.jsonValue()),
        picture: fc.oneof(fc.constantFrom('/9j/4AAQ', '/9j/4AA', 'PHN2Zz4='), fc.base64String()),
      },
      { requiredKeys: ['id'] },
    )
    const take_back = fc.oneof(fc.uuid(), fc.string())
    const wanted = fc.oneof(fc.record({ memory }), fc.record({ take_back }))
    const seen = new Set<number>()
    const property = fc.asyncProperty(wanted, async (change) => {
      seen.add(await statusOf(handler, post(JSON.stringify({ token, ...change }))))
    })
    await fc.assert(property, { numRuns: 500, seed })
    expect([...seen].sort()).toEqual([200, 400])
  })
})

describe('checkouts', () => {
  it('create-checkout sells only what there is, whatever the body asks for', async () => {
    const begin: Rpc = async (_name, _args, schema) => {
      throw new HttpError('billing_off', `asked for a sale: ${schema.type}`)
    }
    const handler = createCheckout({ ...services, rpc: begin })
    const property = fc.asyncProperty(bodies(['plan']), async (sent) => {
      const asksForAnOffer = typeof sent === 'string' && /"plan":"(annual|monthly|lifetime)"/.test(sent)
      expect(await statusOf(handler, post(sent))).toBe(asksForAnOffer ? 409 : 400)
    })
    await fc.assert(property, { numRuns: 500, seed })
  })
})

const headerValues = fc.oneof(
  fc.string({ unit: fc.constantFrom('Bearer', 'bearer', ' ', 'sb_', 'ey', '.', 'a', '=', ',', '"') }),
  fc.base64String(),
  fc.string(),
)

describe('a token', () => {
  const env = readEnv({
    SUPABASE_URL: 'https://project.example',
    SUPABASE_PUBLISHABLE_KEYS: '{"default":"sb_publishable_x"}',
    SUPABASE_SECRET_KEYS: '{"default":"sb_secret_x"}',
    APP_ORIGIN: appOrigin,
    RESEND_API_KEY: 're_x',
    RESEND_BASE_URL: 'https://mail.example',
    MAIL_FROM: 'Heartwood <hello@example.com>',
    CODE_HMAC_KEY: codeKey,
  })

  it('that the auth server does not know admits no one, and a key is not even sent there', async () => {
    // Node 20 has none, and supabase-js wants one.
    vi.stubGlobal('WebSocket', class {})
    vi.stubGlobal('fetch', async (_url: string, { headers }: { headers: Headers }) => {
      expect(new Headers(headers).get('authorization')).not.toMatch(/^Bearer sb_/i)
      return Response.json({ code: 403, error_code: 'bad_jwt', msg: 'invalid JWT' }, { status: 403 })
    })
    const requireUser = createRequireUser(env)
    const property = fc.asyncProperty(headerValues, async (authorization) => {
      await expect(requireUser(post(null, { authorization }))).rejects.toMatchObject({ status: 401 })
    })
    await fc.assert(property, { numRuns: 500, seed })
  })

  it('in place of a secret key starts no job', async () => {
    const requireSecretKey = createRequireSecretKey(env.SUPABASE_SECRET_KEYS)
    await requireSecretKey(post(null, { apikey: 'sb_secret_x' }))
    const property = fc.asyncProperty(headerValues, async (apikey) => {
      await expect(requireSecretKey(post(null, { apikey }))).rejects.toMatchObject({ status: 401 })
    })
    await fc.assert(property, { numRuns: 500, seed })
  })
})

describe('events of Stripe', () => {
  it('stripe-webhook reads no event without Stripe’s signature, whatever it says', async () => {
    const stripe = createStripe({ STRIPE_SECRET_KEY: 'sk_test_x', STRIPE_API_BASE: 'https://stripe.example' })
    const untouched: Rpc = async () => expect.unreachable('the database was asked')
    const handler = stripeWebhook({ rpc: untouched, stripe, webhookSecret: 'whsec_x' })
    const events = fc
      .record({ type: fc.constant('invoice.paid'), data: fc.jsonValue() })
      .map((event) => JSON.stringify(event))
    const signatures = fc.oneof(
      headerValues,
      fc.tuple(fc.integer(), fc.base64String()).map(([t, v1]) => `t=${t},v1=${v1}`),
    )
    const property = fc.asyncProperty(fc.oneof(events, fc.string()), signatures, async (event, signature) => {
      expect(await statusOf(handler, post(event, { 'stripe-signature': signature }))).toBe(400)
    })
    await fc.assert(property, { numRuns: 500, seed })
  })
})

describe('events of Resend', () => {
  it('mail-events reads no event without Resend’s signature, whatever it says', async () => {
    const untouched: Rpc = async () => expect.unreachable('the database was asked')
    const handler = mailEvents({ rpc: untouched, webhookSecret: 'whsec_aGVhcnR3b29kLXRlc3Qta2V5' })
    const events = fc
      .record({ type: fc.constant('email.bounced'), data: fc.jsonValue() })
      .map((event) => JSON.stringify(event))
    const signatures = fc.base64String().map((signature) => `v1,${signature}`)
    const property = fc.asyncProperty(fc.oneof(events, fc.string()), signatures, async (event, signature) => {
      const headers = {
        'svix-id': 'msg_1',
        'svix-timestamp': String(Math.floor(Date.now() / 1000)),
        'svix-signature': signature,
      }
      expect(await statusOf(handler, post(event, headers))).toBe(400)
    })
    await fc.assert(property, { numRuns: 500, seed })
  })
})
