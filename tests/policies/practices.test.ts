// Practicing for the release: who may ask whom, how often, and who sees the result.
import { beforeAll, describe, expect, it } from 'vitest'
import {
  anonymous,
  asAdministrator,
  callSlowly,
  deleteAccount,
  designateAccepted,
  type Household,
  hasSql,
  household,
  needsSql,
  type Person,
  person,
  service,
  succeed,
} from '../support/people.ts'
import { code, fails, refused, untyped } from './answers.ts'

const start = ({ client }: Person, designation_ids: number[]) =>
  client.rpc('start_practice', { designation_ids })
const open = ({ client }: Person, practice_id: string) => client.rpc('open_practice', { practice_id })
const complete = ({ client }: Person, practice_id: string) => client.rpc('complete_practice', { practice_id })

const practicesReadBy = ({ client }: Person) =>
  succeed(client.from('practices').select().order('created_at').order('designation_id'))

/** Asks one designee, who has an account. @returns the practice's id */
async function ask(owner: Person, designationId: number): Promise<string> {
  expect(await succeed(start(owner, [designationId]))).toBe(1)
  const row = (await practicesReadBy(owner)).findLast((r) => r.designation_id === designationId)
  return row?.id ?? ''
}

const mailsTo = ({ email }: Person) =>
  asAdministrator<{ kind: string; payload: object }>(
    `select kind, payload from private.mail_outbox where to_email = $1 and kind = 'practice' order by created_at`,
    [email],
  )

const letPass = (owner: Person, time: string) =>
  asAdministrator('update public.practices set created_at = created_at - $2::interval where owner_id = $1', [
    owner.id,
    time,
  ])

describe('asking', () => {
  let home: Household
  beforeAll(async () => {
    home = await household('hidden')
    expect(await succeed(start(home.owner, Object.values(home.designation)))).toBe(3)
  })

  it('asking designees to practice sends a request to those who accepted, and to no other person', async () => {
    const { owner, designation } = home
    expect(await practicesReadBy(owner)).toEqual(
      [home.beneficiary, home.trustee, home.executor].map((who, n) => ({
        id: expect.any(String),
        owner_id: owner.id,
        designation_id: [designation.beneficiary, designation.trustee, designation.executor][n],
        viewer_id: who.id,
        created_at: expect.any(String),
        opened_at: null,
        completed_at: null,
      })),
    )
  })

  it('asking designees to practice can be read by the owner, and by each person asked as far as it concerns them', async () => {
    for (const who of [home.beneficiary, home.trustee, home.executor])
      expect(await practicesReadBy(who)).toMatchObject([{ viewer_id: who.id }])
    for (const who of [home.invited, home.revoked, home.stranger])
      expect(await practicesReadBy(who)).toEqual([])
    await refused(anonymous.from('practices').select(), code.notAllowed)
  })

  it.skipIf(!hasSql)(
    `asking designees to practice queues a mail without private content for each person${needsSql}`,
    async () => {
      for (const who of ['beneficiary', 'trustee', 'executor'] as const) {
        const [row] = await practicesReadBy(home[who])
        expect(await mailsTo(home[who])).toEqual([
          {
            kind: 'practice',
            payload: {
              recipient: 'designee',
              owner_name: 'Olive Owner',
              role: who,
              practice_id: row?.id,
            },
          },
        ])
      }
      for (const who of [home.owner, home.invited, home.revoked, home.stranger])
        expect(await mailsTo(who)).toEqual([])
    },
  )

  it('asking designees to practice is recorded in the history for the owner alone', async () => {
    const read = async ({ client }: Person) =>
      succeed(
        client
          .from('access_events')
          .select('actor_role, detail')
          .eq('owner_id', home.owner.id)
          .eq('action', 'practice_started'),
      )
    expect(await read(home.owner)).toEqual([{ actor_role: 'owner', detail: { people: 3 } }])
    for (const who of [home.beneficiary, home.trustee, home.executor, home.revoked, home.stranger])
      expect(await read(who)).toEqual([])
  })

  it('asking designees to practice cannot be done or changed by writing rows directly', async () => {
    const { owner, executor, designation } = home
    for (const client of [owner.client, executor.client, service, anonymous]) {
      const rows = () => untyped(client).from('practices')
      await refused(
        rows().insert({ owner_id: owner.id, designation_id: designation.trustee, viewer_id: executor.id }),
        code.notAllowed,
      )
      await refused(rows().update({ completed_at: '2026-01-01' }).eq('owner_id', owner.id), code.notAllowed)
      await refused(rows().delete().eq('owner_id', owner.id), code.notAllowed)
    }
  })
})

