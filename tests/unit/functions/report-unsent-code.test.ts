// What happens when a browser says that Auth could not send a sign-in code.
// @vitest-environment node
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { DatabaseError, type Rpc } from '../../../supabase/functions/_shared/database.ts'
import { createSendSignInCode } from '../../../supabase/functions/_shared/sign-in-code.ts'
import { reportUnsentCode } from '../../../supabase/functions/report-unsent-code/handler.ts'

beforeEach(() => {
  vi.spyOn(console, 'error').mockReturnValue()
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

/** The function with the database's answer whether Auth is to be asked, and what Auth then does. */
function setUp(isDue: boolean | Error, outcome: 'sent' | 'failed' | 'refused' = 'sent') {
  const steps: unknown[] = []
  const running: Promise<void>[] = []
  const rpc: Rpc = async (name, args, schema) => {
    steps.push([name, args])
    if (isDue instanceof Error) throw isDue
    return schema.parse(name === 'begin_code_probe' ? isDue : null)
  }
  const sendSignInCode = async (email: string) => {
    steps.push(['Auth', email])
    return outcome
  }
  const handler = reportUnsentCode({ rpc, sendSignInCode, later: (work) => running.push(work) })
  const report = async (email: string) => {
    const answer = await handler(
      new Request('http://functions.example/x', { method: 'POST', body: JSON.stringify({ email }) }),
    )
    await Promise.all(running)
    return answer
  }
  return { steps, report }
}

const p_email = 'ann@example.org'

it.each([
  ['sent', true],
  ['failed', false],
] as const)('asks Auth for a code, and notes whether it was sent: %s', async (outcome, p_is_sent) => {
  const { steps, report } = setUp(true, outcome)
  expect(await report(' Ann@Example.org ')).toEqual({ ok: true })
  expect(steps).toEqual([
    ['begin_code_probe', { p_email }],
    ['Auth', p_email],
    ['note_code_probe', { p_email, p_is_sent }],
  ])
})

it('notes nothing when Auth refuses, because the limits of Auth are no failure', async () => {
  const { steps, report } = setUp(true, 'refused')
  await report(p_email)
  expect(steps).toHaveLength(2)
})

it('asks Auth for nothing when the database says so, and answers the same', async () => {
  const { steps, report } = setUp(false)
  expect(await report('stranger@example.org')).toEqual({ ok: true })
  expect(steps).toHaveLength(1)
})

it('answers the same when the database fails, and logs no address', async () => {
  const { report } = setUp(new DatabaseError('begin_code_probe', '57014'))
  expect(await report(p_email)).toEqual({ ok: true })
  expect(console.error).toHaveBeenCalledOnce()
  expect(vi.mocked(console.error).mock.lastCall?.join()).not.toContain('ann')
})

it('answers before Auth does, so that the time does not tell whether there is an account', async () => {
  const never = new Promise<never>(() => {})
  const rpc: Rpc = async (_name, _args, schema) => schema.parse(true)
  const handler = reportUnsentCode({ rpc, sendSignInCode: () => never, later: () => {} })
  const body = JSON.stringify({ email: p_email })
  expect(await handler(new Request('http://functions.example/x', { method: 'POST', body }))).toEqual({
    ok: true,
  })
})

it.each([
  [200, {}, 'sent'],
  [429, { code: 'over_email_send_rate_limit' }, 'refused'],
  [422, { code: 'otp_disabled' }, 'refused'],
  [500, { code: 'unexpected_failure' }, 'failed'],
  [504, { code: 'request_timeout' }, 'failed'],
])('takes the answer %i %j of Auth as "%s", and makes no account', async (status, body, outcome) => {
  const sent: Request[] = []
  vi.stubGlobal('WebSocket', class {})
  vi.stubGlobal('fetch', async (input: string, init: RequestInit) => {
    sent.push(new Request(input, init))
    return Response.json(body, { status })
  })
  const env = { SUPABASE_URL: 'http://auth.example', SUPABASE_SECRET_KEYS: { default: 'sb_secret_x' } }
  expect(await createSendSignInCode(env)(p_email)).toBe(outcome)
  expect(sent[0]?.url).toContain('/auth/v1/otp')
  expect(await sent[0]?.json()).toMatchObject({ email: p_email, create_user: false })
})
