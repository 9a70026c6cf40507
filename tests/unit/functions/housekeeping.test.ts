// @vitest-environment node
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { z } from 'zod'
import { DatabaseError } from '../../../supabase/functions/_shared/database.ts'
import type { OutgoingMail } from '../../../supabase/functions/_shared/mail.ts'
import { housekeeping } from '../../../supabase/functions/housekeeping/handler.ts'

interface Call {
  name: string
  args: Record<string, unknown>
}

let calls: Call[]
let sent: OutgoingMail[]

beforeEach(() => {
  calls = []
  sent = []
  vi.spyOn(console, 'error').mockImplementation(() => {})
})

afterEach(() => {
  vi.restoreAllMocks()
})

const mail = (id: string, changes: object = {}) => ({
  id,
  kind: 'release_stopped',
  to_email: `${id}@example.org`,
  payload: { recipient: 'owner' },
  attempts: 1,
  ...changes,
})
/** A full batch, after which housekeeping claims another one. */
const full = (id: string) => Array.from({ length: 5 }, (_, n) => mail(`${id}${n}`))
const file = (n: number) => ({ id: `file_${n}`, bucket_id: 'videos', path: `owner/${n}.mp4` })
const cancellation = (n: number) => ({ id: `cancellation_${n}`, stripe_customer_id: `cus_${n}` })

/** Runs housekeeping with a database that hands out one of these batches for each claim. */
function run(options: {
  mails?: object[][]
  files?: object[][]
  cancellations?: object[][]
  cancelMembership?: (customerId: string) => Promise<string | null>
  send?: (mail: OutgoingMail) => string | null
  removeFiles?: (bucket: string, paths: string[]) => Promise<string | null>
  settle?: (call: Call) => void
  /** Calls of these names fail, except the first `after` calls of each. */
  fails?: { names: string[]; after?: number }
  now?: () => number
  /** What the database names as failed. */
  dueChangesFailed?: string[]
  operatorEmail?: string
}) {
  const mails = [...(options.mails ?? [])]
  const files = [...(options.files ?? [])]
  const cancellations = [...(options.cancellations ?? [])]
  const rpc = async <T>(name: string, args: Record<string, unknown>, answer: z.ZodType<T>): Promise<T> => {
    calls.push({ name, args })
    if (options.fails?.names.includes(name) && settled(name).length > (options.fails.after ?? 0)) {
      throw new DatabaseError(name, '57014')
    }
    if (name.startsWith('settle')) options.settle?.({ name, args })
    if (name === 'claim_mail') return answer.parse(mails.shift() ?? [])
    if (name === 'claim_membership_cancellations') return answer.parse(cancellations.shift() ?? [])
    if (name === 'claim_file_removals') return answer.parse(files.shift() ?? [])
    return answer.parse(name === 'apply_due_changes' ? (options.dueChangesFailed ?? []) : null)
  }
  const handler = housekeeping({
    requireSecretKey: async () => {},
    rpc,
    sendMail: async (outgoing) => {
      sent.push(outgoing)
      return options.send?.(outgoing) ?? null
    },
    removeFiles: options.removeFiles ?? (async () => null),
    cancelMembership: options.cancelMembership ?? (async () => null),
    appOrigin: 'https://heartwood.example',
    codeKey: 'k'.repeat(32),
    operatorEmail: options.operatorEmail,
    ...(options.now ? { now: options.now } : {}),
  })
  return handler(new Request('http://functions.example/housekeeping', { method: 'POST' }))
}

const settled = (name: string) => calls.filter((call) => call.name === name).map((call) => call.args)

it('sends several batches, each mail under its own idempotency key, and deletes what is outdated last', async () => {
  expect(await run({ mails: [full('a'), [mail('f')]] })).toEqual({
    mailsSent: 6,
    mailsFailed: 0,
    membershipsCancelled: 0,
    cancellationsFailed: 0,
    filesRemoved: 0,
    filesFailed: 0,
  })
  expect(sent.map(({ to, idempotencyKey }) => [to, idempotencyKey])).toEqual(
    ['a0', 'a1', 'a2', 'a3', 'a4', 'f'].map((id) => [`${id}@example.org`, id]),
  )
  expect(settled('settle_mail').every(({ p_error }) => p_error === null)).toBe(true)
  expect(calls.at(-1)?.name).toBe('delete_outdated')
})

it('settles unknown kinds, broken payloads and refused mails with a reason and sends the next mail', async () => {
  const answer = await run({
    mails: [[mail('a', { kind: 'new_kind' }), mail('b', { payload: 'x' }), mail('refused'), mail('d')]],
    send: ({ to }) => (to.startsWith('refused') ? 'provider answered 500' : null),
  })
  expect(answer).toMatchObject({ mailsSent: 1, mailsFailed: 3 })
  expect(settled('settle_mail').map(({ p_error }) => p_error)).toEqual([
    'UnknownMailKind',
    'ZodError',
    'provider answered 500',
    null,
  ])
})

it('sends what is meant for the operator to the configured address, and settles it unsent without one', async () => {
  const waiting = mail('a', {
    kind: 'certificates_waiting',
    to_email: 'operator',
    payload: { recipient: 'operator', waiting: 2, waiting_since: '2026-11-21T00:40:00Z' },
  })
  await run({ mails: [[waiting]], operatorEmail: 'operator@example.com' })
  expect(sent.map(({ to, subject }) => [to, subject])).toEqual([
    ['operator@example.com', '2 death certificates are waiting'],
  ])
  expect(await run({ mails: [[waiting]] })).toMatchObject({ mailsSent: 1 })
  expect(sent).toHaveLength(1)
  expect(settled('settle_mail').map(({ p_error }) => p_error)).toEqual([null, null])
})

