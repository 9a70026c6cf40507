// What housekeeping changes each minute because its time has come: each change alone, and a limited number of rows.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { z } from 'zod'
import { createRpc } from '../../supabase/functions/_shared/database.ts'
import { housekeeping } from '../../supabase/functions/housekeeping/handler.ts'
import {
  applyDueChanges,
  asAdministrator,
  hasSql,
  holdRows,
  household,
  isDatabaseOnly,
  needsSql,
  passWaitingTime,
  person,
  service,
  succeed,
} from '../support/people.ts'
import { code, refused } from './answers.ts'

const rpc = createRpc(service)
/** The calls of a run that these tests are about. Mails and files are left to other tests. */
const aboutChanges = ['due_changes', 'apply_due_change', 'note_housekeeping']

/** Runs housekeeping on this database, without mails and files. @returns the stages that failed */
async function run(): Promise<string[]> {
  const handler = housekeeping({
    requireSecretKey: async () => {},
    rpc: async <T>(name: string, args: Record<string, unknown>, result: z.ZodType<T>): Promise<T> => {
      if (aboutChanges.includes(name)) return rpc(name, args, result)
      return result.parse(name === 'begin_mail_turn' ? true : name.startsWith('claim') ? [] : null)
    },
    sendMail: async () => null,
    removeFiles: async () => null,
    paymentsProblem: null,
    cancelMembership: async () => null,
    appOrigin: 'https://heartwood.example',
    codeKey: 'k'.repeat(32),
    codeKeys: ['k'.repeat(32)],
    operatorEmail: undefined,
    mailsPerSecond: 2,
  })
  const request = new Request('http://functions.example/housekeeping', { method: 'POST' })
  return Promise.resolve(handler(request)).then(
    () => [],
    (error) => error.details?.failedStages ?? Promise.reject(error),
  )
}

/** Runs the work while a due change does this instead of its own. */
async function whileItDoes<T>(change: string, statement: string, work: () => Promise<T>): Promise<T> {
  await asAdministrator(`alter function private.${change}() rename to ${change}_itself`)
  await asAdministrator(
    `create function private.${change}() returns void language plpgsql as $$ begin ${statement}; end $$`,
  )
  try {
    return await work()
  } finally {
    await asAdministrator(`drop function private.${change}()`)
    await asAdministrator(`alter function private.${change}_itself() rename to ${change}`)
  }
}
const canceled = `raise 'canceling statement due to statement timeout' using errcode = '57014'`

const mailsOf = (to: string, kind: string) =>
  asAdministrator(`select payload from private.mail_outbox where to_email = $1 and kind = $2`, [to, kind])

