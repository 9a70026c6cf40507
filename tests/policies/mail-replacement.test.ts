// A newer mail replaces the one that waits when both tell of the same, and only then.
import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  address,
  asAdministrator,
  decide,
  hasSql,
  household,
  needsSql,
  type Person,
  person,
  service,
  submitCertificate,
  succeed,
} from '../support/people.ts'

const clear = () => asAdministrator('update private.mail_outbox set sent_at = now() where sent_at is null')

interface Waiting {
  kind?: string
  recipient?: string
  plan?: string | null
  about?: string | null
}
const queue = (
  to: string,
  n: number,
  { kind = 'hold_lifted', recipient = 'owner', plan, about }: Waiting = {},
) =>
  asAdministrator('select private.enqueue_mail($1, $2, $3, p_plan => $4, p_about => $5)', [
    kind,
    to,
    JSON.stringify({ recipient, n }),
    plan ?? null,
    about ?? null,
  ])
/** The numbers of the mails that wait for a person, in their order. */
const waiting = async (to: string) => {
  const rows = await asAdministrator<{ n: number }>(
    `select (payload ->> 'n')::int as n from private.mail_outbox
      where to_email = $1 and sent_at is null order by turn, created_at`,
    [to],
  )
  return rows.map(({ n }) => n)
}
const change = (to: string, set: string) =>
  asAdministrator(`update private.mail_outbox set ${set} where to_email = $1`, [to])

const [plan, otherPlan] = [randomUUID(), randomUUID()]

