// Which mail is sent first, and how many of one kind a person gets.
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
})
