// admin.health: what stands still, whether the function `health` answers 503, and when the operator is told.
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  address,
  applyDueChanges,
  asAdministrator,
  decide,
  hasSql,
  household,
  needsSql,
  person,
  service,
  submitCertificate,
  succeed,
  turnBillingOn,
} from '../support/people.ts'

const lines = async () => {
  const rows = await asAdministrator<{ line: string; well: boolean; state: string }>(
    'select line, well, state from admin.health',
  )
  return new Map(rows.map(({ line, well, state }) => [line, { well, state }]))
}
/** Those of the lines that are not well. Certificates have a test of their own: other tests let them grow old. */
const unwell = async () =>
  [...(await lines())].filter(([line, { well }]) => !well && line !== 'certificates').map(([line]) => line)
const isWell = () => succeed(service.rpc('is_well'))
const note = (p_failed_stages: string[], problem: { p_payments_problem?: string } = {}) =>
  succeed(service.rpc('note_housekeeping', { p_counts: { mailsSent: 3 }, p_failed_stages, ...problem }))
const letMinutesPass = (minutes: number) =>
  asAdministrator(
    `update private.housekeeping_runs set ended_at = ended_at - make_interval(mins => $1),
            completed_at = completed_at - make_interval(mins => $1), checked_at = checked_at - make_interval(mins => $1),
            operator_told_at = operator_told_at - make_interval(mins => $1)`,
    [minutes],
  )

/** Makes well again what a test made ill, without touching what another file's tests look at. */
const clear = async () => {
  await asAdministrator(`update private.mail_outbox set sent_at = now() where to_email = 'ann@example.com'`)
  await asAdministrator(`update private.mail_outbox set sent_at = now() where to_email = 'operator'`)
  await asAdministrator('delete from private.webhook_failures')
  await asAdministrator(
    `delete from private.membership_cancellations where stripe_customer_id = 'cus_health'`,
  )
  await asAdministrator(`delete from private.file_removals where path like 'health/%'`)
  await asAdministrator(
    `update private.housekeeping_runs set checked_at = '-infinity', operator_told_at = '-infinity'`,
  )
}

/** Settles what files that ran before on this stack left unsent or failing. */
const settleLeftovers = async () => {
  await asAdministrator('update private.mail_outbox set sent_at = now() where sent_at is null')
  await asAdministrator('delete from private.file_removals where attempts >= 10')
  await asAdministrator('update private.backups set watched_since = now() where ended_at is null')
  await asAdministrator(
    `delete from private.membership_cancellations where created_at < now() - interval '1 hour'`,
  )
}

