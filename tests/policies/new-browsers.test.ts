// A browser that is new to an account: what it waits for, who is told, and who answers for it.
import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import {
  address,
  asAdministrator,
  deleteAccount,
  designate,
  hasSql,
  household,
  needsSql,
  type Person,
  person,
  service,
  signInFrom,
  submitCertificate,
  succeed,
} from '../support/people.ts'
import { code, fails, refused, touches } from './answers.ts'

const laptop = 'Safari on a Mac'
const elsewhere = 'Chrome on Windows'
const wait = 24 * 60 * 60

/** An owner with a laptop that they have used, and someone else who reads their mail, in another browser. */
async function mailboxWithTwoReaders() {
  const home = await household('hidden', ['executor', 'invited'])
  const owner = await signInFrom(home.owner, randomUUID(), laptop)
  const stranger = await signInFrom(home.owner, randomUUID(), elsewhere)
  return { ...home, owner, stranger }
}

const newBrowsers = ({ client }: Person) => succeed(client.rpc('my_new_browsers'))
/** The only new browser that a person is asked about. */
async function asked(someone: Person): Promise<string> {
  const [browser, ...more] = (await newBrowsers(someone)).filter(({ is_mine }) => !is_mine)
  expect(more).toEqual([])
  return browser?.id ?? ''
}
const confirm = ({ client }: Person, browser_id: string) => client.rpc('confirm_browser', { browser_id })
const refuse = ({ client }: Person, browser_id: string) => client.rpc('refuse_browser', { browser_id })
const liftHold = ({ client }: Person) => client.rpc('set_visibility_hold', { hold: false })
const mayDoEverything = async ({ client }: Person) => {
  const { data, error } = await client.rpc('require_known_browser')
  expect(data).toBe(error ? null : true)
  expect([null, code.browserIsNew]).toContain(error?.code ?? null)
  return error === null
}

/** Moves the past of a person's browsers back by hours. */
const letPass = ({ id }: Person, hours: number) =>
  asAdministrator(
    `update private.browsers set signed_in_at = signed_in_at - make_interval(hours => $2),
            last_used_at = last_used_at - make_interval(hours => $2), held_until = held_until - make_interval(hours => $2)
      where user_id = $1`,
    [id, hours],
  )
const year = 365 * 24 + 7
const mailsOf = ({ email }: Person) =>
  asAdministrator<{ payload: object }>(
    `select payload from private.mail_outbox where to_email = $1 and kind = 'browser_signed_in' order by created_at`,
    [email],
  )
const historyOf = async ({ client, id }: Person) =>
  (
    await succeed(
      client
        .from('access_events')
        .select('action, actor_role, detail')
        .eq('owner_id', id)
        .like('action', 'browser_%')
        .order('id'),
    )
  ).map(({ action, actor_role, detail }) => [action, actor_role, detail])

