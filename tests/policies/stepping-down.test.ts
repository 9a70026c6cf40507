// A designee ends their own role in a plan: when, who hears of it, and what is left.
import { describe, expect, it } from 'vitest'
import {
  address,
  anonymous,
  asAdministrator,
  changeAddress,
  deleteAccount,
  designateAccepted,
  hasSql,
  household,
  needsSql,
  type Person,
  person,
  type State,
  states,
  succeed,
} from '../support/people.ts'
import { code, fails, refused } from './answers.ts'
import { everythingOf } from './everything.ts'

const stepDown = ({ client }: Person, designation_id: number) => client.rpc('step_down', { designation_id })
const readsOf = async ({ client }: Person, owner: Person) => {
  const tables = ['contacts', 'financial_accounts', 'estate_documents', 'memories'] as const
  const rows = await Promise.all([
    ...tables.map((table) => succeed(client.from(table).select())),
    succeed(client.from('profiles').select().eq('user_id', owner.id)),
    succeed(client.from('access_events').select().eq('owner_id', owner.id)),
    succeed(client.rpc('memorial_access', { owner_id: owner.id })),
  ])
  return rows.map((found) => found.length)
}
const mailsTo = async ({ email }: Person) =>
  asAdministrator<{ payload: Record<string, unknown> }>(
    `select payload from private.mail_outbox where to_email = $1 and kind = 'stepped_down'`,
    [email],
  )

/** Who is told besides: the owner while they live, the trustees and other executors once a death is in question. */
const told: Record<State, { owner: boolean; others: boolean }> = {
  hidden: { owner: true, others: false },
  open: { owner: true, others: false },
  'hidden, in review': { owner: true, others: true },
  'open, in review': { owner: true, others: true },
  waiting: { owner: false, others: true },
  released: { owner: false, others: true },
  stopped: { owner: true, others: false },
}

describe.skipIf(!hasSql).each(states)(
  `a designee who steps down while the plan is %s${needsSql}`,
  (state) => {
    it('reads nothing of it any more, keeps the row that says so, and is no one’s to bring back', async () => {
      const { owner, executor, trustee, beneficiary, designation } = await household(state, [
        'executor',
        'trustee',
        'beneficiary',
      ])
      await succeed(stepDown(executor, designation.executor))
      expect(await readsOf(executor, owner)).toEqual([0, 0, 0, 0, 0, 0, 0])
      const row = async (by: Person) =>
        succeed(
          by.client
            .from('designations')
            .select('revoked_at, stepped_down_at')
            .eq('id', designation.executor)
            .single(),
        )
      const { revoked_at, stepped_down_at } = await row(executor)
      expect(stepped_down_at).toEqual(expect.any(String))
      expect(revoked_at).toBe(stepped_down_at)
      expect(await row(owner)).toEqual({ revoked_at, stepped_down_at })
      expect(await mailsTo(owner)).toHaveLength(told[state].owner ? 1 : 0)
      expect(await mailsTo(trustee)).toHaveLength(told[state].others ? 1 : 0)
      for (const who of [executor, beneficiary]) expect(await mailsTo(who)).toEqual([])
      const lines = await succeed(
        owner.client
          .from('access_events')
          .select('actor_name, actor_role, detail')
          .eq('action', 'stepped_down'),
      )
      expect(lines).toEqual([
        {
          actor_name: executor.name,
          actor_role: 'executor',
          detail: { role: 'executor', name: executor.name },
        },
      ])
      const [removed] = await asAdministrator<{ count: number }>(
        'select count(*)::integer from private.removed_rows where owner_id = $1',
        [owner.id],
      )
      expect(removed).toEqual({ count: 0 })
      // A second press changes nothing.
      const before = await everythingOf([owner.id, executor.id, executor.email, trustee.email])
      await succeed(stepDown(executor, designation.executor))
      expect(await everythingOf([owner.id, executor.id, executor.email, trustee.email])).toEqual(before)
    })
  },
)

