// The codes of an email change in the database. The functions that call this are tested in tests/functions; these tests
// call it with the secret key, also concurrently.
import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import {
  address,
  asAdministrator,
  callSlowly,
  changeAddress,
  decide,
  deleteAccount,
  hasSql,
  household,
  needsSql,
  type Person,
  person,
  service,
  submitCertificate,
  succeed,
} from '../support/people.ts'
import { code, fails, refused, untyped } from './answers.ts'

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex')

const codeOf = (someone: Person, purpose: string, email: string) => ({
  p_user_id: someone.id,
  p_purpose: purpose,
  p_email: email,
})
const issue = (someone: Person, purpose: string, email = someone.email, secret = 'right') =>
  service.rpc('issue_email_code', { ...codeOf(someone, purpose, email), p_hmac: hashOf(secret) })
const verify = (someone: Person, purpose: string, email = someone.email, secret = 'right') =>
  service.rpc('verify_email_code', { ...codeOf(someone, purpose, email), p_hmacs: [hashOf(secret)] })
const begin = (someone: Person, p_new_email: string) =>
  service.rpc('begin_email_change', { p_user_id: someone.id, p_new_email })

const prove = async (someone: Person, purpose: string, email = someone.email) => {
  await succeed(issue(someone, purpose, email))
  const { data } = await verify(someone, purpose, email)
  expect(data).toBe(true)
}

const kept = ({ id }: Person) =>
  asAdministrator<{ attempts: number; used: boolean; live: boolean; secret: boolean }>(
    `select attempts, consumed_at is not null as used, expires_at > now() as live, code_hmac is not null as secret
       from private.email_codes where user_id = $1 order by created_at`,
    [id],
  )

/** Moves a person's codes and proofs into the past. */
async function letTimePass({ id }: Person, seconds: number): Promise<void> {
  const change = (table: string, columns: string[]) =>
    asAdministrator(
      `update private.${table} set ${columns.map((c) => `${c} = ${c} - make_interval(secs => $2)`).join(', ')}
        where user_id = $1`,
      [id, seconds],
    )
  await change('email_codes', ['created_at', 'expires_at'])
  await change('email_change_grants', ['created_at', 'expires_at'])
}

/** Inserts older codes for a person. */
const past = (
  someone: Person,
  {
    count,
    minutes,
    purpose = 'email-change-old',
    email = someone.email,
    failed = false,
  }: {
    count: number
    minutes: number
    purpose?: string
    email?: string
    failed?: boolean
  },
) =>
  asAdministrator(
    `insert into private.email_codes (user_id, purpose, email, created_at, expires_at, failed_at)
     select $1, $2, $3, now() - make_interval(secs => $4), now(), case when $5 then now() end from generate_series(1, $6)`,
    [someone.id, purpose, email, minutes * 60, failed, count],
  )

/** Makes many calls at once, each keeping its transaction open for a moment. */
const atOnce = (count: number, call: string, params: (n: number) => unknown[]) =>
  Promise.all(
    Array.from({ length: count }, (_, n) =>
      callSlowly(null, call, params(n)).then(
        ([row]) => row,
        (error: { code?: string }) => error.code,
      ),
    ),
  )

