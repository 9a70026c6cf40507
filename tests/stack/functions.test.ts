import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { functions } from '../../supabase/local/bridges/functions.ts'
import { type Bench, connect, expectBridged, signIn, startBench } from './bench.ts'

let bench: Bench
beforeAll(async () => {
  bench = await startBench({
    functions: fileURLToPath(new URL('./fixtures/functions', import.meta.url)),
    appUrl: 'http://127.0.0.1:1234',
  })
})
afterAll(() => bench.stack.stop())

const call = (path: string, init: RequestInit = {}) => fetch(`${bench.stack.url}/functions/v1/${path}`, init)

describe('functions', () => {
  it('edge functions on the embedded stack are served', async () => {
    const { token } = await signIn(bench.stack, 'caller@example.com')
    await expectBridged('bridges/functions.ts', bench, async (ask) => {
      const answer = await ask(`${bench.stack.url}/functions/v1/greet`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, apikey: bench.stack.publishableKey },
      })
      return (await answer.json()).greeting === 'hello'
    })
  })

  it('edge functions on the embedded stack receive the request as it was sent, and the environment of a hosted function', async () => {
    const { client } = await signIn(bench.stack, 'sender@example.com')
    const { data } = await client.functions.invoke('greet/deeper?a=1', { body: { question: true } })
    expect(data).toMatchObject({
      pathname: '/greet/deeper',
      search: '?a=1',
      method: 'POST',
      body: '{"question":true}',
    })
    expect(JSON.parse(data.env.SUPABASE_SECRET_KEYS)).toEqual({ default: bench.stack.secretKey })
    expect(data.env).toMatchObject({
      SUPABASE_URL: bench.stack.url,
      APP_ORIGIN: 'http://127.0.0.1:1234',
      RESEND_BASE_URL: bench.stack.mailboxUrl,
    })
  })

  it('edge functions on the embedded stack require a signed-in caller unless config.toml says otherwise', async () => {
    expect((await call('greet')).status).toBe(401)
    expect((await call('greet', { headers: { authorization: 'Bearer a.b.c' } })).status).toBe(401)
    expect((await call('greet', { method: 'OPTIONS' })).status).toBe(200)

    const open = functions({
      config: new Map([['functions.greet.verify_jwt', false]]),
      functionsUrl: () => bench.stack.url,
    } as unknown as Parameters<typeof functions>[0])
    const answer = await open(new Request(`${bench.stack.url}/functions/v1/greet`), () => Promise.reject())
    expect(answer.status).not.toBe(401)
  })

  it('edge functions on the embedded stack can fail without affecting others, and can reach only this machine', async () => {
    const { client } = await signIn(bench.stack, 'unlucky@example.com')
    const status = async (name: string) => (await client.functions.invoke(name)).response?.status
    expect(await status('broken')).toBe(503)
    expect(await status('missing')).toBe(404)
    expect(await status('_shared')).toBe(404)
    expect(await status('greet/fail')).toBe(500)
    expect(await status('greet/outside')).toBe(500)
    expect(await status('greet')).toBe(200)
  })

  it('edge functions on the embedded stack can be left out', async () => {
    const without = await startBench()
    const { error } = await connect(without.stack).functions.invoke('greet')
    await without.stack.stop()
    expect(error?.context.status).toBe(503)
  })
})
