// @vitest-environment node
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { z } from 'zod'
import { DatabaseError } from '../../../supabase/functions/_shared/database.ts'
import { createSendMail } from '../../../supabase/functions/_shared/mail.ts'
import { renderOutboxMail } from '../../../supabase/functions/_shared/mails/outbox.ts'
import { createSendOrQueue } from '../../../supabase/functions/_shared/send-or-queue.ts'
import { sendDesignationInvite } from '../../../supabase/functions/send-designation-invite/handler.ts'

const invite = {
  invite_id: 'invite-1',
  owner_name: 'Edith Marlow',
  person_name: 'Tom Ellis',
  person_email: 'tom@example.org',
  role: 'trustee',
}
const env = {
  RESEND_API_KEY: 're_test',
  RESEND_BASE_URL: 'https://api.resend.example',
  MAIL_FROM: 'Heartwood <hello@heartwood.example>',
}

const codeKey = 'k'.repeat(32)
const unsealed = (codeKeys: string[], payload: unknown) =>
  renderOutboxMail('invitation', payload, { appOrigin: 'https://heartwood.example', codeKey, codeKeys })

let finished: unknown[]
let queued: Record<string, unknown>[]
let waits: number[]
let delivered: Map<string, string>
let log: string[]

beforeEach(() => {
  finished = []
  queued = []
  waits = []
  delivered = new Map()
  log = []
  vi.spyOn(console, 'error').mockImplementation((line) => log.push(line))
})

afterEach(() => {
  vi.restoreAllMocks()
})

/**
 * The function with a database that returns the same id for a failed invitation, and a provider that delivers one mail
 * per idempotency key.
 */
function setUp(options: {
  failingFinishes?: number
  timeouts?: number
  isDown?: boolean
  /** When the database lets the mail leave; null: now. */
  sendsAt?: string | null
  /** The database does not queue a mail that leaves later. */
  isQueueDown?: boolean
  /** The provider answers so many requests with 429. */
  busy?: { times: number; retryAfter: string }
}) {
  let { failingFinishes = 0, timeouts = 0 } = options
  let busyTimes = options.busy?.times ?? 0
  let now = 0
  const rpc = async <T>(name: string, args: Record<string, unknown>, answer: z.ZodType<T>): Promise<T> => {
    if (name === 'begin_designation_invite')
      return answer.parse([{ ...invite, sends_at: options.sendsAt ?? null }])
    if (name === 'queue_designation_invite' && options.isQueueDown) throw new DatabaseError(name, '57014')
    if (name === 'queue_mail' || name === 'queue_designation_invite') {
      queued.push(args)
      return answer.parse(null)
    }
    finished.push(args)
    if (failingFinishes > 0) {
      failingFinishes -= 1
      throw new DatabaseError(name, '57014')
    }
    return answer.parse(null)
  }
  const sendMail = createSendMail(env, async (url, init) => {
    if (options.isDown) return Response.json({ name: 'internal_server_error' }, { status: 500 })
    if (busyTimes > 0) {
      busyTimes -= 1
      const headers = { 'retry-after': options.busy?.retryAfter ?? '' }
      return Response.json({ name: 'rate_limit_exceeded' }, { status: 429, headers })
    }
    const request = new Request(url, init)
    const key = request.headers.get('idempotency-key') ?? ''
    if (!delivered.has(key)) delivered.set(key, await request.text())
    if (timeouts > 0) {
      timeouts -= 1
      throw new DOMException('The operation timed out.', 'TimeoutError')
    }
    return Response.json({ id: 'mail-1' })
  })
  const handler = sendDesignationInvite({
    requireKnownUser: async () => ({ id: 'owner-1' }),
    rpc,
    sendOrQueue: createSendOrQueue({
      sendMail,
      rpc,
      codeKey,
      clock: {
        now: () => now,
        wait: async (milliseconds) => {
          waits.push(milliseconds)
          now += milliseconds
        },
      },
    }),
    codeKey,
    appOrigin: 'https://heartwood.example',
  })
  return () =>
    handler(
      new Request('http://functions.example/x', {
        method: 'POST',
        body: JSON.stringify({ designationId: 7 }),
      }),
    )
}