describe('email changes', () => {
  it.skipIf(!hasSql)(
    `an email change is refused from a verified death on, whichever way it is tried, until the owner stops it${needsSql}`,
    async () => {
      const { owner, executor } = await household('hidden', ['executor'])
      const wanted = address('Thief')
      const move = () =>
        asAdministrator('update auth.users set email = $2 where id = $1', [owner.id, address('Thief')])
      await submitCertificate(executor, owner)
      await prove(owner, 'email-change-old')
      await prove(owner, 'email-change-new', wanted)
      await decide(owner, 'approved')
      await letTimePass(owner, 61)
      await refused(begin(owner, wanted), code.deathVerified)
      await refused(issue(owner, 'email-change-old'), code.deathVerified)
      await refused(issue(owner, 'email-change-new', wanted), code.deathVerified)
      await fails(move(), code.deathVerified)
      await expect(changeAddress(owner, wanted)).rejects.toThrow()
      await succeed(owner.client.rpc('stop_release'))
      await move()
    },
  )

  it('an email change needs proof of the old address, then of the new one, and is then allowed to that address alone', async () => {
    const ann = await person('Ann')
    const wanted = address('Ann')
    await refused(issue(ann, 'email-change-new', wanted), 'HW052')
    await refused(begin(ann, wanted), 'HW053')
    await prove(ann, 'email-change-old')
    await refused(begin(ann, wanted), 'HW053')
    await prove(ann, 'email-change-new', wanted)
    await refused(begin(ann, address('Ann')), 'HW053')
    expect((await begin(ann, wanted)).data).toBe(true)
    await changeAddress(ann, wanted)
    expect((await begin(ann, wanted)).data).toBe(false)
    await refused(begin(ann, ann.email), 'HW053')
    await refused(issue(ann, 'email-change-new', address('Ann')), 'HW052')
  })

  it('an email change needs the right codes, and one user’s proofs do not help another user', async () => {
    const [ann, bob] = await Promise.all([person('Ann'), person('Bob')])
    const wanted = address('Ann')
    await prove(ann, 'email-change-old')
    await refused(issue(bob, 'email-change-new', wanted), 'HW052')
    await prove(ann, 'email-change-new', wanted)
    await refused(begin(bob, wanted), 'HW053')
    await refused(issue(ann, 'email-change-old', bob.email), 'HW050')
    await refused(issue(ann, 'account-deletion', wanted), 'HW050')
    await refused(issue(ann, 'email-change-new', ann.email), 'HW051')
  })

  it.skipIf(!hasSql)(
    `an email change is refused to an account that never confirmed an address${needsSql}`,
    async () => {
      const unproved = await person('Una', { confirmed: false, named: false })
      await refused(issue(unproved, 'email-change-old'), 'HW050')
      await refused(issue(unproved, 'email-change-new', address('Una')), 'HW052')
      await refused(begin(unproved, address('Una')), 'HW053')
      expect((await verify(unproved, 'email-change-old')).data).toBe(false)
    },
  )

  it.skipIf(!hasSql)(
    `an email change takes no proof that was made for another person or another address${needsSql}`,
    async () => {
      const [ann, bob, wanted] = [await person('Ann'), await person('Bob'), address('Ann')]
      const proof = (of: Person, of_email: string) =>
        asAdministrator(
          `insert into private.email_change_grants (user_id, old_email, new_email, expires_at)
         values ($1, $2, $3, now() + interval '1 hour')`,
          [of.id, of_email, wanted],
        )
      const noProofs = () =>
        asAdministrator('delete from private.email_change_grants where user_id = any ($1)', [
          [ann.id, bob.id],
        ])
      for (const [of, of_email] of [
        [bob, ann.email],
        [ann, bob.email],
      ] as const) {
        await proof(of, of_email)
        await refused(begin(ann, wanted), 'HW053')
        await refused(issue(ann, 'email-change-new', wanted), 'HW052')
        await noProofs()
        await proof(ann, ann.email)
        await succeed(issue(ann, 'email-change-new', wanted))
        await noProofs()
        await proof(of, of_email)
        expect((await verify(ann, 'email-change-new', wanted)).data).toBe(false)
        await noProofs()
        await letTimePass(ann, 61)
      }
    },
  )

  it('an email change proves no address but the one that the code was sent to', async () => {
    const ann = await person('Ann')
    const wanted = address('Ann')
    await prove(ann, 'email-change-old')
    await succeed(issue(ann, 'email-change-new', wanted))
    expect((await verify(ann, 'email-change-new', address('Ann'))).data).toBe(false)
    expect((await verify(ann, 'email-change-new', wanted)).data).toBe(true)
  })

  it('an email change is proved by a code under way when the key of the codes was changed, in one try', async () => {
    const ann = await person('Ann')
    const tryHashes = (...secrets: string[]) =>
      service.rpc('verify_email_code', {
        ...codeOf(ann, 'email-change-old', ann.email),
        p_hmacs: secrets.map(hashOf),
      })
    await succeed(issue(ann, 'email-change-old', ann.email, 'made with the key before'))
    expect((await tryHashes()).data).toBe(false)
    for (let tries = 0; tries < 3; tries += 1)
      expect((await tryHashes('wrong', 'wrong as well')).data).toBe(false)
    expect((await tryHashes('made with the new key', 'made with the key before')).data).toBe(true)
  })

  it('an email change is not proved by nothing', async () => {
    const ann = await person('Ann')
    await prove(ann, 'email-change-old')
    const { data } = await untyped(service).rpc('verify_email_code', {
      p_user_id: ann.id,
      p_purpose: 'email-change-new',
      p_email: null,
      p_hmacs: [null],
    })
    expect(data).toBe(false)
  })

  it.skipIf(!hasSql)(
    `an email change is not proved by a code of an account that is no longer confirmed${needsSql}`,
    async () => {
      const ann = await person('Ann')
      await succeed(issue(ann, 'account-deletion'))
      await asAdministrator('update auth.users set email_confirmed_at = null where id = $1', [ann.id])
      expect((await verify(ann, 'account-deletion')).data).toBe(false)
    },
  )

  it('an email change accepts no code purpose other than its own', async () => {
    const ann = await person('Ann')
    await refused(issue(ann, 'sign-in'), code.check)
    expect((await verify(ann, 'sign-in')).data).toBe(false)
  })

  it.skipIf(!hasSql)(
    `an email change to an address that already has an account gets a code that no guess can match${needsSql}`,
    async () => {
      const [ann, bob] = await Promise.all([person('Ann'), person('Bob')])
      await prove(ann, 'email-change-old')
      expect(await succeed(issue(ann, 'email-change-new', bob.email))).toMatchObject([{ is_taken: true }])
      expect((await verify(ann, 'email-change-new', bob.email)).data).toBe(false)
      expect((await kept(ann)).map(({ secret }) => secret)).toEqual([true, false])
    },
  )

  it.skipIf(!hasSql)(
    `an email change loses its codes and proofs when the account is deleted${needsSql}`,
    async () => {
      const ann = await person('Ann')
      await prove(ann, 'email-change-old')
      await deleteAccount(ann)
      expect(await kept(ann)).toEqual([])
    },
  )
})