describe('new browsers', () => {
  it('a new browser of an account that has used another may not lift the hold, change the waiting period, or name, remove or revoke people or change their roles, for a day', async () => {
    const { stranger, designation } = await mailboxWithTwoReaders()
    const { client, id } = stranger
    await refused(liftHold(stranger), code.browserIsNew)
    await refused(client.rpc('set_visibility_hold', { hold: false, days: 7 }), code.browserIsNew)
    await refused(
      client.from('profiles').update({ visibility_hold: false }).eq('user_id', id),
      code.browserIsNew,
    )
    await refused(
      client.from('profiles').update({ release_wait_days: 3 }).eq('user_id', id),
      code.browserIsNew,
    )
    const named = { owner_id: id, person_name: 'Mallory', person_email: address('Mallory') }
    await refused(client.from('designations').insert(named), code.browserIsNew)
    await refused(client.from('designations').delete().eq('id', designation.executor), code.browserIsNew)
    await refused(
      client.rpc('revoke_designation', { designation_id: designation.executor }),
      code.browserIsNew,
    )
    await refused(
      client.rpc('change_designation_role', { designation_id: designation.executor, role: 'beneficiary' }),
      code.browserIsNew,
    )
    await refused(client.rpc('require_known_browser'), code.browserIsNew)
    expect(
      await succeed(client.from('profiles').select('visibility_hold, release_wait_days').eq('user_id', id)),
    ).toEqual([{ visibility_hold: true, release_wait_days: 0 }])
    const people = await succeed(client.from('designations').select('person_name').is('revoked_at', null))
    expect(people).toHaveLength(3)
  })

  it('a new browser of an account that has used another is told in seconds how long it has to wait', async () => {
    const { stranger } = await mailboxWithTwoReaders()
    const { error } = await liftHold(stranger)
    expect(Number(error?.details)).toBeGreaterThan(wait - 60)
    expect(Number(error?.details)).toBeLessThanOrEqual(wait)
    const [mine, ...more] = await newBrowsers(stranger)
    expect(more).toEqual([])
    expect(mine).toMatchObject({ label: elsewhere, is_mine: true })
    expect(Math.abs(Date.parse(mine?.held_until ?? '') - Date.now() - wait * 1000)).toBeLessThan(60_000)
  })

  it('a new browser of an account that has used another reads the plan and writes in it', async () => {
    const { stranger, row } = await mailboxWithTwoReaders()
    const { client, id } = stranger
    await touches(client.from('contacts').select().eq('id', row.contact), 1)
    await touches(client.from('contacts').update({ phone: '1' }).eq('id', row.contact).select(), 1)
    await succeed(client.from('contacts').insert({ user_id: id, name: 'Cousin Cleo' }).select())
    await touches(client.from('profiles').update({ full_name: 'Olive O.' }).eq('user_id', id).select(), 1)
  })

  it('a new browser of an account that has used another puts the hold back on, and does not move the end of one that is lifted', async () => {
    const { owner, stranger } = await mailboxWithTwoReaders()
    await succeed(owner.client.rpc('set_visibility_hold', { hold: false, days: 7 }))
    await refused(liftHold(stranger), code.browserIsNew)
    await succeed(stranger.client.rpc('set_visibility_hold', { hold: true }))
    await touches(
      stranger.client.from('profiles').select().eq('visibility_hold', true).eq('user_id', stranger.id),
      1,
    )
  })

  it('a new browser of an account that has used another stops a release at once, and brings back what was removed, but no people', async () => {
    const { owner, stranger, executor, designation, row } = await mailboxWithTwoReaders()
    await submitCertificate(executor, owner)
    await touches(owner.client.from('designations').delete().eq('id', designation.executor).select(), 1)
    await touches(owner.client.from('contacts').delete().eq('id', row.contact).select(), 1)
    await succeed(stranger.client.rpc('stop_release'))
    await touches(
      owner.client.from('profiles').select().eq('user_id', owner.id).eq('death_review', 'rejected'),
      1,
    )
    expect(await succeed(stranger.client.rpc('bring_back_removed'))).toBe(1)
    expect(await succeed(stranger.client.rpc('removed_since_stop'))).toMatchObject([
      { table_name: 'designations', refused: code.browserIsNew },
    ])
    await touches(executor.client.from('designations').select().eq('id', designation.executor), 0)
    expect(await succeed(owner.client.rpc('bring_back_removed'))).toBe(1)
    await touches(executor.client.from('designations').select().eq('id', designation.executor), 1)
  })

  it('a new browser of an account that has used another does not give a person whom the owner revoked their access back', async () => {
    const { owner, stranger, executor, designation } = await mailboxWithTwoReaders()
    await submitCertificate(executor, owner)
    await succeed(owner.client.rpc('revoke_designation', { designation_id: designation.executor }))
    await succeed(owner.client.rpc('stop_release'))
    expect(await succeed(stranger.client.rpc('bring_back_removed'))).toBe(0)
    await touches(
      owner.client.from('designations').select().eq('id', designation.executor).not('revoked_at', 'is', null),
      1,
    )
  })

  it('a new browser of an account that has used another answers invitations that others sent to the person', async () => {
    const { stranger } = await mailboxWithTwoReaders()
    const friend = await person('Fred Friend')
    const designation_id = await designate(friend, stranger.email, 'executor')
    await succeed(stranger.client.rpc('accept_designation_invite', { designation_id }))
  })

  it('a new browser of an account that has used another does not hold up the browsers that were used before, nor other accounts', async () => {
    const { owner, executor } = await mailboxWithTwoReaders()
    expect(await mayDoEverything(owner)).toBe(true)
    expect(await mayDoEverything(executor)).toBe(true)
    await succeed(liftHold(owner))
  })

  it.skipIf(!hasSql)(
    `a new browser of an account that has used another is told to the owner by mail and in the history, once${needsSql}`,
    async () => {
      const { owner, executor } = await mailboxWithTwoReaders()
      const again = randomUUID()
      for (let times = 0; times < 2; times += 1) await signInFrom(owner, again)
      expect(await historyOf(owner)).toEqual([
        ['browser_signed_in', 'owner', { browser: elsewhere }],
        ['browser_signed_in', 'owner', { browser: null }],
      ])
      const mails = await mailsOf(owner)
      expect(mails.map(({ payload }) => payload)).toEqual([
        {
          recipient: 'owner',
          browser: elsewhere,
          signed_in_at: expect.any(String),
          until: expect.any(String),
        },
        { recipient: 'owner', browser: null, signed_in_at: expect.any(String), until: expect.any(String) },
      ])
      expect(await mailsOf(executor)).toEqual([])
    },
  )

  it('a new browser of an account that has used another keeps its wait in a second session', async () => {
    const { owner } = await mailboxWithTwoReaders()
    const browser = randomUUID()
    for (let times = 0; times < 2; times += 1)
      expect(await mayDoEverything(await signInFrom(owner, browser))).toBe(false)
  })

  it('a new browser of an account that has used another is held up by what functions ask with its session alone', async () => {
    const { owner } = await mailboxWithTwoReaders()
    expect(
      await succeed(
        service
          .rpc('session_held_until', { p_session_id: randomUUID() })
          .then(({ data, error }) => ({ data: [data], error })),
      ),
    ).toEqual([null])
    await refused(owner.client.rpc('session_held_until', { p_session_id: randomUUID() }), code.notAllowed)
  })
})

