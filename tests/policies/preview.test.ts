// "What Anna will see": the preview compared with what each role really gets, in every state, now and after a release.
import { beforeAll, describe, expect, it } from 'vitest'
import {
  address,
  anonymous,
  asAdministrator,
  changeAddress,
  decide,
  designateAccepted,
  type Household,
  hasSql,
  household,
  needsSql,
  type Person,
  type State,
  states,
  submitCertificate,
  succeed,
} from '../support/people.ts'
import { code, refused, untyped } from './answers.ts'

const dayFromNow = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

/** Records messages to everyone and to each designee, due now and later, before the plan is frozen. */
async function recordMessages(owner: Person): Promise<void> {
  const named = await succeed(owner.client.from('designations').select('id').eq('owner_id', owner.id))
  const rows = [null, ...named.map(({ id }) => id)].flatMap((for_beneficiary) =>
    [null, dayFromNow(-1), dayFromNow(0), dayFromNow(3), dayFromNow(400)].map((deliver_on) => ({
      user_id: owner.id,
      title: `For ${for_beneficiary ?? 'all'} from ${deliver_on ?? 'the opening'}`,
      storage_path: `${owner.id}/${crypto.randomUUID()}.mp4`,
      for_beneficiary,
      deliver_on,
    })),
  )
  await succeed(owner.client.from('video_messages').insert(rows))
}

const householdWithMessages = (state: State) =>
  household(state, undefined, ({ owner }) => [recordMessages(owner)])

async function preview(owner: Person, designation_id: number, afterRelease: boolean) {
  const moment = afterRelease ? 'after_release' : 'now'
  return succeed(owner.client.rpc('preview_memorial', { designation_id, moment }).single())
}

const planTables = ['funeral_plan', 'contacts', 'estate_documents', 'portraits'] as const
const financeTables = ['financial_accounts', 'insurance_policies', 'home_items'] as const

/** What a person can read of a plan through the API, in the preview's terms. */
async function really({ client }: Person, owner: Person) {
  const count = async (table: (typeof planTables)[number] | (typeof financeTables)[number]) =>
    (await succeed(client.from(table).select().eq('user_id', owner.id))).length
  const [plan, finances, messages] = await Promise.all([
    Promise.all(planTables.map(count)),
    Promise.all(financeTables.map(count)),
    succeed(client.from('video_messages').select('id').eq('user_id', owner.id)),
  ])
  return { plan, finances, messages: messages.map(({ id }) => id).sort() }
}

/** What the preview says that a person can read. */
function promised(answer: Awaited<ReturnType<typeof preview>>) {
  return {
    plan: planTables.map(() => (answer.can_view ? 1 : 0)),
    finances: financeTables.map(() => (answer.can_view_finances ? 1 : 0)),
    messages: [...answer.message_ids].sort(),
  }
}

const designees = ['beneficiary', 'trustee', 'executor', 'invited', 'revoked'] as const

const needsReview: State[] = ['waiting', 'released', 'stopped']

describe.each(states)('while the plan is %s', (state) => {
  const canRun = hasSql || !needsReview.includes(state)
  describe.skipIf(!canRun)(`previews${canRun ? '' : needsSql}`, () => {
    let home: Household
    beforeAll(async () => {
      home = await householdWithMessages(state)
    })

    it.each(designees)('the preview shows what %s can read now', async (who) => {
      const answer = await preview(home.owner, home.designation[who], false)
      expect(promised(answer)).toEqual(await really(home[who], home.owner))
      const [access] = await succeed(home[who].client.rpc('memorial_access', { owner_id: home.owner.id }))
      expect([answer.can_view, answer.can_view_finances]).toEqual([
        access?.can_view ?? false,
        access?.can_view_finances ?? false,
      ])
    })
  })
})

