// @vitest-environment node
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { z } from 'zod'
import { DatabaseError } from '../../../supabase/functions/_shared/database.ts'
import type { MailFailure, OutgoingMail } from '../../../supabase/functions/_shared/mail.ts'
import { sealMail } from '../../../supabase/functions/_shared/mails/sealed.ts'
import { housekeeping } from '../../../supabase/functions/housekeeping/handler.ts'
import { FakeClock } from './fake-clock.ts'

interface Call {
  name: string
  args: Record<string, unknown>
}

let calls: Call[]
let sent: OutgoingMail[]
let clock: FakeClock

beforeEach(() => {
  clock = new FakeClock()
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
  payload: { recipient: 'owner', submitter_name: null },
  attempts: 1,
  ...changes,
})
/** A full batch, after which housekeeping claims another one. */
const full = (id: string) => Array.from({ length: 10 }, (_, n) => mail(`${id}${n}`))
const file = (n: number) => ({ id: `file_${n}`, bucket_id: 'videos', path: `owner/${n}.mp4` })
const cancellation = (n: number) => ({ id: `cancellation_${n}`, stripe_customer_id: `cus_${n}` })

/** Runs housekeeping with a database that hands out one of these batches for each claim. */
function run(options: {
  mails?: object[][]
  files?: object[][]
  cancellations?: object[][]
  services?: object[][]
  /** How many calls each service takes. */
  callsEach?: number
  cancelMembership?: (customerId: string) => Promise<string | null>
  send?: (mail: OutgoingMail) => MailFailure | null | Promise<null>
  removeFiles?: (bucket: string, paths: string[]) => Promise<string | null>
  settle?: (call: Call) => void
  /** Calls of these names fail, except the first `after` calls of each. */
  fails?: { names: string[]; after?: number }
  /** Whether another run sends mail, at each time of asking. */
  busy?: boolean[]
  mailsPerSecond?: number
  /** The due changes, by name. */
  dueChanges?: string[]
  /** What a due change does. */
  change?: (name: unknown) => unknown
  operatorEmail?: string
  paymentsProblem?: string
}) {
  const mails = [...(options.mails ?? [])]
  const files = [...(options.files ?? [])]
  const cancellations = [...(options.cancellations ?? [])]
  const services = [...(options.services ?? [])]
  const busy = [...(options.busy ?? [])]
  const rpc = async <T>(name: string, args: Record<string, unknown>, answer: z.ZodType<T>): Promise<T> => {
    calls.push({ name, args })
    if (options.fails?.names.includes(name) && settled(name).length > (options.fails.after ?? 0)) {
      throw new DatabaseError(name, '57014')
    }
    if (name === 'due_changes') return answer.parse(options.dueChanges ?? ['announce_releases'])
    if (name === 'apply_due_change') await options.change?.(args.p_name)
    if (name.startsWith('settle')) options.settle?.({ name, args })
    if (name === 'claim_mail') return answer.parse(mails.shift() ?? [])
    if (name === 'claim_membership_cancellations') return answer.parse(cancellations.shift() ?? [])
    if (name === 'claim_file_removals') return answer.parse(files.shift() ?? [])
    if (name === 'claim_service_windups') return answer.parse(services.shift() ?? [])
    if (name === 'wind_up_service') {
      clock.skipTo(clock.now() + 1000)
      return answer.parse(settled(name).length % (options.callsEach ?? 1) === 0)
    }
    if (name === 'begin_mail_turn') return answer.parse(!busy.shift())
    return answer.parse(null)
  }
  const handler = housekeeping({
    requireSecretKey: async () => {},
    rpc,
    sendMail: async (outgoing) => {
      sent.push(outgoing)
      return (await options.send?.(outgoing)) ?? null
    },
    removeFiles: options.removeFiles ?? (async () => null),
    paymentsProblem: options.paymentsProblem ?? null,
    cancelMembership: options.cancelMembership ?? (async () => null),
    appOrigin: 'https://heartwood.example',
    codeKey: 'k'.repeat(32),
    codeKeys: ['k'.repeat(32), 'b'.repeat(32)],
    operatorEmail: options.operatorEmail,
    mailsPerSecond: options.mailsPerSecond ?? 2,
    clock,
  })
  return handler(new Request('http://functions.example/housekeeping', { method: 'POST' }))
}

const settled = (name: string) => calls.filter((call) => call.name === name).map((call) => call.args)

