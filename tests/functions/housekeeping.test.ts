import './own-stack.ts'
import { describe, expect, it } from 'vitest'
import type { Person } from '../support/people.ts'

const {
  address,
  asAdministrator,
  decide,
  deleteAccount,
  designate,
  designateAccepted,
  hasSql,
  needsSql,
  person,
  service,
  submitCertificate,
  succeed,
  upload,
  uploadCertificate,
} = await import('../support/people.ts')
const {
  answers,
  appOrigin,
  call,
  failMails,
  hasMailbox,
  mailsTo,
  needsMailbox,
  publishableKey,
  runHousekeeping,
  secretKey,
  tokenOf,
} = await import('./calls.ts')

/** Makes every mail to these people due now. */
const letTimePass = (...people: { email: string }[]) =>
  asAdministrator(
    'update private.mail_outbox set next_attempt_at = now() where sent_at is null and to_email = any ($1)',
    [people.map(({ email }) => email)],
  )

const outboxOf = ({ email }: { email: string }) =>
  asAdministrator<{
    kind: string
    payload: object
    attempts: number
    sent: boolean
    last_error: string | null
  }>(
    `select kind, payload, attempts, sent_at is not null as sent, last_error from private.mail_outbox
      where to_email = $1 order by created_at`,
    [email],
  )

/** Without this, the next run would also tell the operator that a certificate waits. */
const tellOperator = (owner: Person) =>
  asAdministrator('update private.certificate_submissions set operator_told_at = now() where owner_id = $1', [
    owner.id,
  ])

describe('housekeeping: caller', () => {
  it.each<[string, (someone: Person) => Promise<Record<string, string>>]>([
    ['no key', async () => ({})],
    ['an empty key', async () => ({ apikey: '' })],
    ['the publishable key', async () => ({ apikey: publishableKey })],
    ['a part of the secret key', async () => ({ apikey: secretKey.slice(0, -1) })],
    [
      'a person’s token',
      async (someone) => ({ authorization: `Bearer ${await tokenOf(someone)}`, apikey: publishableKey }),
    ],
    ['a person’s token as apikey', async (someone) => ({ apikey: await tokenOf(someone) })],
    ['the secret key as token', async () => ({ authorization: `Bearer ${secretKey}` })],
  ])('housekeeping answers 401 to %s', async (_, headers) => {
    const response = await call('housekeeping', { headers: await headers(await person('Olive Owner')) })
    await answers(response, 401, 'secret_key_required')
  })

  it('housekeeping answers 405 to GET', async () => {
    const response = await call('housekeeping', { method: 'GET', headers: { apikey: secretKey } })
    await answers(response, 405, 'method_not_allowed')
  })
})

