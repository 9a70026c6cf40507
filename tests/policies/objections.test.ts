// Who may say that something is wrong with a certificate, when, who learns of it, and what it delays.
import { describe, expect, it, vi } from 'vitest'
import {
  anonymous,
  asAdministrator,
  callSlowly,
  decide,
  designateAccepted,
  hasSql,
  holdRows,
  household,
  isDatabaseOnly,
  needsSql,
  type Person,
  passWaitingTime,
  person,
  submitCertificate,
  succeed,
} from '../support/people.ts'
import { code, refused, untyped } from './answers.ts'

const DAY = 24 * 60 * 60 * 1000
const words = 'I spoke to her this morning.'
const object = (by: Person, owner: Person, text = words) =>
  by.client.rpc('object_to_certificate', { owner_id: owner.id, words: text })
const withdraw = ({ client }: Person, owner: Person) =>
  client.rpc('withdraw_objection', { owner_id: owner.id })
const objectionsFor = async (by: Person, owner: Person) =>
  await succeed(by.client.rpc('certificate_objections', { owner_id: owner.id }))
const profileOf = ({ client, id }: Person) =>
  succeed(client.from('profiles').select().eq('user_id', id).single())
const mayRead = async ({ client }: Person) => (await succeed(client.from('contacts').select('id'))).length > 0
const daysUntil = (time: string | null) => (Date.parse(time ?? '') - Date.now()) / DAY
const seenBy = async (owner: Person) =>
  (
    await asAdministrator('select objections from admin.certificate_reviews where owner_id = $1', [owner.id])
  )[0]
const mailsTo = (email: string, owner: Person) =>
  asAdministrator<{ payload: Record<string, unknown>; rank: number }>(
    `select payload, rank from private.mail_outbox where to_email = $1 and kind = 'certificate_objected'
        and ($1 = 'operator' or payload ->> 'owner_id' = $2) order by created_at`,
    [email, owner.id],
  )
/** Makes every objection to an owner's certificates so many days older. */
const passDays = (owner: Person, days: number) =>
  asAdministrator(
    `update private.objections set objected_at = objected_at - make_interval(days => $2),
            opens_not_before = opens_not_before - make_interval(days => $2) where owner_id = $1`,
    [owner.id, days],
  )
/** An objection in a transaction that is still open. */
const holdObjection = (owner: Person, by: Person) =>
  holdRows(
    `with objected as (
       insert into private.objections (owner_id, submission_id, objected_by, person_name, role, words)
       select s.owner_id, s.id, $2, 'Tess', 'trustee', 'Wrong.' from private.certificate_submissions s where s.owner_id = $1)
     select from private.mail_sending m where false`,
    [owner.id, by.id],
  )

