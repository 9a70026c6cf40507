// @vitest-environment node
import { expect, it } from 'vitest'
import { createSendMail } from '../../../supabase/functions/_shared/mail.ts'

const env = {
  RESEND_API_KEY: 're_test',
  RESEND_BASE_URL: 'https://api.resend.example',
  MAIL_FROM: 'Heartwood <hello@heartwood.example>',
}
const mail = {
  to: 'tom@example.org',
  subject: 'Hello',
  text: 'Hello',
  html: '<p>Hello</p>',
  idempotencyKey: 'key-1',
}
const answering = (status: number, body: unknown) =>
  createSendMail(env, async () => new Response(JSON.stringify(body), { status }))(mail)

it('posts the mail to Resend with the API key and the idempotency key', async () => {
  const requests: Request[] = []
  const send = createSendMail(env, async (url, init) => {
    requests.push(new Request(url, init))
    return Response.json({ id: '1' })
  })
  expect(await send(mail)).toBeNull()
  const [request] = requests
  expect(request?.method).toBe('POST')
  expect(request?.url).toBe('https://api.resend.example/emails')
  expect(request?.headers.get('authorization')).toBe('Bearer re_test')
  expect(request?.headers.get('idempotency-key')).toBe('key-1')
  expect(await request?.json()).toEqual({
    from: env.MAIL_FROM,
    to: ['tom@example.org'],
    subject: 'Hello',
    text: 'Hello',
    html: '<p>Hello</p>',
  })
})

it('sends replies to the address that people read, if there is one', async () => {
  const bodies: unknown[] = []
  const send = createSendMail({ ...env, SUPPORT_EMAIL: 'help@heartwood.example' }, async (_url, init) => {
    bodies.push(JSON.parse(String(init?.body)))
    return Response.json({ id: '1' })
  })
  expect(await send(mail)).toBeNull()
  expect(bodies).toMatchObject([{ reply_to: 'help@heartwood.example' }])
})

it('returns the name of a refusal without its message, which quotes the mail', async () => {
  const refusal = { name: 'validation_error', message: 'tom@example.org is not valid' }
  expect(await answering(422, refusal)).toEqual({ reason: 'provider answered 422 validation_error' })
  expect(await answering(503, 'busy')).toEqual({ reason: 'provider answered 503 unknown' })
})

it('counts a key used with other content as sent, and a key in use as not sent', async () => {
  expect(await answering(409, { name: 'invalid_idempotent_request' })).toBeNull()
  expect(await answering(409, { name: 'concurrent_idempotent_requests' })).toEqual({
    reason: 'provider answered 409 concurrent_idempotent_requests',
  })
})

it('returns an error when the provider does not answer', async () => {
  const send = createSendMail(env, async () => {
    throw new DOMException('too long for tom@example.org', 'TimeoutError')
  })
  expect(await send(mail)).toEqual({ reason: 'provider not reached: TimeoutError' })
})

it.each([
  ['as long as the provider says', 'rate_limit_exceeded', '3', 3],
  ['at most ten minutes', 'rate_limit_exceeded', '86400', 600],
  ['a second when the provider says nothing', 'rate_limit_exceeded', null, 1],
  ['a second when the provider says nothing of use', 'rate_limit_exceeded', '-1', 1],
  ['ten minutes when a quota is used up', 'daily_quota_exceeded', null, 600],
])('asks to wait %s', async (_, name, retryAfter, seconds) => {
  const headers: HeadersInit = retryAfter === null ? {} : { 'retry-after': retryAfter }
  const send = createSendMail(env, async () => Response.json({ name }, { status: 429, headers }))
  expect(await send(mail)).toEqual({ reason: `provider answered 429 ${name}`, retryAfterSeconds: seconds })
})