describe('known browsers', () => {
  it('a browser that does not have to wait is the first one of an account, of which no one is told', async () => {
    const before = await person('Ann')
    const owner = await signInFrom(before)
    expect(await mayDoEverything(owner)).toBe(true)
    for (const session of [before, owner]) expect(await newBrowsers(session)).toEqual([])
    expect(await historyOf(owner)).toEqual([])
    if (hasSql) expect(await mailsOf(owner)).toEqual([])
  })

  it('a browser that does not have to wait is one that was used before, whose session had ended', async () => {
    const ann = await person('Ann')
    const browser = randomUUID()
    await signInFrom(ann, browser)
    await signInFrom(ann)
    expect(await mayDoEverything(await signInFrom(ann, browser))).toBe(true)
  })

  it('a browser that does not have to wait is one of a session that began before browsers were told apart', async () => {
    const ann = await person('Ann')
    await signInFrom(ann)
    expect(await mayDoEverything(ann)).toBe(true)
  })

  it('a browser that does not have to wait is the first of two that sign in at the same time, and not the other', async () => {
    const ann = await person('Ann')
    const both = await Promise.all([signInFrom(ann), signInFrom(ann)])
    const may = await Promise.all(both.map(mayDoEverything))
    expect(may.sort()).toEqual([false, true])
  })

  it('a browser that does not have to wait is not one that another account uses', async () => {
    const [ann, bob] = [await person('Ann'), await person('Bob')]
    const browser = randomUUID()
    await signInFrom(ann)
    await signInFrom(bob, browser)
    expect(await mayDoEverything(await signInFrom(ann, browser))).toBe(false)
    expect(await mayDoEverything(await signInFrom(bob, browser))).toBe(true)
  })

  describe.skipIf(!hasSql)(`after some time${needsSql}`, () => {
    it('is a new one after a day, and not before', async () => {
      const { stranger } = await mailboxWithTwoReaders()
      await letPass(stranger, 23)
      await refused(liftHold(stranger), code.browserIsNew)
      await letPass(stranger, 1)
      expect(await newBrowsers(stranger)).toEqual([])
      await succeed(liftHold(stranger))
    })

    it('is a new one of an account that used none for a year, whose owner is mailed all the same', async () => {
      const ann = await person('Ann')
      const laptopId = randomUUID()
      await signInFrom(ann, laptopId)
      await letPass(ann, year)
      // The app is opened in a browser of another account.
      await newBrowsers(await signInFrom(await person('Bob')))
      await asAdministrator(`update auth.users set created_at = now() - interval '2 years' where id = $1`, [
        ann.id,
      ])
      const phone = await signInFrom(ann)
      expect(await mayDoEverything(phone)).toBe(true)
      const [mail] = await mailsOf(ann)
      expect(mail?.payload).toMatchObject({ until: null })
      expect(await historyOf(ann)).toHaveLength(1)
      // The browser that was not used for a year is a new one itself by now.
      expect(await mayDoEverything(await signInFrom(ann, laptopId))).toBe(false)
    })

    it.each(['waiting', 'refused'])(
      'is a new one of an account with no known browser but one that is %s',
      async (state) => {
        const ann = await person('Ann')
        const owner = await signInFrom(ann)
        await letPass(ann, year)
        await newBrowsers(owner)
        await signInFrom(ann)
        if (state === 'refused') await refuse(owner, await asked(owner))
        const held = state === 'refused' ? `now() - interval '1 hour'` : 'held_until'
        await asAdministrator(
          `update private.browsers set held_until = ${held},
                last_used_at = case when held_until is null then now() - interval '2 years' else last_used_at end
          where user_id = $1`,
          [ann.id],
        )
        expect(await mayDoEverything(await signInFrom(ann))).toBe(true)
      },
    )

    it('goes on being known as long as the app is opened there, without signing in again', async () => {
      const [ann, bob] = [await signInFrom(await person('Ann')), await signInFrom(await person('Bob'))]
      for (const who of [ann, bob]) await letPass(who, year - 24)
      await newBrowsers(ann)
      for (const who of [ann, bob]) await letPass(who, 48)
      expect(await mayDoEverything(await signInFrom(ann))).toBe(false)
      expect(await mayDoEverything(await signInFrom(bob))).toBe(true)
    })

    it('is forgotten after a year without use, with what is known of it', async () => {
      const ann = await signInFrom(await person('Ann'))
      const bob = await signInFrom(await person('Bob'))
      await letPass(ann, year)
      await succeed(service.rpc('delete_outdated').then(({ error }) => ({ data: [], error })))
      const left = await asAdministrator('select user_id from private.browsers where user_id = any ($1)', [
        [ann.id, bob.id],
      ])
      expect(left).toEqual([{ user_id: bob.id }])
      const noted = await asAdministrator(
        'select user_id from private.admitted_sessions where user_id = any ($1) and browser_id is not null',
        [[ann.id, bob.id]],
      )
      expect(noted).toEqual([{ user_id: bob.id }])
      expect(await mayDoEverything(ann)).toBe(true)
    })
  })
})

