// The visibility hold: on, lifted without an end, or lifted for 7 days.
import { describe, expect, it } from 'vitest'
import {
  anonymous,
  applyDueChanges,
  asAdministrator,
  hasSql,
  household,
  needsSql,
  type Person,
  person,
  submitCertificate,
  succeed,
} from '../support/people.ts'
import { code, refused, touches, untyped } from './answers.ts'

const profileOf = ({ client, id }: Person) =>
  succeed(client.from('profiles').select().eq('user_id', id).single())
const setHold = ({ client }: Person, hold: boolean, days?: number) =>
  client.rpc('set_visibility_hold', { hold, ...(days === undefined ? {} : { days }) })
const mayRead = async ({ client }: Person) => (await succeed(client.from('contacts').select('id'))).length > 0
const day = 24 * 60 * 60 * 1000

/** Moves the end of a lifted hold closer by a number of days. */
const letPass = (owner: Person, days: number) =>
  asAdministrator(
    'update public.profiles set hold_lifted_until = hold_lifted_until - make_interval(days => $2) where user_id = $1',
    [owner.id, days],
  )
const eventsOf = (owner: Person) =>
  succeed(
    owner.client
      .from('access_events')
      .select('action, actor_role, detail')
      .eq('owner_id', owner.id)
      .in('action', ['hold_lifted', 'hold_restored'])
      .order('id'),
  )
const mailsOf = ({ email }: Person) =>
  asAdministrator<{ payload: object }>(
    `select payload from private.mail_outbox where to_email = $1 and kind = 'hold_lifted' order by created_at`,
    [email],
  )

describe('without an end', () => {
  it('a hold that is lifted without an end opens the plan to accepted designees at once, and putting it back closes the plan at once', async () => {
    const { owner, beneficiary, invited, revoked, stranger } = await household('hidden')
    await succeed(setHold(owner, false))
    expect(await profileOf(owner)).toMatchObject({ visibility_hold: false, hold_lifted_until: null })
    expect(await mayRead(beneficiary)).toBe(true)
    for (const who of [invited, revoked, stranger]) expect(await mayRead(who)).toBe(false)
    await succeed(setHold(owner, true))
    expect(await mayRead(beneficiary)).toBe(false)
  })

  it('a hold that is lifted without an end tells the owner by mail how many people gained access, and is in the history without that number', async () => {
    const { owner } = await household('hidden', ['beneficiary', 'executor', 'invited', 'revoked'])
    await succeed(setHold(owner, false))
    await succeed(setHold(owner, true))
    expect(await eventsOf(owner)).toEqual([
      { action: 'hold_lifted', actor_role: 'owner', detail: { until: null } },
      { action: 'hold_restored', actor_role: 'owner', detail: {} },
    ])
    if (!hasSql) return
    const [mail, ...more] = await mailsOf(owner)
    expect(more).toEqual([])
    expect(mail?.payload).toEqual({
      recipient: 'owner',
      people: 2,
      until: null,
    })
  })
})

describe.skipIf(!hasSql)(`for 7 days${needsSql}`, () => {
  it('a hold that is lifted for 7 days applies again after 7 days without any job having run', async () => {
    const { owner, beneficiary, executor } = await household('hidden', ['beneficiary', 'executor'])
    await succeed(setHold(owner, false, 7))
    const { hold_lifted_until } = await profileOf(owner)
    expect(Math.abs(Date.parse(hold_lifted_until ?? '') - Date.now() - 7 * day)).toBeLessThan(60_000)
    expect(await mayRead(beneficiary)).toBe(true)
    await letPass(owner, 6)
    expect(await mayRead(beneficiary)).toBe(true)
    await letPass(owner, 1)
    expect(await mayRead(beneficiary)).toBe(false)
    await touches(executor.client.from('financial_accounts').select(), 0)
    const [access] = await succeed(beneficiary.client.rpc('memorial_access', { owner_id: owner.id }))
    expect(access).toMatchObject({ can_view: false })
  })

  it('a hold that is lifted for 7 days is then shown as on, and the history has one entry saying that it came back by itself', async () => {
    const { owner } = await household('hidden', [])
    await succeed(setHold(owner, false, 7))
    await letPass(owner, 7)
    for (let run = 0; run < 2; run += 1) await applyDueChanges()
    expect(await profileOf(owner)).toMatchObject({ visibility_hold: true, hold_lifted_until: null })
    expect(await eventsOf(owner)).toMatchObject([
      { action: 'hold_lifted', detail: { until: expect.stringContaining('T') } },
      { action: 'hold_restored', actor_role: 'system' },
    ])
  })

  it('a hold that is lifted for 7 days is not cut short by housekeeping, and can be extended, made permanent or ended', async () => {
    const { owner, beneficiary } = await household('hidden', ['beneficiary'])
    await succeed(setHold(owner, false, 7))
    await applyDueChanges()
    expect(await mayRead(beneficiary)).toBe(true)
    await letPass(owner, 8)
    await succeed(setHold(owner, false, 7))
    expect(await mayRead(beneficiary)).toBe(true)
    await succeed(setHold(owner, false))
    expect((await profileOf(owner)).hold_lifted_until).toBeNull()
    await succeed(setHold(owner, false, 7))
    // The specification lets the owner write the column directly.
    await succeed(
      owner.client
        .from('profiles')
        .update({ visibility_hold: true })
        .eq('user_id', owner.id)
        .select()
        .single(),
    )
    expect(await profileOf(owner)).toMatchObject({ visibility_hold: true, hold_lifted_until: null })
    expect(await mayRead(beneficiary)).toBe(false)
  })

  it('a hold that is lifted for 7 days is lifted once by two presses, and its end moves when it is lifted again later', async () => {
    const { owner } = await household('hidden', ['executor'])
    const pressed = await Promise.all([setHold(owner, false, 7), setHold(owner, false, 7)])
    expect(pressed.map(({ error }) => error)).toEqual([null, null])
    const { hold_lifted_until } = await profileOf(owner)
    await succeed(setHold(owner, false, 7))
    expect((await profileOf(owner)).hold_lifted_until).toBe(hold_lifted_until)
    expect([await eventsOf(owner), await mailsOf(owner)].map(({ length }) => length)).toEqual([1, 1])
    await letPass(owner, 1)
    await succeed(setHold(owner, false, 7))
    const later = Date.parse((await profileOf(owner)).hold_lifted_until ?? '')
    expect(later).toBeGreaterThan(Date.parse(hold_lifted_until ?? ''))
    expect([await eventsOf(owner), await mailsOf(owner)].map(({ length }) => length)).toEqual([2, 1])
  })

  it('a hold that is lifted for 7 days has no effect once the death is verified', async () => {
    const { owner, executor } = await household('hidden', ['executor'])
    await succeed(setHold(owner, false, 7))
    await submitCertificate(executor, owner)
    await asAdministrator(`select admin.review_death_certificate($1, 'approved', 'Seen.')`, [owner.id])
    expect(await profileOf(owner)).toMatchObject({ visibility_hold: false, hold_lifted_until: null })
    await refused(setHold(owner, true), code.frozen)
    await refused(setHold(owner, false, 7), code.frozen)
    await succeed(owner.client.rpc('stop_release'))
    expect(await profileOf(owner)).toMatchObject({ visibility_hold: true, hold_lifted_until: null })
  })
})

