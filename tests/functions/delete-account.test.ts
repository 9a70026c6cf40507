// Leaving: what a code opens, what goes, who is told, and what happens when something fails on the way.
import './own-stack.ts'
import { describe, expect, it } from 'vitest'
import type { Person } from '../people.ts'

const {
  asAdministrator,
  decide,
  designateAccepted,
  hasSql,
  household,
  needsSql,
  person,
  service,
  submitCertificate,
  succeed,
  upload,
  uploadCertificate,
} = await import('../people.ts')
const { answers, call, failMails, hasMailbox, mailsTo, needsMailbox, secretKey, tokenOf } = await import(
  './calls.ts'
)
const { codeTo, letTimePass, sendOtp, verifyOtp, wrong } = await import('./codes.ts')
const { keepsContract } = await import('./contract.ts')
const { atStripe, buy, hasStripe, needsStripe, subscriptionOf } = await import('./stripe.ts')

const leave = async (someone: Person, code: string) =>
  call('delete-account', {
    headers: { authorization: `Bearer ${await tokenOf(someone)}` },
    body: JSON.stringify({ code }),
  })

/** A fresh code for leaving. */
const codeFor = async (someone: Person): Promise<string> => {
  const response = await sendOtp(someone, 'account-deletion')
  expect(response.status).toBe(200)
  return codeTo(someone.email)
}

const leaves = async (someone: Person) => {
  const response = await leave(someone, await codeFor(someone))
  expect([response.status, await response.json()]).toEqual([200, { ok: true }])
}

const exists = async ({ id }: Person) => (await service.auth.admin.getUserById(id)).data.user !== null

const subjectsTo = async (someone: Person) => (await mailsTo(someone.email)).map(({ Subject }) => Subject)

const keepHouse = async () => {
  expect((await call('housekeeping', { headers: { apikey: secretKey } })).status).toBe(200)
}

const buckets = ['videos', 'documents', 'death-certificates'] as const
const filesOf = async ({ id }: Person) =>
  (
    await Promise.all(buckets.map((bucket) => service.storage.from(bucket).list(id, { limit: 1000 })))
  ).flatMap(({ data }) => data ?? [])

describe('the function', () => {
  keepsContract('delete-account', {
    body: () => ({ code: '123456' }),
    invalid: [
      '{"code": 123456}',
      '{"code": "12345"}',
      '{"code": "1234567"}',
      '{"code": "12345a"}',
      '{"code": null}',
    ],
    expectUntouched: async (caller) => expect(await exists(caller)).toBe(true),
  })
})

describe.skipIf(!hasMailbox)(`the code${needsMailbox}`, () => {
  it('is refused when it is wrong, and counted: after five tries the right one is refused too', async () => {
    const ann = await person('Ann')
    const code = await codeFor(ann)
    for (let tries = 1; tries <= 5; tries += 1)
      await answers(await leave(ann, wrong(code)), 403, 'invalid_code')
    await answers(await leave(ann, code), 403, 'invalid_code')
    expect(await exists(ann)).toBe(true)
  })

  it('is the person’s own, and made for this alone', async () => {
    const [ann, bob] = await Promise.all([person('Ann'), person('Bob')])
    const codeOfBob = await codeFor(bob)
    await answers(await leave(ann, codeOfBob), 403, 'invalid_code')
    expect((await sendOtp(ann, 'email-change-old')).status).toBe(200)
    await answers(await leave(ann, await codeTo(ann.email)), 403, 'invalid_code')
    expect((await sendOtp(ann, 'account-deletion', bob.email)).status).toBe(409)
    const code = await codeFor(ann)
    expect((await verifyOtp(ann, 'account-deletion', ann.email, code)).status).toBe(400)
    for (const someone of [ann, bob]) expect(await exists(someone)).toBe(true)
  })

  it.skipIf(!hasSql)(`is good for ten minutes${needsSql}`, async () => {
    const ann = await person('Ann')
    const code = await codeFor(ann)
    await letTimePass(ann, 10)
    await answers(await leave(ann, code), 403, 'invalid_code')
    expect(await exists(ann)).toBe(true)
  })

  it('is asked for once, also of two windows at the same time', async () => {
    const ann = await person('Ann')
    const code = await codeFor(ann)
    const responses = await Promise.all([leave(ann, code), leave(ann, code), leave(ann, code)])
    const done = responses.filter(({ status }) => status === 200)
    expect(done).toHaveLength(1)
    // The others come with a code that is used up, or as nobody.
    for (const { status } of responses) expect([200, 401, 403]).toContain(status)
    await answers(await leave(ann, code), 401, 'unauthorized')
  })
})