describe.skipIf(!hasSql)(`housekeeping${needsSql}`, () => {
  beforeEach(() => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
  })
  afterEach(() => {
    vi.restoreAllMocks()
  })

  it('due changes are all made, those that keep people safe first', async () => {
    const changes = await succeed(service.rpc('due_changes'))
    expect(changes.slice(0, 5)).toEqual([
      'enqueue_operator_notices',
      'announce_releases',
      'announce_openings',
      'tell_ended_openings',
      'restore_lapsed_holds',
    ])
    expect(await run()).toEqual([])
  })

  it('due changes can be made by name alone, and nothing else can', async () => {
    for (const p_name of ['delete_everything', 'next_turn', '', 'announce_releases() --'])
      await refused(service.rpc('apply_due_change', { p_name }), '22023')
    await expect(asAdministrator('select public.apply_due_change(null)')).rejects.toMatchObject({
      code: '22023',
    })
    const owner = await person('Olive Owner')
    await refused(owner.client.rpc('apply_due_change', { p_name: 'announce_releases' }), code.notAllowed)
    await refused(owner.client.rpc('due_changes'), code.notAllowed)
  })

  it.each(['enqueue_operator_notices', 'pass_on_card_reports', 'enqueue_trial_reminders'])(
    'are made without %s when that is canceled, which the run and admin.health say',
    async (change) => {
      const { owner, executor } = await household('waiting', ['executor'])
      await passWaitingTime(owner, 30)
      await whileItDoes(change, canceled, async () => {
        expect(await run()).toEqual([change])
      })
      expect(await mailsOf(executor.email, 'plan_released')).toHaveLength(1)
      const [line] = await asAdministrator(`select state from admin.health where line = 'housekeeping'`)
      expect(line?.state).toContain(`failed: ${change}`)
      expect(await run()).toEqual([])
    },
  )

  it('due changes tell the operator of a waiting certificate although another one fails each time', async () => {
    await applyDueChanges()
    const before = await asAdministrator('select id from private.mail_outbox where to_email = $1', [
      'operator',
    ])
    await household('hidden, in review', ['executor'])
    await whileItDoes('pass_on_card_reports', canceled, async () => {
      for (let minute = 0; minute < 3; minute += 1) expect(await run()).toEqual(['pass_on_card_reports'])
    })
    const told = await asAdministrator(
      `select kind from private.mail_outbox where to_email = 'operator' and kind = 'certificates_waiting' and id <> all ($1)`,
      [before.map(({ id }) => id)],
    )
    expect(told).toHaveLength(1)
  })

  // The embedded engine cancels nothing.
  it.skipIf(!isDatabaseOnly)(
    'due changes end one that takes too long after four seconds',
    async () => {
      await whileItDoes('restore_lapsed_holds', 'perform pg_sleep(60)', async () => {
        expect(await run()).toEqual(['restore_lapsed_holds'])
      })
    },
    30_000,
  )

  it('due changes put back a hundred holds in a run, those that lapsed first, and the others in the next one', async () => {
    const owners = await Promise.all(Array.from({ length: 101 }, () => person('Olive Owner')))
    const last = owners[0]
    await asAdministrator(
      `update public.profiles set visibility_hold = false,
              hold_lifted_until = now() - case user_id when $2 then interval '1 minute' else interval '1 hour' end
        where user_id = any ($1)`,
      [owners.map(({ id }) => id), last?.id],
    )
    const restore = () => succeed(service.rpc('apply_due_change', { p_name: 'restore_lapsed_holds' }))
    const lapsed = async () => {
      const rows = await asAdministrator<{ id: string }>(
        'select user_id as id from public.profiles where hold_lifted_until <= now()',
      )
      return rows.map(({ id }) => id)
    }
    expect(await lapsed()).toHaveLength(101)
    await restore()
    expect(await lapsed()).toEqual([last?.id])
    await restore()
    expect(await lapsed()).toEqual([])
  })

  it.skipIf(!isDatabaseOnly)(
    'due changes tell the operator of certificates, though one is held by a session left open',
    async () => {
      const { owner } = await household('hidden, in review', [])
      const { owner: other } = await household('hidden, in review', [])
      await asAdministrator('update private.certificate_submissions set operator_told_at = null')
      const letGo = await holdRows('select from private.certificate_submissions where owner_id = $1', [
        owner.id,
      ])
      try {
        await succeed(service.rpc('apply_due_change', { p_name: 'enqueue_operator_notices' }))
      } finally {
        await letGo()
      }
      const told = await asAdministrator(
        'select owner_id from private.certificate_submissions where operator_told_at is not null and owner_id = any ($1)',
        [[owner.id, other.id]],
      )
      expect(told).toEqual([{ owner_id: other.id }])
    },
  )

  it('due changes announce 10 releases in a run, the longest open first, and the others in the next one', async () => {
    const owners = await Promise.all(
      Array.from({ length: 11 }, async () => {
        const { owner } = await household('waiting', [])
        await passWaitingTime(owner, 30)
        return owner
      }),
    )
    const last = owners[0]
    await asAdministrator(
      `update public.profiles set release_at = now() - interval '1 second' where user_id = $1`,
      [last?.id],
    )
    const told = () =>
      asAdministrator<{ id: string }>(
        `select owner_id as id from private.certificate_submissions where owner_id = any ($1) and released_told_at is not null`,
        [owners.map(({ id }) => id)],
      )
    await succeed(service.rpc('apply_due_change', { p_name: 'announce_releases' }))
    const first = await told()
    expect(first).toHaveLength(10)
    expect(first.map(({ id }) => id)).not.toContain(last?.id)
    await succeed(service.rpc('apply_due_change', { p_name: 'announce_releases' }))
    expect(await told()).toHaveLength(11)
  })

  it('due changes delete a thousand outdated rows of a kind in a run, and the others in the next one', async () => {
    const network = crypto.randomUUID()
    await asAdministrator(
      `insert into private.wrong_links (network, tried_at)
       select $1, now() - interval '25 hours' from generate_series(1, 1001)`,
      [network],
    )
    const left = () => asAdministrator('select 1 from private.wrong_links where network = $1', [network])
    await succeed(service.rpc('delete_outdated'))
    expect(await left()).toHaveLength(1)
    await succeed(service.rpc('delete_outdated'))
    expect(await left()).toHaveLength(0)
  })
})
