// Memories: what the people whom an owner named leave after the death, and guests of the service; who sees them, and that
// a picture is seen by no one else.
import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import {
  anonymous,
  asAdministrator,
  type Bucket,
  decide,
  deleteAccount,
  designate,
  designateAccepted,
  file,
  type Household,
  hasSql,
  household,
  isDatabaseOnly,
  needsSql,
  opens,
  type Person,
  person,
  type Row,
  runAsStorage,
  service,
  states,
  storeObject,
  succeed,
  turnBillingOn,
  upload,
} from '../support/people.ts'
import { arrange, inviteGuest, moveService, windUpServices } from '../support/services.ts'
import { code, fails, refused, touches, untyped } from './answers.ts'
import { everybody, findRights, readRules } from './matrix.ts'

const memory = (owner: Person, more: Row = {}) => ({
  id: randomUUID(),
  owner_id: owner.id,
  words: 'She taught me to swim.',
  ...more,
})
const leave = (who: Person | null, owner: Person, more: Row = {}) =>
  untyped(who?.client ?? anonymous)
    .from('memories')
    .insert(memory(owner, more))
    .select('id')
const wordsSeenBy = async ({ client }: Person, owner: Person) =>
  (await succeed(untyped(client).from('memories').select('words').eq('owner_id', owner.id))).map(
    ({ words }) => words,
  )

// S select · I insert · U hide or show · D remove · - nothing. The author has deleted their account; see below for authors.

const shown = `
              | hidden | open | hidden, in review | open, in review | waiting | released | stopped
  owner       | SD     | SD   | S                 | S               | S       | S        | S
  beneficiary | -      | -    | -                 | -               | -       | SI       | -
  trustee     | -      | -    | -                 | -               | -       | SI       | -
  executor    | -      | -    | -                 | -               | -       | SIU      | -
  invited     | -      | -    | -                 | -               | -       | -        | -
  revoked     | -      | -    | -                 | -               | -       | -        | -
  stranger    | -      | -    | -                 | -               | -       | -        | -
  anonymous   | -      | -    | -                 | -               | -       | -        | -`

const hidden = `
              | hidden | open | hidden, in review | open, in review | waiting | released | stopped
  owner       | SD     | SD   | S                 | S               | S       | S        | S
  beneficiary | -      | -    | -                 | -               | -       | I        | -
  trustee     | -      | -    | -                 | -               | -       | I        | -
  executor    | -      | -    | -                 | -               | -       | SIU      | -
  invited     | -      | -    | -                 | -               | -       | -        | -
  revoked     | -      | -    | -                 | -               | -       | -        | -
  stranger    | -      | -    | -                 | -               | -       | -        | -
  anonymous   | -      | -    | -                 | -               | -       | -        | -`

/** Stores a picture whatever the state of the plan. */
async function storePicture(path: string) {
  if (isDatabaseOnly) return storeObject(null, 'memories', path)
  const { error } = await service.storage
    .from('memories')
    .upload(path, file('image/jpeg'), { contentType: 'image/jpeg' })
  if (error) throw error
}

describe.skipIf(!hasSql).each(states)(`a memory while the plan is %s${needsSql}`, (state) => {
  let home: Household
  beforeAll(async () => {
    home = await household(state)
  })

  it.each([
    ['shown', false, shown],
    ['hidden', true, hidden],
  ])(
    'that is %s gives everyone exactly the rights of the rules, to its picture as well',
    async (_what, is_hidden, rules) => {
      const path = `${home.owner.id}/${randomUUID()}/1.jpg`
      await storePicture(path)
      const id = randomUUID()
      await asAdministrator(
        `insert into public.memories (id, owner_id, words, picture_path, is_hidden) values ($1, $2, 'x', $3, $4)`,
        [id, home.owner.id, path, is_hidden],
      )
      const expected = readRules(rules, states)[state]
      for (const who of everybody)
        expect([who, await opens(who === 'anonymous' ? null : home[who], 'memories', path)]).toEqual([
          who,
          expected?.[who].includes('S'),
        ])
      const trial = {
        table: 'memories',
        row: () => ({ id }),
        insert: ({ owner }: Household) => memory(owner),
        update: { is_hidden },
      }
      expect(await findRights(home, trial, true)).toEqual(expected)
    },
  )
})

