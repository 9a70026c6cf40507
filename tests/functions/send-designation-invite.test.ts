import { describe, expect, it } from 'vitest'
import {
  address,
  asAdministrator,
  decide,
  designate,
  designateAccepted,
  hasSql,
  needsSql,
  type Person,
  person,
  service,
  submitCertificate,
  succeed,
} from '../support/people.ts'
import {
  answers,
  appOrigin,
  call,
  failMails,
  hasMailbox,
  mailsTo,
  needsMailbox,
  publishableKey,
  runHousekeeping,
  tokenOf,
} from './calls.ts'
import { keepsContract } from './contract.ts'

const name = 'send-designation-invite'

const invite = async (owner: Person, designationId: unknown) =>
  call(name, {
    headers: { authorization: `Bearer ${await tokenOf(owner)}`, apikey: publishableKey },
    body: JSON.stringify({ designationId }),
  })

const find = async ({ client }: Person, id: number) =>
  succeed(client.from('designations').select('status, invited_at').eq('id', id).single())

const letTimePass = (owner: Person, seconds: number) =>
  asAdministrator(
    `update private.designation_invites
        set begun_at = begun_at - make_interval(secs => $2), sends_at = sends_at - make_interval(secs => $2)
      where owner_id = $1`,
    [owner.id, seconds],
  )

describe.skipIf(!hasMailbox)(`${name}${needsMailbox}`, () => {
  it('mails the invitation at once, with the role and a link to answer it', async () => {
    const owner = await person('Olive Owner')
    const email = address('Ann')
    const id = await designate(owner, email, 'executor', 'Ann Archer')
    // As the app calls it.
    const { data, error } = await owner.client.functions.invoke(name, { body: { designationId: id } })
    expect([data, error]).toEqual([{ ok: true, isDelayed: false, sendsAt: null }, null])
    expect(await find(owner, id)).toMatchObject({ status: 'invited', invited_at: expect.any(String) })

    const [mail, ...more] = await mailsTo(email)
    expect(more).toEqual([])
    expect(mail?.To).toEqual([{ Name: '', Address: email }])
    expect(mail?.From.Name).toBe('Heartwood')
    expect(mail?.Subject).toBe('Olive Owner has asked you to be their executor')
    expect(mail?.Text).toContain('Hello Ann Archer')
    expect(mail?.Text).toContain('Nothing has happened')
    expect(mail?.Text).toContain(`this email address, ${email}`)
    const link = new URL(/https?:\/\/\S+\/invites\S+/.exec(mail?.Text ?? '')?.[0] ?? '')
    expect(link.origin).toBe(appOrigin)
    expect([...link.searchParams.keys()]).toEqual(['token'])
    expect(Buffer.from(link.searchParams.get('token') ?? '', 'base64url').toString()).toBe(
      `designation:${id}`,
    )
    expect(mail?.HTML).toContain(`href="${link}"`)
  })

  it('escapes hostile names', async () => {
    const owner = await person(`<script>alert(1)</script> https://evil.example`)
    const email = address('Ann')
    const id = await designate(owner, email, 'trustee', `"><img src=x onerror=alert(1)>`)
    expect((await invite(owner, id)).status).toBe(200)
    const [mail] = await mailsTo(email)
    expect(mail?.HTML).not.toMatch(/<script|<img|evil\.example/)
    expect(mail?.Text).not.toMatch(/evil\.example/)
    expect(mail?.Subject).toMatch(/^<script>alert\(1\)/)
  })

  it('counts toward no limit while the provider is down, and mails once it is back', async () => {
    const owner = await person('Olive Owner')
    const email = address('Ann')
    const id = await designate(owner, email, 'trustee')
    await failMails(1, email)
    await answers(await invite(owner, id), 502, 'mail_not_sent')
    expect(await find(owner, id)).toEqual({ status: 'pending', invited_at: null })
    expect(await mailsTo(email)).toEqual([])
    expect((await invite(owner, id)).status).toBe(200)
    expect(await mailsTo(email)).toHaveLength(1)
  })

  it('mails one invitation for five requests at once', async () => {
    const owner = await person('Olive Owner')
    const email = address('Ann')
    const id = await designate(owner, email, 'trustee')
    const responses = await Promise.all(Array.from({ length: 5 }, () => invite(owner, id)))
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 429, 429, 429, 429])
    expect(await mailsTo(email)).toHaveLength(1)
  })

  it.skipIf(!hasSql)(`mails the invitation again after a minute and not before${needsSql}`, async () => {
    const owner = await person('Olive Owner')
    const email = address('Ann')
    const id = await designate(owner, email, 'trustee')
    expect((await invite(owner, id)).status).toBe(200)
    const tooSoon = await invite(owner, id)
    expect(tooSoon.headers.get('retry-after')).toBe('60')
    await answers(tooSoon, 429, 'invite_cooldown')
    await letTimePass(owner, 61)
    expect((await invite(owner, id)).status).toBe(200)
    expect(await mailsTo(email)).toHaveLength(2)
  })

  it.skipIf(!hasSql)(`delivers one mail when a sent invitation was noted as failed${needsSql}`, async () => {
    const owner = await person('Olive Owner')
    const email = address('Ann')
    const id = await designate(owner, email, 'trustee')
    expect((await invite(owner, id)).status).toBe(200)
    // The state after a lost answer of the provider: the mail was sent but noted as failed.
    const begun = await asAdministrator<{ id: string }>(
      'select id from private.designation_invites where designation_id = $1',
      [id],
    )
    await succeed(
      service.rpc('finish_designation_invite', { p_invite_id: begun[0]?.id ?? '', p_sent: false }),
    )
    expect((await invite(owner, id)).status).toBe(200)
    expect(await mailsTo(email)).toHaveLength(1)
  })

  // Each row: the sender, whether the mails went to the same person, how many, the attempts of each, whether they failed.
  it.skipIf(!hasSql).each<[string, 'owner' | 'other', 'person' | 'others', number, number, boolean]>([
    ['20 mails of an owner', 'owner', 'others', 20, 1, false],
    ['40 tries of an owner', 'owner', 'others', 2, 20, true],
    ['3 mails of an owner to a person', 'owner', 'person', 3, 1, false],
  ])(`mails no more than %s a day${needsSql}`, async (_, sender, to, count, attempts, failed) => {
    const people = { owner: await person('Olive Owner'), other: await person('Oscar Other') }
    const email = address('Ann')
    const id = await designate(people.owner, email, 'trustee')
    await asAdministrator(
      `insert into private.designation_invites (owner_id, person_email, attempts, failed_at, begun_at)
       select $1, $2, $3, case when $4 then now() end, now() - interval '1 hour' from generate_series(1, $5)`,
      [people[sender].id, to === 'person' ? email : address('Bob'), attempts, failed, count],
    )
    await answers(await invite(people.owner, id), 429, 'invite_daily_cap')
    expect(await mailsTo(email)).toEqual([])
    await letTimePass(people[sender], 24 * 60 * 60)
    expect((await invite(people.owner, id)).status).toBe(200)
    expect(await mailsTo(email)).toHaveLength(1)
  })

  it.skipIf(!hasSql)(
    `mails an owner’s first invitation later when a person got 20 today${needsSql}`,
    async () => {
      const [owner, other] = await Promise.all([person('Olive Owner'), person('Oscar Other')])
      const email = address('Ann')
      const id = await designate(owner, email, 'trustee')
      await asAdministrator(
        `insert into private.designation_invites (owner_id, person_email, sends_at)
       select $1, $2, now() - interval '1 hour' from generate_series(1, 20)`,
        [other.id, email],
      )
      const answer = await invite(owner, id)
      expect([answer.status, await answer.json()]).toEqual([
        200,
        { ok: true, isDelayed: true, sendsAt: expect.any(String) },
      ])
      await runHousekeeping()
      expect(await mailsTo(email)).toEqual([])
      await asAdministrator(
        `update private.mail_outbox set next_attempt_at = next_attempt_at - interval '23 hours' where to_email = $1`,
        [email],
      )
      await runHousekeeping()
      expect((await mailsTo(email)).map(({ Subject }) => Subject)).toEqual([
        'Olive Owner has asked you to be their trustee',
      ])
    },
  )

  it.skipIf(!hasSql)(`answers 409 plan_frozen once the owner’s death is verified${needsSql}`, async () => {
    const owner = await person('Olive Owner')
    const email = address('Ann')
    const id = await designate(owner, email, 'trustee')
    await submitCertificate(owner, owner)
    await decide(owner, 'approved')
    await answers(await invite(owner, id), 409, 'plan_frozen')
    expect(await mailsTo(email)).toEqual([])
  })
})

