// Forty people who mean harm do all they can for a day. What a living owner has to know still leaves within a minute.
import { randomUUID } from 'node:crypto'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { applyDueChanges } from '../storms/due-changes.ts'
import {
  address,
  asAdministrator,
  designate,
  designateAccepted,
  type Household,
  household,
  service,
  submitCertificate,
  succeed,
} from '../support/people.ts'
import { type HostileDay, hostileAccounts, hostileDay } from './hostile-day.ts'

type Victim = Household<'executor' | 'trustee'>

/** What is sent in a minute, at MAILS_PER_SECOND=2. */
const mailsOfMinute = 120
/** How far the queue is read, to say by how much the bar is missed. */
const mailsToLookAt = 1200

const victims: Record<
  'certificate' | 'stop' | 'opening' | 'hold' | 'removal' | 'card' | 'invitation',
  Victim
> = {} as never
let day: HostileDay
let newPerson = ''
const table: Record<string, unknown>[] = []

beforeAll(async () => {
  for (const what of ['certificate', 'stop', 'opening', 'hold', 'removal', 'card', 'invitation'] as const) {
    victims[what] = await household('hidden', ['executor', 'trustee'])
  }
  await succeed(victims.card.owner.client.rpc('make_card'))
  const { owner, designation } = victims.opening
  await succeed(
    owner.client.rpc('set_part_timing', {
      designation_id: designation.executor,
      choice: 'home',
      timing: 'first_hours',
    }),
  )
  newPerson = address('Paula')
  const hostile = await hostileAccounts(40)
  // Someone whom a victim named was asked into a hostile plan as well, and accepted.
  for (const owner of hostile.slice(0, 3)) await designateAccepted(owner, victims.removal.executor, 'trustee')
  day = await hostileDay(hostile, [newPerson, victims.removal.executor.email])
}, 1_800_000)

afterAll(() => {
  console.table(table)
  console.log(day?.done)
})

/** One run of housekeeping and a minute of mail, undone afterward. @returns the mails in the order in which they leave */
async function aMinute(): Promise<{ kind: string; to_email: string; payload: Record<string, unknown> }[]> {
  expect(await applyDueChanges()).toEqual([])
  const client = new Client(process.env.DATABASE_URL)
  await client.connect()
  try {
    await client.query(`begin; set local statement_timeout = '8s'`)
    const mails = []
    while (mails.length < mailsToLookAt) {
      const { rows } = await client.query('select * from public.claim_mail(10)')
      if (rows.length === 0) break
      mails.push(...rows)
      await client.query('select public.settle_mail(m.id) from unnest($1::uuid[]) m (id)', [
        rows.map(({ id }) => id),
      ])
    }
    return mails
  } finally {
    await client.query('rollback')
    await client.end()
  }
}

/**
 * How many mails leave before the first one of a kind to any of these people; as many as a minute's or more mean that it is
 * late. After this, nothing waits for the victims.
 */
async function leaves(kind: string, ...to: string[]): Promise<number> {
  const mails = await aMinute()
  const place = mails.findIndex((mail) => mail.kind === kind && to.includes(mail.to_email))
  const [{ waiting } = { waiting: 0 }] = await asAdministrator<{ waiting: number }>(
    'select count(*)::int as waiting from private.mail_outbox where sent_at is null',
  )
  table.push({ mail: kind, 'before it': place < 0 ? `more than ${mailsToLookAt}` : place, waiting })
  await letMailLeave(
    Object.values(victims).flatMap(({ owner, executor, trustee }) => [owner, executor, trustee]),
  )
  return place < 0 ? Number.POSITIVE_INFINITY : place
}

/** What waits for these people was sent in the meantime. */
const letMailLeave = (people: { email: string }[]) =>
  asAdministrator(
    'update private.mail_outbox set sent_at = now() where to_email = any ($1) and sent_at is null',
    [people.map(({ email }) => email)],
  )