describe.skipIf(!hasMailbox)(`an account that is deleted${needsMailbox}`, () => {
  it.skipIf(!hasSql)(`takes more than a thousand files along, named by a row or not${needsSql}`, async () => {
    const { owner, executor } = await household('hidden', ['executor'])
    for (const path of ['estate/will.pdf', 'insurance/unnamed.pdf', 'top.pdf'])
      await upload(owner, 'documents', `${owner.id}/${path}`)
    await upload(owner, 'videos', `${owner.id}/hello.mp4`)
    await asAdministrator(
      `insert into storage.objects (bucket_id, name, owner, owner_id)
       select 'videos', $1::text || '/' || n || '.mp4', $1::uuid, $1::text from generate_series(1, 1100) n`,
      [owner.id],
    )
    // One that is evidence, one that was never submitted; and what the person uploaded for somebody else.
    await submitCertificate(executor, owner)
    await decide(owner, 'rejected')
    await uploadCertificate(executor, owner)
    const neighbour = await person('Ned Neighbour')
    await designateAccepted(neighbour, owner, 'executor')
    const evidence = await submitCertificate(owner, neighbour)
    await leaves(owner)
    expect(await filesOf(owner)).toEqual([])
    for (const folder of ['estate', 'insurance'])
      expect((await service.storage.from('documents').list(`${owner.id}/${folder}`)).data).toEqual([])
    expect(
      await asAdministrator('select from private.file_removals where starts_with(path, $1::text)', [
        owner.id,
      ]),
    ).toEqual([])
    expect(await service.storage.from('death-certificates').exists(evidence)).toMatchObject({ data: true })
  })

  it('tells those who were named, those who named the person, and the person', async () => {
    const home = await household('hidden', ['executor', 'invited', 'revoked', 'stranger'])
    const { owner, executor, invited, revoked, stranger } = home
    const neighbour = await person('Ned Neighbour')
    const designation = await designateAccepted(neighbour, owner, 'trustee')
    await leaves(owner)
    await keepHouse()
    const gone = 'The plan of Olive Owner no longer exists'
    expect(await subjectsTo(executor)).toEqual([gone])
    for (const someone of [invited, revoked, stranger]) expect(await subjectsTo(someone)).not.toContain(gone)
    expect(await subjectsTo(neighbour)).toContain('Olive Owner can no longer open your plan')
    expect(await subjectsTo(owner)).toContain('Your Heartwood account was deleted')
    const [mail] = await mailsTo(executor.email)
    expect(mail?.Text).toContain('You were an executor in it')
    // Open again to the address, as before the acceptance.
    const row = await succeed(
      neighbour.client.from('designations').select('status, accepted_at').eq('id', designation).single(),
    )
    expect(row).toEqual({ status: 'pending', accepted_at: null })
    await keepHouse()
    expect(await subjectsTo(executor)).toEqual([gone])
  })

  it('can be begun anew with the same address: an empty one, without a second trial', async () => {
    const owner = await person('Olive Owner')
    await succeed(owner.client.from('contacts').insert({ user_id: owner.id, name: 'Carl' }))
    const trialOf = async ({ client, id }: Person) =>
      (await succeed(client.from('subscriptions').select('status, trial_end').eq('user_id', id).single()))
        .trial_end
    const before = await trialOf(owner)
    await leaves(owner)
    const again = await person('Olive Owner', { email: owner.email, named: false })
    expect(again.id).not.toBe(owner.id)
    expect(await succeed(again.client.from('contacts').select())).toEqual([])
    expect(await trialOf(again)).toBe(before)
  })

  it('is no more for its other devices: their tokens can store nothing', async () => {
    const owner = await person('Olive Owner')
    await leaves(owner)
    const { error } = await owner.client.from('contacts').insert({ user_id: owner.id, name: 'Carl' })
    expect(error).not.toBeNull()
    await expect(upload(owner, 'documents', `${owner.id}/late.pdf`)).rejects.toThrow()
    expect(await filesOf(owner)).toEqual([])
  })
})

