// Video messages: to everyone or to one designee, from the opening of the memorial or from a day on.
import { describe, expect, it } from 'vitest'
import {
  address,
  designate,
  type Household,
  household,
  type Person,
  person,
  succeed,
} from '../support/people.ts'
import { code, refused, touches } from './answers.ts'

const dayFromNow = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

const record = (
  { client, id }: Person,
  title: string,
  rest: { for_beneficiary?: number; deliver_on?: string } = {},
) =>
  client
    .from('video_messages')
    .insert({ user_id: id, title, storage_path: `${id}/${crypto.randomUUID()}.mp4`, ...rest })

const titlesSeenBy = async ({ client }: Person) =>
  (await succeed(client.from('video_messages').select('title').order('title'))).map(({ title }) => title)

async function recordMany({ owner, designation }: Household) {
  const messages: [string, Parameters<typeof record>[2]][] = [
    ['all', {}],
    ['all, since today', { deliver_on: dayFromNow(0) }],
    ['all, since yesterday', { deliver_on: dayFromNow(-1) }],
    ['all, from tomorrow', { deliver_on: dayFromNow(1) }],
    ['beneficiary', { for_beneficiary: designation.beneficiary }],
    [
      'beneficiary, since yesterday',
      { for_beneficiary: designation.beneficiary, deliver_on: dayFromNow(-1) },
    ],
    ['beneficiary, from tomorrow', { for_beneficiary: designation.beneficiary, deliver_on: dayFromNow(1) }],
    ['trustee', { for_beneficiary: designation.trustee }],
    ['revoked', { for_beneficiary: designation.revoked }],
    ['invited', { for_beneficiary: designation.invited }],
  ]
  await succeed(owner.client.from('video_messages').delete().eq('user_id', owner.id).select())
  for (const [title, rest] of messages) await succeed(record(owner, title, rest))
  return messages.map(([title]) => title).sort()
}

describe('videos', () => {
  it('a video message can be read by the designees it is addressed to, once it is due, while the plan is open', async () => {
    const home = await household('open')
    const all = await recordMany(home)
    const toAll = ['all', 'all, since today', 'all, since yesterday']
    expect(await titlesSeenBy(home.owner)).toEqual(all)
    expect(await titlesSeenBy(home.beneficiary)).toEqual([
      ...toAll,
      'beneficiary',
      'beneficiary, since yesterday',
    ])
    expect(await titlesSeenBy(home.trustee)).toEqual([...toAll, 'trustee'])
    expect(await titlesSeenBy(home.executor)).toEqual(toAll)
    for (const who of [home.invited, home.revoked, home.stranger]) expect(await titlesSeenBy(who)).toEqual([])

    // A person who accepts later finds the messages addressed to them.
    await succeed(
      home.invited.client.rpc('accept_designation_invite', { designation_id: home.designation.invited }),
    )
    expect(await titlesSeenBy(home.invited)).toEqual([...toAll, 'invited'])
    await succeed(
      home.owner.client.from('profiles').update({ visibility_hold: true }).eq('user_id', home.owner.id),
    )
    for (const who of [home.beneficiary, home.trustee, home.invited])
      expect(await titlesSeenBy(who)).toEqual([])
  })

  it('a video message cannot be addressed to a designee of another owner', async () => {
    const [owner, other] = await Promise.all([person('Olive Owner'), person('Oscar Other')])
    const [own, foreign] = [
      await designate(owner, address('Ann'), 'trustee'),
      await designate(other, address('Bob'), 'trustee'),
    ]
    await refused(record(owner, 'x', { for_beneficiary: foreign }), code.foreignKey)
    await refused(record(owner, 'x', { for_beneficiary: 2_000_000_000 }), code.foreignKey)
    await succeed(record(owner, 'x', { for_beneficiary: own }))
    const readdress = (for_beneficiary: number | null) =>
      owner.client.from('video_messages').update({ for_beneficiary }).eq('user_id', owner.id).select()
    await refused(readdress(foreign), code.foreignKey)
    await touches(readdress(null), 1)
    await touches(readdress(own), 1)
  })

  it('a video message keeps its designee from being deleted, because without an addressee it would be shown to everyone', async () => {
    const { owner, beneficiary, executor, designation } = await household('open', ['beneficiary', 'executor'])
    await succeed(record(owner, 'for the beneficiary', { for_beneficiary: designation.beneficiary }))
    const remove = () => owner.client.from('designations').delete().eq('id', designation.beneficiary).select()
    await refused(remove(), code.foreignKey)
    expect(await titlesSeenBy(beneficiary)).toEqual(['For everyone', 'for the beneficiary'])
    expect(await titlesSeenBy(executor)).toEqual(['For everyone'])
    await succeed(
      owner.client.from('video_messages').delete().eq('for_beneficiary', designation.beneficiary).select(),
    )
    await touches(remove(), 1)
  })

  it('for a person who was revoked is for them again once they are named again, and every other stays as it is', async () => {
    const { owner, designation, beneficiary } = await household('open', ['beneficiary', 'trustee'])
    await succeed(record(owner, 'for Ben', { for_beneficiary: designation.beneficiary }))
    await succeed(record(owner, 'for Tess', { for_beneficiary: designation.trustee }))
    const addressees = async () => {
      const rows = await succeed(owner.client.from('video_messages').select('title, for_beneficiary'))
      return Object.fromEntries(rows.map((row) => [row.title, row.for_beneficiary]))
    }
    await succeed(owner.client.rpc('revoke_designation', { designation_id: designation.beneficiary }))
    const again = await designate(owner, beneficiary.email, 'beneficiary')
    expect(await addressees()).toEqual({
      'For everyone': null,
      'for Ben': again,
      'for Tess': designation.trustee,
    })
  })
})