describe('requests', () => {
  it('a request to practice can be made by the owner only, and only for their own designees', async () => {
    const [one, two] = await Promise.all([
      household('hidden', ['executor', 'stranger']),
      household('hidden', ['executor']),
    ])
    // Ids can be guessed, so those of other owners' designees are ignored without an error.
    for (const who of [one.executor, one.stranger, two.owner])
      expect(await succeed(start(who, [one.designation.executor]))).toBe(0)
    expect(await succeed(start(one.owner, [two.designation.executor, one.designation.executor]))).toBe(1)
    expect(await practicesReadBy(two.owner)).toEqual([])
    expect(await practicesReadBy(two.executor)).toEqual([])
    await refused(anonymous.rpc('start_practice', { designation_ids: [1] }), code.notAllowed)
  })

  it('a request to practice is sent to no one for an empty list, and is refused for an overlong one', async () => {
    const { owner } = await household('hidden', [])
    expect(await succeed(start(owner, []))).toBe(0)
    expect(await succeed(untyped(owner.client).rpc('start_practice', { designation_ids: null }))).toBe(0)
    await refused(
      start(
        owner,
        Array.from({ length: 501 }, (_, n) => n + 1),
      ),
      '22023',
    )
    expect(await practicesReadBy(owner)).toEqual([])
  })

  it('a request to practice is sent once to a person who is listed several times', async () => {
    const { owner, executor, designation } = await household('hidden', ['executor'])
    expect(await succeed(start(owner, Array(5).fill(designation.executor)))).toBe(1)
    expect(await practicesReadBy(executor)).toHaveLength(1)
  })

  it.skipIf(!hasSql)(`a request to practice is sent to a person at most once a day${needsSql}`, async () => {
    const { owner, trustee, executor, designation } = await household('hidden', ['trustee', 'executor'])
    await ask(owner, designation.executor)
    expect(await succeed(start(owner, [designation.executor, designation.trustee]))).toBe(1)
    expect(await practicesReadBy(trustee)).toHaveLength(1)
    await letPass(owner, '23 hours 59 minutes')
    expect(await succeed(start(owner, [designation.executor, designation.trustee]))).toBe(0)
    await letPass(owner, '1 minute')
    expect(await succeed(start(owner, [designation.executor, designation.trustee]))).toBe(2)
    expect(await mailsTo(executor)).toHaveLength(2)
  })

  it.skipIf(!hasSql)(
    `a request to practice is sent once when two windows ask at the same time${needsSql}`,
    async () => {
      const { owner, executor, designation } = await household('hidden', ['executor'])
      const slowly = () => callSlowly(owner, 'public.start_practice($1::bigint[])', [[designation.executor]])
      await Promise.all([slowly(), slowly()])
      expect(await practicesReadBy(executor)).toHaveLength(1)
      expect(await mailsTo(executor)).toHaveLength(1)
    },
  )

  it.skipIf(!hasSql)(
    `a request to practice is sent to no one once the death is verified${needsSql}`,
    async () => {
      for (const state of ['waiting', 'released'] as const) {
        const { owner, executor, designation } = await household(state, ['executor'])
        await refused(start(owner, [designation.executor]), code.frozen)
        expect(await mailsTo(executor)).toEqual([])
      }
    },
  )

  it('a request to practice can be made while a certificate is under review', async () => {
    const { owner, designation } = await household('hidden, in review', ['executor'])
    expect(await succeed(start(owner, [designation.executor]))).toBe(1)
  })
})

