// Deleting an account: the code, what is deleted, who gets mail, and failures along the way.
import './own-stack.ts'
import { describe, expect, it } from 'vitest'
import { buckets, type Person } from '../support/people.ts'

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
} = await import('../support/people.ts')
const { answers, call, failMails, hasMailbox, mailsTo, needsMailbox, runHousekeeping, tokenOf } =
  await import('./calls.ts')
const { codeTo, letTimePass, sendOtp, verifyOtp, wrong } = await import('./codes.ts')
const { keepsContract } = await import('./contract.ts')
const { askForCheckout, atStripe, buy, customerOf, hasStripe, needsStripe, stripe, subscriptionOf } =
  await import('./stripe.ts')

const requestDeletion = async (someone: Person, code: string) =>
  call('delete-account', {
    headers: { authorization: `Bearer ${await tokenOf(someone)}` },
    body: JSON.stringify({ code }),
  })

/** A new code for deleting the account. */
const codeFor = async (someone: Person): Promise<string> => {
  const response = await sendOtp(someone, 'account-deletion')
  expect(response.status).toBe(200)
  return codeTo(someone.email)
}

const deleteOwnAccount = async (someone: Person) => {
  const response = await requestDeletion(someone, await codeFor(someone))
  expect([response.status, await response.json()]).toEqual([200, { ok: true }])
}

const exists = async ({ id }: Person) => (await service.auth.admin.getUserById(id)).data.user !== null

const subjectsTo = async (someone: Person) => (await mailsTo(someone.email)).map(({ Subject }) => Subject)

const filesOf = async ({ id }: Person) =>
  (
    await Promise.all(buckets.map((bucket) => service.storage.from(bucket).list(id, { limit: 1000 })))
  ).flatMap(({ data }) => data ?? [])

describe('contract', () => {
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
  it('delete-account refuses a wrong code, and after five wrong codes the right one too', async () => {
    const ann = await person('Ann')
    const code = await codeFor(ann)
    for (let tries = 1; tries <= 5; tries += 1)
      await answers(await requestDeletion(ann, wrong(code)), 403, 'invalid_code')
    await answers(await requestDeletion(ann, code), 403, 'invalid_code')
    expect(await exists(ann)).toBe(true)
  })

  it('delete-account refuses the code of another person or of another purpose', async () => {
    const [ann, bob] = await Promise.all([person('Ann'), person('Bob')])
    const codeOfBob = await codeFor(bob)
    await answers(await requestDeletion(ann, codeOfBob), 403, 'invalid_code')
    expect((await sendOtp(ann, 'email-change-old')).status).toBe(200)
    await answers(await requestDeletion(ann, await codeTo(ann.email)), 403, 'invalid_code')
    expect((await sendOtp(ann, 'account-deletion', bob.email)).status).toBe(409)
    const code = await codeFor(ann)
    expect((await verifyOtp(ann, 'account-deletion', ann.email, code)).status).toBe(400)
    for (const someone of [ann, bob]) expect(await exists(someone)).toBe(true)
  })

  it.skipIf(!hasSql)(`delete-account refuses a code that is ten minutes old${needsSql}`, async () => {
    const ann = await person('Ann')
    const code = await codeFor(ann)
    await letTimePass(ann, 10)
    await answers(await requestDeletion(ann, code), 403, 'invalid_code')
    expect(await exists(ann)).toBe(true)
  })

  it('delete-account accepts a code once when three windows send it at the same time', async () => {
    const ann = await person('Ann')
    const code = await codeFor(ann)
    const responses = await Promise.all([
      requestDeletion(ann, code),
      requestDeletion(ann, code),
      requestDeletion(ann, code),
    ])
    const done = responses.filter(({ status }) => status === 200)
    expect(done).toHaveLength(1)
    // The other requests have a used code, or a token of a deleted account.
    for (const { status } of responses) expect([200, 401, 403]).toContain(status)
    await answers(await requestDeletion(ann, code), 401, 'unauthorized')
  })
})