describe('answers', () => {
  it('the browsers used before are asked about a new one, and with one press it may do everything', async () => {
    const { owner, stranger, executor } = await mailboxWithTwoReaders()
    expect(await newBrowsers(owner)).toMatchObject([{ label: elsewhere, is_mine: false }])
    const id = await asked(owner)
    for (let press = 0; press < 2; press += 1) expect((await confirm(owner, id)).error).toBeNull()
    expect(await mayDoEverything(stranger)).toBe(true)
    for (const someone of [owner, stranger]) expect(await newBrowsers(someone)).toEqual([])
    expect(await historyOf(owner)).toEqual([
      ['browser_signed_in', 'owner', { browser: elsewhere }],
      ['browser_confirmed', 'owner', { browser: elsewhere }],
    ])
    await refused(refuse(owner, id), code.notToAnswer)
    await refused(confirm(executor, id), code.notToAnswer)
  })

  it.skipIf(!hasSql)(`the browsers used before sign a new one out with one press${needsSql}`, async () => {
    const { owner, stranger } = await mailboxWithTwoReaders()
    const sessions = () => asAdministrator('select id from auth.sessions where user_id = $1', [owner.id])
    const before = await sessions()
    const id = await asked(owner)
    for (let press = 0; press < 2; press += 1) expect((await refuse(owner, id)).error).toBeNull()
    expect(await sessions()).toHaveLength(before.length - 1)
    expect(await historyOf(owner)).toEqual([
      ['browser_signed_in', 'owner', { browser: elsewhere }],
      ['browser_refused', 'owner', { browser: elsewhere }],
    ])
    await refused(confirm(owner, id), code.notToAnswer)
    expect(await newBrowsers(owner)).toEqual([])
    // Its token is taken until it runs out, an hour at most, also when housekeeping has forgotten ended sessions.
    await asAdministrator(
      `update private.admitted_sessions set admitted_at = now() - interval '2 days' where user_id = $1`,
      [owner.id],
    )
    await succeed(service.rpc('delete_outdated').then(({ error }) => ({ data: [], error })))
    await refused(liftHold(stranger), code.browserIsNew)
  })

  it('the browsers used before are asked again when one that they signed out comes back, and it waits again', async () => {
    const { owner } = await mailboxWithTwoReaders()
    await succeed(refuse(owner, await asked(owner)).then(({ error }) => ({ data: [], error })))
    const browser = randomUUID()
    await signInFrom(owner, browser)
    await refuse(owner, await asked(owner))
    const again = await signInFrom(owner, browser)
    expect(await mayDoEverything(again)).toBe(false)
    expect(await asked(owner)).not.toBe('')
  })

  it('the browsers used before alone can answer: not a new one for itself, nor for another new one, nor another account', async () => {
    const { owner, stranger, executor } = await mailboxWithTwoReaders()
    const id = await asked(owner)
    const second = await signInFrom(owner)
    for (const someone of [stranger, second]) {
      expect((await newBrowsers(someone)).filter(({ is_mine }) => !is_mine)).toEqual([])
      for (const answer of [confirm, refuse]) await refused(answer(someone, id), code.browserIsNew)
    }
    for (const answer of [confirm, refuse]) {
      await refused(answer(executor, id), code.notToAnswer)
      await refused(answer(owner, randomUUID()), code.notToAnswer)
    }
    expect(await mayDoEverything(stranger)).toBe(false)
  })

  describe.skipIf(!hasSql)(`after some time${needsSql}`, () => {
    it('are still asked about one that has waited, for 30 days, and can sign it out', async () => {
      const { owner, stranger } = await mailboxWithTwoReaders()
      await letPass(owner, 29 * 24)
      const id = await asked(owner)
      expect(id).not.toBe('')
      await letPass(owner, 24)
      expect(await newBrowsers(owner)).toEqual([])
      await refused(refuse(owner, id), code.notToAnswer)
      expect(await mayDoEverything(stranger)).toBe(true)
    })

    it('are not answered for by one that came after them and has waited', async () => {
      const { owner, stranger } = await mailboxWithTwoReaders()
      const later = await signInFrom(owner)
      await letPass(owner, 25)
      const [first, second] = (await newBrowsers(owner)).map(({ id }) => id)
      expect(second).toBeDefined()
      // The stranger's own browser stays to be answered, whatever other new ones they sign in from.
      expect(await newBrowsers(stranger)).toMatchObject([{ id: second, is_mine: false }])
      await refused(confirm(stranger, first ?? ''), code.notToAnswer)
      expect(await newBrowsers(later)).toEqual([])
      await refused(confirm(later, first ?? ''), code.notToAnswer)
      expect((await confirm(owner, first ?? '')).error).toBeNull()
      expect(await asked(owner)).toBe(second)
    })

    it('sign one out that has waited, and its token may not do everything for as long as it lasts', async () => {
      const { owner, stranger } = await mailboxWithTwoReaders()
      await letPass(owner, 25)
      expect(await mayDoEverything(stranger)).toBe(true)
      await refuse(owner, await asked(owner))
      await refused(liftHold(stranger), code.browserIsNew)
    })
  })
})