describe.skipIf(!hasSql)(`who objects, and when${needsSql}`, () => {
  it.each(['executor', 'trustee', 'beneficiary'] as const)(
    'an objection to a certificate under review may come from a %s, once, and the administrators alone read it',
    async (role) => {
      const { owner, stranger, ...others } = await household('hidden', [
        'executor',
        'trustee',
        'beneficiary',
        'stranger',
      ])
      const [submitter, objector] = [role === 'executor' ? others.trustee : others.executor, others[role]]
      await submitCertificate(submitter, owner)
      expect(await seenBy(owner)).toEqual({ objections: [] })
      await succeed(object(objector, owner, `  ${words} `))
      await succeed(object(objector, owner, 'Once more.'))
      expect(await seenBy(owner)).toEqual({
        objections: [
          {
            name: objector.name,
            role,
            email: objector.email,
            words,
            objected_at: expect.any(String),
            opens_not_before: expect.any(String),
            withdrawn_at: null,
          },
        ],
      })
      const told = {
        person_name: objector.name,
        objected_at: expect.any(String),
        opens_at: expect.any(String),
        withdrawn_at: null,
      }
      expect(await objectionsFor(objector, owner)).toEqual([{ ...told, is_mine: true, words }])
      for (const who of [owner, submitter])
        expect(await objectionsFor(who, owner)).toEqual([{ ...told, is_mine: false, words: null }])
      expect(await objectionsFor(stranger, owner)).toEqual([])
      const { data } = await untyped(stranger.client).from('objections').select()
      expect(data ?? []).toEqual([])
    },
  )

  it('an objection is refused to everyone who did not accept, was revoked or was never named, and to the owner', async () => {
    const { owner, executor, invited, revoked, stranger } = await household('hidden', [
      'executor',
      'invited',
      'revoked',
      'stranger',
    ])
    await submitCertificate(executor, owner)
    for (const who of [invited, revoked, stranger, owner]) {
      await refused(object(who, owner), code.notThisPerson)
      if (who !== owner) expect(await objectionsFor(who, owner)).toEqual([])
    }
    const { error } = await anonymous.rpc('object_to_certificate', { owner_id: owner.id, words })
    expect(error).not.toBeNull()
    expect(await seenBy(owner)).toEqual({ objections: [] })
  })

  it.each(['hidden', 'released', 'stopped'] as const)(
    'an objection is refused while no certificate waits: %s',
    async (state) => {
      const { owner, executor } = await household(state, ['executor'])
      await refused(object(executor, owner), 'HW091')
    },
  )

  it('an objection is refused after a rejection and while another photo is asked for, and is gone from the screens then', async () => {
    const { owner, executor, trustee } = await household('hidden', ['executor', 'trustee'])
    for (const decision of ['rejected', 'needs_another'] as const) {
      await submitCertificate(executor, owner)
      await succeed(object(trustee, owner))
      await decide(owner, decision)
      await refused(object(executor, owner), 'HW091')
      expect(await objectionsFor(trustee, owner)).toEqual([])
    }
  })

  it.each([
    ['no words', '  ', '22023'],
    ['too many words', 'x'.repeat(2001), code.check],
  ])('an objection with %s is refused', async (_, text, refusal) => {
    const { owner, executor } = await household('hidden, in review', ['executor'])
    await refused(object(executor, owner, text), refusal)
    await succeed(object(executor, owner, 'x'.repeat(2000)))
  })

  it('an objection is told to the owner, everyone who accepted and the operator, with the name and without the words', async () => {
    const { owner, executor, trustee, invited, revoked, stranger } = await household('hidden')
    await submitCertificate(executor, owner)
    const before = (await mailsTo('operator', owner)).length
    await succeed(object(trustee, owner))
    const about = {
      actor_name: trustee.name,
      actor_role: 'trustee',
      is_approved: false,
      opens_at: expect.any(String),
    }
    expect(await mailsTo(owner.email, owner)).toMatchObject([
      { rank: 0, payload: { ...about, recipient: 'owner', submission_id: expect.any(String) } },
    ])
    expect(await mailsTo(executor.email, owner)).toMatchObject([
      { rank: 1, payload: { ...about, recipient: 'designee', is_actor: false, submission_id: null } },
    ])
    expect(await mailsTo(trustee.email, owner)).toMatchObject([{ payload: { is_actor: true } }])
    for (const who of [invited, revoked, stranger]) expect(await mailsTo(who.email, owner)).toEqual([])
    const operator = await mailsTo('operator', owner)
    expect(operator).toHaveLength(before + 1)
    expect(operator.at(-1)).toEqual({ rank: 0, payload: { recipient: 'operator', is_approved: false } })
    expect(
      JSON.stringify([await mailsTo(owner.email, owner), await mailsTo(executor.email, owner)]),
    ).not.toContain(words)
    for (const who of [owner, executor, trustee]) {
      const events = await succeed(
        who.client.from('access_events').select('actor_name, detail').eq('action', 'certificate_objected'),
      )
      expect(events).toEqual([{ actor_name: trustee.name, detail: {} }])
    }
    await succeed(object(trustee, owner))
    expect(await mailsTo(executor.email, owner)).toHaveLength(1)
    expect(
      await succeed(owner.client.from('access_events').select('id').eq('action', 'certificate_objected')),
    ).toHaveLength(1)
  })

  it('an objection goes with the account of the owner, and stays when the one who objected leaves', async () => {
    const { owner, executor, trustee } = await household('hidden', ['executor', 'trustee'])
    await submitCertificate(executor, owner)
    await succeed(object(trustee, owner))
    await asAdministrator('delete from auth.users where id = $1', [trustee.id])
    expect(await seenBy(owner)).toMatchObject({ objections: [{ name: trustee.name, email: null, words }] })
    await succeed(owner.client.rpc('stop_release'))
    await asAdministrator(
      `update public.profiles set release_stopped_at = now() - interval '8 days' where user_id = $1`,
      [owner.id],
    )
    await asAdministrator('delete from auth.users where id = $1', [owner.id])
    expect(await asAdministrator('select from private.objections where owner_id = $1', [owner.id])).toEqual(
      [],
    )
  })
})

