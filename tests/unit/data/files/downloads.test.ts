import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { listStoredFiles, readStoredFile } from '@/data/files/downloads'
import { type Answer, type Call, fakeSupabase, json, offline, signIn } from '../../fake-supabase'

const video = { bucket: 'videos', path: 'owner/1.webm', size: 10 } as const
const content = new Uint8Array([0, 1, 2, 3, 4, 5, 6, 7, 8, 9])

let links = 0
/** Signs a new link with a new token for each request. */
const link: Answer = () => {
  links += 1
  return json({ signedURL: `/object/sign/videos/owner/1.webm?token=${links}` })({} as Call) as Response
}
const sign = 'POST storage/object/sign/videos/owner/1.webm'
const get = 'GET storage/object/sign/videos/owner/1.webm'

/** A body that sends some bytes and then breaks, stalls or ends. */
function body(bytes: Uint8Array, then: 'ends' | 'breaks' | 'stalls'): ReadableStream<Uint8Array> {
  let sent = false
  return new ReadableStream({
    pull(controller) {
      if (!sent) controller.enqueue(bytes)
      else if (then === 'ends') controller.close()
      else if (then === 'breaks') controller.error(new TypeError('network error'))
      sent = true
    },
  })
}

const answers =
  (bytes: Uint8Array, then: 'ends' | 'breaks' | 'stalls' = 'ends', status = 200): Answer =>
  () =>
    new Response(body(bytes, then), { status })

const connected = vi.fn()
let leave: AbortController

async function read(file: Parameters<typeof readStoredFile>[0] = video): Promise<number[]> {
  const bytes: number[] = []
  for await (const piece of readStoredFile(file, { signal: leave.signal, onConnection: connected }))
    bytes.push(...piece)
  return bytes
}

beforeEach(() => {
  fakeSupabase({})
  links = 0
  leave = new AbortController()
  connected.mockReset()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  return signIn()
})
afterEach(() => {
  vi.useRealTimers()
})

describe('downloads', () => {
  test('downloading a file returns all bytes through a link signed for it', async () => {
    const calls = fakeSupabase({ [sign]: link, [get]: answers(content) })
    expect(await read()).toEqual([...content])
    expect(calls.map(({ route }) => route)).toEqual([sign, get])
    expect(calls[0]?.body).toEqual({ expiresIn: 300 })
  })

  test.each([
    ['breaks', 206],
    ['ends early', 206],
    ['breaks, and the server supports no ranges', 200],
  ])(
    'downloading a file resumes where it stopped, with a new link, when the connection %s',
    async (what, status) => {
      const calls = fakeSupabase({
        [sign]: link,
        [get]: [
          answers(content.subarray(0, 4), what === 'ends early' ? 'ends' : 'breaks'),
          answers(status === 206 ? content.subarray(4) : content, 'ends', status),
        ],
      })
      const reading = read()
      await vi.advanceTimersByTimeAsync(1000)
      expect(await reading).toEqual([...content])
      const asked = calls.filter(({ route }) => route === get)
      expect(asked.map(({ headers }) => headers?.get('range'))).toEqual([null, 'bytes=4-'])
      expect(asked.map(({ url }) => url.searchParams.get('token'))).toEqual(['1', '2'])
      expect(connected.mock.calls.flat()).toEqual([true, false, true])
    },
  )

  test('downloading a file retries after a minute when the transfer stalls', async () => {
    fakeSupabase({
      [sign]: link,
      [get]: [answers(content.subarray(0, 4), 'stalls'), answers(content.subarray(4), 'ends', 206)],
    })
    const reading = read()
    await vi.advanceTimersByTimeAsync(61_000)
    expect(await reading).toEqual([...content])
  })

  test('downloading a file fails after the connection was lost six times', async () => {
    const calls = fakeSupabase({ [sign]: link, [get]: offline })
    const reading = expect(read()).rejects.toMatchObject({ code: 'download_broken' })
    await vi.advanceTimersByTimeAsync(60_000)
    await reading
    expect(calls.filter(({ route }) => route === get)).toHaveLength(6)
  })

  test('downloading a file waits while the browser is offline', async () => {
    const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    const calls = fakeSupabase({ [sign]: link, [get]: [offline, answers(content)] })
    const reading = read()
    await vi.advanceTimersByTimeAsync(3_600_000)
    expect(calls.filter(({ route }) => route === get)).toHaveLength(1)
    online.mockReturnValue(true)
    window.dispatchEvent(new Event('online'))
    expect(await reading).toEqual([...content])
  })

  test.each([
    [
      'the file does not exist',
      { [sign]: json({ statusCode: '404', error: 'not_found', message: '' }, 400) },
      'download_gone',
    ],
    ['Storage refuses it', { [sign]: link, [get]: json({}, 403) }, 'storage_403'],
    [
      'the file is longer than expected',
      { [sign]: link, [get]: answers(new Uint8Array(11)) },
      'download_wrong_size',
    ],
  ])('downloading a file is not retried when %s', async (_what, routes, code) => {
    const calls = fakeSupabase(routes)
    await expect(read()).rejects.toMatchObject({ code })
    expect(calls).toHaveLength(Object.keys(routes).length)
  })

  test('downloading a file stops at once when canceled, and aborts the network request', async () => {
    let stopped = false
    fakeSupabase({
      [sign]: link,
      [get]: () =>
        new Response(
          new ReadableStream({
            start: (controller) => controller.enqueue(content.subarray(0, 4)),
          }),
        ),
    })
    const original = fetch
    vi.stubGlobal('fetch', (input: RequestInfo, init?: RequestInit) => {
      init?.signal?.addEventListener('abort', () => {
        stopped = true
      })
      return original(input, init)
    })
    const pieces = readStoredFile(video, { signal: leave.signal, onConnection: connected })
    await pieces.next()
    const next = pieces.next()
    leave.abort()
    await expect(next).rejects.toBe(leave.signal.reason)
    expect(stopped).toBe(true)
  })
})

test('listing the own files reads all pages and returns sizes', async () => {
  const file = (n: number, size: number | null) => ({
    id: `id-${n}`,
    bucket_id: 'documents',
    path: `owner/estate/${n}.pdf`,
    size,
    stored_at: '2026-11-01T10:00:00+00:00',
  })
  const all = [...Array.from({ length: 1200 }, (_, n) => file(n, 1)), file(1200, null)]
  fakeSupabase({
    'POST rpc/stored_files': (call) => {
      const offset = Number(call.url.searchParams.get('offset'))
      return json(all.slice(offset, offset + 1000))(call)
    },
  })
  const files = await listStoredFiles('owner', leave.signal)
  expect(files).toHaveLength(1201)
  expect(files[1200]).toEqual({
    bucket: 'documents',
    path: 'owner/estate/1200.pdf',
    size: null,
    storedAt: '2026-11-01T10:00:00+00:00',
  })
})
