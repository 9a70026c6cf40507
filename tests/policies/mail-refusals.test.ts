// An address that refuses our mail: which owners learn of it, and when it is forgotten. The function mail-events, which
// checks the provider's signature, calls the database with the secret key.
import { randomUUID } from 'node:crypto'
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
import { code, refused } from './answers.ts'

const report = (email: string, { id = randomUUID() as string, at = new Date(Date.now() + 1000) } = {}) =>
  succeed(
    service.rpc('apply_mail_refusal', { p_event_id: id, p_emails: [email], p_happened_at: at.toISOString() }),
  )

const isRefused = async ({ client }: Person, id: number) => {
  const row = await succeed(client.from('designations').select('mail_refused_at').eq('id', id).single())
  return row.mail_refused_at !== null
}

const toldOf = async ({ client }: Person) => {
  const events = await succeed(client.from('access_events').select('detail').eq('action', 'mail_refused'))
  return events.map(({ detail }) => detail)
}

const mailsTo = (email: string, kind: string) =>
  asAdministrator<{ payload: { actor_name?: string } }>(
    'select payload from private.mail_outbox where to_email = $1 and kind = $2',
    [email, kind],
  )

describe('refusals', () => {
  it('an address that refuses our mail is shown to every owner who named a person there, with a line in the history, and to no other', async () => {
    const [olive, oscar, other, ann] = await Promise.all([
      person('Olive Owner'),
      person('Oscar Owner'),
      person('Otto Other'),
      person('Ann'),
    ])
    const accepted = await designateAccepted(olive, ann, 'executor')
    const invited = await designate(oscar, ann.email, 'trustee', 'Ann')
    const elsewhere = await designate(other, address('Bob'), 'trustee', 'Bob')
    await report(ann.email.toUpperCase())
    expect(await isRefused(olive, accepted)).toBe(true)
    expect(await isRefused(oscar, invited)).toBe(true)
    expect(await isRefused(other, elsewhere)).toBe(false)
    expect(await toldOf(oscar)).toEqual([{ role: 'trustee', name: 'Ann' }])
    expect(await toldOf(other)).toEqual([])
    const { counts } = await succeed(olive.client.rpc('plan_overview').single())
    expect(counts).toMatchObject({ people_refusing_mail: 1 })
  })

  it.skipIf(!hasSql)(
    `an address that refuses our mail is told to trustees, executors and the operator after a death, and not to the dead${needsSql}`,
    async () => {
      const [owner, ann, ed, tom] = await Promise.all([
        person('Olive Owner'),
        person('Ann'),
        person('Ed'),
        person('Tom'),
      ])
      await designateAccepted(owner, ann, 'executor')
      await designateAccepted(owner, ed, 'trustee')
      await designateAccepted(owner, tom, 'beneficiary')
      const unreached = () =>
        asAdministrator('select person_email from admin.unreached where owner_id = $1', [owner.id])
      const toOperator = () =>
        asAdministrator(
          `select payload from private.mail_outbox where to_email = 'operator' and kind = 'mail_refused'`,
        )
      // Of another plan a death is verified: that does not make this one the operator's.
      const [dead, zoe] = await Promise.all([person('Otto Other'), person('Zoe')])
      await designateAccepted(dead, zoe, 'executor')
      await submitCertificate(zoe, dead)
      await decide(dead, 'approved')
      await submitCertificate(ed, owner)
      await report(ann.email)
      expect(await unreached()).toEqual([])
      expect(await toOperator()).toEqual([])
      await decide(owner, 'approved')
      expect(await unreached()).toEqual([{ person_email: ann.email }])
      await asAdministrator('update public.designations set mail_refused_at = null where owner_id = $1', [
        owner.id,
      ])
      await asAdministrator(`delete from private.mail_outbox where to_email = any ($1)`, [
        [owner.email, ed.email, ann.email],
      ])
      await report(ann.email)
      expect(await mailsTo(ed.email, 'mail_refused')).toMatchObject([
        { payload: { recipient: 'designee', owner_id: owner.id, actor_name: 'Ann', role: 'executor' } },
      ])
      for (const { email } of [owner, ann, tom]) expect(await mailsTo(email, 'mail_refused')).toEqual([])
      expect(await toOperator()).toEqual([{ payload: { recipient: 'operator' } }])
      const [row] = await asAdministrator<{ id: number }>(
        'select id::int from public.designations where owner_id = $1 and person_email = $2',
        [owner.id, ann.email],
      )
      await succeed(ann.client.rpc('step_down', { designation_id: row?.id ?? 0 }))
      expect(await unreached()).toEqual([])
    },
  )

  it.skipIf(!hasSql)(
    `an address that refuses our mail is told to the owner once, however often it is reported${needsSql}`,
    async () => {
      const owner = await person('Olive Owner')
      const email = address('Ann')
      await designate(owner, email, 'trustee', 'Ann')
      const id = randomUUID()
      await report(email, { id })
      await report(email, { id })
      await report(email)
      expect((await mailsTo(owner.email, 'mail_refused')).map(({ payload }) => payload.actor_name)).toEqual([
        'Ann',
      ])
      expect(await toldOf(owner)).toHaveLength(1)
    },
  )

  it('an address that refuses our mail concerns no person who was revoked or declined', async () => {
    const [owner, dan] = await Promise.all([person('Olive Owner'), person('Dan')])
    const email = address('Rex')
    const revoked = await designate(owner, email, 'trustee')
    await succeed(owner.client.rpc('revoke_designation', { designation_id: revoked }))
    const declined = await designate(owner, dan.email, 'trustee')
    await succeed(dan.client.rpc('decline_designation_invite', { designation_id: declined }))
    await report(email)
    await report(dan.email)
    expect(await isRefused(owner, revoked)).toBe(false)
    expect(await isRefused(owner, declined)).toBe(false)
  })

  it('an address that refuses our mail is forgotten when the invitation is sent again, and an older report changes nothing then', async () => {
    const owner = await person('Olive Owner')
    const email = address('Ann')
    const id = await designate(owner, email, 'trustee')
    const before = new Date(Date.now() - 60_000)
    await report(email)
    const [invite] = await succeed(
      service.rpc('begin_designation_invite', { p_designation_id: id, p_owner_id: owner.id }),
    )
    const finish = (p_sent: boolean) =>
      succeed(service.rpc('finish_designation_invite', { p_invite_id: invite?.invite_id ?? '', p_sent }))
    await finish(false)
    expect(await isRefused(owner, id)).toBe(true)
    await finish(true)
    expect(await isRefused(owner, id)).toBe(false)
    await report(email, { at: before })
    expect(await isRefused(owner, id)).toBe(false)
    await report(email)
    expect(await isRefused(owner, id)).toBe(true)
  })

  it('an address that refuses our mail is forgotten when the person accepts, because the code to sign in with arrived', async () => {
    const [owner, ann] = await Promise.all([person('Olive Owner'), person('Ann')])
    const id = await designate(owner, ann.email, 'trustee')
    await report(ann.email)
    await succeed(ann.client.rpc('accept_designation_invite', { designation_id: id }))
    expect(await isRefused(owner, id)).toBe(false)
  })

  it('an address that refuses our mail is not remembered again when an old report is repeated after the person accepted', async () => {
    const [owner, ann] = await Promise.all([person('Olive Owner'), person('Ann')])
    const designation_id = await designate(owner, ann.email, 'trustee')
    const id = randomUUID()
    await report(ann.email, { id })
    await succeed(ann.client.rpc('accept_designation_invite', { designation_id }))
    await report(ann.email, { id })
    expect(await isRefused(owner, designation_id)).toBe(false)
  })

  it.skipIf(!hasSql)(
    `an address that refuses our mail is no matter for a person whose address works and who moves${needsSql}`,
    async () => {
      const [owner, ann] = await Promise.all([person('Olive Owner'), person('Ann')])
      const id = await designateAccepted(owner, ann, 'executor')
      const row = () => succeed(owner.client.from('designations').select().eq('id', id).single())
      const before = await row()
      await asAdministrator('update auth.users set email = $2 where id = $1', [ann.id, address('Ann Moved')])
      expect(await row()).toEqual(before)
    },
  )

  it('an address that refuses our mail is forgotten when an accepted designee says that the address works', async () => {
    const [owner, ann] = await Promise.all([person('Olive Owner'), person('Ann')])
    const id = await designateAccepted(owner, ann, 'trustee')
    await report(ann.email)
    await succeed(ann.client.rpc('confirm_address'))
    expect(await isRefused(owner, id)).toBe(false)
  })

  it.skipIf(!hasSql)(
    `an address that refuses our mail is forgotten when the person moves, who is then known by the new address${needsSql}`,
    async () => {
      const [olive, oscar, ann] = await Promise.all([
        person('Olive Owner'),
        person('Oscar Owner'),
        person('Ann'),
      ])
      const accepted = await designateAccepted(olive, ann, 'executor')
      const invited = await designate(oscar, ann.email, 'trustee')
      await report(ann.email)
      const moved = address('Ann Moved')
      await asAdministrator('update auth.users set email = $2 where id = $1', [ann.id, moved])
      expect(await isRefused(olive, accepted)).toBe(false)
      expect(await isRefused(oscar, invited)).toBe(false)
      await report(ann.email)
      expect([await isRefused(olive, accepted), await isRefused(oscar, invited)]).toEqual([false, false])
      await report(moved)
      expect([await isRefused(olive, accepted), await isRefused(oscar, invited)]).toEqual([true, true])
    },
  )

  it.skipIf(!hasSql)(
    `an address that refuses our mail is noted for a plan that is frozen as well${needsSql}`,
    async () => {
      const [owner, ann] = await Promise.all([person('Olive Owner'), person('Ann')])
      const id = await designateAccepted(owner, ann, 'executor')
      await submitCertificate(ann, owner)
      await decide(owner, 'approved')
      await report(ann.email)
      expect(await isRefused(owner, id)).toBe(true)
      await refused(owner.client.rpc('ask_address_again', { designation_id: id }), code.frozen)
    },
  )

  it('an address that refuses our mail cannot be reported by people', async () => {
    const owner = await person('Olive Owner')
    await refused(
      owner.client.rpc('apply_mail_refusal', {
        p_event_id: 'made up',
        p_emails: [owner.email],
        p_happened_at: new Date().toISOString(),
      }),
      code.notAllowed,
    )
  })
})