describe.skipIf(!hasSql)(`who takes an objection back, and when${needsSql}`, () => {
  const warningFor = async (owner: Person) =>
    String(
      (
        await asAdministrator('select warning from admin.certificate_reviews where owner_id = $1', [owner.id])
      )[0]?.warning,
    )

  it('an objection is taken back by the one who made it, in the history of everyone, and the administrators still read it', async () => {
    const { owner, executor, trustee, beneficiary } = await household('hidden', [
      'executor',
      'trustee',
      'beneficiary',
    ])
    await submitCertificate(executor, owner)
    await succeed(object(trustee, owner))
    expect(await warningFor(owner)).toContain('A person named in the plan says')
    await succeed(withdraw(trustee, owner))
    await succeed(withdraw(trustee, owner))
    const withdrawn_at = expect.any(String)
    expect(await seenBy(owner)).toMatchObject({ objections: [{ name: trustee.name, words, withdrawn_at }] })
    expect(await warningFor(owner)).toContain('said that something is wrong, and took it back')
    for (const who of [owner, executor, trustee]) {
      expect(await objectionsFor(who, owner)).toMatchObject([{ person_name: trustee.name, withdrawn_at }])
      const events = await succeed(
        who.client.from('access_events').select('actor_name, detail').eq('action', 'objection_withdrawn'),
      )
      expect(events).toEqual([{ actor_name: trustee.name, detail: {} }])
    }
    await succeed(object(beneficiary, owner))
    expect(await warningFor(owner)).toContain('A person named in the plan says')
  })

  it('an objection that was taken back can be made again, with other words, and everyone is told again once a day', async () => {
    const { owner, executor, trustee } = await household('hidden, in review', ['executor', 'trustee'])
    await succeed(object(trustee, owner))
    await asAdministrator(
      'update private.mail_outbox set sent_at = now(), about = null where to_email in ($1, $2)',
      [executor.email, 'operator'],
    )
    const toOperator = (await mailsTo('operator', owner)).length
    await succeed(withdraw(trustee, owner))
    await succeed(object(trustee, owner, 'I was made to.'))
    expect(await seenBy(owner)).toMatchObject({
      objections: [{ words: 'I was made to.', withdrawn_at: null }],
    })
    expect(await mailsTo(executor.email, owner)).toHaveLength(1)
    // Who decides is told at once.
    expect(await mailsTo('operator', owner)).toHaveLength(toOperator + 1)
    await succeed(withdraw(trustee, owner))
    await passDays(owner, 1)
    await succeed(object(trustee, owner))
    expect(await mailsTo(executor.email, owner)).toHaveLength(1 + 1)
    expect(await objectionsFor(owner, owner)).toMatchObject([{ withdrawn_at: null }])
    // Another person's is other news.
    await succeed(object(executor, owner))
    expect(await mailsTo(trustee.email, owner)).toHaveLength(1 + 1)
    // And so is one to another certificate.
    const toldBefore = (await mailsTo(executor.email, owner)).length
    await decide(owner, 'needs_another')
    await submitCertificate(executor, owner)
    await succeed(object(trustee, owner))
    expect(await mailsTo(executor.email, owner)).toHaveLength(toldBefore + 1)
  })

  it('an objection is made and taken back ten times a day, and then only taken back', async () => {
    const { owner, trustee } = await household('hidden, in review', ['executor', 'trustee'])
    for (let n = 0; n < 10; n += 1) {
      await succeed(object(trustee, owner))
      await succeed(withdraw(trustee, owner))
    }
    await refused(object(trustee, owner), code.changedTooOften)
    await succeed(withdraw(trustee, owner))
  })

  it('the seven days of an objection stay when it is taken back, and it brings no new ones when it is made again', async () => {
    const { owner, executor, trustee } = await household('hidden', ['executor', 'trustee'])
    await submitCertificate(executor, owner)
    await succeed(object(trustee, owner))
    await passDays(owner, 2)
    await succeed(withdraw(trustee, owner))
    await succeed(object(trustee, owner))
    await succeed(withdraw(trustee, owner))
    expect(await objectionsFor(executor, owner)).toMatchObject([{ opens_at: expect.any(String) }])
    await decide(owner, 'approved')
    expect(daysUntil((await profileOf(owner)).release_at)).toBeCloseTo(5, 2)
    expect(await mayRead(executor)).toBe(false)
  })

  it('an objection in the waiting period is taken back, and the day of the release stays', async () => {
    const { owner, trustee } = await household('waiting', ['executor', 'trustee'])
    await succeed(object(trustee, owner))
    const { release_at } = await profileOf(owner)
    await succeed(withdraw(trustee, owner))
    expect(await profileOf(owner)).toMatchObject({ release_at, is_deceased: true })
  })

  it('an objection is taken back by no one else: not by those who made none, nor by who was never named or no longer is', async () => {
    const { owner, executor, trustee, invited, revoked, stranger, designation } = await household('hidden')
    await submitCertificate(executor, owner)
    await succeed(object(trustee, owner))
    // Named in another plan alone.
    const elsewhere = await person('Elsa')
    await designateAccepted(await person('Olaf Other'), elsewhere, 'executor')
    for (const who of [invited, revoked, stranger, owner, elsewhere])
      await refused(withdraw(who, owner), code.notThisPerson)
    await refused(withdraw(executor, owner), code.notPossibleNow)
    expect((await anonymous.rpc('withdraw_objection', { owner_id: owner.id })).error).not.toBeNull()
    await succeed(trustee.client.rpc('step_down', { designation_id: designation.trustee }))
    await refused(withdraw(trustee, owner), code.notThisPerson)
    expect(await seenBy(owner)).toMatchObject({ objections: [{ withdrawn_at: null }] })
  })

  it('an objection is not taken back once the certificate was decided, nor with one to a later certificate', async () => {
    const { owner, executor, trustee } = await household('hidden', ['executor', 'trustee'])
    await submitCertificate(executor, owner)
    await succeed(object(trustee, owner))
    await decide(owner, 'needs_another')
    await refused(withdraw(trustee, owner), code.notPossibleNow)
    await submitCertificate(executor, owner)
    await refused(withdraw(trustee, owner), code.notPossibleNow)
    await succeed(object(trustee, owner))
    await succeed(withdraw(trustee, owner))
    const withdrawn = await asAdministrator<{ count: number }>(
      'select count(*)::integer from private.objections where owner_id = $1 and withdrawn_at is not null',
      [owner.id],
    )
    expect(withdrawn).toEqual([{ count: 1 }])
  })
})