describe('practices', () => {
  it('a designee’s practice is recorded when the person opens it and when they confirm that it worked; the first time counts', async () => {
    const { owner, executor, designation } = await household('hidden', ['executor'])
    const id = await ask(owner, designation.executor)
    expect(await succeed(open(executor, id))).toEqual([
      {
        owner_name: 'Olive Owner',
        role: 'executor',
        completed_at: null,
        parts: ['contacts', 'documents', 'funeral', 'home', 'money', 'portrait'],
      },
    ])
    const [opened] = await practicesReadBy(owner)
    expect(opened).toMatchObject({ opened_at: expect.any(String), completed_at: null })
    await succeed(complete(executor, id))
    const [completed] = await practicesReadBy(owner)
    expect(completed).toMatchObject({ opened_at: opened?.opened_at, completed_at: expect.any(String) })
    expect(await succeed(open(executor, id))).toMatchObject([{ completed_at: completed?.completed_at }])
    await succeed(complete(executor, id))
    expect(await practicesReadBy(owner)).toEqual([completed])
  })

  it('a designee’s practice counts as opened when the person confirms at once that it worked', async () => {
    const { owner, executor, designation } = await household('hidden', ['executor'])
    await succeed(complete(executor, await ask(owner, designation.executor)))
    const [row] = await practicesReadBy(owner)
    expect(row?.opened_at).not.toBeNull()
    expect(row?.completed_at).not.toBeNull()
  })

  it('a designee’s practice gives no access to the plan', async () => {
    const { owner, executor, designation } = await household('hidden', ['executor'])
    await succeed(open(executor, await ask(owner, designation.executor)))
    for (const table of ['contacts', 'video_messages', 'financial_accounts'] as const)
      expect(await succeed(executor.client.from(table).select())).toEqual([])
  })

  it('a designee’s practice is visible to the person who was asked; others cannot even tell that it exists', async () => {
    const { owner, designation, ...people } = await household('hidden')
    const id = await ask(owner, designation.executor)
    for (const who of [
      owner,
      people.beneficiary,
      people.trustee,
      people.invited,
      people.revoked,
      people.stranger,
    ]) {
      for (const unknown of [id, crypto.randomUUID()]) {
        await refused(open(who, unknown), code.noPractice)
        await refused(complete(who, unknown), code.noPractice)
      }
    }
    await refused(anonymous.rpc('open_practice', { practice_id: id }), code.notAllowed)
    await refused(anonymous.rpc('complete_practice', { practice_id: id }), code.notAllowed)
    expect(await practicesReadBy(owner)).toMatchObject([{ opened_at: null, completed_at: null }])
  })

  it('for one owner says nothing of the one for another', async () => {
    const [{ owner, executor, designation }, other] = await Promise.all([
      household('hidden', ['executor']),
      person('Oscar Other'),
    ])
    const elsewhere = await designateAccepted(other, executor, 'trustee')
    const id = await ask(owner, designation.executor)
    await ask(other, elsewhere)
    await succeed(complete(executor, id))
    expect(await succeed(open(executor, id))).toMatchObject([
      {
        owner_name: 'Olive Owner',
        role: 'executor',
        parts: ['contacts', 'documents', 'funeral', 'home', 'money', 'portrait'],
      },
    ])
    expect(await practicesReadBy(other)).toMatchObject([{ opened_at: null, completed_at: null }])
  })

  it('a designee’s practice ends at once with the revocation', async () => {
    const { owner, executor, designation } = await household('hidden', ['executor'])
    const id = await ask(owner, designation.executor)
    await succeed(owner.client.rpc('revoke_designation', { designation_id: designation.executor }))
    expect(await practicesReadBy(executor)).toEqual([])
    await refused(open(executor, id), code.noPractice)
    await refused(complete(executor, id), code.noPractice)
    expect(await practicesReadBy(owner)).toHaveLength(1)
  })

  it.skipIf(!hasSql)(
    `a designee’s practice is deleted with the designation, and with either account${needsSql}`,
    async () => {
      const { owner, trustee, executor, designation } = await household('hidden', ['trustee', 'executor'])
      await ask(owner, designation.trustee)
      await ask(owner, designation.executor)
      await succeed(owner.client.from('designations').delete().eq('id', designation.trustee).select())
      expect(await practicesReadBy(trustee)).toEqual([])
      expect(await practicesReadBy(owner)).toHaveLength(1)
      await deleteAccount(executor)
      expect(await practicesReadBy(owner)).toEqual([])
    },
  )

  it.skipIf(!hasSql)(
    `a designee’s practice belongs to one owner, and cannot be confirmed before it was opened${needsSql}`,
    async () => {
      const [one, two] = await Promise.all([
        household('hidden', ['executor']),
        household('hidden', ['executor']),
      ])
      await fails(
        asAdministrator(
          'insert into public.practices (owner_id, designation_id, viewer_id) values ($1, $2, $3)',
          [one.owner.id, two.designation.executor, one.executor.id],
        ),
        code.foreignKey,
      )
      await ask(one.owner, one.designation.executor)
      await fails(
        asAdministrator('update public.practices set completed_at = now() where owner_id = $1', [
          one.owner.id,
        ]),
        code.check,
      )
    },
  )
})
