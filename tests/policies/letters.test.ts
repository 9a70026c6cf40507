// Letters are in one table with the videos of a plan: who reads one, and when, is the same.
import { beforeAll, describe, expect, it } from 'vitest'
import {
  anonymous,
  asAdministrator,
  type Cast,
  decide,
  type Household,
  hasSql,
  household,
  needsSql,
  type Person,
  passWaitingTime,
  person,
  type State,
  states,
  submitCertificate,
  succeed,
} from '../support/people.ts'
import { code, fails, refused, touches, untyped } from './answers.ts'

const dayFromNow = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

interface Address {
  for_beneficiary?: number | null
  deliver_on?: string | null
}

const write = ({ client, id: user_id }: Person, title: string, address: Address = {}) =>
  client
    .from('video_messages')
    .insert({ user_id, title, body: `Dear one,\n\n${title}.`, ...address })
    .select('id')
    .single()

/** A letter and a video with each address. The designations are there, and the plan is still in the hands of its owner. */
async function leaveBoth(owner: Person): Promise<void> {
  const named = await succeed(owner.client.from('designations').select('id, person_name'))
  const idOf = (name: string) => {
    const designation = named.find(({ person_name }) => person_name.startsWith(name))
    if (!designation) throw new Error(`${name} was not named`)
    return designation.id
  }
  const addresses: [string, Address][] = [
    ['all', {}],
    ['all, since today', { deliver_on: dayFromNow(0) }],
    ['all, from tomorrow on', { deliver_on: dayFromNow(1) }],
    ...['Ben', 'Tess', 'Edith', 'Ivan', 'Rex'].map((name): [string, Address] => [
      name,
      { for_beneficiary: idOf(name) },
    ]),
    ['Ben, from tomorrow on', { for_beneficiary: idOf('Ben'), deliver_on: dayFromNow(1) }],
  ]
  for (const [title, address] of addresses) {
    await succeed(write(owner, title, address))
    const storage_path = `${owner.id}/${crypto.randomUUID()}.mp4`
    await succeed(
      owner.client.from('video_messages').insert({ user_id: owner.id, title, storage_path, ...address }),
    )
  }
}

const lettersReadBy = async ({ client }: Pick<Person, 'client'>, owner: Person) => {
  const rows = await succeed(client.from('video_messages').select('title, body').eq('user_id', owner.id))
  const titles = (isLetter: boolean) =>
    rows
      .filter(({ body }) => (body !== null) === isLetter)
      .map(({ title }) => title)
      .toSorted()
  return {
    letters: titles(true),
    videos: titles(false).filter((title) => title !== 'For everyone'),
    bodies: rows.flatMap(({ body }) => body ?? []),
  }
}

const toAll = ['all', 'all, since today']
const readers: Partial<Record<Cast, string[]>> = {
  beneficiary: [...toAll, 'Ben'],
  trustee: [...toAll, 'Tess'],
  executor: [...toAll, 'Edith'],
}
const isOpen: Record<State, boolean> = {
  hidden: false,
  open: true,
  'hidden, in review': false,
  'open, in review': true,
  waiting: false,
  released: true,
  stopped: false,
}