describe.skipIf(!hasSql)(`what an objection delays${needsSql}`, () => {
  const roles = ['executor', 'trustee', 'beneficiary'] as const

  it('a release waits seven days after the first objection, however soon the certificate is approved, and no longer for a second one', async () => {
    const { owner, executor, trustee, beneficiary } = await household('hidden', [...roles])
    await submitCertificate(executor, owner)
    await succeed(object(trustee, owner))
    await passDays(owner, 2)
    await succeed(object(beneficiary, owner))
    await decide(owner, 'approved')
    const { release_at } = await profileOf(owner)
    expect(daysUntil(release_at)).toBeCloseTo(5, 2)
    expect(await mayRead(executor)).toBe(false)
    await passWaitingTime(owner, 5)
    expect(await mayRead(executor)).toBe(true)
    await refused(object(executor, owner), 'HW091')
  })

  it('a release waits no longer than the owner’s own waiting period where that is longer', async () => {
    const { owner, executor, trustee } = await household('hidden', ['executor', 'trustee'])
    await succeed(
      owner.client.from('profiles').update({ release_wait_days: 14 }).eq('user_id', owner.id).select(),
    )
    await submitCertificate(executor, owner)
    await succeed(object(trustee, owner))
    await decide(owner, 'approved')
    expect(daysUntil((await profileOf(owner)).release_at)).toBeCloseTo(14, 2)
    await succeed(object(executor, owner))
    expect(daysUntil((await profileOf(owner)).release_at)).toBeCloseTo(14, 2)
  })

  it('a release is put off by an objection in the waiting period, everyone reads the new day, and the administrators see it with the decision', async () => {
    const { owner, executor, trustee, beneficiary } = await household('hidden', [...roles])
    await succeed(
      owner.client.from('profiles').update({ release_wait_days: 3 }).eq('user_id', owner.id).select(),
    )
    await submitCertificate(executor, owner)
    await decide(owner, 'approved')
    await succeed(object(trustee, owner))
    const { release_at, is_deceased } = await profileOf(owner)
    expect([is_deceased, daysUntil(release_at)]).toEqual([true, expect.closeTo(7, 2)])
    const [mail] = await mailsTo(executor.email, owner)
    expect(mail?.payload).toMatchObject({ is_approved: true, opens_at: release_at })
    expect(
      await asAdministrator('select objections from admin.decided_certificates where owner_id = $1', [
        owner.id,
      ]),
    ).toMatchObject([{ objections: [{ name: trustee.name }] }])
    await succeed(object(beneficiary, owner))
    expect((await profileOf(owner)).release_at).toBe(release_at)
    await passWaitingTime(owner, 7)
    expect(await mayRead(executor)).toBe(true)
  })

  it('a plan that its owner had opened stays open until the release that an objection put off, and nothing is said of a day', async () => {
    const { owner, executor, trustee } = await household('hidden', ['executor', 'trustee'])
    await succeed(
      owner.client.from('profiles').update({ release_wait_days: 1 }).eq('user_id', owner.id).select(),
    )
    await succeed(owner.client.rpc('set_visibility_hold', { hold: false }))
    await submitCertificate(executor, owner)
    await decide(owner, 'approved')
    await succeed(object(trustee, owner))
    const { release_at, open_until } = await profileOf(owner)
    expect([open_until, daysUntil(release_at)]).toEqual([release_at, expect.closeTo(7, 2)])
    expect(await mailsTo(executor.email, owner)).toMatchObject([{ payload: { opens_at: null } }])
  })

  it('a plan that its owner had opened for some days is not open any longer because of an objection', async () => {
    const { owner, executor, trustee } = await household('hidden', ['executor', 'trustee'])
    await succeed(
      owner.client.from('profiles').update({ release_wait_days: 30 }).eq('user_id', owner.id).select(),
    )
    await succeed(owner.client.rpc('set_visibility_hold', { hold: false, days: 7 }))
    await submitCertificate(executor, owner)
    await decide(owner, 'approved')
    await passWaitingTime(owner, 29)
    const { open_until } = await profileOf(owner)
    await succeed(object(trustee, owner))
    expect(await profileOf(owner)).toMatchObject({ open_until })
  })

  it('objections keep no family out: once in thirty days for an owner, over all certificates and whoever objects', async () => {
    const { owner, executor, trustee, beneficiary } = await household('hidden', [...roles])
    await submitCertificate(executor, owner)
    await succeed(object(trustee, owner))
    await decide(owner, 'needs_another')
    await passDays(owner, 8)
    await submitCertificate(executor, owner)
    for (const who of [trustee, beneficiary]) await succeed(object(who, owner))
    expect(await objectionsFor(trustee, owner)).toMatchObject([{ opens_at: null }, { opens_at: null }])
    expect(await mailsTo(beneficiary.email, owner)).toMatchObject([
      {},
      { payload: { opens_at: null } },
      { payload: { opens_at: null } },
    ])
    await decide(owner, 'approved')
    expect(await mayRead(executor)).toBe(true)
    // A month later it is another story.
    await asAdministrator(`select admin.take_back_decision($1, 'To look again.')`, [owner.id])
    await decide(owner, 'rejected')
    await passDays(owner, 23)
    await submitCertificate(executor, owner)
    await succeed(object(trustee, owner))
    await decide(owner, 'approved')
    expect(daysUntil((await profileOf(owner)).release_at)).toBeCloseTo(7, 2)
  })

  it('an objection to the certificate of one owner delays no other, and is refused to a person whom only another named', async () => {
    const [{ owner, executor, trustee }, other, waiting] = await Promise.all([
      household('hidden, in review', ['executor', 'trustee']),
      household('hidden, in review', ['executor']),
      household('waiting', ['executor']),
    ])
    const { release_at } = await profileOf(waiting.owner)
    await refused(object(trustee, other.owner), code.notThisPerson)
    await succeed(object(trustee, owner))
    await decide(other.owner, 'approved')
    expect(await mayRead(other.executor)).toBe(true)
    expect((await profileOf(waiting.owner)).release_at).toBe(release_at)
    await succeed(owner.client.rpc('stop_release'))
    expect(await mayRead(executor)).toBe(false)
  })
})