describe.skipIf(!hasSql)(`authors${needsSql}`, () => {
  it('the author of a memory is named as the owner named them, and chooses neither that nor anything else but words and picture', async () => {
    const { owner, beneficiary, trustee } = await household('released', ['beneficiary', 'trustee'])
    for (const more of [
      { author_id: trustee.id },
      { author_name: 'The owner' },
      { is_hidden: false },
      { created_at: '2001-01-01' },
    ])
      await refused(leave(beneficiary, owner, more), code.notAllowed)
    await touches(leave(beneficiary, owner), 1)
    const [left] = await succeed(trustee.client.from('memories').select('author_id, author_name, is_hidden'))
    expect(left).toEqual({ author_id: beneficiary.id, author_name: 'Ben Beneficiary', is_hidden: false })
  })

  it('the author of a memory is named as this owner named them, and may leave 100 for each, whatever they did for another', async () => {
    const ann = await person('Ann')
    const home = (name: string) =>
      household('released', [], ({ owner }) => [
        designate(owner, ann.email, 'beneficiary', name).then((designation_id) =>
          succeed(ann.client.rpc('accept_designation_invite', { designation_id })),
        ),
      ])
    const { owner } = await home('Aunt Ann')
    const { owner: later } = await home('Ann from work')
    const many = Array.from({ length: 100 }, () => memory(later))
    await touches(untyped(ann.client).from('memories').insert(many).select('id'), 100)
    await touches(leave(ann, owner), 1)
    expect(await succeed(ann.client.from('memories').select('author_name').eq('owner_id', owner.id))).toEqual(
      [{ author_name: 'Aunt Ann' }],
    )
  })

  it('the author of a memory says something, in at most 3,000 characters', async () => {
    const { owner, beneficiary } = await household('released', ['beneficiary'])
    for (const words of [null, '', ' \n ', 'x'.repeat(3001)])
      await refused(leave(beneficiary, owner, { words }), code.check)
    await touches(leave(beneficiary, owner, { words: 'x'.repeat(3000) }), 1)
  })

  it('the author of a memory may take it back, with its picture, and no one else may', async () => {
    const { owner, beneficiary, ...others } = await household('released')
    const picture_path = `${owner.id}/${beneficiary.id}/${randomUUID()}.jpg`
    await upload(beneficiary, 'memories', picture_path)
    const row = memory(owner, { picture_path })
    await succeed(untyped(beneficiary.client).from('memories').insert(row).select())
    const takeBack = (who: Person) => untyped(who.client).from('memories').delete().eq('id', row.id).select()
    for (const who of [
      owner,
      others.trustee,
      others.executor,
      others.invited,
      others.revoked,
      others.stranger,
    ])
      await touches(takeBack(who), 0)
    await touches(takeBack(beneficiary), 1)
    expect(
      await asAdministrator('select bucket_id from private.file_removals where path = $1', [picture_path]),
    ).toEqual([{ bucket_id: 'memories' }])
  })

  // The API takes no statement without a condition, and with one the rule of reading applies too.
  it.skipIf(!isDatabaseOnly)(
    'the author of a memory takes back their own alone, and none once the plan is closed again',
    async () => {
      const { owner, beneficiary, trustee } = await household('released', ['beneficiary', 'trustee'])
      for (const who of [beneficiary, beneficiary, trustee]) await touches(leave(who, owner), 1)
      const takeAllBack = (who: Person) => runAsStorage(who, 'delete from public.memories', [])
      expect(await takeAllBack(beneficiary)).toBe(2)
      await succeed(owner.client.rpc('stop_release'))
      expect(await takeAllBack(trustee)).toBe(0)
    },
  )

  it('the author of a memory sees it while it is hidden, which only an executor can do, and undo', async () => {
    const { owner, beneficiary, trustee, executor } = await household('released')
    const row = memory(owner)
    await succeed(untyped(beneficiary.client).from('memories').insert(row).select())
    const hide = (who: Person, is_hidden: boolean) =>
      untyped(who.client).from('memories').update({ is_hidden }).eq('id', row.id).select()
    for (const who of [owner, beneficiary, trustee]) await touches(hide(who, true), 0)
    await refused(
      untyped(executor.client).from('memories').update({ words: 'Other words' }).eq('id', row.id),
      code.notAllowed,
    )
    await touches(hide(executor, true), 1)
    expect(await wordsSeenBy(trustee, owner)).toEqual([])
    for (const who of [beneficiary, executor, owner])
      expect(await wordsSeenBy(who, owner)).toEqual([row.words])
    await touches(hide(executor, false), 1)
    expect(await wordsSeenBy(trustee, owner)).toEqual([row.words])
    const events = await asAdministrator(
      `select action, actor_id, detail from public.access_events
        where owner_id = $1 and action like 'memory%' order by id`,
      [owner.id],
    )
    const named = { detail: { name: 'Ben Beneficiary' } }
    expect(events).toEqual([
      { action: 'memory_left', actor_id: beneficiary.id, ...named },
      { action: 'memory_hidden', actor_id: executor.id, ...named },
      { action: 'memory_shown', actor_id: executor.id, ...named },
    ])
  })

  it('the author of a memory may leave 100 of one owner, and the others still may', async () => {
    const { owner, beneficiary, trustee } = await household('released', ['beneficiary', 'trustee'])
    const many = Array.from({ length: 100 }, () => memory(owner))
    await touches(untyped(beneficiary.client).from('memories').insert(many).select('id'), 100)
    await refused(leave(beneficiary, owner), code.listFull, 100)
    await touches(leave(trustee, owner), 1)
  })

  it('the author of a memory or hides one at most 200 times a day, and may take back what they left even then', async () => {
    const { owner, beneficiary, executor } = await household('released', ['beneficiary', 'executor'])
    const row = memory(owner)
    await succeed(untyped(beneficiary.client).from('memories').insert(row).select())
    const done = (who: Person, action: string, times: number) =>
      asAdministrator(
        `insert into public.access_events (owner_id, actor_id, action)
         select $1, $2, $3 from generate_series(1, $4)`,
        [owner.id, who.id, action, times],
      )
    const hide = (is_hidden: boolean) =>
      untyped(executor.client).from('memories').update({ is_hidden }).eq('id', row.id).select()
    await done(beneficiary, 'memory_left', 199)
    await refused(leave(beneficiary, owner), code.changedTooOften)
    await touches(leave(executor, owner), 1)
    await done(executor, 'memory_hidden', 199)
    await touches(hide(true), 1)
    await touches(hide(false), 1)
    await refused(hide(true), code.changedTooOften)
    await touches(untyped(beneficiary.client).from('memories').delete().eq('id', row.id).select(), 1)
  })

  it('the author of a memory needs no membership, neither the owner’s nor their own', async () => {
    await turnBillingOn()
    const { owner, beneficiary } = await household('released', ['beneficiary'])
    await asAdministrator(
      `update public.subscriptions set status = 'canceled', trial_end = null where user_id = any ($1)`,
      [[owner.id, beneficiary.id]],
    )
    await upload(beneficiary, 'memories', `${owner.id}/${beneficiary.id}/1.jpg`)
    await touches(leave(beneficiary, owner, { picture_path: `${owner.id}/${beneficiary.id}/1.jpg` }), 1)
  })

  it('the author of a memory leaves it for good, under their name, when their account is deleted', async () => {
    const { owner, beneficiary, trustee } = await household('released', ['beneficiary', 'trustee'])
    await touches(leave(beneficiary, owner), 1)
    await deleteAccount(beneficiary)
    expect(await succeed(trustee.client.from('memories').select('author_id, author_name'))).toEqual([
      { author_id: null, author_name: 'Ben Beneficiary' },
    ])
  })
})