describe.skipIf(!hasMailbox)(`mail${needsMailbox}`, () => {
  it('housekeeping mails the owner and the accepted designees about each step, with different words', async () => {
    const [owner, ed, invited] = await Promise.all([person('Olive Owner'), person('Ed'), person('Ivan')])
    await designateAccepted(owner, ed, 'executor')
    await designate(owner, invited.email, 'trustee')
    await submitCertificate(ed, owner)
    await runHousekeeping()
    const subjects = async (someone: Person) =>
      (await mailsTo(someone.email)).map(({ Subject }) => Subject).sort()
    expect(await subjects(owner)).toEqual([
      'A death certificate was submitted for you',
      'Ed accepted your invitation',
    ])
    expect(await subjects(ed)).toEqual([
      'Keep this email: you’re an executor in Olive Owner’s plan',
      'You submitted a death certificate for Olive Owner',
    ])
    expect(await subjects(invited)).toEqual([])
    const notice = (await mailsTo(owner.email)).find(({ Subject }) => /certificate/.test(Subject))
    expect(notice?.Text).toContain(`press “I’m alive: stop this”`)
    expect(notice?.Text).toContain(`${appOrigin}/profile`)

    await succeed(owner.client.rpc('stop_release'))
    await runHousekeeping()
    expect(await subjects(owner)).toContain('You stopped the release of your plan')
    expect(await subjects(ed)).toContain('Olive Owner is alive and stopped the release')
  })

  it('housekeeping names designees as the owner named them, not as they name themselves', async () => {
    const [owner, forger, ed] = await Promise.all([
      person('Olive Owner'),
      person('Administrator'),
      person('Ed'),
    ])
    await designateAccepted(owner, ed, 'executor')
    const id = await designate(owner, forger.email, 'beneficiary', 'Tom Ellis')
    await succeed(forger.client.rpc('accept_designation_invite', { designation_id: id }))
    await submitCertificate(forger, owner)
    await runHousekeeping()
    const words = async (someone: Person) =>
      (await mailsTo(someone.email)).find(({ Subject }) => /certificate/.test(Subject))?.Text
    expect(await words(owner)).toMatch(/^Tom Ellis, whom you named as beneficiary, submitted/)
    expect(await words(ed)).toMatch(/^Tom Ellis, whom Olive Owner named as beneficiary, submitted/)
  })

  it.skipIf(!hasSql)(
    `housekeeping tries a mail for 30 days, without a limit of attempts${needsSql}`,
    async () => {
      await runHousekeeping()
      const [late, tooLate] = [address('Late'), address('Too late')]
      const add = (email: string, days: number) =>
        asAdministrator(
          `insert into private.mail_outbox (kind, to_email, payload, attempts, created_at)
         values ('release_stopped', $1, '{"recipient": "owner", "submitter_name": null}', 700, now() - make_interval(days => $2))`,
          [email, days],
        )
      await add(late, 29)
      await add(tooLate, 31)
      expect(await runHousekeeping()).toMatchObject({ mailsSent: 1, mailsFailed: 0 })
      expect([await mailsTo(late), await mailsTo(tooLate)].map(({ length }) => length)).toEqual([1, 0])
    },
  )

  it.skipIf(!hasSql)(
    `housekeeping mails a decision with when the plan opens and without the administrator’s note${needsSql}`,
    async () => {
      const [owner, ed] = await Promise.all([person('Olive Owner'), person('Ed')])
      await designateAccepted(owner, ed, 'executor')
      await submitCertificate(ed, owner)
      await decide(owner, 'rejected', 'The second page is missing.')
      await submitCertificate(ed, owner)
      await decide(owner, 'approved')
      await runHousekeeping()
      const mails = await mailsTo(ed.email)
      expect(mails.map(({ Subject }) => Subject).sort()).toEqual([
        'Keep this email: you’re an executor in Olive Owner’s plan',
        'Olive Owner’s death has been verified',
        'The death certificate for Olive Owner was rejected',
        'You submitted a death certificate for Olive Owner',
        'You submitted a death certificate for Olive Owner',
      ])
      const approval = mails.find(({ Subject }) => Subject.includes('verified'))
      expect(approval?.Text).toContain('You can read the plan now. What you see depends on your role.')
      expect(approval?.Text).toContain(`${appOrigin}/memorial/${owner.id}`)
      // The administrator's note is not for the family.
      expect(JSON.stringify(mails)).not.toContain('second page is missing')
    },
  )

  it.skipIf(!hasSql)(
    `housekeeping sends a mail once when runs overlap, and clears its payload${needsSql}`,
    async () => {
      const [owner, ed] = await Promise.all([person('Olive Owner'), person('Ed')])
      await designateAccepted(owner, ed, 'executor')
      await runHousekeeping()
      await submitCertificate(ed, owner)
      await tellOperator(owner)
      const runs = await Promise.all([runHousekeeping(), runHousekeeping(), runHousekeeping()])
      expect(runs.reduce((sum, { mailsSent }) => sum + mailsSent, 0)).toBe(2)
      expect(await runHousekeeping()).toMatchObject({ mailsSent: 0, mailsFailed: 0 })
      expect(await mailsTo(owner.email)).toHaveLength(2)
      expect(await mailsTo(ed.email)).toHaveLength(2)
      expect((await outboxOf(ed)).filter(({ kind }) => kind === 'certificate_submitted')).toEqual([
        { kind: 'certificate_submitted', payload: {}, attempts: 1, sent: true, last_error: null },
      ])
    },
  )

  it.skipIf(!hasSql)(
    `housekeeping retries a mail later when the provider is down, and delivers it once${needsSql}`,
    async () => {
      const [owner, ed] = await Promise.all([person('Olive Owner'), person('Ed')])
      await designateAccepted(owner, ed, 'executor')
      await runHousekeeping()
      await submitCertificate(ed, owner)
      await tellOperator(owner)
      await failMails(2)
      expect(await runHousekeeping()).toMatchObject({ mailsSent: 0, mailsFailed: 2 })
      expect((await outboxOf(ed)).filter(({ kind }) => kind === 'certificate_submitted')).toMatchObject([
        { sent: false, attempts: 1, last_error: 'provider answered 500 internal_server_error' },
      ])
      // The retry waits a minute, so that a provider in trouble is not flooded.
      expect(await runHousekeeping()).toMatchObject({ mailsSent: 0, mailsFailed: 0 })
      await letTimePass(owner, ed)
      expect(await runHousekeeping()).toMatchObject({ mailsSent: 2, mailsFailed: 0 })
      expect(await mailsTo(ed.email)).toHaveLength(2)
    },
  )

  it.skipIf(!hasSql)(
    `housekeeping delivers a mail once when the run ended before it could settle it${needsSql}`,
    async () => {
      const [owner, ed] = await Promise.all([person('Olive Owner'), person('Ed')])
      await designateAccepted(owner, ed, 'executor')
      await runHousekeeping()
      await submitCertificate(ed, owner)
      const before = (await outboxOf(ed)).find(({ kind }) => kind === 'certificate_submitted')
      await runHousekeeping()
      await asAdministrator(
        `update private.mail_outbox set sent_at = null, payload = $2::jsonb, next_attempt_at = now()
          where to_email = $1 and kind = 'certificate_submitted'`,
        [ed.email, JSON.stringify(before?.payload)],
      )
      expect(await runHousekeeping()).toMatchObject({ mailsSent: 1, mailsFailed: 0 })
      expect(await mailsTo(ed.email)).toHaveLength(2)
    },
  )

  it.skipIf(!hasSql)(
    `housekeeping sends a mail although earlier ones cannot be sent${needsSql}`,
    async () => {
      const [owner, ed] = await Promise.all([person('Olive Owner'), person('Ed')])
      await designateAccepted(owner, ed, 'executor')
      await runHousekeeping()
      const unsendable = { email: address('Nobody') }
      await asAdministrator(
        `insert into private.mail_outbox (kind, to_email, payload, next_attempt_at)
       select kind, $1, payload::jsonb, now() - interval '1 hour' from (values
         ('of_a_later_release', '{"recipient": "owner"}'),
         ('certificate_approved', '{"recipient": "nobody"}'),
         ('certificate_approved', '"text"'),
         ('release_stopped', '{"recipient": "designee", "owner_name": "Olive"}'),
         ('certificate_approved', '{"recipient": "owner", "release_at": "soon"}')) broken (kind, payload)`,
        [unsendable.email],
      )
      await asAdministrator(
        `insert into private.mail_outbox (kind, to_email, payload, next_attempt_at)
       values ('release_stopped', 'no address at all', '{"recipient": "owner", "submitter_name": null}', now() - interval '1 hour')`,
      )
      await submitCertificate(ed, owner)
      await tellOperator(owner)
      expect(await runHousekeeping()).toMatchObject({ mailsSent: 2, mailsFailed: 6 })
      expect((await outboxOf(unsendable)).map(({ last_error }) => last_error).sort()).toEqual([
        'UnfitPayload: no object',
        'UnfitPayload: owner_id',
        'UnfitPayload: recipient',
        'UnfitPayload: release_at, is_open, open_until, submission_id',
        'UnknownMailKind',
      ])
      await asAdministrator('delete from private.mail_outbox where to_email = any ($1)', [
        [unsendable.email, 'no address at all'],
      ])
    },
  )

  it.skipIf(!hasSql)(`housekeeping sends several batches in one run${needsSql}`, async () => {
    await runHousekeeping()
    const email = address('Many')
    await asAdministrator(
      `insert into private.mail_outbox (kind, to_email, payload)
       select 'invitation_accepted', $1, '{"recipient": "owner", "actor_name": "Ann", "role": "trustee"}' from generate_series(1, 23)`,
      [email],
    )
    expect(await runHousekeeping()).toMatchObject({ mailsSent: 23 })
    expect(await mailsTo(email)).toHaveLength(23)
  })
})

