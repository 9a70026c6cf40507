// The contract of every function that a person calls: accepted callers, accepted bodies, and which origins may read answers.
import { createHmac } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { deleteAccount, type Person, person } from '../support/people.ts'
import { answers, appOrigin, call, publishableKey, secretKey, tokenOf } from './calls.ts'

interface Contract {
  /** A valid body for a caller. */
  body: (caller: Person) => unknown
  /** Bodies that are JSON but do not match the function's schema. */
  invalid: string[]
  /** Checks that a refused call changed nothing for the caller. */
  expectUntouched?: (caller: Person) => Promise<void>
}

/** Adds the tests of the contract for one function. */
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

  describe('caller', () => {
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
      ['without a token', () => ({})],
      ['with the publishable key as apikey', () => ({ apikey: publishableKey })],
      ['with the publishable key as token', () => ({ authorization: `Bearer ${publishableKey}` })],
      ['with the secret key as token', () => ({ authorization: `Bearer ${secretKey}`, apikey: secretKey })],
      ['with a token that is no JWT', () => ({ authorization: 'Bearer garbage' })],
      ['with a malformed JWT', () => ({ authorization: 'Bearer a.b.c' })],
      ['with another authorization scheme', () => ({ authorization: 'Basic b2xpdmU6b3duZXI=' })],
      ['with an empty token', () => ({ authorization: 'Bearer ' })],
      [
        'with a token signed by another secret',
        () => ({ authorization: `Bearer ${jwt({ alg: 'HS256', typ: 'JWT' }, claims(), 'guessed')}` }),
      ],
      [
        'with an unsigned token',
        () => ({ authorization: `Bearer ${jwt({ alg: 'none', typ: 'JWT' }, claims(), '')}` }),
      ],
    ])(`${name} answers 401 to a caller %s`, async (_, headers) => {
      await answers(await call(name, { headers: headers(), body: text }), 401, 'unauthorized')
      await expectUntouched?.(caller)
    })

    it(`${name} answers 401 to the token of a deleted account`, async () => {
      const leaver = await person('Leo Leaver')
      const authorization = `Bearer ${await tokenOf(leaver)}`
      const own = JSON.stringify(await body(leaver))
      await deleteAccount(leaver)
      await answers(await call(name, { headers: { authorization }, body: own }), 401, 'unauthorized')
    })
  })

  describe('body', () => {
    it.each(['{}', '[]', 'null', '7', '""', ...invalid])(
      `${name} answers 400 invalid_body to %s`,
      async (sent) => {
        await answers(await send(sent), 400, 'invalid_body')
      },
    )

    it.each(['', '{', 'email=a@example.com', "{'email': 7}"])(
      `${name} answers 400 invalid_json to %j`,
      async (sent) => {
        await answers(await send(sent), 400, 'invalid_json')
      },
    )

    it(`${name} answers 413 to a body over 1 MB`, async () => {
      await answers(await send(text.padEnd(1024 * 1024 + 1)), 413, 'body_too_large')
      await answers(await send('x'.repeat(5 * 1024 * 1024)), 413, 'body_too_large')
    })

    it.each(['GET', 'PUT', 'PATCH', 'DELETE'])(`${name} answers 405 to %s`, async (method) => {
      await answers(await call(name, { method }), 405, 'method_not_allowed')
    })
  })

  describe('origin', () => {
    it.each(['https://evil.example', 'null', `${appOrigin}.evil.example`])(
      `${name} does not let pages of the origin %s read answers`,
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

    it(`${name} lets pages of the app read answers and errors`, async () => {
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
