// What every function keeps to that a person calls: who may call it, what it takes, whose pages may read its answers.
import { createHmac } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { deleteAccount, type Person, person } from '../people.ts'
import { answers, appOrigin, call, publishableKey, secretKey, tokenOf } from './calls.ts'

interface Contract {
  /** A body that is taken, for a caller. */
  body: (caller: Person) => unknown
  /** Bodies that are JSON and not what the function takes. */
  invalid: string[]
  /** Checks that a refused call did nothing to the caller. */
  expectUntouched?: (caller: Person) => Promise<void>
}

/** Describes the tests of one function. */
export function keepsContract(name: string, { body, invalid, expectUntouched }: Contract): void {
  let caller: Person
  let token: string
  let text: string
  beforeAll(async () => {
    caller = await person('Olive Owner')
    token = await tokenOf(caller)
    text = JSON.stringify(await body(caller))
  })
  const send = (sent: BodyInit) => call(name, { headers: { authorization: `Bearer ${token}` }, body: sent })

  describe('who calls', () => {
    const jwt = (header: object, claims: object, secret: string) => {
      const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
      const signed = `${part(header)}.${part(claims)}`
      return `${signed}.${secret && createHmac('sha256', secret).update(signed).digest('base64url')}`
    }
    const claims = () => ({
      sub: caller.id,
      role: 'authenticated',
      aud: 'authenticated',
      exp: Math.floor(Date.now() / 1000) + 3600,
    })

    it.each<[string, () => Record<string, string>]>([
      ['nobody', () => ({})],
      ['the publishable key as apikey', () => ({ apikey: publishableKey })],
      ['the publishable key as a token', () => ({ authorization: `Bearer ${publishableKey}` })],
      ['the secret key as a token', () => ({ authorization: `Bearer ${secretKey}`, apikey: secretKey })],
      ['garbage', () => ({ authorization: 'Bearer garbage' })],
      ['garbage in three parts', () => ({ authorization: 'Bearer a.b.c' })],
      ['another scheme', () => ({ authorization: 'Basic b2xpdmU6b3duZXI=' })],
      ['an empty token', () => ({ authorization: 'Bearer ' })],
      [
        'a token signed by somebody else',
        () => ({ authorization: `Bearer ${jwt({ alg: 'HS256', typ: 'JWT' }, claims(), 'guessed')}` }),
      ],
      [
        'an unsigned token',
        () => ({ authorization: `Bearer ${jwt({ alg: 'none', typ: 'JWT' }, claims(), '')}` }),
      ],
    ])('is refused: %s', async (_, headers) => {
      await answers(await call(name, { headers: headers(), body: text }), 401, 'unauthorized')
      await expectUntouched?.(caller)
    })

    it('is refused: the token of a deleted account', async () => {
      const leaver = await person('Leo Leaver')
      const authorization = `Bearer ${await tokenOf(leaver)}`
      const own = JSON.stringify(await body(leaver))
      await deleteAccount(leaver)
      await answers(await call(name, { headers: { authorization }, body: own }), 401, 'unauthorized')
    })
  })

  describe('what is sent', () => {
    it.each(['{}', '[]', 'null', '7', '""', ...invalid])('is refused as not valid: %s', async (sent) => {
      await answers(await send(sent), 400, 'invalid_body')
    })

    it.each(['', '{', 'email=a@example.com', "{'email': 7}"])('is refused as not JSON: %j', async (sent) => {
      await answers(await send(sent), 400, 'invalid_json')
    })

    it('is refused over 1 MB', async () => {
      await answers(await send(text.padEnd(1024 * 1024 + 1)), 413, 'body_too_large')
      await answers(await send('x'.repeat(5 * 1024 * 1024)), 413, 'body_too_large')
    })

    it.each(['GET', 'PUT', 'PATCH', 'DELETE'])('must be posted, not %s', async (method) => {
      await answers(await call(name, { method }), 405, 'method_not_allowed')
    })
  })

  describe('pages of other origins', () => {
    it.each(['https://evil.example', 'null', `${appOrigin}.evil.example`])(
      '%s may not read answers',
      async (origin) => {
        const preflight = await call(name, {
          method: 'OPTIONS',
          headers: {
            origin,
            'access-control-request-method': 'POST',
            'access-control-request-headers': 'authorization,content-type',
          },
        })
        expect(preflight.headers.get('access-control-allow-origin')).toBe(appOrigin)
        const response = await call(name, { headers: { origin } })
        expect(response.headers.get('access-control-allow-origin')).toBe(appOrigin)
        expect(response.headers.has('access-control-allow-credentials')).toBe(false)
      },
    )

    it('only the app’s pages may, also when the answer is an error', async () => {
      const preflight = await call(name, { method: 'OPTIONS', headers: { origin: appOrigin } })
      expect(preflight.ok).toBe(true)
      for (const header of ['authorization', 'apikey', 'content-type', 'x-client-info']) {
        expect(preflight.headers.get('access-control-allow-headers')).toContain(header)
      }
      const response = await call(name, { headers: { origin: appOrigin } })
      expect(response.status).toBe(401)
      expect(response.headers.get('access-control-allow-origin')).toBe(appOrigin)
    })
  })
}
