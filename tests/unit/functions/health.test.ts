// @vitest-environment node
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { DatabaseError, type Rpc } from '../../../supabase/functions/_shared/database.ts'
import { serveJson } from '../../../supabase/functions/_shared/http.ts'
import { health } from '../../../supabase/functions/health/handler.ts'

beforeEach(() => {
  vi.spyOn(console, 'error').mockReturnValue()
})
afterEach(() => {
  vi.restoreAllMocks()
})

/** The function with a database that gives these answers in turn. */
function setUp(...answers: (boolean | Error)[]) {
  let now = 0
  let asked = 0
  const rpc: Rpc = async (_name, _args, schema) => {
    const answer = answers[asked]
    asked += 1
    if (answer instanceof Error) throw answer
    return schema.parse(answer)
  }
  const serve = serveJson(health({ rpc, now: () => now }), 'https://app.example', ['GET', 'HEAD'])
  return {
    ask: (method = 'GET') => serve(new Request('https://functions.example/health', { method })),
    pass: (milliseconds: number) => {
      now += milliseconds
    },
    asked: () => asked,
  }
}

it('answers 200 when all is well, and 503 when not or when the database does not answer, and no more', async () => {
  const { ask, pass } = setUp(true, false, new DatabaseError('is_well', '57014'))
  const well = await ask()
  expect([well.status, await well.json()]).toEqual([200, { well: true }])
  for (let n = 0; n < 2; n += 1) {
    pass(30_000)
    const response = await ask()
    expect([response.status, await response.json()]).toEqual([
      503,
      { error: { code: 'not_well', message: 'Look at admin.health in the database.' } },
    ])
  }
})

it('asks the database once in 30 seconds, however many ask', async () => {
  const { ask, pass, asked } = setUp(true, false)
  const many = await Promise.all(Array.from({ length: 50 }, () => ask()))
  expect(many.map(({ status }) => status)).toEqual(many.map(() => 200))
  pass(29_999)
  expect((await ask('HEAD')).status).toBe(200)
  expect(asked()).toBe(1)
  pass(1)
  expect((await ask()).status).toBe(503)
  expect(asked()).toBe(2)
})

it('answers GET and HEAD alone', async () => {
  const response = await setUp().ask('POST')
  expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS'])
})