describe.skipIf(!hasMailbox)(`what is left${needsMailbox}`, () => {
  it.skipIf(!hasSql)(
    `delete-account removes more than a thousand files, whether a row names them or not${needsSql}`,
    async () => {
      const { owner, executor } = await household('hidden', ['executor'])
      for (const path of ['estate/will.pdf', 'insurance/unnamed.pdf', 'top.pdf'])
        await upload(owner, 'documents', `${owner.id}/${path}`)
      await upload(owner, 'videos', `${owner.id}/hello.mp4`)
      await asAdministrator(
        `insert into storage.objects (bucket_id, name, owner, owner_id)
       select 'videos', $1::text || '/' || n || '.mp4', $1::uuid, $1::text from generate_series(1, 1100) n`,
        [owner.id],
      )
      // A submitted certificate, one that was never submitted, and one that the owner uploaded for another person.
      await submitCertificate(executor, owner)
      await decide(owner, 'rejected')
      await uploadCertificate(executor, owner)
      const neighbour = await person('Ned Neighbour')
      await designateAccepted(neighbour, owner, 'executor')
      const evidence = await submitCertificate(owner, neighbour)
      await deleteOwnAccount(owner)
      expect(await filesOf(owner)).toEqual([])
      for (const folder of ['estate', 'insurance'])
        expect((await service.storage.from('documents').list(`${owner.id}/${folder}`)).data).toEqual([])
      expect(
        await asAdministrator('select from private.file_removals where starts_with(path, $1::text)', [
          owner.id,
        ]),
      ).toEqual([])
      expect(await service.storage.from('death-certificates').exists(evidence)).toMatchObject({ data: true })
    },
  )

  it('delete-account mails the accepted designees, the owners who named the person, and the person', async () => {
    const home = await household('hidden', ['executor', 'invited', 'revoked', 'stranger'])
    const { owner, executor, invited, revoked, stranger } = home
    const neighbour = await person('Ned Neighbour')
    const designation = await designateAccepted(neighbour, owner, 'trustee')
    await deleteOwnAccount(owner)
    await runHousekeeping()
    const gone = 'Olive Owner’s plan no longer exists'
    const kept = 'Keep this email: you’re an executor in Olive Owner’s plan'
    expect(await subjectsTo(executor)).toEqual([gone, kept])
    for (const someone of [invited, revoked, stranger]) expect(await subjectsTo(someone)).not.toContain(gone)
    expect(await subjectsTo(neighbour)).toContain('Olive Owner can no longer open your plan')
    expect(await subjectsTo(owner)).toContain('Your Heartwood account was deleted')
    const [mail] = await mailsTo(executor.email)
    expect(mail?.Text).toContain('You were an executor in that plan')
    // The designation is open to the address again, as before the acceptance.
    const row = await succeed(
      neighbour.client.from('designations').select('status, accepted_at').eq('id', designation).single(),
    )
    expect(row).toEqual({ status: 'pending', accepted_at: null })
    await runHousekeeping()
    expect(await subjectsTo(executor)).toEqual([gone, kept])
  })

  it('a new account with the same address is empty and gets no second trial', async () => {
    const owner = await person('Olive Owner')
    await succeed(owner.client.from('contacts').insert({ user_id: owner.id, name: 'Carl' }))
    const trialOf = async ({ client, id }: Person) =>
      (await succeed(client.from('subscriptions').select('status, trial_end').eq('user_id', id).single()))
        .trial_end
    const before = await trialOf(owner)
    await deleteOwnAccount(owner)
    const again = await person('Olive Owner', { email: owner.email, named: false })
    expect(again.id).not.toBe(owner.id)
    expect(await succeed(again.client.from('contacts').select())).toEqual([])
    expect(await trialOf(again)).toBe(before)
  })

  it('tokens of other devices can no longer store rows or files', async () => {
    const owner = await person('Olive Owner')
    await deleteOwnAccount(owner)
    const { error } = await owner.client.from('contacts').insert({ user_id: owner.id, name: 'Carl' })
    expect(error).not.toBeNull()
    await expect(upload(owner, 'documents', `${owner.id}/late.pdf`)).rejects.toThrow()
    expect(await filesOf(owner)).toEqual([])
  })
})