it('sends several batches, each mail under its own idempotency key, and deletes what is outdated last', async () => {
  expect(await run({ mails: [full('a'), [mail('f')]] })).toEqual({
    mailsSent: 11,
    mailsFailed: 0,
    membershipsCancelled: 0,
    cancellationsFailed: 0,
    filesRemoved: 0,
    filesFailed: 0,
    servicesWoundUp: 0,
    windupsFailed: 0,
  })
  expect(sent.map(({ to, idempotencyKey }) => [to, idempotencyKey])).toEqual(
    [...Array.from({ length: 10 }, (_, n) => `a${n}`), 'f'].map((id) => [`${id}@example.org`, id]),
  )
  expect(settled('settle_mail').every(({ p_error }) => p_error === null)).toBe(true)
  expect(calls.slice(-2).map(({ name }) => name)).toEqual(['delete_outdated', 'note_housekeeping'])
  expect(settled('note_housekeeping')).toMatchObject([
    { p_counts: { mailsSent: 11 }, p_failed_stages: [], p_payments_problem: null },
  ])
})

it('tells the database why no payment can be taken', async () => {
  await run({ paymentsProblem: 'Stripe is not set up' })
  expect(settled('note_housekeeping')).toMatchObject([{ p_payments_problem: 'Stripe is not set up' }])
})

it('sends a mail that was sealed before the key was changed, and names one that no key opens', async () => {
  const content = { subject: 'An invitation', text: 'Text', html: '<p>Text</p>' }
  const sealed = (id: string, key: string) =>
    mail(id, { kind: 'invitation', payload: sealMail(key.repeat(32), content) })
  const answer = await run({ mails: [[sealed('new', 'k'), sealed('before', 'b'), sealed('lost', 'x')]] })
  expect(answer).toMatchObject({ mailsSent: 2, mailsFailed: 1 })
  expect(sent.map(({ subject }) => subject)).toEqual(['An invitation', 'An invitation'])
  expect(settled('settle_mail')).toContainEqual({ p_id: 'lost', p_error: 'UnknownSealingKey' })
})

