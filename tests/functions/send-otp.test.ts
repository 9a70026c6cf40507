import { describe, expect, it } from 'vitest'
import { address, asAdministrator, hasSql, needsSql, person, service, succeed } from '../support/people.ts'
import { answers, failMails, hasMailbox, mailsTo, needsMailbox } from './calls.ts'
import { codeMailTo, codeTo, isRight, letTimePass, type Purpose, proveOld, sendOtp } from './codes.ts'
import { keepsContract } from './contract.ts'

describe('contract', () => {
  keepsContract('send-otp', {
    body: ({ email }) => ({ email, purpose: 'email-change-old' }),
    invalid: [
      '{"email": "ann@example.com"}',
      '{"email": "ann@example.com", "purpose": "sign-in"}',
      '{"email": "ann@example.com", "purpose": ["email-change-old"]}',
      '{"email": "ann@example", "purpose": "email-change-old"}',
      '{"email": ["ann@example.com"], "purpose": "email-change-old"}',
      `{"email": "${'a'.repeat(250)}@example.com", "purpose": "email-change-old"}`,
      '{"email": "ann@example.com\\r\\nBcc: bob@example.com", "purpose": "email-change-old"}',
    ],
  })
})

describe.skipIf(!hasMailbox)(`send-otp: code${needsMailbox}`, () => {
  it.each<[Purpose, RegExp]>([
    ['email-change-old', /to change your email address/],
    ['account-deletion', /to delete your account/],
  ])('a code for %s is mailed to the address of the account, in any spelling', async (purpose, subject) => {
    const ann = await person('Ann')
    const response = await sendOtp(ann, purpose, ` ${ann.email.toUpperCase()} `)
    expect([response.status, await response.json()]).toEqual([200, { ok: true, isDelayed: false }])
    const [mail, ...more] = await mailsTo(ann.email)
    expect(more).toEqual([])
    expect(mail?.Subject).toMatch(subject)
    expect(mail?.Text).toMatch(/^\d{6}$/m)
    expect(mail?.Subject).not.toMatch(/\d{6}/)
  })

  it('a code for the new address is mailed there, without a name, and says what to do if it was not requested', async () => {
    const ann = await person('Ann Archer')
    const wanted = address('Ann')
    await proveOld(ann)
    const response = await sendOtp(ann, 'email-change-new', wanted)
    expect([response.status, await response.json()]).toEqual([200, { ok: true, isDelayed: false }])
    const mail = await codeMailTo(wanted)
    expect(mail?.Subject).toMatch(/to confirm this address/)
    expect(mail?.Text).toMatch(/If it wasn’t you, you can ignore this email/)
    expect(`${mail?.Subject} ${mail?.Text}`).not.toMatch(/Ann|Archer/)
    expect(`${mail?.Subject} ${mail?.Text}`).not.toContain(ann.email)
  })

  it.each<[Purpose]>([['email-change-old'], ['account-deletion']])(
    'a code for %s is not mailed to any other address',
    async (purpose) => {
      const [ann, bob] = await Promise.all([person('Ann'), person('Bob')])
      for (const email of [bob.email, address('Nobody')]) {
        await answers(await sendOtp(ann, purpose, email), 409, 'HW050')
        expect(await mailsTo(email)).toEqual([])
      }
    },
  )

  it('a code for the new address requires a proof of the current one by its own code', async () => {
    const ann = await person('Ann')
    const wanted = address('Ann')
    const refused = async () => answers(await sendOtp(ann, 'email-change-new', wanted), 409, 'HW052')
    await refused()
    await succeed(
      service.rpc('issue_email_code', {
        p_user_id: ann.id,
        p_purpose: 'account-deletion',
        p_email: ann.email,
        p_hmac: 'ab',
      }),
    )
    await succeed(
      service.rpc('verify_email_code', {
        p_user_id: ann.id,
        p_purpose: 'account-deletion',
        p_email: ann.email,
        p_hmacs: ['ab'],
      }),
    )
    await refused()
    expect(await mailsTo(wanted)).toEqual([])
  })

  it('a code for the new address is not mailed to the current address', async () => {
    const ann = await person('Ann')
    await proveOld(ann)
    await answers(await sendOtp(ann, 'email-change-new', ann.email), 409, 'HW051')
  })

  it.skipIf(!hasSql)(
    `a code for the new address requires a proof that is at most 30 minutes old${needsSql}`,
    async () => {
      const ann = await person('Ann')
      await proveOld(ann)
      await letTimePass(ann, 29)
      expect((await sendOtp(ann, 'email-change-new', address('Ann'))).status).toBe(200)
      await letTimePass(ann, 2)
      await answers(await sendOtp(ann, 'email-change-new', address('Ann')), 409, 'HW052')
    },
  )

  it('a code is stored as a keyed hash and differs each time', async () => {
    const people = await Promise.all(Array.from({ length: 5 }, () => person('Ann')))
    await Promise.all(people.map((someone) => sendOtp(someone, 'email-change-old')))
    const codes = await Promise.all(people.map(({ email }) => codeTo(email)))
    expect(codes.every((code) => /^\d{6}$/.test(code))).toBe(true)
    expect(new Set(codes).size).toBeGreaterThan(3)
    if (!hasSql) return
    const stored = await asAdministrator(
      'select octet_length(code_hmac) as length, c::text as row from private.email_codes c where user_id = any ($1)',
      [people.map(({ id }) => id)],
    )
    expect(stored.map(({ length }) => length)).toEqual([32, 32, 32, 32, 32])
    for (const code of codes) {
      const bytes = Buffer.from(code).toString('hex')
      expect(JSON.stringify(stored)).not.toContain(bytes)
    }
  })
})

