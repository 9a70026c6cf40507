// An owner gives a person another role: who may, when, what the person then reads, and how they are told.
import { beforeAll, describe, expect, it, vi } from 'vitest'
import {
  anonymous,
  asAdministrator,
  callSlowly,
  designate,
  designateAccepted,
  hasSql,
  household,
  isDatabaseOnly,
  needsSql,
  type Person,
  passWaitingTime,
  person,
  type State,
  states,
  succeed,
  turnBillingOn,
  uploadCertificate,
} from '../support/people.ts'
import { code, fails, refused } from './answers.ts'
import { everythingOf } from './everything.ts'

type Role = 'beneficiary' | 'trustee' | 'executor'

const change = ({ client }: Person, designation_id: number, role: Role) =>
  client.rpc('change_designation_role', { designation_id, role })
const roleOf = async (by: Person, id: number) =>
  (await succeed(by.client.from('designations').select('role').eq('id', id)))[0]?.role
const reads = async ({ client }: Person, owner: Person) => {
  const { count } = await client
    .from('financial_accounts')
    .select('id', { count: 'exact', head: true })
    .eq('user_id', owner.id)
  return (count ?? 0) > 0
}
const linesOf = async ({ client }: Person) =>
  (
    await succeed(
      client.from('access_events').select('actor_role, detail').eq('action', 'role_changed').order('id'),
    )
  ).map(({ actor_role, detail }) => [actor_role, detail])
const mailsTo = async ({ email }: Person) =>
  (
    await asAdministrator<{ payload: { from: Role; role: Role } }>(
      `select payload from private.mail_outbox where to_email = $1 and kind = 'role_changed' order by created_at`,
      [email],
    )
  ).map(({ payload }) => `${payload.from} to ${payload.role}`)
/** As if the email that waits had left. */
const sendMailTo = ({ email }: Person) =>
  asAdministrator(
    `update private.mail_outbox set sent_at = now(), payload = '{}', about = null where to_email = $1`,
    [email],
  )

/** Whether an owner may give other roles in each state of a plan, or the refusal. */
const refusalIn: Record<State, string | null> = {
  hidden: null,
  open: null,
  'hidden, in review': code.underReview,
  'open, in review': code.underReview,
  waiting: code.frozen,
  released: code.frozen,
  stopped: null,
}

describe.each(states)('another role while the plan is %s', (state) => {
  const refusal = refusalIn[state]
  const canRun = hasSql || !['waiting', 'released', 'stopped'].includes(state)
  it.skipIf(!canRun)(
    `is ${refusal ? 'refused' : 'given by the owner, and written in the history for the owner alone'}${canRun ? '' : needsSql}`,
    async () => {
      const { owner, executor, trustee, beneficiary, designation } = await household(state, [
        'executor',
        'trustee',
        'beneficiary',
      ])
      if (refusal) {
        const before = await everythingOf([owner.id, executor.id, beneficiary.id, beneficiary.email])
        await refused(change(owner, designation.beneficiary, 'executor'), refusal)
        await refused(change(owner, designation.executor, 'beneficiary'), refusal)
        expect(await everythingOf([owner.id, executor.id, beneficiary.id, beneficiary.email])).toEqual(before)
        return
      }
      await succeed(change(owner, designation.beneficiary, 'executor'))
      await succeed(change(owner, designation.executor, 'beneficiary'))
      expect(await roleOf(beneficiary, designation.beneficiary)).toBe('executor')
      expect(await roleOf(owner, designation.executor)).toBe('beneficiary')
      expect(await roleOf(owner, designation.trustee)).toBe('trustee')
      const { name } = beneficiary
      expect(await linesOf(owner)).toEqual([
        ['owner', { name, role: 'beneficiary', new_role: 'executor' }],
        ['owner', { name: executor.name, role: 'executor', new_role: 'beneficiary' }],
      ])
      for (const who of [executor, trustee, beneficiary]) expect(await linesOf(who)).toEqual([])
      expect([await reads(beneficiary, owner), await reads(executor, owner)]).toEqual([
        state === 'open',
        false,
      ])
    },
  )
})

