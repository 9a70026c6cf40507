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
} from '../support/people.ts'

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

describe.skipIf(!hasSql)(`order${needsSql}`, () => {
  // A test must not find the mails of another one.
  afterEach(() => asAdministrator('update private.mail_outbox set sent_at = now() where sent_at is null'))

  it('the outbox sends what keeps people safe before anything else, however much of that waits', async () => {
    await asAdministrator('update private.mail_outbox set sent_at = now() where sent_at is null')
    const { owner, executor } = await household('hidden', ['executor'])
    const busy = await person('Busy Body')
    for (let n = 0; n < 30; n += 1) await add(busy.email, 'practice', { created_at: ago(60) })
    await submitCertificate(executor, owner)
    const first = await succeed(service.rpc('claim_mail', { p_batch: 2 }))
    expect(first.map(({ kind }) => kind)).toEqual(['certificate_submitted', 'certificate_submitted'])
  })

  it('the outbox sends the owner’s copy before those to the people named', async () => {
    const { owner, executor, trustee, beneficiary } = await household('hidden', [
      'executor',
      'trustee',
      'beneficiary',
    ])
    await asAdministrator('update private.mail_outbox set sent_at = now() where sent_at is null')
    await submitCertificate(executor, owner)
    const people = [owner, executor, trustee, beneficiary].map(({ email }) => email)
    const claimed = (await succeed(service.rpc('claim_mail', { p_batch: 9 }))).map(({ to_email }) => to_email)
    expect(claimed[0]).toBe(owner.email)
    expect(claimed.sort()).toEqual(people.sort())
  })

  it('the outbox sends of each plan the first mail before the second of any, and what keeps people safe before the rest', async () => {
    const [busy, quiet] = [randomUUID(), randomUUID()]
    const queue = (kind: string, plan: string, to: string) =>
      asAdministrator(`select private.enqueue_mail($1, $2, '{"recipient": "designee"}', p_plan => $3)`, [
        kind,
        to,
        plan,
      ])
    const names = ['Ann', 'Bob', 'Cleo', 'Dan', 'Eve', 'Fay'].map((name) => address(name))
    const [ann, bob, cleo, dan, eve, fay] = names as [string, string, string, string, string, string]
    await queue('practice', busy, fay)
    await queue('release_stopped', busy, ann)
    await queue('release_stopped', busy, bob)
    await queue('release_stopped', busy, cleo)
    await queue('card_used', quiet, dan)
    await queue('card_used', quiet, eve)
    await queue('practice', quiet, cleo)
    expect(await claim(9, names)).toEqual([
      'release_stopped to ann',
      'card_used to dan',
      'release_stopped to bob',
      'card_used to eve',
      'release_stopped to cleo',
      'practice to fay',
      'practice to cleo',
    ])
  })

  it('the outbox keeps a plan’s place in its line while mails of it wait, and begins again when they have left', async () => {
    const plan = randomUUID()
    const [ann, bob] = [address('Ann'), address('Bob')]
    const queue = (to: string) =>
      asAdministrator(
        `select private.enqueue_mail('person_removed', $1, '{"recipient": "designee"}', p_plan => $2)`,
        [to, plan],
      )
    const turns = async (to: string) => {
      const rows = await asAdministrator<{ turn: number }>(
        'select turn from private.mail_outbox where to_email = $1 and sent_at is null order by turn',
        [to],
      )
      return rows.map(({ turn }) => turn)
    }
    for (let n = 0; n < 3; n += 1) await queue(ann)
    expect(await turns(ann)).toEqual([1, 2, 3])
    // One that failed many times holds up no later one.
    await asAdministrator('update private.mail_outbox set attempts = 7 where to_email = $1 and turn = 3', [
      ann,
    ])
    await queue(bob)
    expect(await turns(bob)).toEqual([4])
    await asAdministrator('update private.mail_outbox set attempts = 8 where to_email = any ($1)', [
      [ann, bob],
    ])
    await queue(bob)
    expect(await turns(bob)).toEqual([1, 4])
    await asAdministrator('update private.mail_outbox set sent_at = now() where to_email = any ($1)', [
      [ann, bob],
    ])
    await queue(bob)
    expect(await turns(bob)).toEqual([1])
  })

  it('the outbox is not told when only the end of a lifted hold moves', async () => {
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

  it('the outbox keeps the order of one person’s mails after an outage', async () => {
    const [ann, bob] = [address('Ann'), address('Bob')]
    const later = new Date(Date.now() + 60_000).toISOString()
    await add(ann, 'certificate_submitted', { created_at: ago(10), attempts: 3, next_attempt_at: later })
    await add(ann, 'release_stopped', { created_at: ago(5) })
    await add(bob, 'release_stopped', { created_at: ago(1) })
    expect(await claim(50, [ann, bob])).toEqual(['release_stopped to bob'])
    await asAdministrator(`update private.mail_outbox set next_attempt_at = now() where to_email = $1`, [ann])
    expect(await claim(50, [ann, bob])).toEqual(['certificate_submitted to ann', 'release_stopped to ann'])
  })

  it('the outbox does not let a mail that failed many times, or one of lower rank, hold up a later one', async () => {
    const [ann, bob] = [address('Ann'), address('Bob')]
    const later = new Date(Date.now() + 60_000).toISOString()
    await add(ann, 'certificate_submitted', { created_at: ago(10), attempts: 8, next_attempt_at: later })
    await add(ann, 'release_stopped', { created_at: ago(6) })
    await add(bob, 'review_reminder', { created_at: ago(10), attempts: 1, next_attempt_at: later })
    await add(bob, 'release_stopped', { created_at: ago(5) })
    expect(await claim(50, [ann, bob])).toEqual(['release_stopped to ann', 'release_stopped to bob'])
  })

  it('the outbox does not let a mail that was sent hold up a later one', async () => {
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

  describe('many mails', () => {
    const plan = randomUUID()
    const mail = (to: string, changes: { kind?: string; plan?: string } = {}) =>
      asAdministrator(`select private.enqueue_mail($1, $2, '{"recipient": "designee"}', p_plan => $3)`, [
        changes.kind ?? 'person_removed',
        to,
        changes.plan ?? plan,
      ])
    const many = async (to: string, number: number, kind = 'person_removed') => {
      for (let n = 0; n < number; n += 1) await mail(to, { kind })
    }
    /** In how many minutes each mail to a person may leave. */
    const waits = async (to: string) => {
      const rows = await asAdministrator<{ minutes: number }>(
        `select round(extract(epoch from next_attempt_at - now()) / 60)::int as minutes from private.mail_outbox
          where to_email = $1 order by not_before, turn`,
        [to],
      )
      return rows.map(({ minutes }) => minutes)
    }
    const letPass = (to: string, minutes: number) =>
      asAdministrator(
        `update private.mail_outbox set not_before = not_before - make_interval(mins => $2),
                next_attempt_at = next_attempt_at - make_interval(mins => $2) where to_email = $1`,
        [to, minutes],
      )

    it('after many mails of a kind to one person about one plan, the outbox sends those after ten in an hour one every six minutes, and loses none', async () => {
      const ann = address('Ann')
      await many(ann, 13)
      expect(await waits(ann)).toEqual([...Array(10).fill(0), 6, 12, 18])
    })

    it('after many mails of a kind to one person about one plan, the outbox sends those after thirty in a day one every 48 minutes', async () => {
      const ann = address('Ann')
      for (let hours = 0; hours < 3; hours += 1) {
        await many(ann, 10)
        await letPass(ann, 61)
      }
      await many(ann, 2)
      expect((await waits(ann)).slice(-2)).toEqual([48, 96])
      await asAdministrator('delete from private.mail_outbox where to_email = $1 and not_before > now()', [
        ann,
      ])
      await letPass(ann, 24 * 60 - 184)
      await many(ann, 1)
      expect((await waits(ann)).at(-1)).toBe(48)
      await asAdministrator('delete from private.mail_outbox where to_email = $1 and not_before > now()', [
        ann,
      ])
      await letPass(ann, 2)
      await many(ann, 1)
      expect((await waits(ann)).at(-1)).toBe(0)
    })

    it('after many mails of a kind to one person about one plan, the outbox sends the next at once when the hour is over', async () => {
      const ann = address('Ann')
      await many(ann, 10)
      await letPass(ann, 59)
      await many(ann, 1)
      expect((await waits(ann)).at(-1)).toBe(6)
      await letPass(ann, 7)
      await many(ann, 1)
      expect((await waits(ann)).at(-1)).toBe(0)
    })

    it('after many mails of a kind to one person about one plan, the outbox sends none before one that was queued earlier, and none later than in a week', async () => {
      const ann = address('Ann')
      await mail(ann)
      await letPass(ann, -90)
      await mail(ann)
      expect(await waits(ann)).toEqual([90, 90])
      await many(ann, 8)
      await letPass(ann, -7 * 24 * 60 + 90)
      await mail(ann)
      expect((await waits(ann)).at(-1)).toBe(7 * 24 * 60)
    })

    it('after many mails of a kind to one person about one plan, the outbox counts none as waiting in admin.health before its time has come', async () => {
      const ann = address('Ann')
      await many(ann, 11)
      await asAdministrator(
        'update private.mail_outbox set sent_at = now() where to_email = $1 and not_before <= now()',
        [ann],
      )
      const state = async () => {
        const [line] = await asAdministrator(
          `select well, state from admin.health where line = 'emails waiting'`,
        )
        return line
      }
      expect(await state()).toEqual({ well: true, state: 'none' })
      await letPass(ann, 6)
      expect(await state()).toEqual({ well: true, state: expect.stringMatching(/^person_removed: 1 since/) })
      await letPass(ann, 15)
      expect(await state()).toMatchObject({ well: false })
    })

    it('after many mails of a kind to one person about one plan, the outbox delays no mail of another kind, to another person, about another plan, or about a certificate', async () => {
      const [ann, bob] = [address('Ann'), address('Bob')]
      await many(ann, 11)
      await mail(bob)
      await mail(ann, { kind: 'card_used' })
      await mail(ann, { plan: randomUUID() })
      await many(bob, 12, 'release_stopped')
      expect([await waits(ann), await waits(bob)]).toEqual([[...Array(12).fill(0), 6], Array(13).fill(0)])
    })
  })

  it('the outbox counts no attempt less for a mail that was sent after all', async () => {
    const ann = address('Ann')
    await add(ann, 'release_stopped', { attempts: 2, sent_at: ago(1) })
    const mail = () =>
      asAdministrator<{ id: string }>('select * from private.mail_outbox where to_email = $1', [ann])
    const before = await mail()
    await succeed(service.rpc('hand_back_mail', { p_id: before[0]?.id ?? '' }))
    expect(await mail()).toEqual(before)
  })

  it('the outbox makes a mail that the provider had no room for due again at once, without an attempt more', async () => {
    const ann = address('Ann')
    await add(ann, 'release_stopped', { attempts: 2 })
    const [mail] = await succeed(service.rpc('claim_mail', { p_batch: 1 }))
    expect(await claim(5, [ann])).toEqual([])
    await succeed(service.rpc('hand_back_mail', { p_id: mail?.id ?? '' }))
    const rows = await asAdministrator('select attempts from private.mail_outbox where to_email = $1', [ann])
    expect(rows).toEqual([{ attempts: 2 }])
    expect(await claim(5, [ann])).toEqual(['release_stopped to ann'])
  })

  it('the outbox queues a mail of a function once, and does not send it when it is of no use any more', async () => {
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

  it('the outbox lets one run send at a time, until it ends or its time is over, and no run while the provider wants a pause', async () => {
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
