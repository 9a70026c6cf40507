// @vitest-environment node
import { randomInt } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { z } from 'zod'
import { DatabaseError, type Rpc } from '../../../supabase/functions/_shared/database.ts'
import { hashCode, makeCode } from '../../../supabase/functions/_shared/email-codes.ts'
import type { OutgoingMail } from '../../../supabase/functions/_shared/mail.ts'
import { sendOtp } from '../../../supabase/functions/send-otp/handler.ts'
import { updateEmail } from '../../../supabase/functions/update-email/handler.ts'
import { verifyOtp } from '../../../supabase/functions/verify-otp/handler.ts'

vi.mock('node:crypto', async (importOriginal) => {
  const original = await importOriginal<typeof import('node:crypto')>()
  return { ...original, randomInt: vi.fn(original.randomInt) }
})

const ann = { id: '5d0f5c2e-8f0a-4d0b-9a59-0d2a54b2a001', email: 'ann@example.org' }
const other = '5d0f5c2e-8f0a-4d0b-9a59-0d2a54b2a002'
const codeKey = 'a-key-of-at-least-thirty-two-characters'
const codeKeyBefore = 'the-key-of-thirty-two-letters-before-it'
const requireUser = async () => ({ id: ann.id })

let log: string[]
beforeEach(() => {
  log = []
  vi.spyOn(console, 'error').mockImplementation((line) => log.push(line))
})
afterEach(() => {
  vi.restoreAllMocks()
})

function request(body: object): Request {
  return new Request('http://functions.example/x', {
    method: 'POST',
    headers: { authorization: 'Bearer token-of-ann' },
    body: JSON.stringify(body),
  })
}

type Answers = Record<string, unknown[]>
/** A database that gives these answers in turn and repeats the last one; it throws an answer that is an Error. */
function database(answers: Answers) {
  const calls: [string, Record<string, unknown>][] = []
  const rpc: Rpc = async <T>(name: string, args: Record<string, unknown>, schema: z.ZodType<T>) => {
    calls.push([name, args])
    const queue = answers[name] ?? []
    const answer = queue.length > 1 ? queue.shift() : queue[0]
    if (answer instanceof Error) throw answer
    return schema.parse(answer ?? null)
  }
  return { rpc, calls }
}

describe('codes', () => {
  it('an email code has six digits, with leading zeros, spread over the whole range', () => {
    const codes = Array.from({ length: 5000 }, makeCode)
    expect(codes.every((code) => /^\d{6}$/.test(code))).toBe(true)
    // About 500 of 5000 codes begin with each digit.
    for (const digit of '0123456789') {
      const count = codes.filter((code) => code.startsWith(digit)).length
      expect([digit, count > 350 && count < 650]).toEqual([digit, true])
    }
    expect(new Set(codes).size).toBeGreaterThan(4900)
  })

  it('an email code is drawn by randomInt from all numbers below a million, so that each is equally likely', () => {
    vi.mocked(randomInt).mockImplementationOnce(() => 7)
    expect(makeCode()).toBe('000007')
    expect(randomInt).toHaveBeenLastCalledWith(1_000_000)
  })

  it('an email code has another hash for another key, person, purpose, address or code', () => {
    const use = { userId: ann.id, purpose: 'email-change-old', email: ann.email } as const
    const hashes = [
      hashCode(codeKey, use, '123456'),
      hashCode(codeKey, use, '123457'),
      hashCode(`${codeKey}.`, use, '123456'),
      hashCode(codeKey, { ...use, userId: other }, '123456'),
      hashCode(codeKey, { ...use, purpose: 'email-change-new' }, '123456'),
      hashCode(codeKey, { ...use, email: `x${ann.email}` }, '123456'),
      // Moving characters from one part to the next changes the hash.
      hashCode(codeKey, { ...use, userId: `${ann.id}","email-change-old` }, '123456'),
    ]
    expect(hashes.every((hash) => /^[0-9a-f]{64}$/.test(hash))).toBe(true)
    expect(new Set(hashes).size).toBe(hashes.length)
    expect(hashCode(codeKey, use, '123456')).toBe(hashes[0])
  })
})

