import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { errorCode } from '@/lib/errors'
import { fetchWithLimit } from '@/lib/fetch-with-limit'

const rows = 'http://supabase.test/rest/v1/contacts'
const file = 'http://supabase.test/storage/v1/object/documents/a.pdf'

/** A stalled connection: it never answers, until the request is aborted. */
const stalled = vi.fn(
  (_input: unknown, init?: RequestInit) =>
    new Promise<Response>((_resolve, reject) => {
      const signal = init?.signal
      signal?.addEventListener('abort', () => reject(signal.reason))
    }),
)

let limit: AbortController

beforeEach(() => {
  limit = new AbortController()
  vi.stubGlobal('fetch', stalled)
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((milliseconds) => {
    expect(milliseconds).toBe(30_000)
    return limit.signal
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
  stalled.mockClear()
})

const timeIsUp = () => limit.abort(new DOMException('', 'TimeoutError'))

test('a request to save fails as a lost connection when it reaches the time limit', async () => {
  const saving = fetchWithLimit(rows, { method: 'PATCH' }).catch(errorCode)
  timeIsUp()
  expect(await saving).toBe('network')
})

test('a request to read can be aborted by its caller and by the time limit', async () => {
  const caller = new AbortController()
  const called = fetchWithLimit(rows, { signal: caller.signal }).catch((error) => error.name)
  caller.abort()
  expect(await called).toBe('AbortError')
  const waiting = fetchWithLimit(rows, { signal: new AbortController().signal }).catch(errorCode)
  timeIsUp()
  expect(await waiting).toBe('network')
})

test('a request without any options is sent, and has the time limit', async () => {
  const reading = fetchWithLimit(rows).catch(errorCode)
  expect(stalled).toHaveBeenCalledWith(rows, { signal: limit.signal })
  timeIsUp()
  expect(await reading).toBe('network')
})

test('a request that a browser ends in its own way when the time is up has taken too long', async () => {
  stalled.mockImplementationOnce(async () => {
    timeIsUp()
    throw new DOMException('', 'AbortError')
  })
  await expect(fetchWithLimit(rows)).rejects.toMatchObject({ name: 'TimeoutError' })
})

test('a request that fails on its own, or that its caller ended before, fails for that reason', async () => {
  const refused = new TypeError('blocked by the browser')
  stalled.mockRejectedValueOnce(refused)
  await expect(fetchWithLimit(rows)).rejects.toBe(refused)
  const caller = new AbortController()
  stalled.mockImplementationOnce(async () => {
    caller.abort()
    timeIsUp()
    throw refused
  })
  await expect(fetchWithLimit(rows, { signal: caller.signal })).rejects.toBe(refused)
})

test('a file upload has no time limit', () => {
  void fetchWithLimit(file, { method: 'POST' })
  expect(stalled).toHaveBeenCalledWith(file, { method: 'POST' })
})