describe('wrong codes', () => {
  const attempt = (email: string, browserId?: string) =>
    service.rpc('begin_sign_in_try', {
      p_email: email,
      ...(browserId === undefined ? {} : { p_browser_id: browserId }),
    })

  it('wrong codes of others do not count against a browser that signed in to the address, but against one that was refused', async () => {
    const [ann, bob] = await Promise.all([person('Ann'), person('Bob')])
    const [owners, strangers, bobs] = [randomUUID(), randomUUID(), randomUUID()]
    const owner = await signInFrom(ann, owners)
    await signInFrom(ann, strangers)
    await signInFrom(bob, bobs)
    await refuse(owner, await asked(owner))
    for (let n = 0; n < 5; n += 1) await succeed(attempt(ann.email))
    for (const browser of [strangers, bobs]) await refused(attempt(ann.email, browser), 'HW059')
    await succeed(attempt(ann.email, owners))
  })
})

describe.skipIf(!hasSql)(`records${needsSql}`, () => {
  it('what is kept of browsers goes with the account, and does not tell which accounts share a browser', async () => {
    const [ann, bob] = [await person('Ann'), await person('Bob')]
    const browser = randomUUID()
    for (const someone of [ann, bob]) await signInFrom(someone, browser)
    const ids = await asAdministrator<{ id: string }>(
      'select id from private.browsers where user_id = any ($1)',
      [[ann.id, bob.id]],
    )
    expect(new Set([browser, ...ids.map(({ id }) => id)]).size).toBe(3)
    await deleteAccount(ann)
    expect(await asAdministrator('select id from private.browsers where user_id = $1', [ann.id])).toEqual([])
  })

  it('what is kept of browsers has a kind of browser of a few words', async () => {
    const { id } = await person('Ann')
    await fails(
      asAdministrator(`insert into private.browsers (id, user_id, label) values ($1, $2, repeat('x', 61))`, [
        randomUUID(),
        id,
      ]),
      code.check,
    )
  })
})