describe.skipIf(!hasSql).each(states)(
  `the preview of a plan that is %s, and then released${needsSql}`,
  (state) => {
    let home: Household
    let before: Record<(typeof designees)[number], Awaited<ReturnType<typeof preview>>>
    beforeAll(async () => {
      home = await householdWithMessages(state)
      const { owner, designation, invited } = home
      before = Object.fromEntries(
        await Promise.all(designees.map(async (who) => [who, await preview(owner, designation[who], true)])),
      )
      await succeed(invited.client.rpc('accept_designation_invite', { designation_id: designation.invited }))
      await release(owner)
    })

    it.each(designees)('shows before the release what %s can read after it', async (who) => {
      const now = await really(home[who], home.owner)
      expect(promised(before[who])).toEqual(now)
      // After the release, the preview of the current state gives the same answer.
      expect(promised(await preview(home.owner, home.designation[who], false))).toEqual(now)
    })

    it('counts as many messages as the designee gets after the release', async () => {
      const { owner } = home
      const found = await Promise.all(designees.map(async (who) => really(home[who], owner)))
      // A frozen plan cannot be changed, so it is unfrozen to move the messages' dates.
      await asAdministrator(`update public.profiles set death_review = 'rejected' where user_id = $1`, [
        owner.id,
      ])
      await asAdministrator(
        `update public.video_messages set deliver_on = deliver_on - 400 where user_id = $1`,
        [owner.id],
      )
      await succeed(
        owner.client.from('profiles').update({ visibility_hold: false }).eq('user_id', owner.id).select(),
      )
      for (const [n, who] of designees.entries()) {
        const later = (await really(home[who], owner)).messages.length - (found[n]?.messages.length ?? 0)
        expect([who, before[who].messages_later]).toEqual([who, later])
      }
      expect(designees.map((who) => before[who].messages_later)).toEqual([4, 4, 4, 4, 0])
    })
  },
)

/** Releases a plan from any state. */
async function release(owner: Person): Promise<void> {
  const { death_review } = await succeed(
    owner.client.from('profiles').select('death_review').eq('user_id', owner.id).single(),
  )
  if (death_review === 'none' || death_review === 'rejected') {
    // After the owner's stop, the executor must wait a day to submit again, so the owner submits here.
    await submitCertificate(owner, owner)
  }
  if (death_review !== 'approved') await decide(owner, 'approved')
  await asAdministrator(
    `update public.profiles set release_at = now() - interval '1 second' where user_id = $1`,
    [owner.id],
  )
}