describe.skipIf(!hasMailbox || !hasSql)(`a death${needsMailbox || needsSql}`, () => {
  it('delete-account answers 409 until a week after the owner stopped the release, and does not use up the code', async () => {
    const { owner, executor } = await household('hidden', ['executor'])
    const code = await codeFor(owner)
    await submitCertificate(executor, owner)
    await answers(await requestDeletion(owner, code), 409, 'HW060')
    await answers(await sendOtp(owner, 'account-deletion'), 409, 'HW060')
    await decide(owner, 'approved')
    await answers(await requestDeletion(owner, code), 409, 'HW060')
    expect(await succeed(executor.client.from('contacts').select().eq('user_id', owner.id))).toHaveLength(1)
    await succeed(owner.client.rpc('stop_release'))
    await answers(await requestDeletion(owner, code), 409, 'HW061')
    await answers(await sendOtp(owner, 'account-deletion'), 409, 'HW061')
    await asAdministrator(
      "update public.profiles set release_stopped_at = release_stopped_at - interval '7 days' where user_id = $1",
      [owner.id],
    )
    const response = await requestDeletion(owner, code)
    expect(response.status, 'the code was not used up by what was refused').toBe(200)
  })
})

describe.skipIf(!hasMailbox || !hasStripe)(`the membership${needsMailbox || needsStripe}`, () => {
  it('delete-account cancels the membership at once', async () => {
    const owner = await person('Olive Owner')
    await buy(owner, 'monthly')
    const { id } = await subscriptionOf(owner)
    await deleteOwnAccount(owner)
    expect(await subscriptionOf(owner)).toMatchObject({ id, status: 'canceled' })
  })

  it('delete-account leaves no checkout that could still be paid, however many are opened meanwhile', async () => {
    const owner = await person('Olive Owner')
    await buy(owner, 'monthly')
    const { id: customer } = await customerOf(owner)
    const code = await codeFor(owner)
    const [deletion] = await Promise.all([
      requestDeletion(owner, code),
      ...Array.from({ length: 8 }, () => askForCheckout(owner, { plan: 'lifetime' })),
    ])
    expect(deletion.status).toBe(200)
    expect((await stripe.checkout.sessions.list({ customer, status: 'open' })).data).toEqual([])
    expect((await subscriptionOf(owner)).status).toBe('canceled')
  })

  it('delete-account keeps the whole account when Stripe cannot be reached, and can be repeated', async () => {
    const { owner, executor } = await household('hidden', ['executor'])
    await upload(owner, 'videos', `${owner.id}/hello.mp4`)
    await buy(owner, 'monthly')
    await atStripe({ fail: 10 })
    await answers(await requestDeletion(owner, await codeFor(owner)), 500, 'account_not_deleted')
    await atStripe({ fail: 0 })
    expect(await exists(owner)).toBe(true)
    expect(await filesOf(owner)).toHaveLength(1)
    expect(await succeed(owner.client.from('contacts').select())).toHaveLength(1)
    expect(await subscriptionOf(owner)).toMatchObject({ status: 'trialing' })
    await runHousekeeping()
    expect(await subjectsTo(executor)).not.toContain('Olive Owner’s plan no longer exists')
    await letTimePass(owner, 2)
    await deleteOwnAccount(owner)
    expect(await subscriptionOf(owner)).toMatchObject({ status: 'canceled' })
  })
})

describe.skipIf(!hasMailbox)(`without mail${needsMailbox}`, () => {
  it('delete-account deletes the account while mail cannot be sent, and the mail arrives later', async () => {
    const { owner, executor } = await household('hidden', ['executor'])
    await deleteOwnAccount(owner)
    await failMails(2)
    await runHousekeeping()
    await failMails(0)
    await asAdministrator('update private.mail_outbox set next_attempt_at = now() where sent_at is null')
    await runHousekeeping()
    expect(await subjectsTo(executor)).toEqual([
      'Olive Owner’s plan no longer exists',
      'Keep this email: you’re an executor in Olive Owner’s plan',
    ])
  })
})