describe.skipIf(!hasSql)(`health${needsSql}`, () => {
  beforeAll(turnBillingOn)
  beforeAll(settleLeftovers)
  beforeEach(async () => {
    await clear()
    await note([])
  })
  afterEach(clear)

  it('admin.health is well after a complete run, and says what was done', async () => {
    expect(await unwell()).toEqual([])
    expect(await isWell()).toBe((await lines()).get('certificates')?.well)
    expect((await lines()).get('housekeeping')?.state).toMatch(/^last run .* UTC, 3 emails sent$/)
  })

  it('admin.health notices that no run was complete for ten minutes, but not a single failure', async () => {
    await letMinutesPass(9)
    await note(['mails'])
    expect(await unwell()).toEqual([])
    await letMinutesPass(2)
    await note(['mails', 'files'])
    expect(await unwell()).toEqual(['housekeeping'])
    expect((await lines()).get('housekeeping')?.state).toContain('failed: mails, files')
    expect(await isWell()).toBe(false)
  })

  it.each([
    ['for this session', `perform set_config('default_transaction_read_only', 'on', true)`],
    [
      'for sessions that begin from now on',
      `execute format('alter database %I set default_transaction_read_only = on', current_database())`,
    ],
  ])('admin.health notices that the database is read-only %s', async (_, makeReadOnly) => {
    expect((await lines()).get('database')).toEqual({ well: true, state: 'takes changes' })
    // The error undoes the setting, and carries what the line said.
    const during = asAdministrator(`do $$ begin
      ${makeReadOnly};
      raise exception '%', (select format('%s: %s', h.well, h.state) from admin.health h where h.line = 'database');
    end $$`)
    await expect(during).rejects.toThrow('f: read-only')
    expect((await lines()).get('database')?.well).toBe(true)
  })

  it('admin.health takes no notice of a single role that is read-only', async () => {
    const during = asAdministrator(`do $$ begin
      alter role heartwood_reviewer set default_transaction_read_only = on;
      raise exception '%', (select format('%s: %s', h.well, h.state) from admin.health h where h.line = 'database');
    end $$`)
    await expect(during).rejects.toThrow('t: takes changes')
  })

  it('admin.health notices that housekeeping stopped', async () => {
    await letMinutesPass(11)
    expect(await unwell()).toEqual(['housekeeping'])
  })

  it('admin.health says so while billing is on and no payment can be taken; an installation that charges nothing is well', async () => {
    expect((await lines()).get('payments')?.state).toBe('on')
    await note([], { p_payments_problem: 'Stripe is not set up' })
    expect(await unwell()).toEqual(['payments'])
    const state = 'on, but none can be taken: Stripe is not set up'
    expect((await lines()).get('payments')?.state).toBe(state)
    await asAdministrator('select private.enqueue_standstill_notice()')
    const [told] = await asAdministrator<{ payload: { lines: string[] } }>(
      `select payload from private.mail_outbox where kind = 'standing_still' and sent_at is null`,
    )
    expect(told?.payload.lines).toEqual([`payments: ${state}`])
    await asAdministrator('select admin.set_billing(false)')
    expect(await unwell()).toEqual([])
    await asAdministrator('select admin.set_billing(true)')
  })

  const mail = (kind: string, changes: Record<string, string> = {}) => {
    const columns = {
      created_at: 'now()',
      next_attempt_at: 'now()',
      attempts: '0',
      use_by: 'null',
      ...changes,
    }
    return asAdministrator(
      `insert into private.mail_outbox (kind, to_email, ${Object.keys(columns).join(', ')})
       values ($1, 'ann@example.com', ${Object.values(columns).join(', ')})`,
      [kind],
    )
  }

  const mailWithId = async (kind: string) => {
    await mail(kind)
    return asAdministrator<{ id: string }>(
      `select id from private.mail_outbox where to_email = 'ann@example.com' and kind = $1 and sent_at is null`,
      [kind],
    )
  }

  it('admin.health counts waiting mail by kind, and is not well once one was due for 15 minutes', async () => {
    await mail('plan_released', { next_attempt_at: `now() - interval '14 minutes'` })
    await mail('plan_released', { next_attempt_at: `now() + interval '1 hour'` })
    await mail('code', { next_attempt_at: `now() - interval '1 day'`, use_by: `now() - interval '1 minute'` })
    expect(await unwell()).toEqual([])
    expect((await lines()).get('emails waiting')?.state).toMatch(/^plan_released: 1 since [^;]*$/)
    await mail('practice', { next_attempt_at: `now() - interval '16 minutes'` })
    expect(await unwell()).toEqual(['emails waiting'])
    expect((await lines()).get('emails waiting')?.state).toMatch(
      /^plan_released: 1 since .*; practice: 1 since/,
    )
  })

  it('admin.health counts mail that is still of use, and not what was given up after 30 days', async () => {
    const due = { next_attempt_at: `now() - interval '1 minute'`, use_by: `now() + interval '5 minutes'` }
    await mail('code', due)
    await mail('practice', { ...due, created_at: `now() - interval '31 days'` })
    expect((await lines()).get('emails waiting')?.state).toMatch(/^code: 1 since [^;]*$/)
    await mail('card_used', { attempts: '5', use_by: `now() + interval '5 minutes'` })
    await mail('code', { attempts: '5', use_by: `now() - interval '5 minutes'` })
    expect((await lines()).get('emails failing')?.state).toBe(
      'card_used: 1 (not tried); practice: 1 (not tried)',
    )
  })

  it('admin.health counts failing mail by kind with its reasons, and never its addresses', async () => {
    const later = `now() + interval '1 hour'`
    const failing = {
      attempts: '5',
      next_attempt_at: later,
      last_error: `'provider answered 422 validation_error'`,
    }
    await mail('practice', { ...failing, attempts: '4' })
    expect(await unwell()).toEqual([])
    await mail('practice', failing)
    await mail('practice', { created_at: `now() - interval '31 days'`, next_attempt_at: later })
    expect(await unwell()).toEqual(['emails failing'])
    const state = 'practice: 2 (not tried, provider answered 422 validation_error)'
    expect((await lines()).get('emails failing')?.state).toBe(state)
  })

  describe('sign-in codes', () => {
    const line = async () => (await lines()).get('sign-in codes')
    const begin = (p_email: string) => succeed(service.rpc('begin_code_probe', { p_email }))
    const noteProbe = (p_email: string, p_is_sent: boolean) =>
      succeed(service.rpc('note_code_probe', { p_email, p_is_sent }))
    const reset = () =>
      asAdministrator(
        `update private.code_probes set begun_at = '-infinity', failed_users = '{}', failed_since = null`,
      )
    const someone = async (name: string) => {
      const made = await person(name)
      await asAdministrator(
        'update auth.users set recovery_sent_at = null, confirmation_sent_at = null where id = $1',
        [made.id],
      )
      return made
    }
    beforeEach(reset)
    afterEach(reset)

    it('admin.health is not well once the codes of three people in a row could not be sent, and well with the next that is', async () => {
      expect(await line()).toEqual({ well: true, state: 'none failing' })
      const three = [await someone('Ann'), await someone('Bob'), await someone('Cid')]
      for (const { email } of three) {
        expect((await line())?.well).toBe(true)
        await noteProbe(email, false)
        await noteProbe(email, false)
      }
      expect(await line()).toEqual({
        well: false,
        state: expect.stringMatching(/^none could be sent since .* UTC, tried for 3 people$/),
      })
      expect(await isWell()).toBe(false)
      // However many report, the row does not grow.
      await noteProbe((await someone('Dan')).email, false)
      expect((await line())?.state).toMatch(/tried for 3 people$/)
      await noteProbe(three[0]?.email ?? '', true)
      expect(await line()).toEqual({ well: true, state: 'none failing' })
    })

    it('admin.health is well again when someone signs in with a code that was sent after them', async () => {
      const three = [await someone('Ann'), await someone('Bob'), await someone('Cid')]
      for (const { email } of three) await noteProbe(email, false)
      const signIn = (minutes: number) =>
        asAdministrator(
          `insert into private.admitted_sessions (session_id, user_id, admitted_at)
           select gen_random_uuid(), $1, p.failed_since + make_interval(mins => $2) from private.code_probes p`,
          [three[0]?.id, minutes],
        )
      await asAdministrator(`update private.code_probes set failed_since = now() + interval '1 hour'`)
      await signIn(9)
      expect((await line())?.well).toBe(false)
      await signIn(11)
      expect((await line())?.well).toBe(true)
      await asAdministrator('delete from private.admitted_sessions where user_id = $1', [three[0]?.id])
    })

    it('admin.health hears of no address without an account, and asks Auth once a minute in all', async () => {
      const ann = await someone('Ann')
      const bob = await someone('Bob')
      expect(await begin(address('Nobody'))).toBe(false)
      const unproved = await person('Una', { confirmed: false })
      await asAdministrator('update auth.users set confirmation_sent_at = null where id = $1', [unproved.id])
      expect(await begin(unproved.email)).toBe(false)
      expect(await begin(ann.email)).toBe(true)
      expect(await begin(bob.email)).toBe(false)
      await asAdministrator(`update private.code_probes set begun_at = now() - interval '61 seconds'`)
      expect(await begin(bob.email)).toBe(true)
    })

    it.each(['recovery_sent_at', 'confirmation_sent_at'])(
      'asks for no second code within a minute of %s',
      async (column) => {
        const ann = await someone('Ann')
        const sent = (seconds: number) =>
          asAdministrator(
            `update auth.users set ${column} = now() - make_interval(secs => $2) where id = $1`,
            [ann.id, seconds],
          )
        await sent(55)
        expect(await begin(ann.email)).toBe(false)
        await sent(65)
        expect(await begin(ann.email)).toBe(true)
      },
    )

    it('admin.health counts other codes when those of three people failed and none was sent, but not those to a wanted address', async () => {
      const other = async () => (await lines()).get('other codes')
      await asAdministrator(`update private.email_codes set created_at = created_at - interval '2 hours'`)
      const three = [await person('Ann'), await person('Bob'), await person('Cid')]
      const add = (user: string, purpose: string, failed: boolean) =>
        asAdministrator(
          `insert into private.email_codes (user_id, purpose, email, expires_at, failed_at)
           values ($1, $2, 'ann@example.com', now(), case when $3 then now() end)`,
          [user, purpose, failed],
        )
      for (const { id } of three) await add(id, 'email-change-new', true)
      expect(await other()).toEqual({ well: true, state: 'none failing' })
      for (const { id } of three) {
        expect((await other())?.well).toBe(true)
        await add(id, 'account-deletion', true)
        await add(id, 'account-deletion', true)
      }
      expect(await other()).toEqual({ well: false, state: '6 of the last hour not sent' })
      const [{ id: ann } = { id: '' }] = three
      await add(ann, 'email-change-new', false)
      expect((await other())?.well).toBe(false)
      await add(ann, 'email-change-old', false)
      expect((await other())?.well).toBe(true)
      await asAdministrator(
        `update private.email_codes set created_at = now() - interval '61 minutes' where failed_at is null`,
      )
      expect((await other())?.well).toBe(false)
      await asAdministrator(`update private.email_codes set created_at = created_at - interval '61 minutes'`)
      expect(await other()).toEqual({ well: true, state: 'none failing' })
      await asAdministrator('delete from private.email_codes where user_id = any ($1)', [
        three.map(({ id }) => id),
      ])
    })
  })

  it.each([
    ['no key opens', 'UnknownSealingKey'],
    ['does not fit its kind', 'UnfitPayload: owner_id'],
  ])(
    'admin.health counts a mail that %s at once, never tries it again, and lets no other mail wait for it',
    async (_, why) => {
      const [lost] = await mailWithId('invitation')
      await mail('practice', { created_at: `now() + interval '1 second'` })
      await asAdministrator('update private.mail_outbox set attempts = 1 where id = $1', [lost?.id])
      await succeed(service.rpc('settle_mail', { p_id: lost?.id ?? '', p_error: why }))
      expect(await unwell()).toEqual(['emails failing'])
      expect((await lines()).get('emails failing')?.state).toBe(`invitation: 1 (${why})`)
      await asAdministrator(
        `update private.mail_outbox set created_at = created_at - interval '2 days' where to_email = 'ann@example.com'`,
      )
      const claimed = await succeed(service.rpc('claim_mail', { p_batch: 100 }))
      expect(
        claimed.filter(({ to_email }) => to_email === 'ann@example.com').map(({ kind }) => kind),
      ).toEqual(['practice'])
    },
  )

  it('admin.health goes on trying a mail that failed for another reason', async () => {
    const [failed] = await mailWithId('practice')
    await succeed(service.rpc('settle_mail', { p_id: failed?.id ?? '', p_error: 'UnknownMailKind' }))
    const claimed = await succeed(service.rpc('claim_mail', { p_batch: 100 }))
    expect(claimed.map(({ id }) => id)).toContain(failed?.id)
    expect(await unwell()).toEqual([])
  })

  it('admin.health notices a certificate that has waited for three days', async () => {
    const { owner, executor } = await household('hidden', ['executor'])
    const line = async () => (await lines()).get('certificates')
    const before = await line()
    await submitCertificate(executor, owner)
    const age = (hours: number) =>
      asAdministrator(
        `update private.certificate_submissions set submitted_at = now() - make_interval(hours => $2) where owner_id = $1`,
        [owner.id, hours],
      )
    await age(71)
    // On a database that other people or files use as well, one of theirs may be older.
    if (before?.well)
      expect(await line()).toMatchObject({ well: true, state: expect.stringMatching(/^\d+ waiting since/) })
    await age(73)
    expect(await line()).toMatchObject({ well: false })
    expect(await isWell()).toBe(false)
    // The operator has an email of its own about certificates.
    await run()
    expect(await notices()).toEqual([])
    await decide(owner, 'rejected')
    expect(await line()).toEqual(before)
  })

  it('admin.health says of an event that was worked off at once that none fails, and keeps those of two senders apart', async () => {
    const noteEvent = (p_source: string, p_failed: boolean) =>
      succeed(service.rpc('note_webhook', { p_source, p_event_id: 'event-1', p_failed }))
    const state = async (line: string) => (await lines()).get(line)?.state
    await noteEvent('resend', true)
    await noteEvent('stripe', false)
    expect(await state('events of Stripe')).toBe('none failing')
    expect(await state('events of Resend')).toMatch(/^1 failing/)
  })

  it.each([
    ['stripe', 'events of Stripe'],
    ['resend', 'events of Resend'],
  ])(
    'admin.health notices an event of %s that fails for an hour, until it is worked off',
    async (p_source, line) => {
      const noteEvent = (p_event_id: string, p_failed: boolean) =>
        succeed(service.rpc('note_webhook', { p_source, p_event_id, p_failed }))
      await noteEvent('event-1', true)
      expect(await unwell()).toEqual([])
      await asAdministrator(`update private.webhook_failures set began_at = began_at - interval '61 minutes'`)
      await noteEvent('event-1', true)
      await noteEvent('event-2', false)
      expect(await unwell()).toEqual([line])
      await noteEvent('event-1', false)
      expect(await unwell()).toEqual([])
    },
  )

  it('admin.health notices a cancellation that Stripe has not confirmed for an hour', async () => {
    await asAdministrator(
      `insert into private.membership_cancellations (stripe_customer_id, created_at, last_error)
       values ('cus_health', now() - interval '61 minutes', 'Stripe is not set up')`,
    )
    expect(await unwell()).toEqual(['cancellations'])
    expect((await lines()).get('cancellations')?.state).toContain('Stripe is not set up')
  })

  it('admin.health notices a file that cannot be removed', async () => {
    const remove = (path: string, attempts: number) =>
      asAdministrator(
        `insert into private.file_removals (bucket_id, path, attempts) values ('videos', $1, $2)`,
        [`health/${path}`, attempts],
      )
    await remove('a', 9)
    expect(await unwell()).toEqual([])
    await remove('b', 10)
    expect(await unwell()).toEqual(['file removals'])
    expect((await lines()).get('file removals')?.state).toMatch(/waiting, 1 failing$/)
  })

  const notices = async () => {
    const rows = await asAdministrator<{ payload: { lines: string[] } }>(
      `select payload from private.mail_outbox where to_email = 'operator' and kind = 'standing_still' and sent_at is null`,
    )
    return rows.map(({ payload }) => payload.lines)
  }
  const run = applyDueChanges

  it('admin.health tells the operator of what stands still once a day, and of nothing when all is well', async () => {
    await run()
    expect(await notices()).toEqual([])
    await asAdministrator(
      `insert into private.file_removals (bucket_id, path, attempts) values ('videos', 'health/a', 10)`,
    )
    await letMinutesPass(9)
    await run()
    expect(await notices()).toEqual([])
    await letMinutesPass(1)
    await run()
    await letMinutesPass(23 * 60)
    await run()
    expect(await notices()).toEqual([[expect.stringMatching(/^file removals: \d+ waiting, 1 failing$/)]])
    await asAdministrator(`update private.mail_outbox set sent_at = now() where to_email = 'operator'`)
    await letMinutesPass(60)
    await run()
    expect(await notices()).toHaveLength(1)
  })

  it('admin.health does not tell the operator that housekeeping stood still once it runs again, but of stages that fail', async () => {
    await letMinutesPass(600)
    await run()
    expect(await notices()).toEqual([])
    await note(['mails'])
    await letMinutesPass(10)
    await run()
    expect(await notices()).toMatchObject([[expect.stringMatching(/^housekeeping: .*failed: mails$/)]])
  })
})