const noted = (p_sent: boolean) => ({ p_invite_id: 'invite-1', p_sent })
const notSent = { status: 502, code: 'mail_not_sent' }

it('delivers one invitation when the first request timed out after delivery and was repeated', async () => {
  const send = setUp({ timeouts: 1 })
  await expect(send()).rejects.toMatchObject(notSent)
  expect(await send()).toEqual({ ok: true, isDelayed: false, sendsAt: null })
  expect(finished).toEqual([noted(false), noted(true)])
  expect([...delivered.keys()]).toEqual(['invite-1'])
})

it('notes a sent invitation again when the first note failed', async () => {
  expect(await setUp({ failingFinishes: 1 })()).toEqual({ ok: true, isDelayed: false, sendsAt: null })
  expect(finished).toEqual([noted(true), noted(true)])
  expect(log).toEqual([])
})

it('answers ok for a sent invitation even if that cannot be noted, and logs no names', async () => {
  expect(await setUp({ failingFinishes: 2 })()).toEqual({ ok: true, isDelayed: false, sendsAt: null })
  expect(finished).toHaveLength(2)
  expect(log).toEqual([
    JSON.stringify({ path: 'send-designation-invite', error: 'not noted as sent', code: '57014' }),
  ])
})

it('answers 502 mail_not_sent even if the failure cannot be noted', async () => {
  await expect(setUp({ isDown: true, failingFinishes: 2 })()).rejects.toMatchObject(notSent)
  expect(finished).toEqual([noted(false), noted(false)])
  expect(log.join()).not.toMatch(/Tom|Edith|tom@/)
})

it('waits a few seconds for a busy provider, within the request', async () => {
  const send = setUp({ busy: { times: 3, retryAfter: '1' } })
  expect(await send()).toEqual({ ok: true, isDelayed: false, sendsAt: null })
  expect(waits).toEqual([1000, 1000, 1000])
  expect([delivered.size, queued]).toEqual([1, []])
})

it.each([
  ['for longer than a few seconds', { times: 9, retryAfter: '1' }, 5],
  ['to come back much later', { times: 1, retryAfter: '60' }, 0],
])(
  'queues the invitation under its own id, unreadable in the database, when the provider asks to wait %s',
  async (_, busy, waited) => {
    expect(await setUp({ busy })()).toEqual({ ok: true, isDelayed: true, sendsAt: null })
    expect(waits).toHaveLength(waited)
    expect(delivered.size).toBe(0)
    expect(queued).toMatchObject([
      { p_id: 'invite-1', p_kind: 'invitation', p_to_email: 'tom@example.org', p_use_by: null },
    ])
    const payload = queued[0]?.p_payload
    expect(JSON.stringify(payload)).not.toMatch(/Edith|Marlow/)
    expect(unsealed([codeKey], payload).subject).toContain('Edith Marlow')
    expect(() => unsealed(['another key of thirty-two letters'], payload)).toThrow()
    expect(finished).toEqual([noted(true)])
  },
)

it('queues an invitation that leaves later, unreadable in the database, and asks the provider for nothing', async () => {
  const sendsAt = '2026-11-22T10:00:00+00:00'
  expect(await setUp({ sendsAt })()).toEqual({ ok: true, isDelayed: true, sendsAt })
  expect(delivered.size).toBe(0)
  expect(queued).toMatchObject([{ p_invite_id: 'invite-1', p_to_email: 'tom@example.org' }])
  expect(JSON.stringify(queued)).not.toMatch(/Edith|Marlow/)
  expect(unsealed([codeKey], queued[0]?.p_payload).subject).toContain('Edith Marlow')
  expect(finished).toEqual([noted(true)])
})

it('answers 502 mail_not_sent when an invitation that leaves later is not queued', async () => {
  const send = setUp({ sendsAt: '2026-11-22T10:00:00+00:00', isQueueDown: true })
  await expect(send()).rejects.toMatchObject(notSent)
  expect(finished).toEqual([noted(false)])
})