describe(`${name}: other people’s invitations`, () => {
  it('answers 404 alike to an unknown, foreign, accepted, declined or revoked designation', async () => {
    const [owner, other, ann, dan] = await Promise.all([
      person('Olive Owner'),
      person('Oscar Other'),
      person('Ann'),
      person('Dan'),
    ])
    const accepted = await designateAccepted(owner, ann, 'trustee')
    const revoked = await designate(owner, address('Rex'), 'trustee')
    await succeed(owner.client.rpc('revoke_designation', { designation_id: revoked }))
    const declined = await designate(owner, dan.email, 'trustee')
    await succeed(dan.client.rpc('decline_designation_invite', { designation_id: declined }))
    const openEmail = address('Olga')
    const open = await designate(owner, openEmail, 'trustee')

    const bodies = new Set<string>()
    const asked: [Person, number][] = [
      [owner, accepted],
      [owner, revoked],
      [owner, declined],
      [owner, 2_000_000_000],
      [other, open],
      [ann, open],
    ]
    for (const [who, id] of asked) {
      const response = await invite(who, id)
      expect(response.status).toBe(404)
      bodies.add(await response.text())
    }
    expect([...bodies].map((body) => JSON.parse(body).error.code)).toEqual(['invitation_not_available'])
    if (hasMailbox) expect(await mailsTo(openEmail)).toEqual([])
    expect(await find(owner, open)).toEqual({ status: 'pending', invited_at: null })
  })

  it('answers 404 to the invited person', async () => {
    const [owner, ivan] = await Promise.all([person('Olive Owner'), person('Ivan')])
    const id = await designate(owner, ivan.email, 'trustee')
    await answers(await invite(ivan, id), 404, 'invitation_not_available')
  })
})

describe('contract', () => {
  let id: number | undefined
  keepsContract(name, {
    body: async (caller) => {
      id ??= await designate(caller, address('Ann'), 'trustee')
      return { designationId: id }
    },
    invalid: [
      '{"designationId": null}',
      '{"designationId": "7"}',
      '{"designationId": 0}',
      '{"designationId": -1}',
      '{"designationId": 1.5}',
      '{"designationId": 9007199254740993}',
      '{"designationId": [1]}',
      '{"designationId": {"$gt": 0}}',
    ],
    expectUntouched: async (caller) =>
      expect(await find(caller, id ?? 0)).toEqual({ status: 'pending', invited_at: null }),
  })
})