describe('sending again', () => {
  it.skipIf(!hasSql)(
    `sending again to a designee whose address refused our mail asks the designee whether the address works, once for each refusal${needsSql}`,
    async () => {
      const [owner, ann] = await Promise.all([person('Olive Owner'), person('Ann')])
      const designation_id = await designateAccepted(owner, ann, 'executor')
      const again = () => owner.client.rpc('ask_address_again', { designation_id })
      await refused(again(), code.invitationNotAvailable)
      await report(ann.email)
      await succeed(again())
      expect(await isRefused(owner, designation_id)).toBe(false)
      expect(await mailsTo(ann.email, 'address_check')).toHaveLength(1)
      await refused(again(), code.invitationNotAvailable)
    },
  )

  it('sending again to a designee whose address refused our mail is for those who accepted and were not revoked', async () => {
    const [owner, ann] = await Promise.all([person('Olive Owner'), person('Ann')])
    const revoked = await designateAccepted(owner, ann, 'executor')
    const email = address('Ivan')
    const invited = await designate(owner, email, 'trustee')
    for (const to of [ann.email, email]) await report(to)
    await succeed(owner.client.rpc('revoke_designation', { designation_id: revoked }))
    for (const designation_id of [revoked, invited]) {
      await refused(owner.client.rpc('ask_address_again', { designation_id }), code.invitationNotAvailable)
      expect(await isRefused(owner, designation_id)).toBe(true)
    }
  })

  it('sending again to a designee whose address refused our mail is for the owner alone', async () => {
    const [owner, other, ann] = await Promise.all([
      person('Olive Owner'),
      person('Oscar Other'),
      person('Ann'),
    ])
    const designation_id = await designateAccepted(owner, ann, 'executor')
    await report(ann.email)
    for (const { client } of [other, ann])
      await refused(client.rpc('ask_address_again', { designation_id }), code.invitationNotAvailable)
    expect(await isRefused(owner, designation_id)).toBe(true)
  })
})