describe.skipIf(!hasSql)(`replacement${needsSql}`, () => {
  // A test must not find the mails of another one.
  beforeEach(clear)
  afterEach(clear)

  it.each<[string, Waiting, Waiting]>([
    ['the owner’s hold was lifted again', {}, {}],
    [
      'a certificate waits for the operator',
      ...twice({ kind: 'certificates_waiting', recipient: 'operator' }),
    ],
    ['a designee is told again of one plan', ...twice({ kind: 'card_stopped', recipient: 'designee', plan })],
    [
      'both are about the same thing',
      ...twice({ kind: 'person_removed', recipient: 'designee', plan, about: '7' }),
    ],
    ['both are about the same certificate', ...twice({ kind: 'certificate_rejected', about: 'path' })],
  ])('is replaced when %s', async (_, first, second) => {
    const ann = address('Ann')
    await queue(ann, 1, first)
    await queue(ann, 2, second)
    expect(await waiting(ann)).toEqual([2])
  })

  const removed: Waiting = { kind: 'person_removed', recipient: 'designee', plan, about: '7' }
  const stopped: Waiting = { kind: 'card_stopped', recipient: 'designee', plan }
  it.each<[string, Waiting, Waiting]>([
    ['about another person', removed, { ...removed, about: '8' }],
    ['about another plan', removed, { ...removed, plan: otherPlan }],
    ['of a kind that only notifies about another plan', stopped, { ...stopped, plan: otherPlan }],
    ['about plans that are not known', ...twice({ ...stopped, plan: null })],
    [
      'of a kind that tells of something each time',
      ...twice({ kind: 'person_removed', recipient: 'designee', plan }),
    ],
    ['of another kind about the same', removed, { ...removed, kind: 'card_used' }],
    ['to the owner, who is named in another plan', { kind: 'card_stopped' }, stopped],
  ])('stays when a newer one comes %s', async (_, first, second) => {
    const ann = address('Ann')
    await queue(ann, 1, first)
    await queue(ann, 2, second)
    expect((await waiting(ann)).sort()).toEqual([1, 2])
  })

  it('a mail that waits stays when a newer one comes to another person', async () => {
    const [ann, bob] = [address('Ann'), address('Bob')]
    await queue(ann, 1, stopped)
    await queue(bob, 2, stopped)
    expect([await waiting(ann), await waiting(bob)]).toEqual([[1], [2]])
  })

  it('a mail that waits stays while it is being sent, and until its retry is due; then it is replaced', async () => {
    const ann = address('Ann')
    await queue(ann, 1)
    await succeed(service.rpc('claim_mail', { p_batch: 1 }))
    await queue(ann, 2)
    expect(await waiting(ann)).toEqual([1, 2])
    await queue(ann, 3)
    expect(await waiting(ann)).toEqual([1, 3])
    await change(ann, 'next_attempt_at = now()')
    await queue(ann, 4)
    expect(await waiting(ann)).toEqual([4])
  })

  it('a mail that waits is replaced while it is held back, and the newer one leaves when it would have left', async () => {
    const ann = address('Ann')
    for (let n = 1; n <= 10; n += 1) {
      await queue(ann, n)
      await change(ann, 'sent_at = now()')
    }
    await queue(ann, 11)
    await change(
      ann,
      `not_before = not_before - interval '2 minutes', next_attempt_at = next_attempt_at - interval '2 minutes'`,
    )
    await queue(ann, 12)
    expect(await waiting(ann)).toEqual([12])
    const [mail] = await asAdministrator(
      `select round(extract(epoch from next_attempt_at - now()) / 60)::int as minutes, next_attempt_at = not_before as is_same
         from private.mail_outbox where to_email = $1 and sent_at is null`,
      [ann],
    )
    expect(mail).toEqual({ minutes: 4, is_same: true })
  })

  it('a mail that waits was sent, and stays as the note of that, without what it was about', async () => {
    const ann = address('Ann')
    await queue(ann, 1, removed)
    const [claimed] = await succeed(service.rpc('claim_mail', { p_batch: 1 }))
    const about = async () =>
      (await asAdministrator('select about from private.mail_outbox where to_email = $1', [ann])).map(
        (row) => row.about,
      )
    await succeed(service.rpc('settle_mail', { p_id: claimed?.id ?? '', p_error: 'provider answered 500' }))
    expect(await about()).toEqual(['7'])
    await succeed(service.rpc('settle_mail', { p_id: claimed?.id ?? '' }))
    expect(await about()).toEqual([null])
    await queue(ann, 2, removed)
    expect(await about()).toEqual([null, '7'])
  })

  const kindsTo = async ({ email }: Person) => {
    const claimed = await succeed(service.rpc('claim_mail', { p_batch: 50 }))
    return claimed.filter(({ to_email }) => to_email === email).map(({ kind }) => kind)
  }

  it('a mail that waits about a certificate stays when another certificate is submitted, and both are read in their order', async () => {
    const { owner, executor, trustee } = await household('hidden', ['executor', 'trustee'])
    await clear()
    await submitCertificate(executor, owner)
    await succeed(owner.client.rpc('stop_release'))
    await submitCertificate(trustee, owner)
    const story = ['certificate_submitted', 'release_stopped', 'certificate_submitted']
    const claimed = await succeed(service.rpc('claim_mail', { p_batch: 50 }))
    for (const { email } of [owner, executor, trustee])
      expect(claimed.filter(({ to_email }) => to_email === email).map(({ kind }) => kind)).toEqual(story)
  })

  it('a mail that waits about a decision is replaced by the next one of its kind about the same certificate, which is read last', async () => {
    const { owner, executor } = await household('hidden', ['executor'])
    await clear()
    await submitCertificate(executor, owner)
    await decide(owner, 'rejected', 'Not readable.')
    await asAdministrator(`select admin.take_back_decision($1, 'a mistake')`, [owner.id])
    await decide(owner, 'rejected', 'Not theirs.')
    expect(await kindsTo(owner)).toEqual([
      'certificate_submitted',
      'decision_taken_back',
      'certificate_rejected',
    ])
  })

  it('a mail that waits about a lifted hold is one, however often the owner lifts and restores it', async () => {
    const owner = await person('Olive Owner')
    for (let n = 0; n < 12; n += 1) {
      await succeed(owner.client.rpc('set_visibility_hold', { hold: false }))
      await succeed(owner.client.rpc('set_visibility_hold', { hold: true }))
    }
    expect(await kindsTo(owner)).toEqual(['hold_lifted'])
  })
})

function twice(mail: Waiting): [Waiting, Waiting] {
  return [mail, mail]
}
