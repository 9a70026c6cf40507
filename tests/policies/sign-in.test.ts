// The tries of sign-in codes and the token hook, in the database. The function sign-in is tested in tests/functions.
import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import {
  address,
  asAdministrator,
  deleteAccount,
  hasSql,
  needsSql,
  person,
  service,
  signInFrom,
  succeed,
} from '../support/people.ts'
import { refused } from './answers.ts'

const usedUp = 'HW059'
const paused = 'HW058'

const attempt = (email: string, browserId?: string) =>
  service.rpc('begin_sign_in_try', {
    p_email: email,
    ...(browserId === undefined ? {} : { p_browser_id: browserId }),
  })

/** Makes this many tries, one after the other. */
async function attempts(times: number, email: string, browserId?: string): Promise<void> {
  for (let n = 0; n < times; n++) await succeed(attempt(email, browserId))
}

/** Moves what an address tried, and the last code that it was sent, into the past. */
async function letTimePass(email: string, minutes: number): Promise<void> {
  for (const change of [
    'update private.sign_in_tries set tried_at = tried_at - make_interval(mins => $2) where email = $1',
    'update auth.users set recovery_sent_at = recovery_sent_at - make_interval(mins => $2) where email = $1',
  ])
    await asAdministrator(change, [email, minutes])
}

const sendCode = (email: string) =>
  asAdministrator('update auth.users set recovery_sent_at = now() where email = $1', [email])

describe('tries', () => {
  it('tries of a sign-in code are five for each address, whether or not it has an account', async () => {
    for (const email of [(await person('Ann')).email, address('Nobody')]) {
      await attempts(5, email)
      await refused(attempt(email), usedUp)
    }
  })

  it('tries of a sign-in code are five even when many come at once', async () => {
    const email = address('Ann')
    const answers = await Promise.all(Array.from({ length: 30 }, () => attempt(email)))
    expect(answers.filter(({ error }) => error === null)).toHaveLength(5)
    expect(new Set(answers.map(({ error }) => error?.code))).toEqual(new Set([undefined, usedUp]))
  })

  it('tries of a sign-in code are counted apart for each browser that signed in to the address before', async () => {
    const { email, name } = await person('Ann')
    const [laptop, phone] = [randomUUID(), randomUUID()]
    for (const browser of [laptop, phone]) await signInFrom({ name, email }, browser)
    await attempts(5, email)
    await attempts(5, email, laptop)
    await attempts(5, email, phone)
    for (const browser of [undefined, laptop, phone]) await refused(attempt(email, browser), usedUp)
  })

  it('tries of a sign-in code are not counted apart for one that signed in to another address, or to none', async () => {
    const [ann, bob] = [await person('Ann'), await person('Bob')]
    const ofBob = randomUUID()
    await signInFrom(bob, ofBob)
    await attempts(5, ann.email)
    for (const browser of [ofBob, randomUUID()]) await refused(attempt(ann.email, browser), usedUp)
  })

  it('tries of a sign-in code do not count when the code was right', async () => {
    const ann = await person('Ann')
    await attempts(4, ann.email)
    const tryId = await succeed(attempt(ann.email))
    const { error } = await service.rpc('admit_session', {
      p_session_id: randomUUID(),
      p_user_id: ann.id,
      p_try_id: tryId,
    })
    expect(error).toBeNull()
    await attempts(1, ann.email)
    await refused(attempt(ann.email), usedUp)
  })

  describe.skipIf(!hasSql)(`time${needsSql}`, () => {
    it('tries of a sign-in code begin again with a new code, and when the code has expired', async () => {
      const { email } = await person('Ann')
      await attempts(5, email)
      await sendCode(email)
      await attempts(5, email)
      await refused(attempt(email), usedUp)
      await letTimePass(email, 11)
      await attempts(1, email)
    })

    it('tries of a sign-in code do not begin again with a code that was sent to another address', async () => {
      const [ann, bob] = [await person('Ann'), await person('Bob')]
      await attempts(5, ann.email)
      await sendCode(bob.email)
      await refused(attempt(ann.email), usedUp)
    })

    it('tries of a sign-in code are 20 wrong ones in an hour, however many codes are asked for, and refused ones do not lengthen that', async () => {
      const { email, name } = await person('Ann')
      const laptop = randomUUID()
      await signInFrom({ name, email }, laptop)
      for (let codes = 0; codes < 4; codes++) {
        await sendCode(email)
        await attempts(5, email)
      }
      await letTimePass(email, 30)
      await sendCode(email)
      await refused(attempt(email), paused)
      // A browser that the owner used before is not kept out.
      await attempts(1, email, laptop)
      await letTimePass(email, 31)
      await attempts(1, email)
    })

    it('tries of a sign-in code are 50 wrong ones in a day', async () => {
      const email = address('Ann')
      await asAdministrator(
        `insert into private.sign_in_tries (email, tried_at) select $1, now() - interval '2 hours' from generate_series(1, 49)`,
        [email],
      )
      await attempts(1, email)
      await refused(attempt(email), paused)
      await letTimePass(email, 22 * 60)
      await attempts(1, email)
    })
  })
})

describe.skipIf(!hasSql)(`hook${needsSql}`, () => {
  interface Answer {
    claims?: Record<string, unknown>
    error?: { http_code: number }
  }
  const claimsOf = (sessionId: string) => ({
    sub: randomUUID(),
    role: 'authenticated',
    aud: 'authenticated',
    iat: 1_700_000_000,
    exp: 1_700_003_600,
    session_id: sessionId,
  })
  const hook = async (authentication_method: string, claims: object): Promise<Answer | undefined> =>
    (
      await asAdministrator<{ answer: Answer }>('select private.otp_only_token_hook($1::jsonb) as answer', [
        JSON.stringify({ authentication_method, claims }),
      ])
    )[0]?.answer

  it('the token hook refuses passwords and anonymous sign-in', async () => {
    for (const method of ['password', 'anonymous'])
      expect(await hook(method, claimsOf(randomUUID()))).toMatchObject({ error: { http_code: 403 } })
  })

  it('the token hook gives a session that was not admitted a token that opens nothing, and no error, which would bring the code back', async () => {
    for (const method of [
      'otp',
      'magiclink',
      'recovery',
      'invite',
      'email_change',
      'totp',
      'token_refresh',
    ]) {
      const claims = claimsOf(randomUUID())
      expect([method, await hook(method, claims)]).toEqual([
        method,
        {
          claims: {
            ...claims,
            sub: '00000000-0000-0000-0000-000000000000',
            role: 'anon',
            exp: claims.iat,
          },
        },
      ])
    }
  })

  it('the token hook leaves the tokens of an admitted session alone until the account is deleted', async () => {
    const ann = await person('Ann')
    const claims = claimsOf(randomUUID())
    const { error } = await service.rpc('admit_session', {
      p_session_id: claims.session_id,
      p_user_id: ann.id,
    })
    expect(error).toBeNull()
    for (const method of ['otp', 'token_refresh']) expect(await hook(method, claims)).toEqual({ claims })
    await deleteAccount(ann)
    expect((await hook('token_refresh', claims))?.claims).toMatchObject({ role: 'anon' })
  })
})