it('sends the mail although a due change failed, and reports the stage', async () => {
  await expect(
    run({ dueChangesFailed: ['enqueue_trial_reminders: 42883'], mails: [[mail('a')]] }),
  ).rejects.toMatchObject({ details: { mailsSent: 1, failedStages: ['due changes'] } })
})

it('counts a mail that could not be settled as failed and sends the next mail', async () => {
  const answer = await run({
    mails: [[mail('a'), mail('b')]],
    settle: ({ args }) => {
      if (args.p_id === 'a') throw new Error('connection lost')
    },
  })
  expect(answer).toMatchObject({ mailsSent: 1, mailsFailed: 1 })
})

it('settles a file that cannot be removed as failed and removes the next file', async () => {
  const answer = await run({
    files: [[file(1), file(2), file(3)]],
    removeFiles: async (_, [path]) => {
      if (path?.endsWith('1.mp4')) throw new TypeError('fetch failed')
      return path?.endsWith('2.mp4') ? 'StorageApiError 500' : null
    },
  })
  expect(answer).toMatchObject({ filesRemoved: 1, filesFailed: 2 })
  expect(settled('settle_file_removal')).toEqual([
    { p_id: 'file_1', p_error: 'TypeError' },
    { p_id: 'file_2', p_error: 'StorageApiError 500' },
    { p_id: 'file_3', p_error: null },
  ])
})

it('cancels memberships and settles a failure with the kind of the error, without its message', async () => {
  const answer = await run({
    cancellations: [[cancellation(1), cancellation(2), cancellation(3)]],
    cancelMembership: async (customerId) => {
      if (customerId === 'cus_1') throw new TypeError('no answer about olive@example.org')
      return customerId === 'cus_2' ? 'Stripe is not set up' : null
    },
  })
  expect(answer).toMatchObject({ membershipsCancelled: 1, cancellationsFailed: 2 })
  expect(settled('settle_membership_cancellation')).toEqual([
    { p_id: 'cancellation_1', p_error: 'TypeError' },
    { p_id: 'cancellation_2', p_error: 'Stripe is not set up' },
    { p_id: 'cancellation_3', p_error: null },
  ])
})

it('claims nothing more after its time budget, and still deletes what is outdated', async () => {
  let now = 0
  const answer = await run({
    mails: Array.from({ length: 10 }, (_, batch) => full(String(batch))),
    send: () => {
      now += 3000
      return null
    },
    now: () => now,
  })
  expect(answer).toMatchObject({ mailsSent: 15 })
  expect(calls.filter(({ name }) => name === 'claim_mail')).toHaveLength(3)
  for (const later of ['claim_membership_cancellations', 'claim_file_removals'])
    expect(calls.some(({ name }) => name === later)).toBe(false)
  expect(calls.at(-1)?.name).toBe('delete_outdated')
})

it('claims a file once per run even if the database queues it again', async () => {
  const forever = Array.from({ length: 10 }, () => [file(1)])
  expect(await run({ files: forever })).toMatchObject({ filesRemoved: 1 })
})

const all = {
  mailsSent: 1,
  mailsFailed: 0,
  membershipsCancelled: 1,
  cancellationsFailed: 0,
  filesRemoved: 1,
  filesFailed: 0,
}

it.each([
  ['apply_due_changes', 'due changes', all],
  ['claim_mail', 'mails', { ...all, mailsSent: 0 }],
  ['claim_membership_cancellations', 'cancellations', { ...all, membershipsCancelled: 0 }],
  ['queue_orphaned_files', 'unused files', all],
  ['claim_file_removals', 'files', { ...all, filesRemoved: 0 }],
  ['delete_outdated', 'deletions', all],
])(
  'runs the other stages when %s fails, and answers 500 with the failed stage',
  async (name, stage, counts) => {
    const outcome = run({
      mails: [[mail('a')]],
      cancellations: [[cancellation(1)]],
      files: [[file(1)]],
      fails: { names: [name] },
    })
    await expect(outcome).rejects.toMatchObject({
      status: 500,
      code: 'housekeeping_incomplete',
      details: { ...counts, failedStages: [stage] },
    })
    expect(calls.map((call) => call.name)).toEqual(
      expect.arrayContaining([
        'apply_due_changes',
        'claim_mail',
        'claim_membership_cancellations',
        'queue_orphaned_files',
        'claim_file_removals',
        'delete_outdated',
      ]),
    )
    const log = vi.mocked(console.error).mock.calls.flat()
    expect(log).toEqual([
      JSON.stringify({ path: 'housekeeping', stage, error: 'DatabaseError', code: '57014' }),
    ])
  },
)

it('names every failed stage and keeps the counts of earlier batches', async () => {
  const fails = {
    names: [
      'apply_due_changes',
      'claim_mail',
      'claim_membership_cancellations',
      'queue_orphaned_files',
      'claim_file_removals',
      'delete_outdated',
    ],
  }
  await expect(run({ fails })).rejects.toMatchObject({
    details: {
      failedStages: ['due changes', 'mails', 'cancellations', 'unused files', 'files', 'deletions'],
    },
  })
  calls = []
  const later = run({ mails: [full('a'), full('b')], fails: { names: ['claim_mail'], after: 1 } })
  await expect(later).rejects.toMatchObject({ details: { mailsSent: 5, failedStages: ['mails'] } })
})