describe.skipIf(!hasMailbox || !hasSql)(
  `while a death is under review or verified${needsMailbox || needsSql}`,
  () => {
    it('nothing is deleted, not even with a code, until a week after the owner stopped it', async () => {
      const { owner, executor } = await household('hidden', ['executor'])
      const code = await codeFor(owner)
      await submitCertificate(executor, owner)
      await answers(await leave(owner, code), 409, 'death_under_review')
      await answers(await sendOtp(owner, 'account-deletion'), 409, 'death_under_review')
      await decide(owner, 'approved')
      await answers(await leave(owner, code), 409, 'death_under_review')
      expect(await succeed(executor.client.from('contacts').select().eq('user_id', owner.id))).toHaveLength(1)
      await succeed(owner.client.rpc('stop_release'))
      await answers(await leave(owner, code), 409, 'stopped_lately')
      await answers(await sendOtp(owner, 'account-deletion'), 409, 'stopped_lately')
      await asAdministrator(
        "update private.certificate_submissions set decided_at = decided_at - interval '7 days' where owner_id = $1",
        [owner.id],
      )
      const response = await leave(owner, code)
      expect(response.status, 'the code was not used up by what was refused').toBe(200)
    })
  },
)

describe.skipIf(!hasMailbox || !hasStripe)(`a membership${needsMailbox || needsStripe}`, () => {
  it('is cancelled at once', async () => {
    const owner = await person('Olive Owner')
    await buy(owner, 'monthly')
    const { id } = await subscriptionOf(owner)
    await leaves(owner)
    expect(await subscriptionOf(owner)).toMatchObject({ id, status: 'canceled' })
  })

  it('that cannot be cancelled keeps the account, whole, and it can be tried again', async () => {
    const { owner, executor } = await household('hidden', ['executor'])
    await upload(owner, 'videos', `${owner.id}/hello.mp4`)
    await buy(owner, 'monthly')
    await atStripe({ fail: 10 })
    await answers(await leave(owner, await codeFor(owner)), 500, 'account_not_deleted')
    await atStripe({ fail: 0 })
    expect(await exists(owner)).toBe(true)
    expect(await filesOf(owner)).toHaveLength(1)
    expect(await succeed(owner.client.from('contacts').select())).toHaveLength(1)
    expect(await subscriptionOf(owner)).toMatchObject({ status: 'trialing' })
    await keepHouse()
    expect(await subjectsTo(executor)).not.toContain('The plan of Olive Owner no longer exists')
    await letTimePass(owner, 2)
    await leaves(owner)
    expect(await subscriptionOf(owner)).toMatchObject({ status: 'canceled' })
  })
})

describe.skipIf(!hasMailbox)(`mail that cannot be sent${needsMailbox}`, () => {
  it('does not hold up the deletion, and arrives later', async () => {
    const { owner, executor } = await household('hidden', ['executor'])
    await leaves(owner)
    await failMails(2)
    await call('housekeeping', { headers: { apikey: secretKey } })
    await failMails(0)
    await asAdministrator('update private.mail_outbox set next_attempt_at = now() where sent_at is null')
    await keepHouse()
    expect(await subjectsTo(executor)).toEqual(['The plan of Olive Owner no longer exists'])
  })
})