describe('letters', () => {
  it.each(states)(
    'of a plan that is %s are read by those who read its videos, and by no one else',
    async (state) => {
      const home = await household(state, undefined, ({ owner }) => [leaveBoth(owner)])
      const { owner } = home
      const own = await lettersReadBy(owner, owner)
      expect(own.letters).toHaveLength(9)
      expect(own.letters).toEqual(own.videos)
      for (const who of ['beneficiary', 'trustee', 'executor', 'invited', 'revoked', 'stranger'] as const) {
        const { letters, videos, bodies } = await lettersReadBy(home[who], owner)
        expect(letters, who).toEqual((isOpen[state] ? (readers[who] ?? []) : []).toSorted())
        expect(videos, who).toEqual(letters)
        expect(bodies.toSorted(), who).toEqual(letters.map((title) => `Dear one,\n\n${title}.`).toSorted())
      }
      await refused(anonymous.from('video_messages').select('body').eq('user_id', owner.id), code.notAllowed)
    },
  )

  it.each(states)(
    'of a plan that is %s are written, changed and deleted by its owner alone, until it is frozen',
    async (state) => {
      const home = await household(state, undefined, ({ owner }) => [leaveBoth(owner)])
      const { owner } = home
      const isFrozen = state === 'waiting' || state === 'released'
      const change = ({ client }: Pick<Person, 'client'>) =>
        client
          .from('video_messages')
          .update({ body: 'Changed.' })
          .eq('user_id', owner.id)
          .not('body', 'is', null)
          .select()
      const remove = ({ client }: Pick<Person, 'client'>) =>
        client.from('video_messages').delete().eq('user_id', owner.id).not('body', 'is', null).select('id')
      for (const who of [
        home.beneficiary,
        home.trustee,
        home.executor,
        home.invited,
        home.revoked,
        home.stranger,
      ]) {
        await touches(change(who), 0)
        await touches(remove(who), 0)
        await refused(
          who.client.from('video_messages').insert({ user_id: owner.id, title: 'x', body: 'x' }),
          code.notAllowed,
        )
      }
      await refused(
        anonymous.from('video_messages').insert({ user_id: owner.id, title: 'x', body: 'x' }),
        code.notAllowed,
      )
      if (isFrozen) await refused(write(owner, 'x'), code.notAllowed)
      else await succeed(write(owner, 'x'))
      await touches(change(owner), isFrozen ? 0 : 10)
      await touches(remove(owner), isFrozen ? 0 : 10)
    },
  )
})

describe('what a letter holds', () => {
  let owner: Person
  beforeAll(async () => {
    owner = await person('Olive Owner')
  })
  const insert = (row: object) =>
    untyped(owner.client)
      .from('video_messages')
      .insert({ user_id: owner.id, ...row })
      .select()
      .single()
  const path = () => `${owner.id}/${crypto.randomUUID()}.mp4`
  const captions = 'WEBVTT\n\n00:00:00.000 --> 00:00:01.000\nHello.\n'

  it('a message is a video or a letter, never both and never neither, and stays what it is', async () => {
    await refused(insert({}), code.check)
    await refused(insert({ storage_path: path(), body: 'Dear all' }), code.check)
    const [letter, video] = [
      await succeed(insert({ body: 'Dear all' })),
      await succeed(insert({ storage_path: path() })),
    ]
    const update = (id: string, change: object) =>
      untyped(owner.client).from('video_messages').update(change).eq('id', id).select()
    await refused(update(letter.id, { body: null }), code.check)
    await refused(update(video.id, { body: 'Dear all' }), code.check)
    await refused(update(letter.id, { storage_path: path() }), code.notAllowed)
    await touches(update(letter.id, { body: 'Dear all of you' }), 1)
  })

  it('a letter keeps its line ends and tabs, emoji and every script, and refuses nothing but blanks and control characters', async () => {
    const body = 'Dear Tom,\n\n\tich hab dich lieb. 李小龍 جدي 👩‍👩‍👧\n '
    expect((await succeed(insert({ body }))).body).toBe(body)
    for (const blank of ['', ' ', '\n\t \n']) await refused(insert({ body: blank }), code.check)
    for (const sign of ['\u0001', '\u0008', '\u000b', '\r', '\u001b', '\u001f', '\u007f', '\u0080', '\u009f'])
      await refused(insert({ body: `Dear${sign}Tom` }), code.check)
  })

  it('a letter has neither a transcript nor captions', async () => {
    await refused(insert({ body: 'Dear all', transcript: 'x' }), code.check)
    await refused(insert({ body: 'Dear all', captions }), code.check)
  })

  it('the captions of a video are a WebVTT file with a cue, and can be taken away', async () => {
    const { id } = await succeed(insert({ storage_path: path(), captions, transcript: 'Hello.' }))
    for (const wrong of [
      '',
      'Hello',
      'WEBVTT\n\nNOTE nothing',
      `\n${captions}`,
      captions.replace('WEBVTT\n', 'WEBVTTS\n'),
    ])
      await refused(insert({ storage_path: path(), captions: wrong }), code.check)
    await touches(owner.client.from('video_messages').update({ captions: null }).eq('id', id).select(), 1)
  })

  it('a letter to one person keeps their designation from being deleted, and cannot be for a designee of another owner', async () => {
    const [home, other] = await Promise.all([
      household('hidden', ['beneficiary']),
      household('hidden', ['trustee']),
    ])
    await refused(write(home.owner, 'x', { for_beneficiary: other.designation.trustee }), code.foreignKey)
    await succeed(write(home.owner, 'For Ben', { for_beneficiary: home.designation.beneficiary }))
    await refused(
      home.owner.client.from('designations').delete().eq('id', home.designation.beneficiary).select(),
      code.foreignKey,
    )
  })

  it('opening a letter is noted by its title for its reader, and cannot be noted by anyone else', async () => {
    const {
      owner: writer,
      beneficiary,
      trustee,
      designation,
    } = await household('open', ['beneficiary', 'trustee'])
    const { id } = await succeed(write(writer, 'For Ben', { for_beneficiary: designation.beneficiary }))
    const open = ({ client }: Person) =>
      client.rpc('record_view', { owner_id: writer.id, section: 'messages', item_id: id })
    await succeed(open(beneficiary))
    await refused(open(trustee), code.notThisPerson)
    const events = await succeed(
      writer.client
        .from('access_events')
        .select('action, detail')
        .eq('owner_id', writer.id)
        .eq('action', 'file_opened'),
    )
    expect(events).toMatchObject([{ detail: { section: 'messages', title: 'For Ben', item_id: id } }])
  })
})

