// All tables of a plan in one request: the same rows for everyone as table by table.
import { beforeAll, describe, expect, it } from 'vitest'
import {
  anonymous,
  type Client,
  fillHealth,
  type Household,
  hasSql,
  household,
  needsSql,
  type Person,
  succeed,
  turnHealthOn,
} from '../support/people.ts'
import { planTables } from '../support/plan-tables.ts'
import { code, refused, untyped } from './answers.ts'

async function oneByOne(client: Client, ownerId: string): Promise<Record<string, unknown[]>> {
  const rows: Record<string, unknown[]> = {}
  for (const table of planTables) {
    const query = untyped(client).from(table).select().eq('user_id', ownerId)
    rows[table] = await succeed(
      table === 'funeral_plan' ? query : query.order('created_at', { ascending: false }).order('id'),
    )
  }
  return rows
}

/** Two more rows for each list. They come in one request, so that they are of the same age. */
async function addMore({ client, id: user_id }: Person): Promise<void> {
  const path = (name: string) => `${user_id}/${name}`
  const more = {
    contacts: [{ name: 'Ada' }, { name: 'Ben' }],
    video_messages: [1, 2].map((n) => ({ title: `Video ${n}`, storage_path: path(`${n}.mp4`) })),
    insurance_policies: [{ provider: 'Lake Life' }, { provider: 'Hill Health' }],
    financial_accounts: [1, 2].map((n) => ({ institution: 'Lake Bank', account_name: `Account ${n}` })),
    estate_documents: [1, 2].map((n) => ({
      doc_type: 'trust',
      description: `Trust ${n}`,
      file_path: path(`estate/${n}.pdf`),
    })),
    home_items: [
      { kind: 'pet', name: 'Rex' },
      { kind: 'pet', name: 'Mia' },
    ],
    health_papers: [
      { kind: 'health_proxy', file_path: path('health/proxy.pdf') },
      { kind: 'release', file_path: path('health/release.pdf') },
    ],
  }
  for (const [table, rows] of Object.entries(more))
    await succeed(
      untyped(client)
        .from(table)
        .insert(rows.map((row) => ({ ...row, user_id }))),
    )
}

const together = (client: Client, owner_id: string, wanted: readonly string[] = planTables) =>
  succeed(client.rpc('plan_rows', { owner_id, tables: [...wanted] }).single())

describe.skipIf(!hasSql)(`the tables of a plan in one request${needsSql}`, () => {
  const people = ['beneficiary', 'trustee', 'executor', 'invited', 'revoked', 'stranger'] as const
  let turnHealthOff: () => Promise<void>
  beforeAll(async () => {
    turnHealthOff = await turnHealthOn()
    return () => turnHealthOff()
  })

  it.each(['hidden', 'open', 'released'] as const)(
    'hold the same rows for everyone as one by one, in a plan that is %s',
    async (state) => {
      const home: Household = await household(state, undefined, ({ owner }) => [
        fillHealth(owner).then(() => addMore(owner)),
      ])
      const ownersRows = await together(home.owner.client, home.owner.id)
      for (const table of planTables) expect(ownersRows[table], table).not.toHaveLength(0)
      // Who may read several plans asks for one: here the owner's own rows are in none but the owner's.
      const ofNoOne = Object.fromEntries(planTables.map((table) => [table, []]))
      expect(await together(home.owner.client, home.stranger.id)).toEqual(ofNoOne)
      for (const who of ['owner', ...people] as const) {
        const { client } = home[who]
        expect(await together(client, home.owner.id), who).toEqual(await oneByOne(client, home.owner.id))
      }
    },
  )
})

describe('the tables of a plan in one request', () => {
  it('hold those alone that are asked for, the newest rows first', async () => {
    const { owner, stranger } = await household('hidden', ['stranger'])
    for (const name of ['Ada', 'Ben', 'Cleo'])
      await succeed(owner.client.from('contacts').insert({ user_id: owner.id, name }))
    const names = (found: Awaited<ReturnType<typeof together>>) =>
      (found.contacts as { name: string }[]).map(({ name }) => name)
    const found = await together(owner.client, owner.id, ['contacts', 'no_such_table'])
    expect(names(found)).toEqual(['Cleo', 'Ben', 'Ada', 'Cousin Carl'])
    const nothing = Object.fromEntries(planTables.map((table) => [table, null]))
    expect({ ...found, contacts: null }).toEqual(nothing)
    expect(await together(owner.client, owner.id, [])).toEqual(nothing)
    for (const table of planTables)
      expect(await together(stranger.client, owner.id, [table])).toEqual({ ...nothing, [table]: [] })
  })

  it('are for people who are signed in', async () => {
    const { owner } = await household('open', [])
    await refused(
      untyped(anonymous).rpc('plan_rows', { owner_id: owner.id, tables: ['contacts'] }),
      code.notAllowed,
    )
  })
})