describe('previews', () => {
  it('the preview shows the person’s name and role, and whether the invitation is accepted', async () => {
    const { owner, designation } = await household('open', ['trustee', 'invited'])
    expect(await preview(owner, designation.trustee, false)).toMatchObject({
      person_name: 'Tess Trustee',
      role: 'trustee',
      accepted: true,
      can_view: true,
      can_view_finances: true,
    })
    expect(await preview(owner, designation.invited, false)).toMatchObject({
      person_name: 'Ivan Invited',
      role: 'executor',
      accepted: false,
      can_view: false,
      can_view_finances: false,
      message_ids: [],
      messages_later: 0,
    })
  })

  it('the preview shows what is open at that moment alone, none of it to a person who was revoked, and knows no other moments', async () => {
    const { owner, designation } = await household('hidden', ['trustee', 'revoked'])
    expect((await preview(owner, designation.trustee, false)).parts).toEqual([])
    expect((await preview(owner, designation.trustee, true)).parts).toEqual([
      'contacts',
      'documents',
      'funeral',
      'home',
      'money',
      'portrait',
    ])
    expect((await preview(owner, designation.revoked, true)).parts).toEqual([])
    for (const moment of ['', 'soon', null])
      await refused(
        untyped(owner.client).rpc('preview_memorial', { designation_id: designation.trustee, moment }),
        '22023',
      )
  })

  it('the preview shows nothing to a person who declined, also after a release', async () => {
    const { owner, invited, designation } = await household('open', ['invited'])
    await succeed(invited.client.rpc('decline_designation_invite', { designation_id: designation.invited }))
    for (const after of [false, true])
      expect(await preview(owner, designation.invited, after)).toMatchObject({
        accepted: false,
        can_view: false,
        can_view_finances: false,
        message_ids: [],
      })
  })

  it.skipIf(!hasSql)(
    `the preview combines both designations of a person who was named twice${needsSql}`,
    async () => {
      const { owner, executor, designation } = await household('open', ['executor'], ({ owner }) => [
        recordMessages(owner),
      ])
      await changeAddress(executor, address('Edith again'))
      const moved = { ...executor, email: await currentAddress(executor) }
      const second = await designateAccepted(owner, moved, 'beneficiary')
      await succeed(
        owner.client.from('video_messages').insert({
          user_id: owner.id,
          title: 'For Edith as beneficiary',
          storage_path: `${owner.id}/second.mp4`,
          for_beneficiary: second,
        }),
      )
      const found = await really(executor, owner)
      for (const id of [designation.executor, second])
        expect(promised(await preview(owner, id, false))).toEqual(found)
      // If one of the two designations is revoked, only the other one counts.
      await succeed(owner.client.rpc('revoke_designation', { designation_id: designation.executor }))
      const left = await really(executor, owner)
      expect(left.finances).toEqual([0, 0, 0])
      for (const id of [designation.executor, second])
        expect(promised(await preview(owner, id, false))).toEqual(left)
    },
  )

  it.skipIf(!hasSql)(
    `the preview takes into account when a lifted hold applies again${needsSql}`,
    async () => {
      const { owner, trustee, designation } = await household('hidden', ['trustee'])
      await succeed(owner.client.rpc('set_visibility_hold', { hold: false, days: 7 }))
      expect(await preview(owner, designation.trustee, false)).toMatchObject({ can_view: true })
      await asAdministrator(
        `update public.profiles set hold_lifted_until = now() - interval '1 second' where user_id = $1`,
        [owner.id],
      )
      const answer = await preview(owner, designation.trustee, false)
      expect(answer).toMatchObject({ can_view: false, can_view_finances: false })
      expect(promised(answer)).toEqual(await really(trustee, owner))
      expect(await preview(owner, designation.trustee, true)).toMatchObject({ can_view: true })
    },
  )

  it('the preview is available to the owner alone', async () => {
    const { owner, designation, ...people } = await household('open')
    const ask = (client: Person['client'], designation_id: number) =>
      client.rpc('preview_memorial', { designation_id, moment: 'after_release' })
    for (const who of [
      people.beneficiary,
      people.trustee,
      people.executor,
      people.invited,
      people.revoked,
      people.stranger,
    ])
      for (const id of Object.values(designation))
        await refused(ask(who.client, id), code.invitationNotAvailable)
    await refused(ask(owner.client, 2_000_000_000), code.invitationNotAvailable)
    await refused(ask(anonymous, designation.executor), code.notAllowed)
  })

  it('the preview is refused for another owner’s designee', async () => {
    const [one, two] = await Promise.all([household('open', ['executor']), household('open', ['executor'])])
    await refused(
      one.owner.client.rpc('preview_memorial', {
        designation_id: two.designation.executor,
        moment: 'now',
      }),
      code.invitationNotAvailable,
    )
  })

  it('the preview has no side effects: the plan stays closed, and the history has no entry', async () => {
    const { owner, executor, designation } = await household('hidden', ['executor'])
    const history = async () =>
      (await succeed(owner.client.from('access_events').select('id').eq('owner_id', owner.id))).length
    const before = await history()
    expect(await preview(owner, designation.executor, true)).toMatchObject({ can_view: true })
    expect((await really(executor, owner)).plan).toEqual([0, 0, 0, 0])
    expect(await history()).toBe(before)
  })
})

async function currentAddress(someone: Person): Promise<string> {
  const [row] = await asAdministrator<{ email: string }>('select email from auth.users where id = $1', [
    someone.id,
  ])
  return row?.email ?? ''
}