describe('files', () => {
  const isThere = async (bucket: string, path: string) => {
    const folder = path.slice(0, path.lastIndexOf('/'))
    const { data } = await service.storage.from(bucket).list(folder)
    const listed = data?.some(({ name }) => path.endsWith(`/${name}`)) ?? false
    const { error } = await service.storage.from(bucket).download(path)
    expect(listed).toBe(error === null)
    return listed
  }
  const addVideo = (owner: Person, storage_path: string) =>
    succeed(
      owner.client.from('video_messages').insert({ user_id: owner.id, storage_path }).select('id').single(),
    )

  it('housekeeping removes a file when its row is deleted, and counts a missing file as removed', async () => {
    const owner = await person('Olive Owner')
    const path = await upload(owner, 'videos', `${owner.id}/hello.mp4`)
    const kept = await upload(owner, 'videos', `${owner.id}/kept.mp4`)
    const [video, missing] = [
      await addVideo(owner, path),
      await addVideo(owner, `${owner.id}/never-uploaded.mp4`),
    ]
    await addVideo(owner, kept)
    await runHousekeeping()
    expect(await isThere('videos', path)).toBe(true)
    await succeed(owner.client.from('video_messages').delete().in('id', [video.id, missing.id]).select())
    expect(await runHousekeeping()).toMatchObject({ filesRemoved: 2, filesFailed: 0 })
    expect(await isThere('videos', path)).toBe(false)
    expect(await isThere('videos', kept)).toBe(true)
    expect(await runHousekeeping()).toMatchObject({ filesRemoved: 0, filesFailed: 0 })
  })

  it('housekeeping removes a file when the row names another one', async () => {
    const owner = await person('Olive Owner')
    const before = await upload(owner, 'documents', `${owner.id}/insurance/before.pdf`)
    const after = await upload(owner, 'documents', `${owner.id}/insurance/after.pdf`)
    const { id } = await succeed(
      owner.client
        .from('insurance_policies')
        .insert({ user_id: owner.id, provider: 'Harbour Mutual', document_path: before })
        .select('id')
        .single(),
    )
    await succeed(
      owner.client.from('insurance_policies').update({ document_path: after }).eq('id', id).select(),
    )
    await runHousekeeping()
    expect([await isThere('documents', before), await isThere('documents', after)]).toEqual([false, true])
  })

  it.skipIf(!hasSql)(
    `housekeeping removes a file that no row names after a day, and never one in use${needsSql}`,
    async () => {
      const owner = await person('Olive Owner')
      const document = (name: string) => upload(owner, 'documents', `${owner.id}/estate/${name}.pdf`)
      const [old, young, inUse] = await Promise.all([document('old'), document('young'), document('in-use')])
      await succeed(
        owner.client
          .from('estate_documents')
          .insert({ user_id: owner.id, doc_type: 'will', description: 'My will', file_path: inUse })
          .select(),
      )
      const oldVideo = await upload(owner, 'videos', `${owner.id}/old.mp4`)
      const unsubmitted = await uploadCertificate(owner, owner)
      const submitted = await submitCertificate(owner, owner)
      const age = (hours: number, ...paths: string[]) =>
        asAdministrator(
          'update storage.objects set created_at = now() - make_interval(hours => $1) where name = any ($2)',
          [hours, paths],
        )
      await age(25, old, inUse, oldVideo, unsubmitted, submitted)
      await age(23, young)
      // Makes a new round through all files due.
      await asAdministrator(
        `update private.settings set orphan_round_began_at = '-infinity', orphan_round_bucket_id = null`,
      )
      // Each run looks at a number of files; the stack may have more of other tests.
      for (let isRunning = true; isRunning; ) {
        await runHousekeeping()
        const [round] = await asAdministrator('select orphan_round_bucket_id as bucket from private.settings')
        isRunning = round?.bucket !== null
      }
      expect({
        old: await isThere('documents', old),
        young: await isThere('documents', young),
        inUse: await isThere('documents', inUse),
        oldVideo: await isThere('videos', oldVideo),
        unsubmitted: await isThere('death-certificates', unsubmitted),
        submitted: await isThere('death-certificates', submitted),
      }).toEqual({
        old: false,
        young: true,
        inUse: true,
        oldVideo: false,
        unsubmitted: false,
        submitted: true,
      })
    },
  )

  it.skipIf(!hasSql)(`housekeeping removes the files of a deleted account${needsSql}`, async () => {
    const owner = await person('Olive Owner')
    const path = await upload(owner, 'videos', `${owner.id}/hello.mp4`)
    await addVideo(owner, path)
    await deleteAccount(owner)
    await runHousekeeping()
    expect(await isThere('videos', path)).toBe(false)
  })
})

it.skipIf(!hasSql)(`housekeeping deletes sent mails after a month${needsSql}`, async () => {
  const email = address('Past')
  await asAdministrator(
    `insert into private.mail_outbox (kind, to_email, sent_at)
     values ('release_stopped', $1, now() - interval '31 days'), ('release_stopped', $1, now() - interval '29 days')`,
    [email],
  )
  await runHousekeeping()
  expect(await outboxOf({ email })).toHaveLength(1)
})

it('housekeeping notes its last run for admin.health, and the function health says to anyone whether all is well', async () => {
  await runHousekeeping()
  const response = await call('health', { method: 'GET' })
  expect(response.headers.get('cache-control')).toBe('no-store')
  const body = await response.json()
  if (response.status === 200) expect(body).toEqual({ well: true })
  // Another file's test may have left a line that is not well. Auth, Storage and the database all answer.
  else expect([response.status, body.error.code, body.away]).toEqual([503, 'not_well', []])
  expect((await call('health')).status).toBe(405)
})