describe.skipIf(!hasSql)(`letters whose day comes after the release${needsSql}`, () => {
  /** A plan released ten days ago, with a letter to its beneficiary for a day that came since, and one for a later day. */
  const released = async (): Promise<Household<'beneficiary' | 'trustee' | 'executor' | 'revoked'>> => {
    const home = await household('hidden', ['beneficiary', 'trustee', 'executor', 'revoked'])
    const { owner, designation } = home
    await succeed(
      write(owner, 'Came', { for_beneficiary: designation.beneficiary, deliver_on: dayFromNow(-1) }),
    )
    await succeed(
      write(owner, 'Waits', { for_beneficiary: designation.beneficiary, deliver_on: dayFromNow(30) }),
    )
    await succeed(write(owner, 'Lost', { for_beneficiary: designation.revoked }))
    await submitCertificate(owner, owner)
    await decide(owner, 'approved')
    await passWaitingTime(owner, 10)
    return home
  }
  const noticesFor = async ({ client }: Person) => succeed(client.rpc('message_notices'))

  it('a letter is told on its day, shown as waiting before, and named to the executor where it reaches no one', async () => {
    const { owner, beneficiary, trustee, executor } = await released()
    const notice = { owner_id: owner.id, came_on: null, waits: false, reaching_no_one: [] }
    expect(await noticesFor(beneficiary)).toEqual([{ ...notice, came_on: dayFromNow(-1), waits: true }])
    expect(await noticesFor(trustee)).toEqual([])
    expect(await noticesFor(executor)).toMatchObject([{ ...notice, reaching_no_one: [expect.any(String)] }])
    expect((await lettersReadBy(beneficiary, owner)).letters).toEqual(['Came'])
    const told = async () =>
      (
        await asAdministrator<{ count: number }>(
          `select count(*)::integer as count from private.mail_outbox where kind = 'message_due' and to_email = $1`,
          [beneficiary.email],
        )
      )[0]?.count
    for (let run = 0; (await told()) === 0 && run < 50; run += 1)
      await asAdministrator(`select private.tell_of_messages($1::timestamptz)`, [
        `${dayFromNow(0)}T12:00:00Z`,
      ])
    expect(await told()).toBe(1)
    const [came] = await succeed(
      beneficiary.client.from('video_messages').select('id').eq('user_id', owner.id).eq('title', 'Came'),
    )
    await succeed(
      beneficiary.client.rpc('record_view', {
        owner_id: owner.id,
        section: 'messages',
        item_id: came?.id ?? '',
      }),
    )
    expect(await noticesFor(beneficiary)).toEqual([{ ...notice, waits: true }])
  })

  it('a letter is changed by no one once the death is verified, not by the administrator either', async () => {
    const { owner } = await released()
    await fails(
      asAdministrator(`update public.video_messages set body = 'x' where user_id = $1 and body is not null`, [
        owner.id,
      ]),
      code.frozen,
    )
  })
})
