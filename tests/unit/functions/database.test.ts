// @vitest-environment node
import { createClient } from '@supabase/supabase-js'
import { expect, test } from 'vitest'
import WebSocket from 'ws'
import * as z from 'zod'
import {
  createRpc,
  DatabaseError,
  sqlStateOf,
  throwRefusal,
} from '../../../supabase/functions/_shared/database.ts'

/** A database that gives these answers in turn. */
function database(...answers: [status: number, body: unknown][]) {
  const requests: string[] = []
  const admin = createClient('http://supabase.example', 'sb_secret_1', {
    auth: { persistSession: false, autoRefreshToken: false },
    db: { retry: false },
    realtime: { transport: WebSocket as never },
    global: {
      fetch: async (url) => {
        requests.push(new URL(String(url)).pathname)
        const [status, body] = answers.shift() ?? [200, null]
        return new Response(JSON.stringify(body), { status })
      },
    },
  })
  return { requests, rpc: createRpc(admin) }
}

const undone = (code: string): [number, unknown] => [500, { code, message: 'deadlock detected' }]

test.each(['40P01', '40001'])('a call that Postgres undid (%s) is repeated', async (code) => {
  const { rpc, requests } = database(undone(code), undone(code), [200, true])
  expect(await rpc('stop_release_by_link', {}, z.boolean())).toBe(true)
  expect(requests).toEqual(Array(3).fill('/rest/v1/rpc/stop_release_by_link'))
})

test('it is repeated twice at most', async () => {
  const { rpc, requests } = database(...Array.from({ length: 5 }, () => undone('40P01')))
  const error = await rpc('stop_release_by_link', {}, z.boolean()).catch((thrown: unknown) => thrown)
  expect(sqlStateOf(error)).toBe('40P01')
  expect(requests).toHaveLength(3)
})

test('a refusal is not repeated', async () => {
  const { rpc, requests } = database([400, { code: 'HW004', message: 'there is nothing to stop' }])
  await expect(rpc('stop_release_by_link', {}, z.boolean())).rejects.toMatchObject({ code: 'HW004' })
  expect(requests).toHaveLength(1)
})

test('a refusal is passed on with its code and what the database says of it', async () => {
  const { rpc } = database([400, { code: 'HW004', message: 'there is nothing to stop' }])
  const answer = rpc('stop_release_by_link', {}, z.boolean()).catch(throwRefusal)
  await expect(answer).rejects.toMatchObject({
    name: 'HttpError',
    status: 409,
    code: 'HW004',
    message: 'there is nothing to stop',
  })
})

test.each(['23505', 'HW999', 'toString'])(
  'any other error of the database is not passed on: %s',
  async (code) => {
    const { rpc } = database([400, { code, message: 'Key (email)=(edith@example.org) already exists' }])
    const answer = rpc('stop_release_by_link', {}, z.boolean()).catch(throwRefusal)
    await expect(answer).rejects.toBeInstanceOf(DatabaseError)
  },
)

test.each([
  ['HW020', '60'],
  ['HW054', '60'],
  ['HW066', '3600'],
])('the refusal %s says that the call may be repeated in %s seconds', async (code, seconds) => {
  const answer = database([400, { code, message: 'too soon' }])
    .rpc('x', {}, z.boolean())
    .catch(throwRefusal)
  await expect(answer).rejects.toMatchObject({ status: 429, headers: { 'retry-after': seconds } })
})