describe('the hold', () => {
  it('the visibility hold can be changed by the owner alone', async () => {
    const { owner, ...people } = await household('hidden')
    for (const who of [people.beneficiary, people.trustee, people.executor, people.stranger]) {
      // Each person may change their own hold.
      await succeed(setHold(who, false))
      await touches(
        who.client.from('profiles').update({ visibility_hold: false }).eq('user_id', owner.id).select(),
        0,
      )
    }
    expect(await profileOf(owner)).toMatchObject({ visibility_hold: true })
    await refused(anonymous.rpc('set_visibility_hold', { hold: false }), code.notAllowed)
  })

  it('the visibility hold cannot be lifted for another length of time, with contradictory values, or with a hand-written end', async () => {
    const owner = await person('Olive Owner')
    for (const days of [0, 1, 8, -7, 365]) await refused(setHold(owner, false, days), '22023')
    await refused(setHold(owner, true, 7), '22023')
    await refused(untyped(owner.client).rpc('set_visibility_hold', { hold: null }), '22023')
    await refused(
      owner.client
        .from('profiles')
        .update({ hold_lifted_until: '2099-01-01T00:00:00Z' })
        .eq('user_id', owner.id)
        .select(),
      code.notAllowed,
    )
  })
})

describe.skipIf(!hasSql)(`repeated changes${needsSql}`, () => {
  const liftedBefore = (owner: Person, times: number) =>
    asAdministrator(
      `insert into public.access_events (owner_id, actor_id, action)
       select $1, $1, 'hold_lifted' from generate_series(1, $2::integer)`,
      [owner.id, times],
    )

  it('the hold of a person who lifts and restores it again and again is lifted twenty times a day and no more, is put back always, and adds no lines or mails without end', async () => {
    const [owner, other] = await Promise.all([person('Olive Owner'), person('Oscar Other')])
    await liftedBefore(owner, 19)
    await succeed(setHold(owner, false))
    await refused(setHold(owner, false, 7), code.changedTooOften)
    expect(await profileOf(owner)).toMatchObject({ visibility_hold: false, hold_lifted_until: null })
    await succeed(setHold(owner, true))
    for (let n = 0; n < 3; n += 1) {
      await refused(setHold(owner, false), code.changedTooOften)
      // Nor past the function.
      const lifted = { visibility_hold: false }
      await refused(
        owner.client.from('profiles').update(lifted).eq('user_id', owner.id).select(),
        code.changedTooOften,
      )
      await succeed(setHold(owner, true))
    }
    expect(await profileOf(owner)).toMatchObject({ visibility_hold: true })
    expect((await eventsOf(owner)).map(({ action }) => action).slice(19)).toEqual([
      'hold_lifted',
      'hold_restored',
    ])
    expect(await mailsOf(owner)).toHaveLength(1)
    await succeed(setHold(other, false))
  })

  it('the hold of a person who lifts and restores it again and again is lifted again a day later', async () => {
    const owner = await person('Olive Owner')
    await liftedBefore(owner, 20)
    await asAdministrator(
      `update public.access_events set created_at = created_at - interval '1 day' where owner_id = $1`,
      [owner.id],
    )
    await succeed(setHold(owner, false))
  })
})