describe.skipIf(!hasMailbox)(`send-otp: address that has an account${needsMailbox}`, () => {
  it('a taken address gets the same answer as a free one, a mail without a code, and no code is right', async () => {
    const [ann, bob] = await Promise.all([person('Ann'), person('Bob')])
    const [free, taken] = [address('Free'), bob.email]
    await proveOld(ann)
    const asked = await sendOtp(ann, 'email-change-new', free)
    if (hasSql) await letTimePass(ann, 2)
    const [other] = [hasSql ? ann : await person('Other')]
    if (!hasSql) await proveOld(other)
    const askedTaken = await sendOtp(other, 'email-change-new', taken)
    const shown = async (response: Response) => [
      response.status,
      await response.text(),
      [...response.headers.keys()].sort(),
    ]
    expect(await shown(askedTaken)).toEqual(await shown(asked))

    const [mail, ...more] = await mailsTo(taken)
    expect(more).toEqual([])
    expect(mail?.Subject).toBe('Someone asked to use this address in Heartwood')
    expect(mail?.Text).not.toMatch(/\d{6}/)
    expect(mail?.Text).not.toContain(ann.email)
    for (const code of ['000000', '123456']) {
      expect(await isRight(other, 'email-change-new', taken, code)).toBe(false)
    }
  })

  it('a taken address has the same limits as a free one', async () => {
    const [ann, bob] = await Promise.all([person('Ann'), person('Bob')])
    await proveOld(ann)
    expect((await sendOtp(ann, 'email-change-new', bob.email)).status).toBe(200)
    await answers(await sendOtp(ann, 'email-change-new', bob.email), 429, 'HW054')
    await answers(await sendOtp(ann, 'email-change-new', address('Free')), 429, 'HW054')
    expect(await mailsTo(bob.email)).toHaveLength(1)
  })

  it('an address that was only typed into the sign-in page counts as free', async () => {
    const ann = await person('Ann')
    const wanted = address('Ann')
    await service.auth.admin.createUser({ email: wanted, email_confirm: false })
    await proveOld(ann)
    expect((await sendOtp(ann, 'email-change-new', wanted)).status).toBe(200)
    expect(await isRight(ann, 'email-change-new', wanted, await codeTo(wanted))).toBe(true)
  })
})