it('settles unknown kinds, payloads that do not fit and refused mails with a reason and sends the next mail', async () => {
  const unfit = { recipient: 'designee', owner_name: 'Olive', owner_id: 'Marlow' }
  const answer = await run({
    mails: [
      [
        mail('a', { kind: 'new_kind' }),
        mail('b', { payload: 'x' }),
        mail('c', { payload: unfit }),
        mail('refused'),
        mail('d'),
      ],
    ],
    send: ({ to }) => (to.startsWith('refused') ? { reason: 'provider answered 500' } : null),
  })
  expect(answer).toMatchObject({ mailsSent: 1, mailsFailed: 4 })
  const errors = new Map(settled('settle_mail').map(({ p_id, p_error }) => [p_id, p_error]))
  expect(Object.fromEntries(errors)).toEqual({
    a: 'UnknownMailKind',
    b: 'UnfitPayload: no object',
    c: 'UnfitPayload: owner_id',
    refused: 'provider answered 500',
    d: null,
  })
  expect(vi.mocked(console.error).mock.calls.join()).not.toMatch(/Olive|Marlow/)
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

it('makes one due change after the other in the order of the database, then sends the mail, and reports those that failed', async () => {
  const dueChanges = ['announce_releases', 'restore_lapsed_holds', 'enqueue_review_reminders']
  const outcome = run({
    dueChanges,
    change: (name) => {
      if (name === 'restore_lapsed_holds') throw new DatabaseError('apply_due_change', '57014')
    },
    mails: [[mail('a')]],
  })
  await expect(outcome).rejects.toMatchObject({
    details: { mailsSent: 1, failedStages: ['restore_lapsed_holds'] },
  })
  expect(settled('apply_due_change')).toEqual(dueChanges.map((p_name) => ({ p_name })))
  const names = calls.map(({ name }) => name)
  expect(names.lastIndexOf('apply_due_change')).toBeLessThan(names.indexOf('claim_mail'))
  expect(settled('note_housekeeping')).toMatchObject([{ p_failed_stages: ['restore_lapsed_holds'] }])
})

it('leaves time for the mail when each due change takes all of its own, and reports those that were not begun', async () => {
  const dueChanges = Array.from({ length: 12 }, (_, n) => `change_${n}`)
  const outcome = run({
    dueChanges,
    change: async () => {
      await clock.wait(4000)
      throw new DatabaseError('apply_due_change', '57014')
    },
    mails: [full('a'), full('b'), full('c'), full('d')],
  })
  await expect(outcome).rejects.toMatchObject({ details: { mailsSent: 40, failedStages: dueChanges } })
  expect(settled('apply_due_change')).toHaveLength(8)
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

it('sends no more after its time, hands back what it claimed, and lets nothing else wait for the mail', async () => {
  const answer = await run({
    mails: Array.from({ length: 30 }, (_, batch) => full(String(batch))),
    cancellations: [[cancellation(1)]],
    files: [[file(1)]],
  })
  expect(answer).toMatchObject({ mailsSent: 113, membershipsCancelled: 1, filesRemoved: 1 })
  expect(clock.now()).toBe(56_000)
  expect(settled('claim_mail')).toHaveLength(12)
  expect(settled('hand_back_mail')).toHaveLength(7)
  const names = calls.map(({ name }) => name)
  expect(names.indexOf('settle_file_removal')).toBeLessThan(names.indexOf('hand_back_mail'))
  expect(settled('end_mail_turn')).toEqual([{ p_pause_seconds: 0 }])
})

it('sends one mail after the other at the set pace, as soon as no other run sends', async () => {
  const at: number[] = []
  const options = { mails: [[mail('a'), mail('b'), mail('c')]], busy: [true, true], mailsPerSecond: 4 }
  await run({
    ...options,
    send: () => {
      at.push(clock.now())
      return null
    },
  })
  expect(at).toEqual([2000, 2250, 2500])
})

it('sends the next mail to a person once the one before has its answer, and to others meanwhile', async () => {
  const steps: string[] = []
  const to_email = 'tom@example.org'
  await run({
    mails: [[mail('a'), mail('b', { to_email }), mail('c', { to_email })]],
    send: async ({ idempotencyKey }) => {
      steps.push(`${idempotencyKey} begins`)
      await clock.wait(5000)
      steps.push(`${idempotencyKey} ends`)
      return null
    },
  })
  expect(steps).toEqual(['a begins', 'b begins', 'a ends', 'b ends', 'c begins', 'c ends'])
})

it('asks again after a short batch for what waited for mails that were under way', async () => {
  const held = mail('held', { to_email: 'a9@example.org' })
  // The database holds back what comes after a mail that is not settled.
  const send = async () => {
    await clock.wait(3000)
    return null
  }
  expect(await run({ mails: [full('a'), [mail('b')], [held]], send })).toMatchObject({ mailsSent: 12 })
})

it('sends nothing while another run sends all the time, and does the rest', async () => {
  const busy = Array.from({ length: 100 }, () => true)
  expect(await run({ mails: [[mail('a')]], files: [[file(1)]], busy })).toMatchObject({
    mailsSent: 0,
    filesRemoved: 1,
  })
  expect(settled('end_mail_turn')).toEqual([])
})

const tooMany = (retryAfterSeconds: number) => ({ reason: 'provider answered 429', retryAfterSeconds })

it('waits as long as the provider asks, tries the same mail again, and counts no attempt', async () => {
  const at: [string, number][] = []
  const answer = await run({
    mails: [[mail('a'), mail('b')]],
    send: ({ idempotencyKey }) => {
      at.push([idempotencyKey, clock.now()])
      return at.length === 1 ? tooMany(7) : null
    },
  })
  expect(answer).toMatchObject({ mailsSent: 2, mailsFailed: 0 })
  expect(at[0]).toEqual(['a', 0])
  expect(at.slice(1).map(([, time]) => time)).toEqual([7000, 7500])
  expect(
    at
      .slice(1)
      .map(([key]) => key)
      .sort(),
  ).toEqual(['a', 'b'])
  expect(settled('settle_mail').map(({ p_error }) => p_error)).toEqual([null, null])
})

it('hands all mail back when the provider asks to wait longer than the run, and makes the next runs wait', async () => {
  const answer = await run({ mails: [[mail('a'), mail('b'), mail('c')]], send: () => tooMany(600) })
  expect(answer).toMatchObject({ mailsSent: 0, mailsFailed: 0 })
  expect(sent).toHaveLength(1)
  expect(settled('settle_mail')).toEqual([])
  expect(
    settled('hand_back_mail')
      .map(({ p_id }) => p_id)
      .sort(),
  ).toEqual(['a', 'b', 'c'])
  expect(settled('end_mail_turn')).toEqual([{ p_pause_seconds: 600 }])
})

it('claims a file once per run even if the database queues it again', async () => {
  const forever = Array.from({ length: 10 }, () => [file(1)])
  expect(await run({ files: forever })).toMatchObject({ filesRemoved: 1 })
})

it('winds up services before it sends mail, however many calls each takes', async () => {
  const answer = await run({ services: [[{ id: 'a' }], [{ id: 'b' }]], callsEach: 3, mails: [[mail('m')]] })
  expect(answer).toMatchObject({ servicesWoundUp: 2, windupsFailed: 0, mailsSent: 1 })
  expect(settled('wind_up_service').map(({ p_id }) => p_id)).toEqual(['a', 'a', 'a', 'b', 'b', 'b'])
  expect(settled('settle_service_windup')).toEqual([
    { p_id: 'a', p_error: null },
    { p_id: 'b', p_error: null },
  ])
  const names = calls.map(({ name }) => name)
  expect(names.lastIndexOf('wind_up_service')).toBeLessThan(names.indexOf('claim_mail'))
})

it('leaves most of a run to the mail, however many services wait', async () => {
  const waiting = Array.from({ length: 40 }, (_, n) => [{ id: String(n) }])
  expect(await run({ services: waiting, callsEach: 5, mails: [[mail('m')]] })).toMatchObject({
    servicesWoundUp: 2,
    mailsSent: 1,
  })
})

it('settles a service that could not be wound up as failed', async () => {
  const services = [[{ id: 'a' }], [{ id: 'b' }]]
  const answer = await run({ services, fails: { names: ['wind_up_service'], after: 1 } })
  expect(answer).toMatchObject({ servicesWoundUp: 1, windupsFailed: 1 })
  expect(settled('settle_service_windup').at(-1)).toEqual({ p_id: 'b', p_error: 'DatabaseError' })
})

const all = {
  mailsSent: 1,
  mailsFailed: 0,
  membershipsCancelled: 1,
  cancellationsFailed: 0,
  filesRemoved: 1,
  filesFailed: 0,
  servicesWoundUp: 1,
  windupsFailed: 0,
}

it.each([
  ['claim_service_windups', 'services', { ...all, servicesWoundUp: 0 }],
  ['due_changes', 'due changes', all],
  ['apply_due_change', 'announce_releases', all],
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
      services: [[{ id: 'service' }]],
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
        'due_changes',
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
      'due_changes',
      'claim_mail',
      'claim_membership_cancellations',
      'queue_orphaned_files',
      'claim_file_removals',
      'delete_outdated',
    ],
  }
  await expect(run({ fails })).rejects.toMatchObject({
    details: {
      failedStages: expect.arrayContaining([
        'due changes',
        'mails',
        'cancellations',
        'unused files',
        'files',
        'deletions',
      ]),
    },
  })
  calls = []
  const later = run({ mails: [full('a'), full('b')], fails: { names: ['claim_mail'], after: 1 } })
  await expect(later).rejects.toMatchObject({ details: { mailsSent: 10, failedStages: ['mails'] } })
})

/** A provider that takes two requests in any second, and asks for a second's pause when a third one comes. */
function strictProvider() {
  const taken: { key: string; at: number }[] = []
  let refused = 0
  const send = ({ idempotencyKey: key }: OutgoingMail) => {
    const at = clock.now()
    if (taken.filter((request) => request.at > at - 1000).length >= 2) {
      refused += 1
      return tooMany(1)
    }
    taken.push({ key, at })
    return null
  }
  return { send, taken, refused: () => refused }
}

it('sends 1,000 mails at 2 a second within 9 minutes, those of a release in the first minute', async () => {
  // As the database hands them out: by rank.
  const outbox = [
    ...Array.from({ length: 60 }, (_, n) => mail(`release ${n}`)),
    ...Array.from({ length: 940 }, (_, n) => mail(`other ${n}`, { kind: 'email_changed' })),
  ]
  const provider = strictProvider()
  for (let minute = 0; minute < 9; minute += 1) {
    clock.skipTo(minute * 60_000)
    calls = []
    const mails: object[][] = []
    for (let at = 0; at < outbox.length; at += 10) mails.push(outbox.slice(at, at + 10))
    await run({ mails, send: provider.send })
    const done = new Set(settled('settle_mail').map(({ p_id }) => p_id))
    outbox.splice(0, outbox.length, ...outbox.filter(({ id }) => !done.has(id)))
  }
  expect([provider.taken.length, new Set(provider.taken.map(({ key }) => key)).size]).toEqual([1000, 1000])
  expect(provider.refused()).toBe(0)
  expect(Math.max(...provider.taken.map(({ at }) => at))).toBeLessThan(9 * 60_000)
  const releases = provider.taken.filter(({ key }) => key.startsWith('release'))
  expect(Math.max(...releases.map(({ at }) => at))).toBeLessThan(60_000)
})

it('sends all of a burst although other functions use up half of the provider’s limit', async () => {
  const provider = strictProvider()
  let elsewhere = 0
  const answer = await run({
    mails: [full('a'), full('b')],
    send: (outgoing) => {
      // A code, sent by another function.
      elsewhere += 1
      if (elsewhere % 2 === 0) provider.send({ ...outgoing, idempotencyKey: `code ${elsewhere}` })
      return provider.send(outgoing)
    },
  })
  expect(answer).toMatchObject({ mailsSent: 20, mailsFailed: 0 })
  expect(provider.refused()).toBeGreaterThan(0)
})
