// Whose mail leaves next when much of it waits: what one plan causes must not hold up the mail of another.
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
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

/** How many mails leave in the minute of a run: the pace is two a second. */
const mailsAMinute = 120

const clear = () => asAdministrator('update private.mail_outbox set sent_at = now() where sent_at is null')

/** Claims what a minute's run sends. @returns to whom, in the order in which it leaves */
async function claimMinute(): Promise<{ kind: string; to: string }[]> {
  const claimed: { kind: string; to: string }[] = []
  while (claimed.length < mailsAMinute) {
    const batch = await succeed(service.rpc('claim_mail', { p_batch: 10 }))
    claimed.push(...batch.map(({ kind, to_email }) => ({ kind, to: to_email })))
    if (batch.length < 10) break
  }
  return claimed
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

describe.skipIf(!hasSql)(`the outbox, when much waits${needsSql}`, () => {
  // A test must not find the mails of another one.
  beforeEach(clear)
  afterEach(clear)

  it('sends an owner the news of a certificate within a minute, behind 9,600 mails about certificates of other plans', async () => {
    const { owner, executor } = await household('hidden', ['executor'])
    await clear()
    await flood()
    await submitCertificate(executor, owner)
    expect(await claimMinute()).toContainEqual({ kind: 'certificate_submitted', to: owner.email })
  })

  it.each(['card_used', 'person_removed', 'hold_lifted', 'code'])(
    'sends %s within a minute, behind 9,600 mails about certificates of other plans',
    async (kind) => {
      const owner = await person('Olive Owner')
      await clear()
      await flood()
      await asAdministrator(`select private.enqueue_mail($1, $2, '{"recipient": "owner"}')`, [
        kind,
        owner.email,
      ])
      expect(await claimMinute()).toContainEqual({ kind, to: owner.email })
    },
  )

  it('sends the news that a card was used within a minute, behind 3,000 mails of one account that lifted and restored its hold', async () => {
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
    expect(await claimMinute()).toContainEqual({ kind: 'card_used', to: ann })
  })
})
