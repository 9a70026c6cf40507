// Messages whose day comes after a release: who is told of them, when, and how little before that day.
import { describe, expect, it } from 'vitest'
import {
  address,
  anonymous,
  applyDueChanges,
  asAdministrator,
  type Cast,
  changeAddress,
  decide,
  deleteAccount,
  designateAccepted,
  type Household,
  hasSql,
  holdRows,
  household,
  isDatabaseOnly,
  needsSql,
  type Person,
  passWaitingTime,
  person,
  submitCertificate,
  succeed,
  takeMail,
} from '../support/people.ts'
import { code, refused } from './answers.ts'

const dayFromNow = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

interface Message {
  id: string
  deliver_on: string | null
  for_beneficiary: number | null
}

/** Records a message for all, or for one designation, with a day so many days from now or without one. */
const record = async (
  { client, id: user_id }: Person,
  days: number | null,
  for_beneficiary: number | null = null,
): Promise<Message> =>
  succeed(
    client
      .from('video_messages')
      .insert({
        user_id,
        title: 'A secret title',
        storage_path: `${user_id}/${crypto.randomUUID()}.mp4`,
        for_beneficiary,
        deliver_on: days === null ? null : dayFromNow(days),
      })
      .select('id, deliver_on, for_beneficiary')
      .single(),
  )

/** A plan that was released ten days ago. @param prepare what the owner does before their death */
async function releasedLately<Present extends Cast>(
  present: readonly Present[],
  prepare: (home: Household<Present>) => Promise<void>,
): Promise<Household<Present>> {
  const home = await household('hidden', present)
  await prepare(home)
  await submitCertificate(home.owner, home.owner)
  await decide(home.owner, 'approved')
  await passWaitingTime(home.owner, 10)
  return home
}

/** One run of housekeeping at this hour of the day so many days from now, in UTC. */
const tellOnceAt = (hour: string, days = 0) =>
  asAdministrator(`select private.tell_of_messages($1::timestamptz)`, [`${dayFromNow(days)}T${hour}Z`])

/** How many messages were told of. @param owner of one plan alone */
async function countTold(owner?: Person): Promise<number> {
  const [row] = await asAdministrator<{ count: number }>(
    `select count(*)::integer as count
       from private.messages_told t join public.video_messages v on v.id = t.message_id
      where $1::uuid is null or v.user_id = $1`,
    [owner?.id ?? null],
  )
  return row?.count ?? 0
}

/** As many runs as there is something to tell, for the families of other tests as well. */
async function tellAt(hour: string, days = 0): Promise<void> {
  const before = await countTold()
  await tellOnceAt(hour, days)
  if ((await countTold()) > before) await tellAt(hour, days)
}

const mailsTo = ({ email }: Person) =>
  asAdministrator<{ id: string; payload: Record<string, unknown> }>(
    `select id, payload from private.mail_outbox where to_email = $1 and kind = 'message_due' order by created_at`,
    [email],
  )
const toldDays = async (who: Person) => (await mailsTo(who)).map(({ payload }) => payload.deliver_on)

const noticesFor = async ({ client }: Person) => succeed(client.rpc('message_notices'))

/** Which of the emails about messages are taken to be sent. The others are taken too, so nothing is left. */
async function claimed(who: Person): Promise<number> {
  const sent = await takeMail()
  return sent.filter(({ to_email, kind }) => to_email === who.email && kind === 'message_due').length
}

