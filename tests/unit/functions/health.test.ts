// @vitest-environment node
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { DatabaseError, type Rpc } from '../../../supabase/functions/_shared/database.ts'
import { serveJson } from '../../../supabase/functions/_shared/http.ts'
import { createIsAnswering } from '../../../supabase/functions/_shared/is-answering.ts'
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
  const away = new Set<string>()
  const paths: string[] = []
  const isAnswering = async (path: string) => {
    paths.push(path)
    return !away.has(path)
  }
  const rpc: Rpc = async (_name, _args, schema) => {
    const answer = answers[asked]
    asked += 1
    if (answer instanceof Error) throw answer
    return schema.parse(answer)
  }
  const serve = serveJson(health({ rpc, isAnswering, now: () => now }), 'https://app.example', [
    'GET',
    'HEAD',
  ])
  return {
    ask: (method = 'GET') => serve(new Request('https://functions.example/health', { method })),
    pass: (milliseconds: number) => {
      now += milliseconds
    },
    asked: () => asked,
    away,
    paths,
  }
}

const notWell = (away: string[], message: string) => [503, { error: { code: 'not_well', message }, away }]
const read = async (response: Response) => [response.status, await response.json()]

it('answers 200 when all is well, and 503 when not or when the database does not answer, and no more', async () => {
  const { ask, pass } = setUp(true, false, new DatabaseError('is_well', '57014'))
  expect(await read(await ask())).toEqual([200, { well: true }])
  pass(30_000)
  expect(await read(await ask())).toEqual(notWell([], 'Look at admin.health in the database.'))
  pass(30_000)
  expect(await read(await ask())).toEqual(notWell(['database'], 'No answer: database.'))
})

it('answers 503 and names the service while Auth or Storage is away, whatever the database says', async () => {
  const { ask, pass, away } = setUp(true, true, false)
  away.add('/auth/v1/health')
  expect(await read(await ask())).toEqual(notWell(['auth'], 'No answer: auth.'))
  pass(30_000)
  away.clear()
  away.add('/storage/v1/status')
  expect(await read(await ask())).toEqual(notWell(['storage'], 'No answer: storage.'))
  pass(30_000)
  away.add('/auth/v1/health')
  expect(await read(await ask())).toEqual(notWell(['auth', 'storage'], 'No answer: auth, storage.'))
})

it('asks the database and the services once in 30 seconds, however many ask', async () => {
  const { ask, pass, asked, paths } = setUp(true, false)
  const many = await Promise.all(Array.from({ length: 50 }, () => ask()))
  expect(many.map(({ status }) => status)).toEqual(many.map(() => 200))
  pass(29_999)
  expect((await ask('HEAD')).status).toBe(200)
  expect(asked()).toBe(1)
  expect(paths).toEqual(['/auth/v1/health', '/storage/v1/status'])
  pass(1)
  expect((await ask()).status).toBe(503)
  expect(asked()).toBe(2)
})

it('answers GET and HEAD alone', async () => {
  const response = await setUp().ask('POST')
  expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS'])
})

describe('services', () => {
  const env = {
    SUPABASE_URL: 'http://project.example',
    SUPABASE_PUBLISHABLE_KEYS: { default: 'sb_publishable_x' },
  }
  const answerWith = (answer: (request: Request) => Promise<Response>) => {
    const asked: Request[] = []
    vi.stubGlobal('fetch', (url: URL, init: RequestInit) => {
      const request = new Request(url, init)
      asked.push(request)
      return answer(request)
    })
    return asked
  }
  afterEach(() => {
    vi.unstubAllGlobals()
  })

  it.each([
    [200, true],
    [401, false],
    [503, false],
  ])(
    'asking a service for its health takes the answer %i as %s, and shows the publishable key',
    async (status, isAnswering) => {
      const asked = answerWith(async () => new Response('', { status }))
      expect(await createIsAnswering(env)('/auth/v1/health')).toBe(isAnswering)
      expect(asked[0]?.url).toBe('http://project.example/auth/v1/health')
      expect(asked[0]?.headers.get('apikey')).toBe('sb_publishable_x')
    },
  )

  it('asking a service for its health takes a service that cannot be reached, or takes too long, as one that does not answer', async () => {
    answerWith(() => Promise.reject(new TypeError('fetch failed')))
    expect(await createIsAnswering(env)('/storage/v1/status')).toBe(false)
    answerWith(
      ({ signal }) =>
        new Promise((_, reject) => {
          signal.addEventListener('abort', () => reject(signal.reason))
        }),
    )
    expect(await createIsAnswering(env, 1)('/storage/v1/status')).toBe(false)
  })
})