describe.skipIf(!hasSql)(`the time limits of email codes${needsSql}`, () => {
  it('a code is valid for ten minutes', async () => {
    for (const [seconds, is] of [
      [595, true],
      [601, false],
    ] as const) {
      const ann = await person('Ann')
      await succeed(issue(ann, 'email-change-old'))
      await letTimePass(ann, seconds)
      expect([seconds, (await verify(ann, 'email-change-old')).data]).toEqual([seconds, is])
    }
  })

  it('a new code can be requested after a minute and invalidates the previous one of the same purpose only', async () => {
    const ann = await person('Ann')
    await succeed(issue(ann, 'account-deletion'))
    await succeed(issue(ann, 'email-change-old'))
    await letTimePass(ann, 55)
    await refused(issue(ann, 'email-change-old'), 'HW054', 60)
    await letTimePass(ann, 6)
    await succeed(issue(ann, 'email-change-old', ann.email, 'next'))
    expect((await verify(ann, 'email-change-old')).data).toBe(false)
    expect((await verify(ann, 'email-change-old', ann.email, 'next')).data).toBe(true)
    expect((await verify(ann, 'account-deletion')).data).toBe(true)
  })

  it('a new code can be requested at once when the previous one was used or could not be sent', async () => {
    const ann = await person('Ann')
    await prove(ann, 'email-change-old')
    const [unsent] = await succeed(issue(ann, 'email-change-old'))
    await refused(issue(ann, 'email-change-old'), 'HW054')
    await succeed(service.rpc('fail_email_code', { p_code_id: unsent?.code_id ?? '' }))
    await succeed(issue(ann, 'email-change-old'))
  })

  it.each<[string, Parameters<typeof past>[1], boolean]>([
    ['4 within the hour', { count: 4, minutes: 50 }, true],
    ['5 within the hour', { count: 5, minutes: 59 }, false],
    ['5 before that', { count: 5, minutes: 61 }, true],
    ['5 for something else', { count: 5, minutes: 50, purpose: 'account-deletion' }, true],
    ['19 that could not be sent', { count: 19, minutes: 50, failed: true }, true],
    ['20 that could not be sent', { count: 20, minutes: 50, failed: true }, false],
  ])('a person gets five codes an hour: after %s, another is allowed: %j', async (_, codes, is) => {
    const [ann, bob] = await Promise.all([person('Ann'), person('Bob')])
    await past(ann, codes)
    if (is) await succeed(issue(ann, 'email-change-old'))
    else await refused(issue(ann, 'email-change-old'), 'HW055')
    await succeed(issue(bob, 'email-change-old'))
  })

  it.each<[string, Omit<Parameters<typeof past>[1], 'email'>, boolean]>([
    ['4 within the hour', { count: 4, minutes: 50 }, true],
    ['5 within the hour', { count: 5, minutes: 59 }, false],
    ['19 within the day', { count: 19, minutes: 61 }, true],
    ['20 within the day', { count: 20, minutes: 23 * 60 }, false],
    ['20 before that', { count: 20, minutes: 24 * 60 + 1 }, true],
    ['20 that could not be sent', { count: 20, minutes: 50, failed: true }, true],
    ['20 of its holder for something else', { count: 20, minutes: 50, purpose: 'account-deletion' }, true],
  ])(
    'an address gets five codes an hour and 20 a day from all people together: after %s, another is allowed: %j',
    async (_, codes, is) => {
      const [ann, bob] = await Promise.all([person('Ann'), person('Bob')])
      const wanted = address('Wanted')
      await past(bob, { purpose: 'email-change-new', ...codes, email: wanted })
      await prove(ann, 'email-change-old')
      if (is) await succeed(issue(ann, 'email-change-new', wanted))
      else await refused(issue(ann, 'email-change-new', wanted), 'HW056')
    },
  )

  it('the proof of the old address lasts half an hour, and longer for a code that was sent in that time', async () => {
    const [ann, bob] = await Promise.all([person('Ann'), person('Bob')])
    const wanted = address('Ann')
    await prove(ann, 'email-change-old')
    await letTimePass(ann, 29 * 60)
    await succeed(issue(ann, 'email-change-new', wanted))
    await letTimePass(ann, 9 * 60)
    expect((await verify(ann, 'email-change-new', wanted)).data).toBe(true)
    await prove(bob, 'email-change-old')
    await letTimePass(bob, 31 * 60)
    await refused(issue(bob, 'email-change-new', address('Bob')), 'HW052')
  })

  it('a code for the new address is refused, and stays unused, once the proof of the old address has expired', async () => {
    const ann = await person('Ann')
    const wanted = address('Ann')
    await prove(ann, 'email-change-old')
    await succeed(issue(ann, 'email-change-new', wanted))
    await asAdministrator('update private.email_change_grants set expires_at = now() where user_id = $1', [
      ann.id,
    ])
    expect((await verify(ann, 'email-change-new', wanted)).data).toBe(false)
    expect(await kept(ann)).toMatchObject([{ used: true }, { used: false, attempts: 1 }])
  })

  it('the two proofs together are valid for ten minutes', async () => {
    for (const [seconds, is] of [
      [595, true],
      [601, false],
    ] as const) {
      const ann = await person('Ann')
      const wanted = address('Ann')
      await prove(ann, 'email-change-old')
      await prove(ann, 'email-change-new', wanted)
      await letTimePass(ann, seconds)
      if (is) expect((await begin(ann, wanted)).data).toBe(true)
      else await refused(begin(ann, wanted), 'HW053')
    }
  })

  it('proving the old address again discards the proof of the new one', async () => {
    const ann = await person('Ann')
    const wanted = address('Ann')
    await prove(ann, 'email-change-old')
    await prove(ann, 'email-change-new', wanted)
    await prove(ann, 'email-change-old')
    await refused(begin(ann, wanted), 'HW053')
    await succeed(issue(ann, 'email-change-new', address('Ann')))
  })
})