describe('sending', () => {
  function setUp(answers: Answers, failure: string | null = null) {
    const mails: OutgoingMail[] = []
    const { rpc, calls } = database(answers)
    const sendOrQueue = async (mail: OutgoingMail) => {
      mails.push(mail)
      return failure ? { reason: failure } : { isDelayed: false }
    }
    const handler = sendOtp({ requireKnownUser: requireUser, rpc, sendOrQueue, codeKey })
    return { handler, calls, mails }
  }
  const issued = (is_taken = false) => ({ issue_email_code: [[{ code_id: 'code-1', is_taken }]] })
  const body = { email: ` ${ann.email.toUpperCase()}`, purpose: 'email-change-old' }

  it('send-otp passes the hash of the mailed code to the database, and never the code', async () => {
    const { handler, calls, mails } = setUp(issued())
    expect(await handler(request(body))).toEqual({ ok: true, isDelayed: false })
    const code = /^\d{6}$/m.exec(mails[0]?.text ?? '')?.[0] ?? ''
    const use = { userId: ann.id, purpose: 'email-change-old', email: ann.email } as const
    expect(calls).toEqual([
      [
        'issue_email_code',
        {
          p_user_id: ann.id,
          p_purpose: 'email-change-old',
          p_email: ann.email,
          p_hmac: hashCode(codeKey, use, code),
        },
      ],
    ])
    expect(mails).toMatchObject([{ to: ann.email, idempotencyKey: 'code-1' }])
  })

  it('send-otp mails no code to an address that has an account, and answers the same', async () => {
    const { handler, mails } = setUp(issued(true))
    expect(await handler(request({ ...body, purpose: 'email-change-new' }))).toEqual({
      ok: true,
      isDelayed: false,
    })
    expect(mails).toHaveLength(1)
    expect(`${mails[0]?.subject}${mails[0]?.text}${mails[0]?.html}`).not.toMatch(/\b\d{6}\b/)
  })

  it.each([false, true])(
    'send-otp answers 502 and notes the failure when the mail was not sent, and logs no address (taken: %s)',
    async (isTaken) => {
      const { handler, calls } = setUp(issued(isTaken), 'provider answered 500')
      await expect(handler(request(body))).rejects.toMatchObject({ status: 502, code: 'mail_not_sent' })
      expect(calls[1]).toEqual(['fail_email_code', { p_code_id: 'code-1' }])
      expect(log).toEqual([JSON.stringify({ path: 'send-otp', error: 'provider answered 500' })])
    },
  )

  it('send-otp answers 502 even if the failed mail cannot be noted', async () => {
    const broken = { fail_email_code: [new DatabaseError('fail_email_code', '57014')] }
    const { handler } = setUp({ ...issued(), ...broken }, 'timeout')
    await expect(handler(request(body))).rejects.toMatchObject({ code: 'mail_not_sent' })
    expect(log.join()).not.toContain(ann.email)
  })

  it.each([
    ['HW050', 409],
    ['HW051', 409],
    ['HW052', 409],
    ['HW054', 429],
    ['HW055', 429],
    ['HW056', 429],
    ['HW057', 409],
    ['HW060', 409],
    ['HW061', 409],
  ])('send-otp passes the refusal %s of the database on with %i and mails nothing', async (code, status) => {
    const refused = { issue_email_code: [new DatabaseError('issue_email_code', code)] }
    const { handler, mails } = setUp(refused)
    await expect(handler(request(body))).rejects.toMatchObject({ status, code })
    expect(mails).toEqual([])
  })

  it('send-otp rethrows any other error of the database unchanged', async () => {
    const failure = new DatabaseError('issue_email_code', '57014')
    const { handler } = setUp({ issue_email_code: [failure] })
    await expect(handler(request(body))).rejects.toBe(failure)
  })
})

