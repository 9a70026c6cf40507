// @vitest-environment node
import { Webhook } from 'standardwebhooks'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { DatabaseError, type Rpc } from '../../../supabase/functions/_shared/database.ts'
import { mailEvents } from '../../../supabase/functions/mail-events/handler.ts'

const secret = 'whsec_aGVhcnR3b29kLXRlc3Qta2V5LXJlc2VuZA=='
const now = new Date('2026-11-22T12:00:00Z')

let calls: [string, Record<string, unknown>][]

beforeEach(() => {
  calls = []
  vi.useFakeTimers({ now, toFake: ['Date'] })
  vi.spyOn(console, 'error').mockReturnValue()
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const rpc: Rpc = async (name, args, schema) => {
  calls.push([name, args])
  return schema.parse(null)
}

const event = (type: string, data: object = {}) =>
  JSON.stringify({
    type,
    created_at: '2026-11-22T11:59:30.000Z',
    data: { email_id: 'mail-1', to: ['Tom Ellis <Tom@Example.org>'], ...data },
  })

interface Sent {
  body: string
  id?: string
  signedAt?: Date
  signedWith?: string
  signedBody?: string
}

function receive(
  { body, id = 'msg_1', signedAt = now, signedWith = secret, signedBody = body }: Sent,
  deps: Partial<Parameters<typeof mailEvents>[0]> = {},
) {
  const headers = {
    'svix-id': id,
    'svix-timestamp': String(Math.floor(signedAt.getTime() / 1000)),
    'svix-signature': new Webhook(signedWith).sign(id, signedAt, signedBody),
  }
  const request = new Request('https://functions.example/mail-events', { method: 'POST', body, headers })
  return mailEvents({ rpc, webhookSecret: secret, ...deps })(request)
}

const refused = [
  'apply_mail_refusal',
  { p_event_id: 'msg_1', p_emails: ['tom@example.org'], p_happened_at: '2026-11-22T11:59:30.000Z' },
]
const noted = (p_failed: boolean) => ['note_webhook', { p_source: 'resend', p_event_id: 'msg_1', p_failed }]

it.each([
  ['a bounce for good', event('email.bounced', { bounce: { type: 'Permanent', subType: 'General' } })],
  ['a complaint', event('email.complained')],
  ['a mail that the provider no longer sends to the address', event('email.suppressed')],
])('notes %s for the address', async (_, body) => {
  expect(await receive({ body })).toEqual({ received: true })
  expect(calls).toEqual([refused, noted(false)])
})

it('takes a full mailbox for no refusal', async () => {
  const body = event('email.bounced', { bounce: { type: 'Transient', subType: 'MailboxFull' } })
  expect(await receive({ body })).toEqual({ received: true })
  expect(calls).toEqual([noted(false)])
})

it.each(['email.delivered', 'email.opened', 'contact.created'])('ignores the event %s', async (type) => {
  expect(await receive({ body: event(type) })).toEqual({ received: true })
  expect(calls).toEqual([])
})

it.each<[string, Sent]>([
  [
    'was signed with another secret',
    { body: event('email.bounced'), signedWith: 'whsec_YW5vdGhlci1zZWNyZXQ=' },
  ],
  ['was changed after signing', { body: event('email.bounced'), signedBody: event('email.delivered') }],
  [
    'was signed more than five minutes ago',
    { body: event('email.bounced'), signedAt: new Date(now.getTime() - 301_000) },
  ],
  [
    'was signed for a time more than five minutes ahead',
    { body: event('email.bounced'), signedAt: new Date(now.getTime() + 301_000) },
  ],
  ['is no JSON', { body: 'bounced' }],
])('refuses an event that %s', async (_, sent) => {
  await expect(receive(sent)).rejects.toMatchObject({ status: 400, code: 'invalid_signature' })
  expect(calls).toEqual([])
})

it('refuses an event without a signature', async () => {
  const request = new Request('https://functions.example/mail-events', {
    method: 'POST',
    body: event('email.bounced'),
  })
  const answer = mailEvents({ rpc, webhookSecret: secret })(request)
  await expect(answer).rejects.toMatchObject({ status: 400, code: 'invalid_signature' })
})

it('refuses every event while it is not set up', async () => {
  const answer = receive({ body: event('email.bounced') }, { webhookSecret: undefined })
  await expect(answer).rejects.toMatchObject({ status: 503, code: 'not_set_up' })
  expect(calls).toEqual([])
})

it('notes an event that could not be worked off, and fails, so that it is sent again', async () => {
  const failing: Rpc = async (name, args, schema) => {
    if (name === 'apply_mail_refusal') throw new DatabaseError(name, '57014')
    return rpc(name, args, schema)
  }
  await expect(receive({ body: event('email.complained') }, { rpc: failing })).rejects.toThrow('57014')
  expect(calls).toEqual([noted(true)])
})