// What waits for what needs several connections.
describe.skipIf(!isDatabaseOnly)('objections and others at the same moment (needs Postgres)', () => {
  it('an objection in a transaction that is still open holds up neither the owner’s stop nor a decision until it is written', async () => {
    const { owner, executor, trustee } = await household('hidden', ['executor', 'trustee'])
    await submitCertificate(executor, owner)
    const letGo = await holdObjection(owner, trustee)
    try {
      await decide(owner, 'approved')
      await asAdministrator(`select admin.take_back_decision($1, 'To look again.')`, [owner.id])
      await succeed(owner.client.rpc('stop_release'))
    } finally {
      await letGo()
    }
    await refused(object(trustee, owner), 'HW091')
  }, 15_000)

  it('an objection does not wait for a decision that is being made: it is refused, and can be sent again', async () => {
    const { owner, trustee } = await household('hidden, in review', ['executor', 'trustee'])
    const letGo = await holdRows('select from public.profiles where user_id = $1 for update', [owner.id])
    try {
      const { error } = await object(trustee, owner)
      expect(error?.code).toBe('HW094')
    } finally {
      await letGo()
    }
    expect(await seenBy(owner)).toEqual({ objections: [] })
    await succeed(object(trustee, owner))
  }, 15_000)

  it.each(['an approval', 'another certificate'])(
    'an objection that waits for another request of the same person is refused if %s comes meanwhile',
    async (what) => {
      const { owner, executor, trustee } = await household('hidden, in review', ['executor', 'trustee'])
      const letGo = await holdObjection(owner, trustee)
      const objected = object(trustee, owner).then(({ error }) => error?.code)
      try {
        await vi.waitFor(async () => {
          const begun = await asAdministrator(
            `select from pg_stat_activity where wait_event = 'transactionid' and query like '%object_to_certificate%'`,
          )
          expect(begun).toHaveLength(1)
        }, 10_000)
        await decide(owner, what === 'an approval' ? 'approved' : 'rejected')
        if (what === 'another certificate') await submitCertificate(executor, owner)
      } finally {
        await letGo()
      }
      expect(await objected).toBe('HW094')
    },
    15_000,
  )

  it('an objection and an approval at the same moment never leave a plan that opened before its seven days', async () => {
    for (let n = 0; n < 3; n += 1) {
      const { owner, trustee } = await household('hidden, in review', ['executor', 'trustee'])
      const [objected] = await Promise.allSettled([
        callSlowly(trustee, 'public.object_to_certificate($1::uuid, $2::text)', [owner.id, words]),
        decide(owner, 'approved'),
      ])
      const { release_at } = await profileOf(owner)
      if (objected.status === 'fulfilled') expect(daysUntil(release_at)).toBeCloseTo(7, 2)
      else expect(['HW091', 'HW094']).toContain(objected.reason.code)
    }
  }, 30_000)
})