describe.skipIf(!hasSql)(`pictures${needsSql}`, () => {
  it('the picture of a memory is in the folder of its author, within the owner’s, and of no other memory', async () => {
    const { owner, beneficiary, trustee } = await household('released', ['beneficiary', 'trustee'])
    for (const picture_path of [
      `${owner.id}/${trustee.id}/1.jpg`,
      `${owner.id}/1.jpg`,
      `${beneficiary.id}/${beneficiary.id}/1.jpg`,
      '',
    ])
      await refused(leave(beneficiary, owner, { picture_path }), code.check)
    const own = { picture_path: `${owner.id}/${beneficiary.id}/1.jpg` }
    await touches(leave(beneficiary, owner, own), 1)
    await refused(leave(beneficiary, owner, own), code.unique)
  })

  it('the picture of a memory is uploaded by readers of a released plan alone, each into their own folder', async () => {
    const { owner, beneficiary, ...others } = await household('released')
    const store = (who: Person, folder: string) =>
      storeObject(who, 'memories', `${folder}/${randomUUID()}.jpg`)
    for (const who of [beneficiary, others.trustee, others.executor])
      await store(who, `${owner.id}/${who.id}`)
    for (const who of [owner, others.invited, others.revoked, others.stranger])
      await fails(store(who, `${owner.id}/${who.id}`), code.notAllowed)
    for (const folder of [
      owner.id,
      `${owner.id}/${others.trustee.id}`,
      beneficiary.id,
      `${beneficiary.id}/${beneficiary.id}`,
    ])
      await fails(store(beneficiary, folder), code.notAllowed)
  })

  it.each(['hidden', 'open', 'open, in review', 'waiting', 'stopped'] as const)(
    'is not uploaded while the plan is %s',
    async (state) => {
      const { owner, beneficiary, executor } = await household(state, ['beneficiary', 'executor'])
      for (const who of [owner, beneficiary, executor])
        await fails(storeObject(who, 'memories', `${owner.id}/${who.id}/1.jpg`), code.notAllowed)
    },
  )

  it('the picture of a memory is a JPEG of at most 1 MB, and one of 120', async () => {
    const { owner, beneficiary } = await household('released', ['beneficiary'])
    const folder = `${owner.id}/${beneficiary.id}`
    const store = (name: string, given = {}) =>
      storeObject(beneficiary, 'memories', `${folder}/${name}.jpg`, given)
    await fails(store('a', { type: 'image/svg+xml' }), code.notAllowed)
    await fails(store('a', { size: 1_048_577 }), code.notAllowed)
    const add = (bucket: Bucket, folder: string, count: number) =>
      asAdministrator(
        `insert into storage.objects (bucket_id, name) select $1, $2 || '/' || n from generate_series(1, $3) n`,
        [bucket, folder, count],
      )
    // Neither what others left nor files of another kind count.
    for (const digit of ['0', 'f'])
      await add('memories', `${owner.id}/${owner.id.replaceAll(/[\da-f]/g, digit)}`, 120)
    await add('documents', folder, 120)
    await store('a', { size: 1_048_576 })
    await add('memories', folder, 119)
    await fails(store('b'), code.notAllowed)
    // Sent again, one is answered as stored already.
    await fails(store('a'), code.unique)
  })

  it('the picture of a memory is opened by the memory that names it, unless that is another owner’s: Storage compares the folder itself', async () => {
    const { owner: secretive, beneficiary } = await household('hidden', ['beneficiary'])
    const { owner } = await household('released', [], ({ owner }) => [
      designateAccepted(owner, beneficiary, 'beneficiary'),
    ])
    const [secret, own] = [secretive, owner].map(({ id }) => `${id}/${beneficiary.id}/1.jpg`)
    // No such row can be written, so the rule of the table is put aside.
    const [rule] = await asAdministrator<{ name: string; definition: string }>(
      `select conname as name, pg_get_constraintdef(oid) as definition from pg_constraint
        where conrelid = 'public.memories'::regclass and pg_get_constraintdef(oid) like '%starts_with%'`,
    )
    await asAdministrator(`alter table public.memories drop constraint ${rule?.name}`)
    try {
      for (const path of [secret, own]) {
        await storePicture(path ?? '')
        await asAdministrator(
          `insert into public.memories (id, owner_id, picture_path) values (gen_random_uuid(), $1, $2)`,
          [owner.id, path],
        )
      }
      const unnamed = `${owner.id}/${beneficiary.id}/2.jpg`
      await storePicture(unnamed)
      expect(await opens(beneficiary, 'memories', own ?? '')).toBe(true)
      for (const path of [secret ?? '', unnamed])
        expect(await opens(beneficiary, 'memories', path)).toBe(false)
    } finally {
      await asAdministrator('delete from public.memories where owner_id = $1', [owner.id])
      await asAdministrator(`alter table public.memories add constraint ${rule?.name} ${rule?.definition}`)
    }
  })

  it('the picture of a memory takes no room of the owner’s, who can remove it only with its memory', async () => {
    const { owner, beneficiary, executor } = await household('released')
    const room = () => succeed(owner.client.rpc('my_file_room').single())
    const before = await room()
    const path = `${owner.id}/${beneficiary.id}/1.jpg`
    await upload(beneficiary, 'memories', path)
    for (const who of [beneficiary, null]) await fails(storeObject(who, 'memories', path), code.unique)
    await touches(leave(beneficiary, owner, { picture_path: path }), 1)
    expect(await room()).toEqual(before)
    await succeed(owner.client.rpc('stop_release'))
    expect(await opens(owner, 'memories', path)).toBe(true)
    expect(await opens(executor, 'memories', path)).toBe(false)
  })
})