describe.skipIf(!hasSql)(`messages whose day comes after the release${needsSql}`, () => {
  it('message_due is emailed to everyone who can read the message, each once, on its day', async () => {
    const home = await releasedLately(
      ['beneficiary', 'trustee', 'executor', 'invited', 'revoked', 'stranger'],
      async ({ owner }) => {
        await record(owner, 0)
      },
    )
    await tellAt('10:00')
    await tellAt('10:01')
    await tellAt('23:59')
    await tellAt('10:00', 1)
    for (const who of [home.beneficiary, home.trustee, home.executor])
      expect(await toldDays(who)).toEqual([dayFromNow(0)])
    for (const who of [home.owner, home.invited, home.revoked, home.stranger])
      expect(await toldDays(who)).toEqual([])
  })

  it('message_due for one person is emailed to that person alone, and names neither its title nor its file', async () => {
    const home = await releasedLately(['beneficiary', 'executor'], async ({ owner, designation }) => {
      await record(owner, 0, designation.beneficiary)
    })
    await tellAt('10:00')
    expect(await toldDays(home.executor)).toEqual([])
    const [{ payload } = { payload: {} }, ...more] = await mailsTo(home.beneficiary)
    expect(more).toEqual([])
    expect(payload).toMatchObject({
      recipient: 'designee',
      owner_id: home.owner.id,
      deliver_on: dayFromNow(0),
      is_today: true,
    })
    expect(JSON.stringify(payload)).not.toMatch(/secret|mp4/)
  })

  it('message_due leaves at 10:00 UTC of its day, not before, and says "today" on that day alone', async () => {
    const { beneficiary } = await releasedLately(['beneficiary'], async ({ owner }) => {
      await record(owner, 0)
      await record(owner, 1)
    })
    await tellAt('09:59')
    await tellAt('23:59', -1)
    expect(await toldDays(beneficiary)).toEqual([])
    await tellAt('10:00')
    await tellAt('09:59', 1)
    expect(await toldDays(beneficiary)).toEqual([dayFromNow(0)])
    await tellAt('00:00', 3)
    const said = (await mailsTo(beneficiary)).map(({ payload }) => [payload.deliver_on, payload.is_today])
    expect(said).toEqual([
      [dayFromNow(0), true],
      [dayFromNow(1), false],
    ])
  })

  it('message_due is made up for 30 days, and then no more', async () => {
    const { beneficiary } = await releasedLately(['beneficiary'], async ({ owner }) => {
      await record(owner, 0)
    })
    await tellAt('10:00', 31)
    expect(await toldDays(beneficiary)).toEqual([])
    await tellAt('10:00', 30)
    expect(await toldDays(beneficiary)).toEqual([dayFromNow(0)])
  })

  it('messages that can be read at the release are told by its own email alone, and on no screen', async () => {
    const home = await releasedLately(['beneficiary'], async ({ owner }) => {
      await record(owner, null)
      await record(owner, -10)
      await record(owner, -11)
    })
    for (const days of [-11, -10, -9, 0]) await tellAt('10:00', days)
    expect(await toldDays(home.beneficiary)).toEqual([])
    expect(await noticesFor(home.beneficiary)).toEqual([])
  })

  it.each(['open', 'hidden, in review', 'waiting', 'stopped'] as const)(
    'message_due is not emailed, and no screen says anything, while the plan is %s',
    async (state) => {
      const home = await household(state, ['beneficiary', 'executor'], ({ owner }) => [
        record(owner, 0),
        record(owner, 3),
      ])
      await tellAt('10:00')
      for (const who of [home.beneficiary, home.executor]) {
        expect(await toldDays(who)).toEqual([])
        expect(await noticesFor(who)).toEqual([])
      }
    },
  )

  it('several messages for one day are one email, to a person who was named twice as well', async () => {
    const email = address('Ben elsewhere')
    const home = await releasedLately(['beneficiary'], async ({ owner, beneficiary, designation }) => {
      await changeAddress(beneficiary, email)
      const other = await designateAccepted(owner, { ...beneficiary, email }, 'trustee')
      await record(owner, 0)
      await record(owner, 0, designation.beneficiary)
      await record(owner, 0, other)
    })
    await tellAt('10:00')
    expect(await toldDays({ ...home.beneficiary, email })).toEqual([dayFromNow(0)])
    expect(await toldDays(home.beneficiary)).toEqual([])
  })

  it('message_due is not sent any more to a person who stepped down meanwhile, nor after the owner stopped the release', async () => {
    const home = await releasedLately(['beneficiary', 'trustee'], async ({ owner }) => {
      await record(owner, 0)
    })
    const { owner, beneficiary, trustee, designation } = home
    // What waits for the same people in another plan is no reason to send what they may not read any more.
    await releasedLately([], async ({ owner: other }) => {
      for (const who of [beneficiary, trustee]) await designateAccepted(other, who, 'beneficiary')
      await record(other, 2)
    })
    await tellAt('10:00')
    await succeed(trustee.client.rpc('step_down', { designation_id: designation.trustee }))
    expect(await toldDays(trustee)).toHaveLength(1)
    expect(await claimed(trustee)).toBe(0)
    // Tried a moment ago, and due again: the owner has stopped the release meanwhile.
    await succeed(owner.client.rpc('stop_release'))
    await asAdministrator(
      `update private.mail_outbox set attempts = 0, next_attempt_at = now() where to_email = $1 and sent_at is null`,
      [beneficiary.email],
    )
    expect(await claimed(beneficiary)).toBe(0)
  })

  it('message_due is sent to those who can still read it', async () => {
    const { beneficiary } = await releasedLately(['beneficiary'], async ({ owner }) => {
      await record(owner, 0)
    })
    await tellAt('10:00')
    expect(await claimed(beneficiary)).toBe(1)
  })

  it('message_due is not emailed to a person who stepped down before the day', async () => {
    const { trustee, designation, beneficiary } = await releasedLately(
      ['beneficiary', 'trustee'],
      async ({ owner }) => {
        await record(owner, 0)
      },
    )
    await succeed(trustee.client.rpc('step_down', { designation_id: designation.trustee }))
    await tellAt('10:00')
    expect(await toldDays(trustee)).toEqual([])
    expect(await toldDays(beneficiary)).toHaveLength(1)
  })

  it('the one person a message is for is told within 30 days after the day if they accept only then', async () => {
    const { invited, designation } = await releasedLately(['invited'], async ({ owner, designation }) => {
      await record(owner, 0, designation.invited)
    })
    await tellAt('10:00')
    expect(await toldDays(invited)).toEqual([])
    await succeed(invited.client.rpc('accept_designation_invite', { designation_id: designation.invited }))
    await tellAt('10:00', 2)
    expect((await mailsTo(invited)).map(({ payload }) => payload.is_today)).toEqual([false])
  })

  it('a day that an owner chose after stopping a release is told again, and is new on the screens', async () => {
    const { owner, beneficiary } = await releasedLately(['beneficiary'], async ({ owner }) => {
      await record(owner, -3)
    })
    await tellAt('10:00', -3)
    expect(await toldDays(beneficiary)).toEqual([dayFromNow(-3)])
    const [message] = await succeed(
      beneficiary.client
        .from('video_messages')
        .select('id, user_id')
        .eq('user_id', owner.id)
        .not('deliver_on', 'is', null),
    )
    await succeed(
      beneficiary.client.rpc('record_view', {
        owner_id: owner.id,
        section: 'messages',
        item_id: message?.id ?? '',
      }),
    )
    expect(await noticesFor(beneficiary)).toEqual([])
    await asAdministrator(
      `update public.access_events set created_at = created_at - interval '2 days' where owner_id = $1`,
      [owner.id],
    )
    await succeed(owner.client.rpc('stop_release'))
    await succeed(
      owner.client
        .from('video_messages')
        .update({ deliver_on: dayFromNow(0) })
        .eq('id', message?.id ?? '')
        .select(),
    )
    await asAdministrator(
      `update private.certificate_submissions set decided_at = now() - interval '9 days', submitted_at = now() - interval '9 days' where owner_id = $1`,
      [owner.id],
    )
    await submitCertificate(owner, owner)
    await decide(owner, 'approved')
    await passWaitingTime(owner, 5)
    await tellAt('10:00')
    await tellAt('10:01')
    expect(await toldDays(beneficiary)).toEqual([dayFromNow(-3), dayFromNow(0)])
    expect((await noticesFor(beneficiary)).map(({ came_on }) => came_on)).toEqual([dayFromNow(0)])
  })

  it('tell_of_messages tells of ten messages in a run, those of the earliest days first, and of the others in the next', async () => {
    const days = [0, ...Array<number>(10).fill(-1)]
    const { owner, beneficiary } = await releasedLately(['beneficiary'], async (home) => {
      for (const day of days) await record(home.owner, day, home.designation.beneficiary)
    })
    // Of the messages of other tests.
    await asAdministrator(
      `insert into private.messages_told (message_id, deliver_on)
       select v.id, v.deliver_on from public.video_messages v where v.user_id <> $1 and v.deliver_on is not null
       on conflict do nothing`,
      [owner.id],
    )
    await tellOnceAt('10:00')
    expect(await countTold(owner)).toBe(10)
    expect(await toldDays(beneficiary)).toEqual([dayFromNow(-1)])
    await tellOnceAt('10:00')
    expect(await countTold(owner)).toBe(11)
    expect(await toldDays(beneficiary)).toEqual([dayFromNow(-1), dayFromNow(0)])
  })

  // The embedded engine has one connection.
  it.skipIf(!isDatabaseOnly)(
    'tell_of_messages waits for no one: it leaves out a message that another run or a deletion holds',
    async () => {
      const { owner, beneficiary } = await releasedLately(['beneficiary'], async (home) => {
        await record(home.owner, 0)
      })
      const letGo = await holdRows('select from public.video_messages where user_id = $1', [owner.id])
      await tellAt('10:00')
      await letGo()
      expect(await toldDays(beneficiary)).toEqual([])
      await tellAt('10:00')
      expect(await toldDays(beneficiary)).toEqual([dayFromNow(0)])
    },
  )

  it('tell_of_messages is one of the due changes of housekeeping', async () => {
    const { beneficiary } = await releasedLately(['beneficiary'], async ({ owner }) => {
      await record(owner, -1)
    })
    await applyDueChanges()
    expect(await toldDays(beneficiary)).toEqual([dayFromNow(-1)])
  })
})