describe('verifying', () => {
  it.each([true, false])('verify-otp answers the result of the database: %s', async (success) => {
    const { rpc, calls } = database({ verify_email_code: [success] })
    const handler = verifyOtp({ requireUser, rpc, codeKeys: [codeKey, codeKeyBefore] })
    const sent = { email: ann.email, code: '123456', purpose: 'email-change-new' }
    expect(await handler(request(sent))).toEqual({ success })
    const use = { userId: ann.id, purpose: 'email-change-new', email: ann.email } as const
    const hmacs = [codeKey, codeKeyBefore].map((key) => hashCode(key, use, '123456'))
    expect(calls[0]?.[1].p_hmacs).toEqual(hmacs)
  })

  it('verify-otp answers 400 to a malformed code or the purpose account-deletion, without asking the database', async () => {
    const { rpc, calls } = database({ verify_email_code: [true] })
    const handler = verifyOtp({ requireUser, rpc, codeKeys: [codeKey, codeKeyBefore] })
    for (const sent of [
      { email: ann.email, code: '12345', purpose: 'email-change-new' },
      { email: ann.email, code: '123456', purpose: 'account-deletion' },
    ]) {
      await expect(handler(request(sent))).rejects.toMatchObject({ status: 400, code: 'invalid_body' })
    }
    expect(calls).toEqual([])
  })
})

describe('changing', () => {
  function setUp({
    due = [true] as unknown[],
    changes = [null] as (string | null)[],
    ends = [null] as (string | null)[],
  }) {
    const { rpc, calls } = database({ begin_email_change: due })
    const changed: [string, string][] = []
    const ended: string[] = []
    const handler = updateEmail({
      requireKnownUser: requireUser,
      rpc,
      changeEmail: async (...change) => {
        changed.push(change)
        return changes.shift() ?? null
      },
      endOtherSessions: async (token) => {
        ended.push(token)
        return ends.shift() ?? null
      },
    })
    return { handler, calls, changed, ended }
  }
  const body = { userId: ann.id.toUpperCase(), newEmail: 'Ann.New@Example.org ' }
  const done = { ok: true, otherSessionsEnded: true }

  it('update-email changes the caller’s address and ends the caller’s other sessions', async () => {
    const { handler, calls, changed, ended } = setUp({})
    expect(await handler(request(body))).toEqual(done)
    expect(calls).toEqual([['begin_email_change', { p_user_id: ann.id, p_new_email: 'ann.new@example.org' }]])
    expect(changed).toEqual([[ann.id, 'ann.new@example.org']])
    expect(ended).toEqual(['token-of-ann'])
  })

  it('update-email answers 403 to the id of another account and changes nothing', async () => {
    const { handler, calls, changed, ended } = setUp({})
    const answer = handler(request({ ...body, userId: other }))
    await expect(answer).rejects.toMatchObject({ status: 403, code: 'not_your_account' })
    expect([calls, changed, ended]).toEqual([[], [], []])
  })

  it('update-email answers 409 to an address that was not proved and changes nothing', async () => {
    const { handler, changed, ended } = setUp({ due: [new DatabaseError('begin_email_change', 'HW053')] })
    const answer = handler(request(body))
    await expect(answer).rejects.toMatchObject({ status: 409, code: 'HW053' })
    expect([changed, ended]).toEqual([[], []])
  })

  it('update-email does not repeat a finished change, but ends sessions that the earlier call may have left', async () => {
    const { handler, changed, ended } = setUp({ due: [false] })
    expect(await handler(request(body))).toEqual(done)
    expect(changed).toEqual([])
    expect(ended).toHaveLength(1)
  })

  it('update-email counts a change as done when only its answer was lost', async () => {
    const { handler } = setUp({ due: [true, false], changes: ['AuthRetryableFetchError'] })
    expect(await handler(request(body))).toEqual(done)
    expect(log).toEqual([])
  })

  it('update-email answers 409 without a reason when the change fails, and ends no sessions', async () => {
    const { handler, ended } = setUp({ due: [true, true], changes: ['AuthApiError 422'] })
    const answer = handler(request(body))
    await expect(answer).rejects.toMatchObject({ status: 409, code: 'email_not_changed' })
    expect(ended).toEqual([])
    expect(log).toEqual([JSON.stringify({ path: 'update-email', error: 'AuthApiError 422' })])
  })

  it.each([
    [['AuthRetryableFetchError'], true],
    [['AuthRetryableFetchError', 'AuthApiError 500'], false],
  ])(
    'update-email tries twice to end the other sessions and answers whether it succeeded: %j',
    async (ends, ended) => {
      const { handler } = setUp({ ends })
      expect(await handler(request(body))).toEqual({ ok: true, otherSessionsEnded: ended })
    },
  )
})