describe('another role', () => {
  it('is given by the owner alone', async () => {
    const { owner, designation, row: _row, ...others } = await household('hidden')
    for (const who of Object.values(others))
      for (const id of [designation.executor, designation.beneficiary, designation.invited])
        await refused(change(who, id, 'trustee'), code.invitationNotAvailable)
    await refused(
      anonymous.rpc('change_designation_role', { designation_id: designation.executor, role: 'trustee' }),
      code.notAllowed,
    )
    for (const who of [owner, others.executor])
      await refused(
        who.client.from('designations').update({ role: 'trustee' }).eq('id', designation.executor),
        code.notAllowed,
      )
    expect(await roleOf(owner, designation.executor)).toBe('executor')
  })

  it('is refused for a person whose access was ended, who declined or who stepped down, and when it is none', async () => {
    const { owner, executor, invited, designation } = await household('hidden', [
      'executor',
      'invited',
      'revoked',
    ])
    await refused(change(owner, designation.revoked, 'trustee'), code.invitationNotAvailable)
    await succeed(invited.client.rpc('decline_designation_invite', { designation_id: designation.invited }))
    await refused(change(owner, designation.invited, 'trustee'), code.invitationNotAvailable)
    await refused(change(owner, designation.executor, null as unknown as Role), '22023')
    await succeed(executor.client.rpc('step_down', { designation_id: designation.executor }))
    await refused(change(owner, designation.executor, 'trustee'), code.invitationNotAvailable)
    expect(await linesOf(owner)).toEqual([])
  })

  it('stands in an open invitation, and is the one that is accepted', async () => {
    const { owner, invited, designation } = await household('open', ['invited'])
    await succeed(change(owner, designation.invited, 'beneficiary'))
    expect(await roleOf(invited, designation.invited)).toBe('beneficiary')
    await succeed(invited.client.rpc('accept_designation_invite', { designation_id: designation.invited }))
    expect(await reads(invited, owner)).toBe(false)
    await succeed(change(owner, designation.invited, 'trustee'))
    expect(await reads(invited, owner)).toBe(true)
  })

  it('leaves what the owner chose for the person, and says it with no more rows than it needs', async () => {
    const [{ owner }, ann] = await Promise.all([household('open', []), person('Ann')])
    const id = await designateAccepted(owner, ann, 'beneficiary')
    const choose = (choice: string, timing: 'never' | 'after_death' | 'first_hours') =>
      succeed(owner.client.rpc('set_part_timing', { designation_id: id, choice, timing }))
    const chosen = async () =>
      (await succeed(owner.client.from('part_access').select('choice, timing').order('choice'))).map(
        ({ choice, timing }) => `${choice} ${timing}`,
      )
    await choose('money', 'after_death')
    await choose('contacts', 'first_hours')
    await choose('documents', 'never')
    await succeed(change(owner, id, 'executor'))
    // That is what an executor reads anyway.
    expect(await chosen()).toEqual(['contacts first_hours', 'documents never'])
    expect(await reads(ann, owner)).toBe(true)
    expect(await succeed(ann.client.from('estate_documents').select())).toEqual([])
    await succeed(change(owner, id, 'beneficiary'))
    expect(await chosen()).toEqual(['contacts first_hours', 'documents never'])
    expect(await reads(ann, owner)).toBe(false)
  })

  it.skipIf(!hasSql)(
    `leaves what was withheld withheld, what is hidden by default open, and the choices for others${needsSql}`,
    async () => {
      const [{ owner }, ann, bob] = await Promise.all([household('open', []), person('Ann'), person('Bob')])
      const ofAnn = await designateAccepted(owner, ann, 'executor')
      const ofBob = await designateAccepted(owner, bob, 'beneficiary')
      await asAdministrator(
        `insert into public.part_access (owner_id, designation_id, choice, timing)
         values ($1, $2, 'money', 'never'), ($1, $2, 'health', 'after_death'), ($1, $3, 'money', 'after_death')`,
        [owner.id, ofAnn, ofBob],
      )
      for (const role of ['beneficiary', 'executor'] as const) {
        await succeed(change(owner, ofAnn, role))
        const rows = await succeed(
          owner.client.from('part_access').select('choice, timing').order('designation_id').order('choice'),
        )
        expect(rows.map(({ choice, timing }) => `${choice} ${timing}`)).toEqual([
          'health after_death',
          'money never',
          'money after_death',
        ])
        expect([await reads(ann, owner), await reads(bob, owner)]).toEqual([false, true])
      }
    },
  )

  it.skipIf(!hasSql)(
    `is told to a person who accepted, once, from the role that they knew, and to no one else${needsSql}`,
    async () => {
      const { owner, executor, trustee, invited, revoked, stranger, designation } = await household('hidden')
      await succeed(change(owner, designation.executor, 'beneficiary'))
      expect(await mailsTo(executor)).toEqual(['executor to beneficiary'])
      await succeed(change(owner, designation.executor, 'trustee'))
      // What waited is replaced, and a second press tells nothing.
      await succeed(change(owner, designation.executor, 'trustee'))
      expect(await mailsTo(executor)).toEqual(['executor to trustee'])
      expect(await linesOf(owner)).toHaveLength(2)
      // Changed back before it left: there is nothing to tell.
      await succeed(change(owner, designation.executor, 'executor'))
      expect(await mailsTo(executor)).toEqual([])
      await succeed(change(owner, designation.executor, 'trustee'))
      // An email that was tried may have arrived.
      await asAdministrator('update private.mail_outbox set attempts = 1 where to_email = $1', [
        executor.email,
      ])
      await succeed(change(owner, designation.executor, 'executor'))
      expect((await mailsTo(executor)).slice(-1)).toEqual(['trustee to executor'])
      await sendMailTo(executor)
      await succeed(change(owner, designation.executor, 'trustee'))
      await sendMailTo(executor)
      await succeed(change(owner, designation.executor, 'executor'))
      expect((await mailsTo(executor)).slice(-1)).toEqual(['trustee to executor'])
      await succeed(change(owner, designation.invited, 'beneficiary'))
      for (const who of [owner, trustee, invited, revoked, stranger]) expect(await mailsTo(who)).toEqual([])
    },
  )

  it.skipIf(!hasSql)(`is told to no one once the person’s own plan is released${needsSql}`, async () => {
    const other = await person('Oscar Other')
    let named = 0
    const { owner: ann } = await household('waiting', ['executor'], ({ owner: will }) => [
      designateAccepted(other, will, 'executor').then((id) => {
        named = id
      }),
    ])
    // Until then it may be a mistake.
    await succeed(change(other, named, 'trustee'))
    expect(await mailsTo(ann)).toEqual(['executor to trustee'])
    await sendMailTo(ann)
    await passWaitingTime(ann, 30)
    await succeed(change(other, named, 'beneficiary'))
    expect((await mailsTo(ann)).filter((told) => told.startsWith('trustee'))).toEqual([])
    expect(await linesOf(other)).toHaveLength(2)
  })

  it.skipIf(!hasSql)(
    `is told to a person who was named once more, whatever waits of before${needsSql}`,
    async () => {
      const [owner, ann] = await Promise.all([person('Olive Owner'), person('Ann')])
      const before = await designateAccepted(owner, ann, 'executor')
      await succeed(change(owner, before, 'trustee'))
      await succeed(owner.client.rpc('revoke_designation', { designation_id: before }))
      const now = await designateAccepted(owner, ann, 'beneficiary')
      await succeed(change(owner, now, 'executor'))
      expect(await mailsTo(ann)).toContain('beneficiary to executor')
    },
  )

  it.skipIf(!hasSql)(`in one plan leaves what waits to be told of another${needsSql}`, async () => {
    const [{ owner, executor, designation }, other] = await Promise.all([
      household('hidden', ['executor']),
      person('Oscar Other'),
    ])
    const elsewhere = await designateAccepted(other, executor, 'executor')
    await succeed(change(owner, designation.executor, 'trustee'))
    await succeed(change(other, elsewhere, 'beneficiary'))
    expect((await mailsTo(executor)).sort()).toEqual(['executor to beneficiary', 'executor to trustee'])
    await succeed(change(other, elsewhere, 'executor'))
    expect(await mailsTo(executor)).toEqual(['executor to trustee'])
  })

  it.skipIf(!isDatabaseOnly)(
    'given twice at the same moment is written once (needs Postgres)',
    async () => {
      const { owner, executor, designation } = await household('hidden', ['executor'])
      const call = () =>
        callSlowly(owner, `public.change_designation_role($1::bigint, 'trustee')`, [designation.executor])
      await Promise.all([call(), call()])
      expect(await linesOf(owner)).toHaveLength(1)
      expect(await mailsTo(executor)).toEqual(['executor to trustee'])
    },
    15_000,
  )

  it.skipIf(!isDatabaseOnly)(
    'waits for a certificate that is submitted at the same moment, and is refused then (needs Postgres)',
    async () => {
      const { owner, executor, designation } = await household('hidden', ['executor', 'trustee'])
      const path = await uploadCertificate(executor, owner)
      const submitted = callSlowly(executor, 'public.submit_death_certificate($1::uuid, $2::text)', [
        owner.id,
        path,
      ])
      await vi.waitFor(async () => {
        const sleeping = await asAdministrator(
          `select from pg_stat_activity where wait_event = 'PgSleep' and query like '%submit_death_certificate%'`,
        )
        expect(sleeping).toHaveLength(1)
      }, 10_000)
      await refused(change(owner, designation.trustee, 'beneficiary'), code.underReview)
      await submitted
      expect(await roleOf(owner, designation.trustee)).toBe('trustee')
    },
    15_000,
  )

  it.skipIf(!hasSql)(
    `that sees more is refused after a hundred changes in a day, and one that sees less never${needsSql}`,
    async () => {
      const { owner, designation } = await household('hidden', ['beneficiary'])
      await asAdministrator(
        `insert into public.access_events (owner_id, actor_id, actor_role, action)
         select $1, $1, 'owner', 'role_changed' from generate_series(1, 99)`,
        [owner.id],
      )
      await succeed(change(owner, designation.beneficiary, 'executor'))
      await succeed(change(owner, designation.beneficiary, 'beneficiary'))
      await refused(change(owner, designation.beneficiary, 'executor'), code.changedTooOften)
      expect(await roleOf(owner, designation.beneficiary)).toBe('beneficiary')
    },
  )

  it.skipIf(!hasSql)(
    `after the verified death is refused to the administrator as well${needsSql}`,
    async () => {
      const { designation } = await household('waiting', ['executor'])
      await fails(
        asAdministrator(`update public.designations set role = 'trustee' where id = $1`, [
          designation.executor,
        ]),
        code.frozen,
      )
    },
  )
})

describe.skipIf(!hasSql)(`another role without a membership${needsSql}`, () => {
  beforeAll(turnBillingOn)

  it('may only be one that sees less', async () => {
    const owner = await person('Olive Owner')
    const id = await designate(owner, (await person('Ann')).email, 'trustee')
    await asAdministrator(
      `update public.subscriptions set trial_end = now() - interval '1 day', status = 'canceled' where user_id = $1`,
      [owner.id],
    )
    await refused(change(owner, id, 'executor'), code.notAllowed)
    await succeed(change(owner, id, 'beneficiary'))
    await refused(change(owner, id, 'trustee'), code.notAllowed)
    expect(await roleOf(owner, id)).toBe('beneficiary')
  })
})
