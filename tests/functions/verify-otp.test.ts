import { describe, expect, it } from 'vitest'
import {
  address,
  asAdministrator,
  hasSql,
  needsSql,
  type Person,
  person,
  service,
  succeed,
} from '../support/people.ts'
import { answers, hasMailbox, needsMailbox } from './calls.ts'
import { codeTo, isRight, letTimePass, type Purpose, proveOld, sendOtp, verifyOtp, wrong } from './codes.ts'
import { keepsContract } from './contract.ts'

describe('contract', () => {
  const other = (body: object) =>
    JSON.stringify({ email: 'ann@example.com', code: '123456', purpose: 'email-change-old', ...body })
  keepsContract('verify-otp', {
    body: ({ email }) => ({ email, code: '123456', purpose: 'email-change-old' }),
    invalid: [
      ...['12345', '1234567', '12345a', ' 123456', '１２３４５６', '', null, 123456, ['123456']].map((code) =>
        other({ code }),
      ),
      ...['', 'ann', null, ['ann@example.com'], { $ne: '' }].map((email) => other({ email })),
      ...['', 'sign-in', 'EMAIL-CHANGE-OLD', null, ['email-change-old']].map((purpose) => other({ purpose })),
    ],
  })
})

/** A person to whom a code was mailed. */
async function withCode(purpose: Purpose = 'email-change-old') {
  const ann = await person('Ann')
  expect((await sendOtp(ann, purpose)).status).toBe(200)
  return { ann, code: await codeTo(ann.email) }
}

const tries = async ({ id }: Person) =>
  (
    await asAdministrator<{ attempts: number }>(
      'select attempts from private.email_codes where user_id = $1 order by created_at',
      [id],
    )
  ).map(({ attempts }) => attempts)

