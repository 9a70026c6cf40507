// The portrait at the head of a memorial, and the date of death beside it.
import { describe, expect, it } from 'vitest'
import {
  anonymous,
  asAdministrator,
  designateAccepted,
  type Household,
  hasSql,
  household,
  needsSql,
  type Person,
  person,
  succeed,
  turnBillingOn,
} from '../support/people.ts'
import { code, refused, touches, untyped } from './answers.ts'

const add = ({ client, id }: Person, values: object = {}) =>
  untyped(client)
    .from('portraits')
    .insert({ user_id: id, ...values })
    .select()

describe('portraits', () => {
  it('a portrait is one of a plan: a second is refused, and says how many there may be', async () => {
    const owner = await person('Olive Owner')
    await touches(add(owner, { born_in: 'Portland' }), 1)
    await refused(add(owner), code.listFull, 1)
  })

  it('a portrait names a picture in the folder of its owner’s portrait only, and no picture twice', async () => {
    const [owner, victim] = await Promise.all([person('Olive Owner'), person('Vera Victim')])
    for (const picture_path of [
      `${victim.id}/portrait/1.jpg`,
      `${owner.id}/1.jpg`,
      `${owner.id}/memories/1.jpg`,
      `${owner.id}/portrait`,
      '',
    ]) {
      await refused(add(owner, { picture_path }), code.check)
    }
    await touches(add(owner, { picture_path: `${owner.id}/portrait/1.jpg` }), 1)
  })

  it('a portrait takes a day of birth between 1880 and 2199', async () => {
    const owner = await person('Olive Owner')
    for (const born_on of ['1879-12-31', '2200-01-01']) await refused(add(owner, { born_on }), code.check)
    await refused(add(owner, { born_on: '1948-02-30' }), '22008')
    await touches(add(owner, { born_on: '1880-01-01' }), 1)
    await touches(
      owner.client.from('portraits').update({ born_on: '2199-12-31' }).eq('user_id', owner.id).select(),
      1,
    )
  })

  it.skipIf(!hasSql)(
    `a portrait queues its picture for removal when another replaces it${needsSql}`,
    async () => {
      const owner = await person('Olive Owner')
      const path = (name: string) => `${owner.id}/portrait/${name}.jpg`
      await succeed(add(owner, { picture_path: path('old') }))
      await succeed(
        owner.client
          .from('portraits')
          .update({ picture_path: path('new') })
          .eq('user_id', owner.id)
          .select(),
      )
      const queued = await asAdministrator(
        `select bucket_id, path from private.file_removals where starts_with(path, $1)`,
        [owner.id],
      )
      expect(queued).toEqual([{ bucket_id: 'pictures', path: path('old') }])
    },
  )
})

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()

const enter = (someone: Person | null, owner: Person, died_on: string | null = '2026-11-02') =>
  untyped(someone?.client ?? anonymous).rpc('set_date_of_death', { owner_id: owner.id, died_on })

const dayOf = async (home: Household<'executor'>) =>
  (await succeed(home.executor.client.from('profiles').select('died_on').eq('user_id', home.owner.id)))[0]
    ?.died_on

describe.skipIf(!hasSql)(`dates of death${needsSql}`, () => {
  it('the date of death is entered by an executor, who can correct it and take it back', async () => {
    const home = await household('released', ['executor'])
    for (const day of ['2026-11-02', '2026-11-01', null]) {
      await succeed(enter(home.executor, home.owner, day))
      expect(await dayOf(home)).toBe(day)
    }
  })

  it('the date of death is recorded when it changes alone, and changes at most 200 times a day', async () => {
    const { owner, executor } = await household('released', ['executor'])
    const add = (events: number, plan: Person) =>
      asAdministrator(
        `insert into public.access_events (owner_id, actor_id, action)
         select $1, $2, 'date_of_death_entered' from generate_series(1, $3)`,
        [plan.id, executor.id, events],
      )
    // What someone does in other plans does not count.
    await add(200, executor)
    for (const _again of [1, 2, 3]) await succeed(enter(executor, owner))
    const days = async () =>
      (
        await succeed(
          owner.client
            .from('access_events')
            .select('detail')
            .eq('action', 'date_of_death_entered')
            .order('id'),
        )
      ).map(({ detail }) => detail)
    expect(await days()).toEqual([{ died_on: '2026-11-02' }])
    await add(199, owner)
    await refused(enter(executor, owner, '2026-11-01'), code.changedTooOften)
    await succeed(enter(executor, owner))
    await asAdministrator(
      `update public.access_events set created_at = created_at - interval '1 day' where owner_id = $1`,
      [owner.id],
    )
    await succeed(enter(executor, owner, '2026-11-01'))
    expect(await days()).toHaveLength(201)
  })

  it('the date of death is entered by no one but an executor, not even by the owner', async () => {
    const { owner, executor, ...others } = await household('released')
    const { beneficiary, trustee, invited, revoked, stranger } = others
    for (const who of [owner, beneficiary, trustee, invited, revoked, stranger])
      await refused(enter(who, owner), code.notThisPerson)
    await refused(enter(null, owner), code.notAllowed)
    for (const who of [owner, executor])
      await refused(
        untyped(who.client).from('profiles').update({ died_on: '2026-11-02' }).eq('user_id', owner.id),
        code.notAllowed,
      )
    expect(await succeed(executor.client.from('profiles').select('died_on').eq('user_id', owner.id))).toEqual(
      [{ died_on: null }],
    )
  })

  it.each(['hidden', 'open', 'hidden, in review', 'open, in review', 'waiting', 'stopped'] as const)(
    'is not entered while the plan is %s',
    async (state) => {
      const { owner, executor } = await household(state, ['executor'])
      await refused(enter(executor, owner), code.notThisPerson)
    },
  )

  it('the date of death is entered by the role that a person has for this owner, and in the state of this plan', async () => {
    const edith = await person('Edith Executor')
    const home = (state: 'released' | 'waiting', role: 'executor' | 'beneficiary') =>
      household(state, [], ({ owner }) => [designateAccepted(owner, edith, role)])
    const [released, waiting, asBeneficiary] = await Promise.all([
      home('released', 'executor'),
      home('waiting', 'executor'),
      home('released', 'beneficiary'),
    ])
    for (const { owner } of [waiting, asBeneficiary]) await refused(enter(edith, owner), code.notThisPerson)
    await succeed(enter(edith, released.owner))
  })

  it('the date of death is neither in the future nor before 1900', async () => {
    const { owner, executor } = await household('released', ['executor'])
    for (const day of [inDays(3).slice(0, 10), '1899-12-31', 'infinity'])
      await refused(enter(executor, owner, day), '22023')
    await succeed(enter(executor, owner, '1900-01-01'))
  })

  it('the date of death needs no membership, neither the owner’s nor the executor’s', async () => {
    await turnBillingOn()
    const home = await household('released', ['executor'])
    await asAdministrator(
      `update public.subscriptions set status = 'canceled', trial_end = null where user_id = any ($1)`,
      [[home.owner.id, home.executor.id]],
    )
    await succeed(enter(home.executor, home.owner))
    expect(await dayOf(home)).toBe('2026-11-02')
  })

  it('the date of death goes when the owner stops the release', async () => {
    const home = await household('released', ['executor'])
    await succeed(enter(home.executor, home.owner))
    await succeed(home.owner.client.rpc('stop_release'))
    expect(await dayOf(home)).toBeNull()
  })
})
