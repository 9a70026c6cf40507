import { expect, test, vi } from 'vitest'
import { retryDeadlocks } from '@/lib/retry-deadlocks'

const refused = (code: string, status = 500) =>
  new Response(JSON.stringify({ code, message: 'deadlock detected' }), { status })
const done = () => new Response('[]')

/** Sends one request to a database that gives these answers in turn. @returns the last one's status, and the requests */
async function send(...answers: Response[]) {
  const fetch = vi.fn(async (_url: unknown, _init?: RequestInit) => answers.shift() ?? done())
  const response = await retryDeadlocks(fetch)('http://supabase.test/rest/v1/rpc/stop_release', {
    method: 'POST',
    body: '{}',
  })
  return { status: response.status, response, requests: fetch.mock.calls }
}

test.each(['40P01', '40001'])('a request that Postgres undid (%s) is sent again as it was', async (code) => {
  const { status, requests } = await send(refused(code), done())
  expect(status).toBe(200)
  expect(requests).toHaveLength(2)
  expect(requests[1]).toEqual(requests[0])
})

test('it is sent three times at most, and the last answer can be read', async () => {
  const { response, requests } = await send(...Array.from({ length: 5 }, () => refused('40P01')))
  expect(requests).toHaveLength(3)
  expect(await response.json()).toMatchObject({ code: '40P01' })
})

test.each([
  ['a refusal', refused('HW004', 400)],
  ['a statement that took too long', refused('57014')],
  ['a gateway that fails', new Response('Bad Gateway', { status: 500 })],
  ['an answer of another shape', new Response('null', { status: 500 })],
  ['an answer that is a text', new Response('"40P01"', { status: 500 })],
  ['a deadlock that a gateway tells of', refused('40P01', 503)],
])('%s is not repeated', async (_, answer) => {
  const { requests } = await send(answer)
  expect(requests).toHaveLength(1)
})