describe.skipIf(!hasMailbox)(`codes${needsMailbox}`, () => {
  it('verify-otp accepts a code once', async () => {
    const { ann, code } = await withCode()
    const response = await verifyOtp(ann, 'email-change-old', ` ${ann.email.toUpperCase()}`, code)
    expect([response.status, await response.json()]).toEqual([200, { success: true }])
    const again = await verifyOtp(ann, 'email-change-old', ann.email, code)
    expect([again.status, await again.json()]).toEqual([200, { success: false }])
  })

  it('verify-otp accepts a code once when it is sent ten times at once', async () => {
    const { ann, code } = await withCode()
    const all = await Promise.all(
      Array.from({ length: 10 }, () => isRight(ann, 'email-change-old', ann.email, code)),
    )
    expect(all.filter(Boolean)).toHaveLength(1)
  })

  it('verify-otp accepts a code after four wrong guesses and refuses it after five', async () => {
    const [four, five] = await Promise.all([withCode(), withCode()])
    for (const [{ ann, code }, guesses] of [
      [four, 4],
      [five, 5],
    ] as const) {
      for (let n = 0; n < guesses; n += 1) {
        expect(await isRight(ann, 'email-change-old', ann.email, wrong(code))).toBe(false)
      }
      expect(await isRight(ann, 'email-change-old', ann.email, code)).toBe(guesses === 4)
    }
  })

  it('verify-otp counts five of 20 wrong guesses at once and then refuses the right code', async () => {
    const { ann, code } = await withCode()
    const all = await Promise.all(
      Array.from({ length: 20 }, () => isRight(ann, 'email-change-old', ann.email, wrong(code))),
    )
    expect(all.some(Boolean)).toBe(false)
    if (hasSql) expect(await tries(ann)).toEqual([5])
    expect(await isRight(ann, 'email-change-old', ann.email, code)).toBe(false)
  })

  it('verify-otp counts at most five of 20 guesses at once with the right code last', async () => {
    const { ann, code } = await withCode()
    const guesses = [...Array<string>(19).fill(wrong(code)), code]
    const all = await Promise.all(guesses.map((guess) => isRight(ann, 'email-change-old', ann.email, guess)))
    expect(all.slice(0, 19).some(Boolean)).toBe(false)
    if (hasSql) expect((await tries(ann))[0]).toBeLessThanOrEqual(5)
  })

  it.skipIf(!hasSql)(`verify-otp allows five guesses for each code${needsSql}`, async () => {
    const { ann, code } = await withCode()
    for (let n = 0; n < 6; n += 1) await isRight(ann, 'email-change-old', ann.email, wrong(code))
    await letTimePass(ann, 1)
    await sendOtp(ann, 'email-change-old')
    const next = await codeTo(ann.email)
    expect(await isRight(ann, 'email-change-old', ann.email, wrong(next))).toBe(false)
    expect(await tries(ann)).toEqual([5, 1])
    expect(await isRight(ann, 'email-change-old', ann.email, next)).toBe(true)
  })

  it.skipIf(!hasSql)(`verify-otp accepts a code for ten minutes${needsSql}`, async () => {
    const [early, late] = await Promise.all([withCode(), withCode()])
    await letTimePass(early.ann, 9)
    expect(await isRight(early.ann, 'email-change-old', early.ann.email, early.code)).toBe(true)
    await letTimePass(late.ann, 10)
    expect(await isRight(late.ann, 'email-change-old', late.ann.email, late.code)).toBe(false)
    expect(await tries(late.ann)).toEqual([0])
  })

  it('verify-otp refuses the code of another person and does not count the guess for them', async () => {
    const { ann, code } = await withCode()
    const { ann: bob, code: bobs } = await withCode()
    if (code === bobs) return
    for (const email of [ann.email, bob.email]) {
      expect(await isRight(bob, 'email-change-old', email, code)).toBe(false)
    }
    expect(await isRight(ann, 'email-change-old', ann.email, code)).toBe(true)
  })

  it('verify-otp accepts a code only for the address to which it was mailed', async () => {
    const { ann, code } = await withCode()
    expect(await isRight(ann, 'email-change-old', address('Ann'), code)).toBe(false)
    expect(await isRight(ann, 'email-change-old', ann.email, code)).toBe(true)
  })

  it.each<[Purpose, Purpose]>([
    ['account-deletion', 'email-change-old'],
    ['account-deletion', 'email-change-new'],
    ['email-change-old', 'email-change-new'],
  ])('refuses a code for %s as one for %s', async (made, used) => {
    const { ann, code } = await withCode(made)
    expect(await isRight(ann, used, ann.email, code)).toBe(false)
  })

  it('verify-otp refuses a code for the new address as one for the old address', async () => {
    const ann = await person('Ann')
    const wanted = address('Ann')
    await proveOld(ann)
    await sendOtp(ann, 'email-change-new', wanted)
    const code = await codeTo(wanted)
    expect(await isRight(ann, 'email-change-old', wanted, code)).toBe(false)
    expect(await isRight(ann, 'email-change-old', ann.email, code)).toBe(false)
    expect(await isRight(ann, 'email-change-new', wanted, code)).toBe(true)
  })

  it('verify-otp answers 400 to a code for deleting an account and does not count the guess', async () => {
    const { ann, code } = await withCode('account-deletion')
    await answers(await verifyOtp(ann, 'account-deletion', ann.email, code), 400, 'invalid_body')
    if (hasSql) expect(await tries(ann)).toEqual([0])
  })

  it('verify-otp refuses a code for the old address once the account has another one', async () => {
    const { ann, code } = await withCode()
    const moved = address('Ann')
    await service.auth.admin.updateUserById(ann.id, { email: moved, email_confirm: true })
    expect(await isRight(ann, 'email-change-old', ann.email, code)).toBe(false)
  })

  it('verify-otp refuses a code for the new address once the account was changed otherwise', async () => {
    const ann = await person('Ann')
    const wanted = address('Ann')
    await proveOld(ann)
    await sendOtp(ann, 'email-change-new', wanted)
    await service.auth.admin.updateUserById(ann.id, { email: address('Ann'), email_confirm: true })
    expect(await isRight(ann, 'email-change-new', wanted, await codeTo(wanted))).toBe(false)
  })

  it.skipIf(!hasSql)(
    `verify-otp accepts a late code for the new address although the proof of the old one expires meanwhile${needsSql}`,
    async () => {
      const ann = await person('Ann')
      const wanted = address('Ann')
      await proveOld(ann)
      await letTimePass(ann, 29)
      await sendOtp(ann, 'email-change-new', wanted)
      await letTimePass(ann, 9)
      expect(await isRight(ann, 'email-change-new', wanted, await codeTo(wanted))).toBe(true)
    },
  )

  it.skipIf(!hasSql)(
    `verify-otp accepts only the newest code when two tabs request different addresses${needsSql}`,
    async () => {
      const ann = await person('Ann')
      const [first, second] = [address('First'), address('Second')]
      await proveOld(ann)
      await sendOtp(ann, 'email-change-new', first)
      await letTimePass(ann, 1)
      expect((await sendOtp(ann, 'email-change-new', second)).status).toBe(200)
      expect(await isRight(ann, 'email-change-new', first, await codeTo(first))).toBe(false)
      expect(await isRight(ann, 'email-change-new', second, await codeTo(second))).toBe(true)
    },
  )
})

it('verify-otp answers false to a guess when no code was mailed', async () => {
  const ann = await person('Ann')
  for (const purpose of ['email-change-old', 'email-change-new'] as const) {
    expect(await isRight(ann, purpose, ann.email, '123456')).toBe(false)
  }
})

it('people cannot call the database functions for email codes', async () => {
  const ann = await person('Ann')
  const use = { p_user_id: ann.id, p_purpose: 'email-change-old', p_email: ann.email }
  const args = { ...use, p_hmac: 'ab' }
  expect((await ann.client.rpc('issue_email_code', args)).error?.code).toBe('42501')
  expect((await ann.client.rpc('verify_email_code', { ...use, p_hmacs: ['ab'] })).error?.code).toBe('42501')
  expect(
    (await ann.client.rpc('begin_email_change', { p_user_id: ann.id, p_new_email: 'a@b.cc' })).error?.code,
  ).toBe('42501')
  await succeed(service.rpc('issue_email_code', args))
})