describe.skipIf(!hasSql)(`after an email change${needsSql}`, () => {
  const told = (email: string) =>
    asAdministrator('select kind, payload from private.mail_outbox where to_email = $1', [email])

  it('codes and proofs of the old address are invalid, and the old address is notified', async () => {
    const ann = await person('Ann')
    const [wanted, moved] = [address('Ann'), address('Moved')]
    await prove(ann, 'email-change-old')
    await prove(ann, 'email-change-new', wanted)
    await succeed(issue(ann, 'account-deletion'))
    await changeAddress(ann, moved)
    await changeAddress(ann, ann.email)
    await refused(begin(ann, wanted), 'HW053')
    expect((await verify(ann, 'account-deletion')).data).toBe(false)
    const mail = { kind: 'email_changed', payload: { recipient: 'owner' } }
    expect([await told(ann.email), await told(moved)]).toEqual([[mail], [mail]])
  })

  it('everyone named is told as well while a certificate is reviewed, and for 7 days after the owner stopped it', async () => {
    const { owner, executor, trustee, invited } = await household('hidden', [
      'executor',
      'trustee',
      'invited',
    ])
    const move = () => changeAddress(owner, address('Olive'))
    const toldOfMove = async (someone: Person) =>
      (await told(someone.email)).filter(({ kind }) => kind === 'owner_email_changed').length
    await move()
    expect(await toldOfMove(executor)).toBe(0)
    await submitCertificate(trustee, owner)
    await move()
    expect([await toldOfMove(executor), await toldOfMove(trustee), await toldOfMove(invited)]).toEqual([
      1, 1, 0,
    ])
    await succeed(owner.client.rpc('stop_release'))
    await asAdministrator('update private.mail_outbox set sent_at = now() where to_email = $1', [
      executor.email,
    ])
    await move()
    expect(await toldOfMove(executor)).toBe(2)
    await asAdministrator(
      "update public.profiles set release_stopped_at = release_stopped_at - interval '7 days' where user_id = $1",
      [owner.id],
    )
    await move()
    expect(await toldOfMove(executor)).toBe(2)
  })

  it('no mail is sent when only the case changed or the old address was never confirmed', async () => {
    const [ann, unproved] = await Promise.all([
      person('Ann'),
      person('Una', { confirmed: false, named: false }),
    ])
    await asAdministrator('update auth.users set email = upper(email) where id = $1', [ann.id])
    await asAdministrator('update auth.users set email = $2 where id = $1', [unproved.id, address('Una')])
    expect([await told(ann.email), await told(unproved.email)]).toEqual([[], []])
  })

  it('an unconfirmed account with the new address is deleted, and a confirmed one is kept', async () => {
    const ann = await person('Ann')
    const [ghostly, real] = [address('Ghost'), address('Real')]
    const ghost = await person('Ghost', { email: ghostly, confirmed: false, named: false })
    for (const wanted of [ghostly, real]) {
      await prove(ann, 'email-change-old')
      await letTimePass(ann, 61)
      await prove(ann, 'email-change-new', wanted)
      const holder = wanted === real ? await person('Real', { email: real }) : ghost
      expect((await begin(ann, wanted)).data).toBe(true)
      const left = await asAdministrator('select 1 from auth.users where id = $1', [holder.id])
      expect([wanted, left.length]).toEqual([wanted, wanted === real ? 1 : 0])
    }
  })
})