describe.skipIf(!hasMailbox)(`send-otp: limits${needsMailbox}`, () => {
  it('ten requests at once mail one code', async () => {
    const ann = await person('Ann')
    const all = await Promise.all(Array.from({ length: 10 }, () => sendOtp(ann, 'email-change-old')))
    expect(all.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(429)])
    expect(await mailsTo(ann.email)).toHaveLength(1)
  })

  it.skipIf(!hasSql)(
    `a new code is mailed after a minute and replaces the older one${needsSql}`,
    async () => {
      const ann = await person('Ann')
      await sendOtp(ann, 'email-change-old')
      const first = await codeTo(ann.email)
      const tooSoon = await sendOtp(ann, 'email-change-old')
      expect(tooSoon.headers.get('retry-after')).toBe('60')
      await answers(tooSoon, 429, 'HW054')
      await letTimePass(ann, 1)
      expect((await sendOtp(ann, 'email-change-old')).status).toBe(200)
      const second = await codeTo(ann.email)
      if (first !== second) expect(await isRight(ann, 'email-change-old', ann.email, first)).toBe(false)
      expect(await isRight(ann, 'email-change-old', ann.email, second)).toBe(true)
    },
  )

  it('a code for another purpose, or after the last code was used, is mailed at once', async () => {
    const ann = await person('Ann')
    await proveOld(ann)
    expect((await sendOtp(ann, 'account-deletion')).status).toBe(200)
    expect((await sendOtp(ann, 'email-change-new', address('Ann'))).status).toBe(200)
    expect((await sendOtp(ann, 'email-change-old')).status).toBe(200)
  })

  it.skipIf(!hasSql)(`a person gets five codes an hour, used or not${needsSql}`, async () => {
    const ann = await person('Ann')
    for (let n = 0; n < 5; n += 1) {
      if (n % 2 === 0) await proveOld(ann)
      else expect((await sendOtp(ann, 'email-change-old')).status).toBe(200)
      await letTimePass(ann, 2)
    }
    await answers(await sendOtp(ann, 'email-change-old'), 429, 'HW055')
    expect(await mailsTo(ann.email)).toHaveLength(5)
    await letTimePass(ann, 60)
    expect((await sendOtp(ann, 'email-change-old')).status).toBe(200)
  })

  it.skipIf(!hasSql).each([
    ['five codes an hour', 5, 50, 70],
    ['20 codes a day', 20, 23 * 60, 25 * 60],
  ])(`an address gets %s, from all people together${needsSql}`, async (_, count, ago, later) => {
    const [ann, ...others] = await Promise.all([person('Ann'), person('Bob'), person('Cid'), person('Dora')])
    const victim = address('Victim')
    await asAdministrator(
      `insert into private.email_codes (user_id, purpose, email, created_at, expires_at)
       select ($1::uuid[])[1 + n % 3], 'email-change-new', $2, now() - make_interval(mins => $3), now() - interval '1 minute'
         from generate_series(1, $4) n`,
      [others.map(({ id }) => id), victim, ago, count],
    )
    await proveOld(ann)
    await answers(await sendOtp(ann, 'email-change-new', victim), 429, 'HW056')
    expect(await mailsTo(victim)).toEqual([])
    expect((await sendOtp(ann, 'email-change-new', address('Free'))).status).toBe(200)
    await asAdministrator(
      'update private.email_codes set created_at = created_at - make_interval(mins => $2) where email = $1',
      [victim, later - ago],
    )
    await letTimePass(ann, 1)
    expect((await sendOtp(ann, 'email-change-new', victim)).status).toBe(200)
  })

  it.skipIf(!hasSql)(
    `codes to the holder of an address do not count for a person who moves there${needsSql}`,
    async () => {
      const [ann, bob] = await Promise.all([person('Ann'), person('Bob')])
      await asAdministrator(
        `insert into private.email_codes (user_id, purpose, email, expires_at)
       select $1, 'email-change-old', $2, now() from generate_series(1, 20)`,
        [bob.id, bob.email],
      )
      await proveOld(ann)
      expect((await sendOtp(ann, 'email-change-new', bob.email)).status).toBe(200)
    },
  )

  it('a mail that could not be sent starts no cooldown', async () => {
    const ann = await person('Ann')
    await failMails(1, ann.email)
    await answers(await sendOtp(ann, 'email-change-old'), 502, 'mail_not_sent')
    expect(await mailsTo(ann.email)).toEqual([])
    await proveOld(ann)
  })

  it.skipIf(!hasSql)(`a person has 20 tries an hour even if no mail could be sent${needsSql}`, async () => {
    const ann = await person('Ann')
    await asAdministrator(
      `insert into private.email_codes (user_id, purpose, email, expires_at, failed_at)
       select $1, 'email-change-old', $2, now(), now() from generate_series(1, 20)`,
      [ann.id, ann.email],
    )
    await answers(await sendOtp(ann, 'email-change-old'), 429, 'HW055')
  })
})
