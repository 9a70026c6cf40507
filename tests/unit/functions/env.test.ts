// @vitest-environment node
import { expect, it } from 'vitest'
import { createRequireSecretKey } from '../../../supabase/functions/_shared/auth.ts'
import { mainKey, readEnv, readStripeEnv } from '../../../supabase/functions/_shared/env.ts'
import { describePaymentsProblem } from '../../../supabase/functions/_shared/stripe.ts'

const complete = {
  SUPABASE_URL: 'https://project.supabase.example',
  SUPABASE_PUBLISHABLE_KEYS: '{"default":"sb_publishable_1"}',
  SUPABASE_SECRET_KEYS: '{"default":"sb_secret_1","cron":"sb_secret_2"}',
  APP_ORIGIN: 'https://heartwood.example/',
  RESEND_API_KEY: 're_1',
  RESEND_BASE_URL: '',
  MAIL_FROM: 'Heartwood <hello@heartwood.example>',
  CODE_HMAC_KEY: 'a-key-of-at-least-thirty-two-characters',
  UNRELATED: 'x',
}

it('reads the environment as hosted Supabase provides it', () => {
  const env = readEnv(complete)
  expect(env.SUPABASE_SECRET_KEYS).toEqual({ default: 'sb_secret_1', cron: 'sb_secret_2' })
  expect(env.APP_ORIGIN).toBe('https://heartwood.example')
  expect(env.RESEND_BASE_URL).toBe('https://api.resend.com')
  expect(env.SUPPORT_EMAIL).toBeUndefined()
  expect(readEnv({ ...complete, SUPPORT_EMAIL: 'a@b.example', REVIEW_TIME: '2 days' })).toMatchObject({
    SUPPORT_EMAIL: 'a@b.example',
    REVIEW_TIME: '2 days',
  })
})

it.each(['https://heartwood.example/app', 'https://heartwood.example/?a=b', 'ftp://heartwood.example'])(
  'refuses the origin %s, whose path no link would have',
  (APP_ORIGIN) => {
    expect(() => readEnv({ ...complete, APP_ORIGIN })).toThrow('APP_ORIGIN is not valid')
  },
)

it('uses the key named "default" or, after a rotation under another name, the first', () => {
  expect(mainKey(readEnv(complete).SUPABASE_SECRET_KEYS)).toBe('sb_secret_1')
  const rotated = readEnv({ ...complete, SUPABASE_SECRET_KEYS: '{"autumn":"sb_secret_3"}' })
  expect(mainKey(rotated.SUPABASE_SECRET_KEYS)).toBe('sb_secret_3')
})

it('names every missing or wrong variable without its value', () => {
  const broken = {
    ...complete,
    APP_ORIGIN: undefined,
    MAIL_FROM: '',
    CODE_HMAC_KEY: 'too short',
    SUPABASE_SECRET_KEYS: 'sb_secret_1',
    SUPABASE_PUBLISHABLE_KEYS: '{}',
  }
  expect(() => readEnv(broken)).toThrow(
    'Environment of the functions: SUPABASE_PUBLISHABLE_KEYS is not valid, SUPABASE_SECRET_KEYS is not valid, APP_ORIGIN is missing, MAIL_FROM is missing, CODE_HMAC_KEY is not valid.',
  )
  expect(() => readEnv(broken)).not.toThrow(/sb_/)
})

const stripe = {
  STRIPE_SECRET_KEY: 'sk_test_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
  STRIPE_PRICE_MONTHLY: 'price_1',
  STRIPE_PRICE_ANNUAL: 'price_2',
  STRIPE_PRICE_LIFETIME: 'price_3',
}

it('accepts an environment without Stripe and refuses an incomplete one', () => {
  expect(readStripeEnv(complete)).toBeNull()
  expect(readStripeEnv({ ...complete, STRIPE_SECRET_KEY: '' })).toBeNull()
  expect(readStripeEnv({ ...complete, ...stripe })).toEqual({
    ...stripe,
    STRIPE_API_BASE: 'https://api.stripe.com',
  })
  const broken = { ...stripe, STRIPE_WEBHOOK_SECRET: '', STRIPE_API_BASE: 'api.stripe.com' }
  expect(() => readStripeEnv(broken)).toThrow(
    'Environment of the functions: STRIPE_WEBHOOK_SECRET is missing, STRIPE_API_BASE is not valid.',
  )
})

it.each([
  ['sb_secret_1', true],
  ['sb_secret_2', true],
  ['sb_secret_', false],
  ['sb_secret_12', false],
  ['sb_publishable_1', false],
  ['', false],
  [undefined, false],
])('accepts the secret key %j: %s', async (apikey, isAccepted) => {
  const requireSecretKey = createRequireSecretKey(readEnv(complete).SUPABASE_SECRET_KEYS)
  const request = new Request(
    'http://functions.example/x',
    apikey === undefined ? {} : { headers: { apikey } },
  )
  const outcome = requireSecretKey(request)
  if (isAccepted) await expect(outcome).resolves.toBeUndefined()
  else await expect(outcome).rejects.toMatchObject({ status: 401, code: 'secret_key_required' })
})

it('tells the operator why no payment can be taken, without the value of a variable', () => {
  expect(describePaymentsProblem(stripe)).toBeNull()
  expect(describePaymentsProblem({})).toBe('Stripe is not set up')
  const problem = describePaymentsProblem({
    ...stripe,
    STRIPE_PRICE_ANNUAL: '',
    STRIPE_WEBHOOK_SECRET: 'oops',
  })
  expect(problem).toContain('STRIPE_WEBHOOK_SECRET is not valid, STRIPE_PRICE_ANNUAL is missing')
  expect(problem).not.toContain('oops')
})