describe.skipIf(!hasSql)(`concurrent use of email codes${needsSql}`, () => {
  const guess = 'public.verify_email_code($1::uuid, $2, $3, $4) as answer'
  const guessing = (someone: Person, secret: string) => [
    someone.id,
    'email-change-old',
    someone.email,
    [hashOf(secret)],
  ]

  it('12 wrong guesses count as five attempts, and the right code is refused after them', async () => {
    const ann = await person('Ann')
    await succeed(issue(ann, 'email-change-old'))
    const answers = await atOnce(12, guess, (n) => guessing(ann, `wrong ${n}`))
    expect(answers.map((row) => (row as { answer: boolean }).answer)).toEqual(Array(12).fill(false))
    expect(await kept(ann)).toMatchObject([{ attempts: 5, used: false }])
    expect((await verify(ann, 'email-change-old')).data).toBe(false)
  })

  it('the right code sent 12 times is accepted once', async () => {
    const ann = await person('Ann')
    await succeed(issue(ann, 'email-change-old'))
    const answers = await atOnce(12, guess, () => guessing(ann, 'right'))
    expect(answers.filter((row) => (row as { answer: boolean }).answer)).toHaveLength(1)
    expect(await kept(ann)).toMatchObject([{ used: true }])
  })

  it('eight requests for a code create one code', async () => {
    const ann = await person('Ann')
    const answers = await atOnce(8, 'public.issue_email_code($1::uuid, $2, $3, $4)', (n) => [
      ann.id,
      'email-change-old',
      ann.email,
      hashOf(`${n}`),
    ])
    expect(answers.filter((answer) => answer === 'HW054')).toHaveLength(7)
    expect(await kept(ann)).toHaveLength(1)
  })

  it.each(['email-change-old', 'account-deletion'])(
    'guessing for days is limited: 20 codes a day for %s, so 100 guesses out of a million',
    async (purpose) => {
      const ann = await person('Ann')
      await asAdministrator(
        `insert into private.email_codes (user_id, purpose, email, created_at, expires_at, attempts)
         select $1, $2, $3, now() - interval '2 hours', now() - interval '1 hour', 5 from generate_series(1, 20)`,
        [ann.id, purpose, ann.email],
      )
      await refused(issue(ann, purpose), 'HW056')
      await asAdministrator(
        `update private.email_codes set created_at = created_at - interval '23 hours' where user_id = $1`,
        [ann.id],
      )
      await succeed(issue(ann, purpose))
    },
  )

  it('eight people who ask for the same new address cause five mails to it', async () => {
    const people = await Promise.all(Array.from({ length: 8 }, (_, n) => person(`Person ${n}`)))
    for (const someone of people) await prove(someone, 'email-change-old')
    const victim = address('Victim')
    const answers = await atOnce(8, 'public.issue_email_code($1::uuid, $2, $3, $4)', (n) => [
      people[n]?.id,
      'email-change-new',
      victim,
      hashOf('right'),
    ])
    expect(answers.filter((answer) => answer === 'HW056')).toHaveLength(3)
  })

  it('a new code requested during guesses at the old one leaves only the new code valid', async () => {
    const ann = await person('Ann')
    await succeed(issue(ann, 'email-change-old'))
    await asAdministrator(
      `update private.email_codes set created_at = created_at - interval '1 minute' where user_id = $1`,
      [ann.id],
    )
    await Promise.all([
      callSlowly(null, 'public.issue_email_code($1::uuid, $2, $3, $4)', [
        ann.id,
        'email-change-old',
        ann.email,
        hashOf('next'),
      ]),
      ...Array.from({ length: 3 }, () => callSlowly(null, guess, guessing(ann, 'wrong'))),
    ])
    const codes = await kept(ann)
    expect(codes.map(({ live }) => live)).toEqual([false, true])
    expect((await verify(ann, 'email-change-old')).data).toBe(false)
    expect((await verify(ann, 'email-change-old', ann.email, 'next')).data).toBe(true)
  })
})

describe.skipIf(!hasSql)(`Auth${needsSql}`, () => {
  it('Auth’s own email change cannot be completed, and does not block a change by the administrator', async () => {
    const ann = await person('Ann')
    const wanted = address('Ann')
    await asAdministrator('update auth.users set email_change = $2 where id = $1', [ann.id, wanted])
    await fails(
      asAdministrator(`update auth.users set email = email_change, email_change = '' where id = $1`, [
        ann.id,
      ]),
      code.notAllowed,
    )
    await changeAddress(ann, wanted)
    const [user] = await asAdministrator('select email from auth.users where id = $1', [ann.id])
    expect(user).toEqual({ email: wanted })
  })
})