describe.skipIf(!hasSql)(`what screens say of messages whose day comes after the release${needsSql}`, () => {
  it('message_notices says before the day that a message waits, without its title or date, to its reader alone', async () => {
    const home = await releasedLately(
      ['beneficiary', 'trustee', 'executor', 'invited', 'revoked', 'stranger'],
      async ({ owner, designation }) => {
        await record(owner, 1, designation.beneficiary)
      },
    )
    const { owner, beneficiary, trustee, executor, invited, revoked, stranger } = home
    expect(await noticesFor(beneficiary)).toEqual([
      { owner_id: owner.id, came_on: null, waits: true, reaching_no_one: [] },
    ])
    for (const who of [owner, trustee, executor, invited, revoked, stranger])
      expect(await noticesFor(who)).toEqual([])
    await refused(anonymous.rpc('message_notices'), code.notAllowed)
  })

  it('message_notices says to everyone it is for that a message came, to each until they opened it', async () => {
    const { owner, beneficiary, trustee, client } = await releasedLately(
      ['beneficiary', 'trustee'],
      async ({ owner }) => {
        await record(owner, -2)
        await record(owner, 0)
        await record(owner, 5)
      },
    ).then((home) => ({ ...home, client: home.beneficiary.client }))
    const notice = (came_on: string | null) => [
      { owner_id: owner.id, came_on, waits: true, reaching_no_one: [] },
    ]
    const messages = await succeed(
      client
        .from('video_messages')
        .select('id, deliver_on')
        .eq('user_id', owner.id)
        .not('deliver_on', 'is', null)
        .order('deliver_on'),
    )
    expect(messages.map(({ deliver_on }) => deliver_on)).toEqual([dayFromNow(-2), dayFromNow(0)])
    const view = (item_id?: string) =>
      succeed(
        client.rpc('record_view', {
          owner_id: owner.id,
          section: 'messages',
          ...(item_id ? { item_id } : {}),
        }),
      )
    // The list alone is not the message.
    await view()
    expect(await noticesFor(beneficiary)).toEqual(notice(dayFromNow(0)))
    await view(messages[1]?.id)
    expect(await noticesFor(beneficiary)).toEqual(notice(dayFromNow(-2)))
    await view(messages[0]?.id)
    expect(await noticesFor(beneficiary)).toEqual(notice(null))
    expect(await noticesFor(trustee)).toEqual(notice(dayFromNow(0)))
  })

  it('message_notices says nothing any more to a person who stepped down', async () => {
    const { executor, designation } = await releasedLately(['executor'], async ({ owner }) => {
      await record(owner, 0)
      await record(owner, 1)
    })
    expect(await noticesFor(executor)).toHaveLength(1)
    await succeed(executor.client.rpc('step_down', { designation_id: designation.executor }))
    expect(await noticesFor(executor)).toEqual([])
  })

  it('message_notices names to an executor, and to no one else, for whom there are messages that reach no one', async () => {
    const home = await releasedLately(
      ['beneficiary', 'trustee', 'executor', 'invited', 'revoked'],
      async ({ owner, designation, beneficiary }) => {
        await record(owner, null, designation.revoked)
        await record(owner, 3, designation.revoked)
        await record(owner, null, designation.beneficiary)
        await record(owner, null, designation.invited)
        await succeed(beneficiary.client.rpc('step_down', { designation_id: designation.beneficiary }))
      },
    )
    const { owner, executor, trustee, invited, designation } = home
    const names = async () => {
      const rows = await succeed(
        owner.client.from('designations').select('id, person_name').eq('owner_id', owner.id),
      )
      return new Map(rows.map(({ id, person_name }) => [id, person_name]))
    }
    const nameOf = await names()
    const lost = async () => (await noticesFor(executor)).map(({ reaching_no_one }) => reaching_no_one)
    expect(await lost()).toEqual([
      [nameOf.get(designation.beneficiary), nameOf.get(designation.revoked)].sort(),
    ])
    expect(await noticesFor(trustee)).toEqual([])
    // An open invitation may still be accepted, until its person declines.
    await succeed(invited.client.rpc('decline_designation_invite', { designation_id: designation.invited }))
    expect(await lost()).toEqual([
      [
        ...[designation.beneficiary, designation.invited, designation.revoked].map((id) => nameOf.get(id)),
      ].sort(),
    ])
  })

  it('message_notices names to an executor a person who deleted their account, if their invitation is not open again', async () => {
    const [left, back] = await Promise.all([person('Lea Left'), person('Bea Back')])
    const { executor } = await releasedLately(['executor'], async ({ owner }) => {
      for (const who of [left, back])
        await record(owner, null, await designateAccepted(owner, who, 'beneficiary'))
    })
    expect(await noticesFor(executor)).toEqual([])
    // A later holder of the address that Lea was invited by must not read what is for her.
    await changeAddress(left, address('Lea elsewhere'))
    for (const who of [left, back]) await deleteAccount(who)
    expect((await noticesFor(executor)).map(({ reaching_no_one }) => reaching_no_one)).toEqual([['Lea Left']])
  })

  it('message_notices and message_due keep the messages of two owners apart, to a person whom both named', async () => {
    const one = await releasedLately(['executor'], async ({ owner, designation }) => {
      await record(owner, 0, designation.executor)
    })
    const two = await releasedLately(['beneficiary', 'revoked'], async ({ owner, designation }) => {
      await record(owner, 2, await designateAccepted(owner, one.executor, 'executor'))
      await record(owner, 0, designation.beneficiary)
      await record(owner, null, designation.revoked)
    })
    await tellAt('10:00')
    expect((await mailsTo(one.executor)).map(({ payload }) => payload.owner_id)).toEqual([one.owner.id])
    expect((await mailsTo(two.beneficiary)).map(({ payload }) => payload.owner_id)).toEqual([two.owner.id])
    const notices = await noticesFor(one.executor)
    expect(notices.find(({ owner_id }) => owner_id === one.owner.id)).toMatchObject({
      came_on: dayFromNow(0),
      waits: false,
      reaching_no_one: [],
    })
    expect(notices.find(({ owner_id }) => owner_id === two.owner.id)).toMatchObject({
      came_on: null,
      waits: true,
      reaching_no_one: [expect.any(String)],
    })
    expect(notices).toHaveLength(2)
  })

  it('message_notices names to an executor a person who changed their address after the invitation only once they deleted their account', async () => {
    const { executor, invited } = await releasedLately(['executor', 'invited'], async (home) => {
      await record(home.owner, null, home.designation.invited)
      await changeAddress(home.invited, address('Ida elsewhere'))
    })
    expect(await noticesFor(executor)).toEqual([])
    await deleteAccount(invited)
    expect((await noticesFor(executor)).map(({ reaching_no_one }) => reaching_no_one)).toEqual([
      [expect.any(String)],
    ])
  })
})