describe('after a day of forty hostile accounts', () => {
  it('housekeeping has done all of its work in every run', () => {
    expect(day.failed).toEqual([])
  })

  it('each kind of harm was tried, and succeeded now and then', () => {
    expect(Object.entries(day.done).filter(([, times]) => times === 0)).toEqual([])
  })

  it('an owner learns within a minute that a certificate was submitted', async () => {
    const { owner, executor } = victims.certificate
    await submitCertificate(executor, owner)
    expect(await leaves('certificate_submitted', owner.email)).toBeLessThan(mailsOfMinute)
  })

  it('an owner and the circle learn within a minute that the first hours were opened, and closed', async () => {
    const { owner, executor } = victims.opening
    await succeed(executor.client.rpc('open_first_hours', { owner_id: owner.id, reason: 'ill' }))
    expect(await leaves('first_hours_opened', owner.email)).toBeLessThan(mailsOfMinute)
    await succeed(owner.client.rpc('close_first_hours'))
    expect(await leaves('first_hours_closed', executor.email)).toBeLessThan(mailsOfMinute)
  })

  it('an owner who stopped a review is told so within a minute', async () => {
    const { owner, executor, trustee } = victims.stop
    await submitCertificate(executor, owner)
    await letMailLeave([owner, executor, trustee])
    await succeed(owner.client.rpc('stop_release'))
    expect(await leaves('release_stopped', owner.email)).toBeLessThan(mailsOfMinute)
  })

  it('an owner whose hold was lifted learns it within a minute', async () => {
    const { owner } = victims.hold
    await succeed(owner.client.rpc('set_visibility_hold', { hold: false }))
    expect(await leaves('hold_lifted', owner.email)).toBeLessThan(mailsOfMinute)
  })

  it('people learn within a minute that one of them is removed during a review, even if others removed that one today', async () => {
    const { owner, executor, trustee, designation } = victims.removal
    await submitCertificate(trustee, owner)
    await letMailLeave([owner, executor, trustee])
    await succeed(owner.client.rpc('revoke_designation', { designation_id: designation.executor }))
    const told = await asAdministrator(
      `select from private.mail_outbox where kind = 'person_removed' and to_email = $1 and payload ->> 'owner_id' = $2`,
      [executor.email, owner.id],
    )
    expect(told).toHaveLength(1)
    expect(await leaves('person_removed', executor.email, trustee.email)).toBeLessThan(mailsOfMinute)
  })

  it('the people of an owner learn within a minute what the holder of a card reported', async () => {
    const { owner, executor, trustee } = victims.card
    const { code } = await succeed(owner.client.from('cards').select('code').single())
    await succeedOrNull(
      service.rpc('report_card', {
        p_id: randomUUID(),
        p_code: code,
        p_kind: 'death',
        p_name: 'Nina Neighbor',
        p_contact: '555 0100',
        p_message: '',
        p_network: randomUUID(),
      }),
    )
    expect(await leaves('card_used', executor.email, trustee.email)).toBeLessThan(mailsOfMinute)
  })

  it('a sign-in code that had to wait leaves within a minute', async () => {
    const { owner } = victims.hold
    await succeedOrNull(
      service.rpc('queue_mail', {
        p_id: randomUUID(),
        p_kind: 'code',
        p_to_email: owner.email,
        p_payload: {},
      }),
    )
    expect(await leaves('code', owner.email)).toBeLessThan(mailsOfMinute)
  })

  it('the operator is told of every certificate that waits', async () => {
    await submitCertificate(victims.invitation.executor, victims.invitation.owner)
    expect(await leaves('certificates_waiting', 'operator')).toBeLessThan(mailsToLookAt)
    const [waiting] = await asAdministrator(
      `select count(*)::int as all, count(s.operator_told_at)::int as told
         from private.certificate_submissions s join public.profiles p on p.death_certificate_path = s.path
        where p.death_review = 'pending'`,
    )
    const [mail] = await asAdministrator<{ waiting: number }>(
      `select (payload ->> 'waiting')::int as waiting from private.mail_outbox
        where kind = 'certificates_waiting' order by created_at desc limit 1`,
    )
    expect(waiting).toEqual({ all: mail?.waiting, told: mail?.waiting })
  })

  it('a person whom strangers invited all day can still be invited', async () => {
    const { owner } = victims.hold
    const id = await designate(owner, newPerson, 'executor')
    const { error } = await service.rpc('begin_designation_invite', {
      p_designation_id: id,
      p_owner_id: owner.id,
    })
    expect(error).toBeNull()
  })
})

async function succeedOrNull(request: PromiseLike<{ error: { message: string } | null }>): Promise<void> {
  expect((await request).error).toBeNull()
}