describe.skipIf(!hasSql)(`guests${needsSql}`, () => {
  const arrangeForGuests = async (
    { owner, executor }: Pick<Household, 'owner' | 'executor'>,
    ...names: string[]
  ) => {
    await arrange(executor, owner)
    await letGuests(executor, owner)
    return Promise.all(names.map((name) => inviteGuest(executor, owner, name)))
  }
  const letGuests = (executor: Person, owner: Person, takes_memories = true) =>
    succeed(executor.client.rpc('share_with_guests', { owner_id: owner.id, takes_memories }))
  const left = (
    guest = '',
    id: string = randomUUID(),
    words: string | null = 'We sailed together.',
    path: string | null = null,
  ) =>
    untyped(service).rpc('leave_guest_memory', {
      p_guest_id: guest,
      p_memory_id: id,
      p_words: words,
      p_picture_path: path,
    })
  const takeBack = (guest = '', p_memory_id = '') =>
    service.rpc('take_back_guest_memory', { p_guest_id: guest, p_memory_id })
  const folder = (guest = '', p_memory_id: string = randomUUID()) =>
    service.rpc('guest_memory_folder', { p_guest_id: guest, p_memory_id })
  const ownOf = async (guest = '') =>
    (await succeed(service.rpc('service_of_guest', { p_guest_id: guest })))[0]?.memories
  const idsOf = async (owner: Person) =>
    (await succeed(service.from('memories').select('id').eq('owner_id', owner.id))).map(({ id }) => id)

  it('a guest of the service leaves a memory once an executor lets guests, under the name they were invited by', async () => {
    const home = await household('released')
    const { owner, executor, trustee, beneficiary } = home
    const [gus, rita] = await arrangeForGuests(home, 'Gus', 'Rita')
    await letGuests(executor, owner, false)
    // Another family does let its guests.
    const other = await household('released', ['executor'])
    await arrangeForGuests(other)
    expect(await ownOf(gus)).toEqual([])
    const id = randomUUID()
    await refused(left(gus, id), code.memoriesClosed)
    await refused(folder(gus, id), code.memoriesClosed)
    await letGuests(executor, owner)
    await succeed(left(gus, id))
    for (const who of [owner, beneficiary, trustee, executor])
      expect(
        await succeed(who.client.from('memories').select('author_id, guest_id, author_name, words')),
      ).toEqual([{ author_id: null, guest_id: gus, author_name: 'Gus', words: 'We sailed together.' }])
    expect(await ownOf(gus)).toEqual([
      {
        id,
        words: 'We sailed together.',
        picture_path: null,
        is_hidden: false,
        created_at: expect.any(String),
      },
    ])
    expect(await ownOf(rita)).toEqual([])
    for (const who of [home.invited, home.revoked, home.stranger])
      expect(await wordsSeenBy(who, owner)).toEqual([])
  })

  it('a guest of the service alone takes it back, with its picture, also once guests may leave no more', async () => {
    const home = await household('released')
    const { owner, executor } = home
    const [gus, rita] = await arrangeForGuests(home, 'Gus', 'Rita')
    const [id, path] = [randomUUID(), `${owner.id}/${gus}/1.jpg`]
    await succeed(left(gus, id, null, path))
    for (const who of [owner, home.beneficiary, home.trustee, executor, home.stranger])
      await touches(untyped(who.client).from('memories').delete().eq('id', id).select(), 0)
    await succeed(takeBack(rita, id))
    expect(await idsOf(owner)).toEqual([id])
    await letGuests(executor, owner, false)
    for (const _again of [1, 2]) await succeed(takeBack(gus, id))
    expect(await idsOf(owner)).toEqual([])
    expect(
      await asAdministrator('select bucket_id from private.file_removals where path = $1', [path]),
    ).toEqual([{ bucket_id: 'memories' }])
  })

  it('a guest of the service keeps seeing their own when an executor hides it, and no one else who is no executor does', async () => {
    const home = await household('released')
    const [gus] = await arrangeForGuests(home, 'Gus')
    const id = randomUUID()
    await succeed(left(gus, id))
    await touches(
      untyped(home.executor.client).from('memories').update({ is_hidden: true }).eq('id', id).select(),
      1,
    )
    for (const who of [home.beneficiary, home.trustee]) expect(await wordsSeenBy(who, home.owner)).toEqual([])
    expect(await wordsSeenBy(home.executor, home.owner)).toHaveLength(1)
    expect(await ownOf(gus)).toMatchObject([{ id, is_hidden: true }])
  })

  it('a guest of the service who asks again adds no second, and no one writes under the id of another', async () => {
    const home = await household('released', ['executor', 'beneficiary'])
    const { owner, executor, beneficiary } = home
    const [gus, rita] = await arrangeForGuests(home, 'Gus', 'Rita')
    const id = randomUUID()
    const ofBen = memory(owner)
    await succeed(untyped(beneficiary.client).from('memories').insert(ofBen).select())
    expect(await succeed(folder(gus, id))).toBe(`${owner.id}/${gus}`)
    await succeed(left(gus, id))
    await letGuests(executor, owner, false)
    await succeed(left(gus, id, 'Other words'))
    expect(await ownOf(gus)).toMatchObject([{ id, words: 'We sailed together.' }])
    expect(await succeed(folder(gus, id))).toBeNull()
    for (const [guest, taken] of [
      [rita, id],
      [gus, ofBen.id],
    ] as const) {
      await refused(left(guest, taken), code.notThisPerson)
      await refused(folder(guest, taken), code.notThisPerson)
    }
    expect(await idsOf(owner)).toHaveLength(2)
  })

  it('a guest of the service leaves 10 at a time and 30 in all, and the others still may', async () => {
    const home = await household('released', ['executor'])
    const [gus, rita] = await arrangeForGuests(home, 'Gus', 'Rita')
    const ids = Array.from({ length: 10 }, () => randomUUID())
    for (const id of ids) await succeed(left(gus, id))
    await refused(left(gus), code.memoriesFull)
    await refused(folder(gus), code.memoriesFull)
    await succeed(left(rita))
    await succeed(takeBack(gus, ids[0]))
    await asAdministrator('update public.service_guests set memories_left = 29 where id = $1', [gus])
    await succeed(left(gus, ids[0]))
    await succeed(takeBack(gus, ids[0]))
    await refused(left(gus), code.memoriesFull)
    await refused(folder(gus), code.memoriesFull)
  })

  it('a guest of the service stores no more than 40 pictures, and only their memories name them', async () => {
    const home = await household('released', ['executor', 'beneficiary'])
    const { owner, beneficiary } = home
    const [gus, rita] = await arrangeForGuests(home, 'Gus', 'Rita')
    for (const path of [`${owner.id}/${rita}/1.jpg`, `${owner.id}/1.jpg`, `${gus}/${gus}/1.jpg`, ''])
      await refused(left(gus, randomUUID(), null, path), code.check)
    await refused(left(gus, randomUUID(), null), code.check)
    await refused(left(gus, randomUUID(), 'x'.repeat(3001)), code.check)
    await fails(storeObject(beneficiary, 'memories', `${owner.id}/${gus}/1.jpg`), code.notAllowed)
    const store = (from: number, to: number, bucket = 'memories') =>
      asAdministrator(
        `insert into storage.objects (bucket_id, name) select $4, $1 || '/' || n from generate_series($2::integer, $3::integer) n`,
        [`${owner.id}/${gus}`, from, to, bucket],
      )
    await store(1, 39)
    await store(1, 40, 'pictures')
    expect(await succeed(folder(gus))).toBe(`${owner.id}/${gus}`)
    await store(40, 40)
    await refused(folder(gus), code.memoriesFull)
    expect(await succeed(folder(rita))).toBe(`${owner.id}/${rita}`)
  })

  it('a guest of the service stores no more than 40 pictures also when they come at once, and no one else’s count', async () => {
    const home = await household('released', ['executor'])
    const { owner, executor } = home
    const [gus, rita] = await arrangeForGuests(home, 'Gus', 'Rita')
    await asAdministrator(
      `insert into storage.objects (bucket_id, name) select 'memories', $1 || '/' || n from generate_series(1, 39) n`,
      [`${owner.id}/${gus}`],
    )
    const store = (folder: string, n: number) =>
      storeObject(null, 'memories', `${owner.id}/${folder}/a${n}.jpg`, { seconds: 0.2 })
    const outcomes = await Promise.allSettled([1, 2, 3, 4].map((n) => store(gus ?? '', n)))
    expect(outcomes.map(({ status }) => status).sort()).toEqual([
      'fulfilled',
      'rejected',
      'rejected',
      'rejected',
    ])
    for (const outcome of outcomes)
      if (outcome.status === 'rejected') expect(outcome.reason.code).toBe(code.notAllowed)
    await store(rita ?? '', 1)
    // As a backup is restored: pictures of people with an account, and of guests who are gone.
    for (const folder of [executor.id, randomUUID(), 'no-id']) {
      await asAdministrator(
        `insert into storage.objects (bucket_id, name) select 'memories', $1 || '/' || n from generate_series(1, 41) n`,
        [`${owner.id}/${folder}`],
      )
    }
  })

  it('a guest of the service loses a picture whose memory was refused, and no other', async () => {
    const home = await household('released', ['executor'])
    const { owner } = home
    const [gus, rita] = await arrangeForGuests(home, 'Gus', 'Rita')
    const [used, refusedOne] = [`${owner.id}/${gus}/used.jpg`, `${owner.id}/${gus}/refused.jpg`]
    for (const path of [used, refusedOne]) await storeObject(null, 'memories', path)
    await succeed(left(gus, randomUUID(), null, used))
    const discard = (p_guest_id: string | undefined, p_path: string) =>
      untyped(service).rpc('discard_guest_picture', { p_guest_id, p_path })
    const queued = () =>
      asAdministrator('select path from private.file_removals where starts_with(path, $1)', [owner.id])
    // What another guest of the service stored is not hers to discard.
    await succeed(discard(rita, refusedOne))
    expect(await queued()).toEqual([])
    for (const path of [used, refusedOne, refusedOne]) await succeed(discard(gus, path))
    expect(await queued()).toEqual([{ path: refusedOne }])
    await succeed(discard(rita, used))
    const removed = await succeed(service.rpc('claim_file_removals', { p_batch: 500 }))
    expect(removed.filter(({ path }) => path.startsWith(owner.id)).map(({ path }) => path)).toEqual([
      refusedOne,
    ])
    await succeed(discard(rita, used))
    expect(await queued()).toEqual([{ path: refusedOne }])
  })

  it('a guest of the service whose picture it is shows it to those who see the memory, and to no one else', async () => {
    const home = await household('released')
    const { owner, executor, beneficiary, trustee } = home
    const [gus] = await arrangeForGuests(home, 'Gus')
    const path = `${owner.id}/${gus}/1.jpg`
    await storePicture(path)
    const opened = () =>
      Promise.all([owner, executor, beneficiary, trustee].map((who) => opens(who, 'memories', path)))
    expect(await opened()).toEqual([true, false, false, false])
    await succeed(left(gus, randomUUID(), null, path))
    expect(await opened()).toEqual([true, true, true, true])
    for (const who of [home.invited, home.revoked, home.stranger, null])
      expect(await opens(who, 'memories', path)).toBe(false)
  })

  it('a guest of the service leaves no more once withdrawn, or 30 days after the service; what they left stays', async () => {
    const home = await household('released', ['executor'])
    const { owner, executor } = home
    const [gus, una] = await arrangeForGuests(home, 'Gus', 'Una')
    const id = randomUUID()
    await succeed(left(gus, id))
    await succeed(service.rpc('unsubscribe_guest', { p_guest_id: una ?? '' }))
    await succeed(left(una))
    await asAdministrator('update public.service_guests set mailed_at = now() where id = $1', [gus])
    await succeed(executor.client.rpc('withdraw_guest', { guest_id: gus ?? '' }))
    const isShut = async (guest = '') => {
      for (const request of [left(guest), left(guest, id), folder(guest), takeBack(guest, id)])
        await refused(request, code.linkNotValid)
    }
    await isShut(gus)
    await moveService(owner, -25)
    await succeed(left(una))
    await moveService(owner, -26)
    await isShut(una)
    expect(await idsOf(owner)).toHaveLength(3)
  })

  it('a guest of the service is shut out while the death is in doubt; the owner who lives may read and remove what they left', async () => {
    const home = await household('released', ['executor'])
    const { owner, executor } = home
    const [gus] = await arrangeForGuests(home, 'Gus')
    await asAdministrator('update public.service_guests set mailed_at = now() where id = $1', [gus])
    await succeed(left(gus))
    await asAdministrator(`update public.profiles set death_review = 'pending' where user_id = $1`, [
      owner.id,
    ])
    for (const request of [left(gus), folder(gus)]) await refused(request, code.linkNotValid)
    expect(await wordsSeenBy(executor, owner)).toEqual([])
    await decide(owner, 'rejected')
    await windUpServices()
    expect(await succeed(owner.client.from('memories').select('guest_id, author_name'))).toEqual([
      { guest_id: null, author_name: 'Gus' },
    ])
    await asAdministrator('update public.profiles set release_stopped_at = null where user_id = $1', [
      owner.id,
    ])
    await touches(untyped(owner.client).from('memories').delete().eq('owner_id', owner.id).select(), 1)
  })

  it('a guest of the service is named in the access history, and who hides or deletes their memory is too', async () => {
    const home = await household('released', ['executor'])
    const { owner, executor } = home
    const [gus] = await arrangeForGuests(home, 'Gus')
    const [id, other] = [randomUUID(), randomUUID()]
    for (const one of [id, other, id]) await succeed(left(gus, one))
    await touches(
      untyped(executor.client).from('memories').update({ is_hidden: true }).eq('id', id).select(),
      1,
    )
    await succeed(takeBack(gus, id))
    await asAdministrator('delete from public.memories where id = $1', [other])
    const events = await asAdministrator(
      `select action, actor_role, detail from public.access_events
        where owner_id = $1 and action like '%memory%' order by id`,
      [owner.id],
    )
    const detail = { name: 'Gus' }
    expect(events).toEqual([
      { action: 'guest_memory_left', actor_role: 'system', detail },
      { action: 'guest_memory_left', actor_role: 'system', detail },
      { action: 'memory_hidden', actor_role: 'executor', detail },
      { action: 'guest_memory_removed', actor_role: 'system', detail },
      { action: 'memory_removed', actor_role: 'administrator', detail },
    ])
  })
})
