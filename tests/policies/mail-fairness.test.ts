// Whose mail leaves next when much of it waits: what one plan causes must not hold up the mail of another.
import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  address,
  asAdministrator,
  type Household,
  hasSql,
  household,
  needsSql,
  service,
  submitCertificate,
  succeed,
} from '../support/people.ts'

/** How many mails leave in the minute of a run: the pace is two a second. */
const mailsAMinute = 120

const clear = () => asAdministrator('update private.mail_outbox set sent_at = now() where sent_at is null')

/** Sends what leaves in the minute of a run. @returns "kind to address" of each mail, in their order */
async function sendMinute(): Promise<string[]> {
  const sent: string[] = []
  while (sent.length < mailsAMinute) {
    const batch = await succeed(service.rpc('claim_mail', { p_batch: 10 }))
    sent.push(...batch.map(({ kind, to_email }) => `${kind} to ${to_email}`))
    await asAdministrator('update private.mail_outbox set sent_at = now() where id = any ($1)', [
      batch.map(({ id }) => id),
    ])
    if (batch.length < 10) break
  }
  return sent
}

/** Mail of the first rank of 40 plans: six times each, to the owner and 39 people named. */
const flood = () =>
  asAdministrator(
    `select private.enqueue_mail(
              'certificate_submitted',
              case person when 1 then format('mallory.%s@example.com', plan)
                          else format('accomplice.%s@example.com', person) end,
              jsonb_build_object('recipient', case person when 1 then 'owner' else 'designee' end,
                                 'owner_id', md5('plan ' || plan)::uuid, 'certificate', certificate))
       from generate_series(1, 40) plan, generate_series(1, 6) certificate, generate_series(1, 40) person`,
  )

const queueCode = (email: string) =>
  succeed(service.rpc('queue_mail', { p_id: randomUUID(), p_kind: 'code', p_to_email: email, p_payload: {} }))

describe.skipIf(!hasSql)(`when much waits for other plans${needsSql}`, () => {
  let home: Household<'executor'>

  beforeAll(async () => {
    home = await household('hidden', ['executor'])
    await clear()
    await flood()
  })
  afterAll(clear)

  it('what keeps people safe leaves within a minute, behind 9,600 mails about certificates of other plans', async () => {
    const { owner, executor } = home
    const sent = async () => {
      const mails = await sendMinute()
      return mails.filter((mail) => mail.endsWith(owner.email) || mail.endsWith(executor.email))
    }
    await submitCertificate(executor, owner)
    expect(await sent()).toEqual([
      `certificate_submitted to ${owner.email}`,
      `certificate_submitted to ${executor.email}`,
    ])
    await succeed(owner.client.rpc('stop_release'))
    expect(await sent()).toEqual([
      `release_stopped to ${owner.email}`,
      `release_stopped to ${executor.email}`,
    ])
    await succeed(owner.client.rpc('set_visibility_hold', { hold: false }))
    expect(await sent()).toEqual([`hold_lifted to ${owner.email}`])
    await succeed(owner.client.from('designations').delete().eq('owner_id', owner.id).select())
    expect((await sent()).sort()).toEqual(
      [`person_removed to ${owner.email}`, `person_removed to ${executor.email}`].sort(),
    )
    await asAdministrator(
      `select private.enqueue_mail('card_used', $1, '{"recipient": "owner"}'),
              private.enqueue_mail('card_used', $2, '{"recipient": "designee"}', p_plan => $3)`,
      [owner.email, executor.email, owner.id],
    )
    await queueCode(owner.email)
    expect((await sent()).sort()).toEqual(
      [`card_used to ${owner.email}`, `card_used to ${executor.email}`, `code to ${owner.email}`].sort(),
    )
  })

  it('the operator is told of waiting certificates first, behind the same mails and whatever else the operator is told', async () => {
    await asAdministrator(
      `select private.enqueue_mail('card_reported', 'operator', '{"recipient": "operator"}', p_about => n::text)
         from generate_series(1, 3) n`,
    )
    await asAdministrator(
      `select private.enqueue_mail('certificates_waiting', 'operator', '{"recipient": "operator"}')`,
    )
    expect(await sendMinute()).toContain('certificates_waiting to operator')
  })
})

describe.skipIf(!hasSql)(`fairness${needsSql}`, () => {
  // A test must not find the mails of another one.
  beforeEach(clear)
  afterEach(clear)

  it('the outbox sends the news that a card was used within a minute, behind 3,000 mails of one account that lifted and restored its hold', async () => {
    const [mallory, ann] = [address('Mallory'), address('Ann')]
    await asAdministrator(
      `select private.enqueue_mail('hold_lifted', $1, jsonb_build_object('recipient', 'owner', 'people', n))
         from generate_series(1, 3000) n`,
      [mallory],
    )
    await asAdministrator('update private.mail_outbox set next_attempt_at = now() where sent_at is null')
    await asAdministrator(
      `select private.enqueue_mail('card_used', $1, '{"recipient": "designee", "report": "death"}')`,
      [ann],
    )
    expect(await sendMinute()).toContain(`card_used to ${ann}`)
  })

  it('the outbox gives no mail the first turn for the many that are queued to one address without a plan', async () => {
    const [ann, bob] = [address('Ann'), address('Bob')]
    for (let n = 0; n < 3; n += 1) await queueCode(ann)
    await queueCode(bob)
    expect((await sendMinute()).slice(0, 2)).toEqual([`code to ${ann}`, `code to ${bob}`])
  })

  it('the outbox does not count codes against a person that have been of no use for a day', async () => {
    const email = address('Ann')
    const turns = async () => {
      await queueCode(email)
      const rows = await asAdministrator<{ turn: number }>(
        'select turn from private.mail_outbox where to_email = $1 order by created_at desc limit 1',
        [email],
      )
      return rows[0]?.turn
    }
    expect(await turns()).toBe(1)
    const expired = (age: string) =>
      asAdministrator('update private.mail_outbox set use_by = now() - $2::interval where to_email = $1', [
        email,
        age,
      ])
    await expired('23 hours')
    expect(await turns()).toBe(2)
    await expired('25 hours')
    expect(await turns()).toBe(1)
  })
})