describe('leaving a plan', () => {
  it('stepping down is for the person’s own accepted role alone, and touches no one else’s', async () => {
    const { owner, executor, trustee, invited, revoked, stranger, designation } = await household('hidden')
    for (const who of [owner, trustee, stranger, invited, revoked])
      await refused(stepDown(who, designation.executor), code.invitationNotAvailable)
    await refused(stepDown(invited, designation.invited), code.invitationNotAvailable)
    await refused(anonymous.rpc('step_down', { designation_id: designation.executor }), code.notAllowed)
    // The owner has ended this one already, which is what was wanted.
    await succeed(stepDown(revoked, designation.revoked))
    await succeed(stepDown(executor, designation.executor))
    const rows = await succeed(
      owner.client.from('designations').select('id').not('stepped_down_at', 'is', null),
    )
    expect(rows).toEqual([{ id: designation.executor }])
    expect(
      await succeed(trustee.client.from('profiles').select('user_id').eq('user_id', owner.id)),
    ).toHaveLength(1)
  })

  it.skipIf(!hasSql)(
    `stepping down leaves the person’s role in another plan, and what else this owner named them${needsSql}`,
    async () => {
      const { owner, executor, designation } = await household('open', ['executor'])
      const other = await person('Oscar Other')
      await designateAccepted(other, executor, 'executor')
      const moved = { ...executor, email: address('edith.moved') }
      await changeAddress(executor, moved.email)
      await designateAccepted(owner, moved, 'beneficiary')
      await succeed(stepDown(executor, designation.executor))
      const readable = async (table: 'contacts' | 'financial_accounts') =>
        (await succeed(executor.client.from(table).select().eq('user_id', owner.id))).length
      expect([await readable('contacts'), await readable('financial_accounts')]).toEqual([1, 0])
      expect(
        await succeed(executor.client.from('profiles').select('user_id').eq('user_id', other.id)),
      ).toHaveLength(1)
      expect(await mailsTo(moved)).toEqual([])
    },
  )

  it.skipIf(!hasSql)(
    `stepping down leaves the owner free to name the person again, who accepts again${needsSql}`,
    async () => {
      const { owner, executor, designation } = await household('open', ['executor'])
      await succeed(stepDown(executor, designation.executor))
      await designateAccepted(owner, executor, 'trustee')
      expect((await readsOf(executor, owner))[0]).toBeGreaterThan(0)
      const [mail] = await mailsTo(owner)
      expect(mail?.payload).toEqual({
        recipient: 'owner',
        owner_id: owner.id,
        owner_name: owner.name,
        actor_name: executor.name,
        role: 'executor',
      })
    },
  )

  it.skipIf(!hasSql)(
    `stepping down is told to the other trustees and executors once each, by whom and where${needsSql}`,
    async () => {
      const { owner, executor, trustee, designation } = await household('released', ['executor', 'trustee'])
      const other = await household('released', ['executor'])
      await succeed(stepDown(executor, designation.executor))
      const [mail, ...more] = await mailsTo(trustee)
      expect(more).toEqual([])
      expect(mail?.payload).toMatchObject({
        recipient: 'designee',
        owner_id: owner.id,
        owner_name: owner.name,
        actor_name: executor.name,
        role: 'executor',
      })
      expect(await mailsTo(other.executor)).toEqual([])
    },
  )

  it.skipIf(!hasSql)(`stepping down stays so when the person deletes their account${needsSql}`, async () => {
    const { owner, executor, designation } = await household('hidden', ['executor'])
    await succeed(stepDown(executor, designation.executor))
    const row = () =>
      succeed(
        owner.client
          .from('designations')
          .select('revoked_at, stepped_down_at')
          .eq('id', designation.executor)
          .single(),
      )
    const before = await row()
    await deleteAccount(executor)
    expect(await row()).toEqual(before)
  })

  it.skipIf(!hasSql)(
    `stepping down is the only way, besides deleting the account, in which a frozen plan loses a person${needsSql}`,
    async () => {
      const { owner, designation } = await household('released', ['executor'])
      await fails(
        asAdministrator('update public.designations set revoked_at = now() where owner_id = $1', [owner.id]),
        code.frozen,
      )
      await fails(
        asAdministrator('update public.designations set stepped_down_at = now() where id = $1', [
          designation.executor,
        ]),
        code.check,
      )
    },
  )
})
