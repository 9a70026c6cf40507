// Which mail is sent first, and how many of one kind a person gets.
import { randomUUID } from 'node:crypto'
import { afterEach, describe, expect, it } from 'vitest'
import {
  address,
  asAdministrator,
  hasSql,
  household,
  needsSql,
  person,
  service,
  submitCertificate,
  succeed,
} from '../people.ts'

const add = (to: string, kind: string, more: Record<string, unknown> = {}) => {
  const row = { kind, to_email: to, ...more }
  const names = Object.keys(row)
  return asAdministrator(
    `insert into private.mail_outbox (${names.join(', ')}, rank)
     values (${names.map((_, at) => `$${at + 1}`).join(', ')}, private.mail_rank($1))`,
    Object.values(row),
  )
}
const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()
const claim = async (batch: number, of: string[]) =>
  (await succeed(service.rpc('claim_mail', { p_batch: batch })))
    .filter(({ to_email }) => of.includes(to_email))
    .map(({ kind, to_email }) => `${kind} to ${to_email.split('.')[0]}`)

describe.skipIf(!hasSql)(`the outbox${needsSql}`, () => {
  // A test must not find the mails of another one.
  afterEach(() => asAdministrator('update private.mail_outbox set sent_at = now() where sent_at is null'))

  it('sends the mails about a certificate before any other, however many wait', async () => {
    await asAdministrator('update private.mail_outbox set sent_at = now() where sent_at is null')
    const { owner, executor } = await household('hidden', ['executor'])
    const busy = await person('Busy Body')
    for (let n = 0; n < 30; n += 1) await add(busy.email, 'hold_lifted', { created_at: ago(60) })
    await submitCertificate(executor, owner)
    const first = await succeed(service.rpc('claim_mail', { p_batch: 2 }))
    expect(first.map(({ kind }) => kind)).toEqual(['certificate_submitted', 'certificate_submitted'])
  })

  it('holds back the eleventh mail of a kind to one person within an hour, and loses none', async () => {
    const { owner } = await household('hidden', [])
    for (let n = 0; n < 12; n += 1) {
      await succeed(owner.client.rpc('set_visibility_hold', { hold: false }))
      await succeed(owner.client.rpc('set_visibility_hold', { hold: true }))
    }
    const waits = await asAdministrator(
      `select next_attempt_at > now() + interval '50 minutes' as waits, count(*)::int from private.mail_outbox
        where to_email = $1 and kind = 'hold_lifted' group by 1 order by 1`,
      [owner.email],
    )
    expect(waits).toEqual([
      { waits: false, count: 10 },
      { waits: true, count: 2 },
    ])
  })

  it('is not told when only the end of a lifted hold moves', async () => {
    const { owner } = await household('hidden', [])
    await succeed(owner.client.rpc('set_visibility_hold', { hold: false }))
    for (let n = 0; n < 3; n += 1)
      await succeed(owner.client.rpc('set_visibility_hold', { hold: false, days: 7 }))
    const mails = await asAdministrator(
      `select 1 from private.mail_outbox where to_email = $1 and kind = 'hold_lifted'`,
      [owner.email],
    )
    expect(mails).toHaveLength(1)
  })

  it('keeps the order of one person’s mails after an outage', async () => {
    const [ann, bob] = [address('Ann'), address('Bob')]
    const later = new Date(Date.now() + 60_000).toISOString()
    await add(ann, 'certificate_submitted', { created_at: ago(10), attempts: 3, next_attempt_at: later })
    await add(ann, 'release_stopped', { created_at: ago(5) })
    await add(bob, 'release_stopped', { created_at: ago(1) })
    expect(await claim(50, [ann, bob])).toEqual(['release_stopped to bob'])
    await asAdministrator(`update private.mail_outbox set next_attempt_at = now() where to_email = $1`, [ann])
    expect(await claim(50, [ann, bob])).toEqual(['certificate_submitted to ann', 'release_stopped to ann'])
  })

  it('does not let a mail that failed many times, or one of lower rank, hold up a later one', async () => {
    const [ann, bob] = [address('Ann'), address('Bob')]
    const later = new Date(Date.now() + 60_000).toISOString()
    await add(ann, 'certificate_submitted', { created_at: ago(10), attempts: 8, next_attempt_at: later })
    await add(ann, 'release_stopped', { created_at: ago(5) })
    await add(bob, 'review_reminder', { created_at: ago(10), attempts: 1, next_attempt_at: later })
    await add(bob, 'release_stopped', { created_at: ago(5) })
    expect(await claim(50, [ann, bob])).toEqual(['release_stopped to ann', 'release_stopped to bob'])
  })

  it('does not let a mail that was sent hold up a later one', async () => {
    const ann = address('Ann')
    const later = new Date(Date.now() + 60_000).toISOString()
    await add(ann, 'certificate_submitted', {
      created_at: ago(10),
      attempts: 1,
      next_attempt_at: later,
      sent_at: ago(9),
    })
    await add(ann, 'release_stopped', { created_at: ago(5) })
    expect(await claim(50, [ann])).toEqual(['release_stopped to ann'])
  })

  it.each([
    ['hold_lifted', 'hold_lifted', 10, true],
    ['hold_lifted', 'hold_lifted', 70, false],
    ['hold_lifted', 'practice', 10, false],
    ['certificate_submitted', 'certificate_submitted', 10, false],
  ])(
    'holds back a mail (%s) after ten of one kind (%s) of the last hour (%i minutes ago) to the same person, unless it is about a certificate: %s',
    async (kind, before, minutes, isHeldBack) => {
      const [ann, bob] = [address('Ann'), address('Bob')]
      for (let n = 0; n < 10; n += 1) await add(ann, before, { created_at: ago(minutes) })
      for (const to of [ann, bob])
        await asAdministrator(`select private.enqueue_mail($1, $2, '{}')`, [kind, to])
      const waits = await asAdministrator(
        `select next_attempt_at > now() + interval '50 minutes' as waits from private.mail_outbox
          where to_email = any ($1) and kind = $2 and created_at > now() - interval '1 minute' order by to_email = $3`,
        [[ann, bob], kind, bob],
      )
      expect(waits).toEqual([{ waits: isHeldBack }, { waits: false }])
    },
  )

  it('counts no attempt less for a mail that was sent after all', async () => {
    const ann = address('Ann')
    await add(ann, 'release_stopped', { attempts: 2, sent_at: ago(1) })
    const mail = () =>
      asAdministrator<{ id: string }>('select * from private.mail_outbox where to_email = $1', [ann])
    const before = await mail()
    await succeed(service.rpc('hand_back_mail', { p_id: before[0]?.id ?? '' }))
    expect(await mail()).toEqual(before)
  })

  it('makes a mail that the provider had no room for due again at once, without an attempt more', async () => {
    const ann = address('Ann')
    await add(ann, 'release_stopped', { attempts: 2 })
    const [mail] = await succeed(service.rpc('claim_mail', { p_batch: 1 }))
    expect(await claim(5, [ann])).toEqual([])
    await succeed(service.rpc('hand_back_mail', { p_id: mail?.id ?? '' }))
    const rows = await asAdministrator('select attempts from private.mail_outbox where to_email = $1', [ann])
    expect(rows).toEqual([{ attempts: 2 }])
    expect(await claim(5, [ann])).toEqual(['release_stopped to ann'])
  })

  it('queues a mail of a function once, and does not send it when it is of no use any more', async () => {
    const ann = address('Ann')
    const queue = (p_id: string, minutes: number) =>
      succeed(
        service.rpc('queue_mail', {
          p_id,
          p_kind: 'code',
          p_to_email: ann,
          p_payload: { sealed: '' },
          p_use_by: new Date(Date.now() + minutes * 60_000).toISOString(),
        }),
      )
    const id = randomUUID()
    await queue(id, 5)
    await queue(id, 5)
    await queue(randomUUID(), -1)
    await add(address('Bob'), 'practice', { created_at: ago(60) })
    const claimed = await succeed(service.rpc('claim_mail', { p_batch: 9 }))
    expect(claimed.map(({ kind }) => kind)).toEqual(['code', 'practice'])
    expect(claimed[0]?.id).toBe(id)
  })

  it('lets one run send at a time, until it ends or its time is over, and no run while the provider wants a pause', async () => {
    const begin = () => succeed(service.rpc('begin_mail_turn', { p_seconds: 60 }))
    const end = (p_pause_seconds: number) => succeed(service.rpc('end_mail_turn', { p_pause_seconds }))
    const letPass = (seconds: number) =>
      asAdministrator(`update private.mail_sending set busy_until = busy_until - make_interval(secs => $1)`, [
        seconds,
      ])
    await end(0)
    expect([await begin(), await begin()]).toEqual([true, false])
    await end(0)
    expect(await begin()).toBe(true)
    await letPass(61)
    expect(await begin()).toBe(true)
    await end(600)
    await letPass(590)
    expect(await begin()).toBe(false)
    await letPass(11)
    expect(await begin()).toBe(true)
    await end(0)
  })
})
