// Who hears of a verified death besides those who accepted, what is sent to whom once the owner may not be able to act, and
// how the account of someone who has died is closed.
import { describe, expect, it } from 'vitest'
import {
  anonymous,
  applyDueChanges,
  asAdministrator,
  changeAddress,
  decide,
  deleteAccount,
  designate,
  designateAccepted,
  type Household,
  hasSql,
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
import { code, fails, refused } from './answers.ts'

type Mail = { kind: string; payload: Record<string, unknown> }

const mailsTo = ({ email }: { email: string }, kinds: string[]) =>
  asAdministrator<Mail>(
    'select kind, payload from private.mail_outbox where to_email = $1 and kind = any ($2) order by created_at',
    [email, kinds],
  )
/** Notes that the invitations of a plan were emailed. */
const invite = ({ owner }: { owner: Person }) =>
  asAdministrator('update public.designations set invited_at = now() where owner_id = $1', [owner.id])
const toInvited = ['invited_after_death', 'invited_by_mistake']
const closing = ['account_closing', 'account_kept', 'plan_deleted', 'account_deleted']
const afterDeath = async ({ client }: Person) => succeed(client.rpc('invitations_after_death'))

describe.skipIf(!hasSql)(`people who have not answered${needsSql}`, () => {
  it('are told of a verified death once, and may read on the invitation that it has happened', async () => {
    const home = await household('hidden', ['executor', 'invited', 'stranger'])
    const { owner, executor, invited, stranger, designation } = home
    // Another plan's invitations, and who accepted there, make no difference.
    const other = await person('Oscar Other')
    await designateAccepted(other, invited, 'trustee')
    await designate(other, stranger.email, 'executor')
    for (const plan of [home, { owner: other }]) await invite(plan)
    await submitCertificate(executor, owner)
    expect(await mailsTo(invited, toInvited)).toEqual([])
    expect(await afterDeath(invited)).toEqual([])
    await decide(owner, 'approved')
    expect(await mailsTo(invited, toInvited)).toEqual([
      {
        kind: 'invited_after_death',
        payload: {
          recipient: 'invited',
          owner_id: owner.id,
          owner_name: owner.name,
          role: 'executor',
          release_at: expect.any(String),
          is_open: true,
          open_until: null,
          is_alive: false,
        },
      },
    ])
    expect(await afterDeath(invited)).toEqual([designation.invited])
    for (const who of [owner, executor, stranger]) {
      expect(await mailsTo(who, toInvited)).toEqual([])
      expect(await afterDeath(who)).toEqual([])
    }
    await refused(anonymous.rpc('invitations_after_death'), code.notAllowed)
    await succeed(invited.client.rpc('accept_designation_invite', { designation_id: designation.invited }))
    expect(await afterDeath(invited)).toEqual([])
  })

  it.each([
    ['is told that the owner lives, after the owner stopped it', true],
    ['is told that it was a mistake, after the approval was taken back', false],
  ])('an invited person %s', async (_, isAlive) => {
    const home = await household('waiting', ['executor', 'invited'])
    const { owner, invited } = home
    // The mail of the approval was for an invitation that had not been sent.
    expect(await mailsTo(invited, toInvited)).toEqual([])
    expect(await afterDeath(invited)).toEqual([])
    await invite(home)
    if (isAlive) await succeed(owner.client.rpc('stop_release'))
    else
      await asAdministrator(`update public.profiles set death_review = 'pending' where user_id = $1`, [
        owner.id,
      ])
    const [mail, ...more] = await mailsTo(invited, toInvited)
    expect(mail).toMatchObject({ kind: 'invited_by_mistake', payload: { is_alive: isAlive } })
    expect(more).toEqual([])
    expect(await afterDeath(invited)).toEqual([])
  })

  it('are not written to when they declined, were revoked, accepted in another role, or our email is refused', async () => {
    const home = await household('hidden', ['executor', 'invited', 'revoked'])
    const { owner, executor, invited, revoked, designation } = home
    const [ann, rita] = await Promise.all([person('Ann'), person('Rita')])
    const revokedEarly = await designate(owner, rita.email, 'beneficiary', 'Rita')
    await succeed(owner.client.rpc('revoke_designation', { designation_id: revokedEarly }))
    await changeAddress(executor, `moved-${executor.email}`)
    const first = await designate(owner, ann.email, 'beneficiary', 'Ann')
    const moved = { ...ann, email: `moved-${ann.email}` }
    await changeAddress(ann, moved.email)
    await designateAccepted(owner, moved, 'trustee')
    await succeed(invited.client.rpc('decline_designation_invite', { designation_id: designation.invited }))
    await invite(home)
    await asAdministrator('update public.designations set mail_refused_at = now() where id = $1', [
      designation.spare,
    ])
    await submitCertificate(executor, owner)
    await decide(owner, 'approved')
    const [spare] = await asAdministrator<{ email: string }>(
      'select person_email as email from public.designations where id = $1',
      [designation.spare],
    )
    for (const who of [invited, revoked, rita, executor, moved, ann, spare ?? { email: '' }])
      expect(await mailsTo(who, toInvited)).toEqual([])
    expect(await afterDeath(ann)).toEqual([first])
    for (const who of [invited, rita]) expect(await afterDeath(who)).toEqual([])
  })

  it('are written to at the address they moved to, and not at the old one; not at all once their account is gone', async () => {
    const home = await household('hidden', ['executor', 'invited', 'trustee'])
    const { owner, executor, invited } = home
    await invite(home)
    const old = { email: invited.email }
    const moved = { email: `moved-${invited.email}` }
    await changeAddress(invited, moved.email)
    await submitCertificate(executor, owner)
    await decide(owner, 'approved')
    expect(await mailsTo(old, toInvited)).toEqual([])
    expect(await mailsTo(moved, toInvited)).toHaveLength(1)
    await deleteAccount(invited)
    await asAdministrator(`update public.profiles set death_review = 'pending' where user_id = $1`, [
      owner.id,
    ])
    for (const who of [old, moved]) expect(await mailsTo(who, ['invited_by_mistake'])).toEqual([])
  })
})

describe.skipIf(!hasSql)(`a person who answers${needsSql}`, () => {
  it.each([
    ['living', 'hidden'],
    ['under_review', 'hidden, in review'],
    ['waiting', 'waiting'],
    ['released', 'released'],
  ] as const)('gets an email to keep that knows the owner is %s', async (state, plan) => {
    const { owner, invited, designation } = await household(plan, ['executor', 'invited'])
    await succeed(invited.client.rpc('accept_designation_invite', { designation_id: designation.invited }))
    const all = ['you_accepted', 'you_declined', 'invitation_accepted']
    const payload = {
      recipient: 'designee',
      owner_id: owner.id,
      owner_name: owner.name,
      role: 'executor',
      state,
    }
    expect(await mailsTo(invited, all)).toEqual([{ kind: 'you_accepted', payload }])
    // A second press changes nothing.
    await succeed(invited.client.rpc('accept_designation_invite', { designation_id: designation.invited }))
    expect(await mailsTo(invited, all)).toHaveLength(1)
  })

  it('is named to the owner while no death is verified, and to trustees and executors from then on', async () => {
    const told = async ({
      owner,
      beneficiary,
      trustee,
      executor,
    }: Household<'beneficiary' | 'trustee' | 'executor'>) =>
      Promise.all(
        [owner, beneficiary, trustee, executor].map(
          async (who) =>
            (await mailsTo(who, ['invitation_declined'])).map(({ payload }) => payload.recipient).join() ||
            '-',
        ),
      )
    // Another plan under review at the same time, whose people learn nothing.
    const other = await household('hidden, in review', ['trustee'])
    for (const [plan, expected] of [
      ['hidden', ['owner', '-', '-', '-']],
      ['hidden, in review', ['owner', '-', '-', '-']],
      ['released', ['-', '-', 'designee', 'designee']],
    ] as const) {
      const home = await household(plan, ['beneficiary', 'trustee', 'executor', 'invited'])
      const { invited, designation } = home
      await succeed(invited.client.rpc('decline_designation_invite', { designation_id: designation.invited }))
      expect(await told(home), plan).toEqual(expected)
    }
    for (const who of [other.owner, other.trustee])
      expect(await mailsTo(who, ['invitation_declined'])).toEqual([])
  })

  it('is named to the other trustees and executors after a death when they delete their account, and not to the dead', async () => {
    const { owner, trustee, executor, beneficiary } = await household('released', [
      'trustee',
      'executor',
      'beneficiary',
    ])
    await deleteAccount(executor)
    expect(await mailsTo(trustee, ['designee_left'])).toMatchObject([
      { payload: { recipient: 'designee', owner_id: owner.id, role: 'executor' } },
    ])
    for (const who of [owner, beneficiary]) expect(await mailsTo(who, ['designee_left'])).toEqual([])
  })
})

describe.skipIf(!hasSql)(`people whom our email does not reach${needsSql}`, () => {
  const notices = async ({ client }: Person) => succeed(client.rpc('plan_notices'))
  const refuseMail = (names: string[], { id }: Person) =>
    asAdministrator(
      'update public.designations set mail_refused_at = now() where owner_id = $1 and person_name = any ($2)',
      [id, names],
    )

  it('are named on the memorial to the other trustees and executors, once the plan is released', async () => {
    const all = ['beneficiary', 'trustee', 'executor', 'invited', 'revoked'] as const
    const home = await household('released', [...all])
    const hidden = await household('hidden', [...all])
    for (const { owner, executor, invited, revoked } of [home, hidden])
      await refuseMail([executor.name, invited.name, revoked.name], owner)
    // That another family's account will be closed is not said here.
    const closing = await household('released', ['executor'])
    await asAdministrator('select admin.close_account($1)', [closing.owner.id])
    const names = [home.executor.name, home.invited.name].sort()
    expect(await notices(home.trustee)).toEqual([
      { owner_id: home.owner.id, closes_on: null, unreached: names },
    ])
    expect(await notices(home.executor)).toMatchObject([{ unreached: [home.invited.name] }])
    for (const who of [home.beneficiary, home.owner, hidden.trustee, hidden.executor, home.revoked])
      expect(await notices(who)).toEqual([])
    expect(await notices(closing.executor)).toMatchObject([{ unreached: [] }])
  })
})

describe.skipIf(!isDatabaseOnly)('a year after a death was verified', () => {
  const passYears = ({ id }: Person) =>
    asAdministrator(`update private.year_notices set due_at = now() where owner_id = $1`, [id])

  it('the executors are told once what may be left to do; a trustee only where there is no executor', async () => {
    const both = await household('released', ['beneficiary', 'trustee', 'executor'])
    const alone = await household('released', ['beneficiary', 'trustee'])
    const without = await household('released', ['beneficiary'])
    const [due] = await asAdministrator<{ days: number }>(
      `select extract(day from due_at - now())::int as days from private.year_notices where owner_id = $1`,
      [both.owner.id],
    )
    expect(due?.days).toBeGreaterThan(363)
    await applyDueChanges()
    expect(await mailsTo(both.executor, ['year_on'])).toEqual([])
    for (const { owner } of [both, alone, without]) await passYears(owner)
    await applyDueChanges()
    await applyDueChanges()
    expect(await mailsTo(both.executor, ['year_on'])).toEqual([
      {
        kind: 'year_on',
        payload: { recipient: 'designee', owner_id: both.owner.id, owner_name: both.owner.name },
      },
    ])
    expect(await mailsTo(alone.trustee, ['year_on'])).toHaveLength(1)
    const others = [both.trustee, ...[both, alone, without].flatMap((home) => [home.owner, home.beneficiary])]
    for (const who of others) expect(await mailsTo(who, ['year_on'])).toEqual([])
  })

  it('no one is told anything after the owner stopped it or while the plan waits; approved again, the year begins again', async () => {
    const stopped = await household('released', ['executor'])
    const waiting = await household('waiting', ['executor'])
    await succeed(stopped.owner.client.rpc('stop_release'))
    for (const { owner } of [stopped, waiting]) await passYears(owner)
    await applyDueChanges()
    for (const { executor } of [stopped, waiting]) expect(await mailsTo(executor, ['year_on'])).toEqual([])
    const again = await household('released', ['executor'])
    await passYears(again.owner)
    await asAdministrator(`update public.profiles set death_review = 'pending' where user_id = $1`, [
      again.owner.id,
    ])
    await decide(again.owner, 'approved')
    await applyDueChanges()
    expect(await mailsTo(again.executor, ['year_on'])).toEqual([])
  })
})

describe.skipIf(!hasSql)(`the account of someone who has died${needsSql}`, () => {
  const close = async ({ id }: Person, more = '') => {
    const [answer] = await asAdministrator<{ said: string }>(
      `select admin.close_account($1 ${more}) as said`,
      [id],
    )
    return answer?.said
  }
  const keep = async ({ id }: Person) => {
    const [answer] = await asAdministrator<{ said: string }>('select admin.keep_account($1) as said', [id])
    return answer?.said
  }
  const passDays = ({ id }: Person, days: number) =>
    asAdministrator(
      `update private.account_closings set closes_on = closes_on - $2::int where owner_id = $1`,
      [id, days],
    )
  const announced = ({ id }: Person) =>
    asAdministrator('select * from admin.account_closings where owner_id = $1', [id])
  it('is announced to everyone who accepted, and closed by a second call 30 days later', async () => {
    const { owner, executor, trustee, invited } = await household('released', [
      'executor',
      'trustee',
      'invited',
    ])
    expect(await close(owner)).toMatch(/^Announced to 2 people\. Nothing is deleted yet\./)
    const [first] = await mailsTo(executor, closing)
    expect(first).toMatchObject({ kind: 'account_closing', payload: { owner_name: owner.name } })
    const day = Date.parse(`${first?.payload.closes_on}`)
    expect(Math.round((day - Date.now()) / 86_400_000)).toBeGreaterThanOrEqual(29)
    expect(await announced(owner)).toMatchObject([{ owner_name: owner.name, undelivered_messages: 0 }])
    const notices = async ({ client }: Person) => succeed(client.rpc('plan_notices'))
    for (const who of [executor, trustee])
      expect(await notices(who)).toEqual([
        { owner_id: owner.id, closes_on: first?.payload.closes_on, unreached: [] },
      ])
    for (const who of [owner, invited]) expect(await notices(who)).toEqual([])
    await refused(anonymous.rpc('plan_notices'), code.notAllowed)
    await passDays(owner, 29)
    expect(await close(owner)).toMatch(/^Was announced on /)
    expect(await succeed(executor.client.from('contacts').select('name'))).toHaveLength(1)
    await passDays(owner, 1)
    expect(await close(owner)).toMatch(/^Closed\./)
    expect(await succeed(executor.client.from('contacts').select('name'))).toEqual([])
    for (const who of [executor, trustee])
      expect(await mailsTo(who, closing)).toMatchObject([
        { kind: 'account_closing' },
        { kind: 'plan_deleted', payload: { is_deceased: true } },
      ])
    for (const who of [owner, invited]) expect(await mailsTo(who, closing)).toEqual([])
  })

  it('is refused while messages are for a later day, unless the family wants that too', async () => {
    const { owner, executor } = await household('hidden', ['executor'])
    await succeed(
      owner.client
        .from('video_messages')
        .insert({
          user_id: owner.id,
          title: 'At 40',
          storage_path: `${owner.id}/at-40.mp4`,
          deliver_on: '2099-05-01',
        })
        .select('id'),
    )
    await submitCertificate(executor, owner)
    await decide(owner, 'approved')
    await fails(close(owner), code.onlyPending)
    expect(await mailsTo(executor, closing)).toEqual([])
    // Those of another plan are no reason.
    const other = await household('released', ['executor'])
    expect(await close(other.owner)).toMatch(/^Announced to 1 /)
    const even = ', even_with_undelivered => true'
    expect(await close(owner, even)).toMatch(/^Announced to 1 /)
    expect(await announced(owner)).toMatchObject([{ undelivered_messages: 1 }])
    await passDays(owner, 30)
    await fails(close(owner), code.onlyPending)
    expect(await close(owner, even)).toMatch(/^Closed\./)
  })

  it('may be closed once each message has been told on its day, and not when one was told of another day', async () => {
    const { owner } = await household('hidden', ['executor'])
    const record = async (title: string) => {
      const { id } = await succeed(
        owner.client
          .from('video_messages')
          .insert({
            user_id: owner.id,
            title,
            storage_path: `${owner.id}/${title}.mp4`,
            deliver_on: '2099-05-01',
          })
          .select('id')
          .single(),
      )
      return id
    }
    const [first, second] = [await record('first'), await record('second')]
    const told = (message: string, day: string) =>
      asAdministrator('insert into private.messages_told (message_id, deliver_on) values ($1, $2)', [
        message,
        day,
      ])
    await submitCertificate(owner, owner)
    await decide(owner, 'approved')
    const undelivered = async () => {
      const [count] = await asAdministrator<{ n: number }>('select private.undelivered_messages($1) as n', [
        owner.id,
      ])
      return count?.n
    }
    expect(await undelivered()).toBe(2)
    await told(first, '2098-01-01')
    expect(await undelivered()).toBe(2)
    await told(first, '2099-05-01')
    expect(await undelivered()).toBe(1)
    await told(second, '2099-05-01')
    expect(await undelivered()).toBe(0)
  })

  it('stays when the announcement is taken back, and everyone is told', async () => {
    const { owner, executor } = await household('released', ['executor'])
    expect(await keep(owner)).toBe('It was not announced to be closed.')
    await close(owner)
    expect(await keep(owner)).toBe('Stays open. Told 1 people.')
    expect(await announced(owner)).toEqual([])
    expect((await mailsTo(executor, closing)).map(({ kind }) => kind)).toEqual([
      'account_closing',
      'account_kept',
    ])
    expect(await close(owner)).toMatch(/^Announced to /)
  })

  it('is not closed like this while they live, a certificate is checked, or the plan waits; nor by an announcement before a stop', async () => {
    for (const state of ['hidden', 'hidden, in review', 'waiting'] as const) {
      const { owner } = await household(state, ['executor'])
      await fails(close(owner), code.onlyPending)
    }
    const { owner } = await household('released', ['executor'])
    await close(owner)
    await passDays(owner, 30)
    await succeed(owner.client.rpc('stop_release'))
    await fails(close(owner), code.onlyPending)
    expect(await keep(owner)).toBe('It was not announced to be closed.')
    expect(await announced(owner)).toEqual([])
  })

  it('what was announced before the owner stopped the release is not sent any more', async () => {
    const [stopped, open] = [
      await household('released', ['executor']),
      await household('released', ['executor']),
    ]
    for (const { owner } of [stopped, open]) {
      await close(owner)
      await keep(owner)
      await asAdministrator('update private.year_notices set due_at = now() where owner_id = $1', [owner.id])
    }
    await applyDueChanges()
    await succeed(stopped.owner.client.rpc('stop_release'))
    const sent = await takeMail()
    const sentTo = ({ executor }: { executor: Person }) =>
      sent
        .filter(({ to_email, kind }) => to_email === executor.email && [...closing, 'year_on'].includes(kind))
        .map(({ kind }) => kind)
        .sort()
    expect(sentTo(stopped)).toEqual([])
    expect(sentTo(open)).toEqual(['account_closing', 'account_kept', 'year_on'])
  })

  it('an announcement before the approval was taken back and given again does not count', async () => {
    const { owner } = await household('waiting', ['executor'])
    await passWaitingTime(owner, 60)
    await close(owner)
    await passDays(owner, 30)
    await asAdministrator(`update public.profiles set death_review = 'pending' where user_id = $1`, [
      owner.id,
    ])
    await decide(owner, 'approved')
    await passWaitingTime(owner, 60)
    expect(await close(owner)).toMatch(/^Announced to 1 /)
  })
})
