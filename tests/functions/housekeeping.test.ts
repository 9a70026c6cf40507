import './own-stack.ts'
import { describe, expect, it } from 'vitest'
import type { Person } from '../people.ts'

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
} = await import('../people.ts')
const {
  answers,
  appOrigin,
  call,
  failMails,
  hasMailbox,
  mailsTo,
  needsMailbox,
  publishableKey,
  secretKey,
  tokenOf,
} = await import('./calls.ts')

interface Counts {
  mailsSent: number
  mailsFailed: number
  filesRemoved: number
  filesFailed: number
}

async function keepHouse(): Promise<Counts> {
  const response = await call('housekeeping', { headers: { apikey: secretKey } })
  expect(response.status).toBe(200)
  return response.json()
}

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

describe('who may start it', () => {
  it.each<[string, (someone: Person) => Promise<Record<string, string>>]>([
    ['nobody', async () => ({})],
    ['an empty key', async () => ({ apikey: '' })],
    ['the publishable key', async () => ({ apikey: publishableKey })],
    ['a part of the secret key', async () => ({ apikey: secretKey.slice(0, -1) })],
    [
      'a person',
      async (someone) => ({ authorization: `Bearer ${await tokenOf(someone)}`, apikey: publishableKey }),
    ],
    ['a person’s token as key', async (someone) => ({ apikey: await tokenOf(someone) })],
    ['the secret key in the wrong place', async () => ({ authorization: `Bearer ${secretKey}` })],
  ])('not %s', async (_, headers) => {
    const response = await call('housekeeping', { headers: await headers(await person('Olive Owner')) })
    await answers(response, 401, 'secret_key_required')
  })

  it('must be posted', async () => {
    const response = await call('housekeeping', { method: 'GET', headers: { apikey: secretKey } })
    await answers(response, 405, 'method_not_allowed')
  })
})

describe.skipIf(!hasMailbox)(`mail${needsMailbox}`, () => {
  it('tells the owner and the accepted designees of each step, in words of their own', async () => {
    const [owner, ed, invited] = await Promise.all([person('Olive Owner'), person('Ed'), person('Ivan')])
    await designateAccepted(owner, ed, 'executor')
    await designate(owner, invited.email, 'trustee')
    await submitCertificate(ed, owner)
    await keepHouse()
    const subjects = async (someone: Person) =>
      (await mailsTo(someone.email)).map(({ Subject }) => Subject).sort()
    expect(await subjects(owner)).toEqual([
      'A death certificate was submitted for you',
      'Ed accepted your invitation',
    ])
    expect(await subjects(ed)).toEqual(['A death certificate was submitted for Olive Owner'])
    expect(await subjects(invited)).toEqual([])
    const notice = (await mailsTo(owner.email)).find(({ Subject }) => /certificate/.test(Subject))
    expect(notice?.Text).toContain(`press "I'm alive: stop this"`)
    expect(notice?.Text).toContain(`${appOrigin}/profile`)

    await succeed(owner.client.rpc('stop_release'))
    await keepHouse()
    expect(await subjects(owner)).toContain('You stopped the release of your plan')
    expect(await subjects(ed)).toContain('Olive Owner is alive and stopped the release')
  })

  it('calls people what the owner called them, whatever they call themselves', async () => {
    const [owner, forger] = await Promise.all([person('Olive Owner'), person('Administrator')])
    const id = await designate(owner, forger.email, 'beneficiary', 'Tom Ellis')
    await succeed(forger.client.rpc('accept_designation_invite', { designation_id: id }))
    await submitCertificate(forger, owner)
    await keepHouse()
    const words = async (someone: Person) =>
      (await mailsTo(someone.email)).find(({ Subject }) => /certificate/.test(Subject))?.Text
    expect(await words(owner)).toMatch(/^Tom Ellis, whom you named as beneficiary, submitted/)
    expect(await words(forger)).toMatch(/^Tom Ellis, whom Olive Owner named as beneficiary, submitted/)
  })

  it.skipIf(!hasSql)(`is tried for 30 days, however often${needsSql}`, async () => {
    await keepHouse()
    const [late, tooLate] = [address('Late'), address('Too late')]
    const add = (email: string, days: number) =>
      asAdministrator(
        `insert into private.mail_outbox (kind, to_email, payload, attempts, created_at)
         values ('release_stopped', $1, '{"recipient": "owner"}', 700, now() - make_interval(days => $2))`,
        [email, days],
      )
    await add(late, 29)
    await add(tooLate, 31)
    expect(await keepHouse()).toMatchObject({ mailsSent: 1, mailsFailed: 0 })
    expect([await mailsTo(late), await mailsTo(tooLate)].map(({ length }) => length)).toEqual([1, 0])
  })

  it.skipIf(!hasSql)(`tells of a decision, with the day of the release${needsSql}`, async () => {
    const [owner, ed] = await Promise.all([person('Olive Owner'), person('Ed')])
    await designateAccepted(owner, ed, 'executor')
    await submitCertificate(ed, owner)
    await decide(owner, 'rejected', 'The second page is missing.')
    await submitCertificate(ed, owner)
    await decide(owner, 'approved')
    await keepHouse()
    const mails = await mailsTo(ed.email)
    expect(mails.map(({ Subject }) => Subject).sort()).toEqual([
      'A death certificate was submitted for Olive Owner',
      'A death certificate was submitted for Olive Owner',
      'The death certificate for Olive Owner was rejected',
      'The death of Olive Owner has been verified',
    ])
    const approval = mails.find(({ Subject }) => Subject.includes('verified'))
    expect(approval?.Text).toMatch(/from \d{1,2} [A-Z][a-z]+ \d{4} at \d\d:\d\d UTC/)
    expect(approval?.Text).toContain(`${appOrigin}/memorial/${owner.id}`)
    // What the administrator noted is not for the family.
    expect(JSON.stringify(mails)).not.toContain('second page is missing')
  })

  it.skipIf(!hasSql)(
    `leaves once, also when runs overlap, and its content is forgotten${needsSql}`,
    async () => {
      const [owner, ed] = await Promise.all([person('Olive Owner'), person('Ed')])
      await designateAccepted(owner, ed, 'executor')
      await keepHouse()
      await submitCertificate(ed, owner)
      const runs = await Promise.all([keepHouse(), keepHouse(), keepHouse()])
      expect(runs.reduce((sum, { mailsSent }) => sum + mailsSent, 0)).toBe(2)
      expect(await keepHouse()).toMatchObject({ mailsSent: 0, mailsFailed: 0 })
      expect(await mailsTo(owner.email)).toHaveLength(2)
      expect(await mailsTo(ed.email)).toHaveLength(1)
      expect(await outboxOf(ed)).toEqual([
        { kind: 'certificate_submitted', payload: {}, attempts: 1, sent: true, last_error: null },
      ])
    },
  )

  it.skipIf(!hasSql)(
    `is tried again later when the provider is down, and arrives once${needsSql}`,
    async () => {
      const [owner, ed] = await Promise.all([person('Olive Owner'), person('Ed')])
      await designateAccepted(owner, ed, 'executor')
      await keepHouse()
      await submitCertificate(ed, owner)
      await failMails(2)
      expect(await keepHouse()).toMatchObject({ mailsSent: 0, mailsFailed: 2 })
      expect(await outboxOf(ed)).toMatchObject([
        { sent: false, attempts: 1, last_error: 'provider answered 500 internal_server_error' },
      ])
      // Not at once: a provider in trouble is left alone for a minute.
      expect(await keepHouse()).toMatchObject({ mailsSent: 0, mailsFailed: 0 })
      await letTimePass(owner, ed)
      expect(await keepHouse()).toMatchObject({ mailsSent: 2, mailsFailed: 0 })
      expect(await mailsTo(ed.email)).toHaveLength(1)
    },
  )

  it.skipIf(!hasSql)(
    `is not delivered twice after a run that died before it could settle${needsSql}`,
    async () => {
      const [owner, ed] = await Promise.all([person('Olive Owner'), person('Ed')])
      await designateAccepted(owner, ed, 'executor')
      await keepHouse()
      await submitCertificate(ed, owner)
      const [before] = await outboxOf(ed)
      await keepHouse()
      await asAdministrator(
        'update private.mail_outbox set sent_at = null, payload = $2::jsonb, next_attempt_at = now() where to_email = $1',
        [ed.email, JSON.stringify(before?.payload)],
      )
      expect(await keepHouse()).toMatchObject({ mailsSent: 1, mailsFailed: 0 })
      expect(await mailsTo(ed.email)).toHaveLength(1)
    },
  )

  it.skipIf(!hasSql)(`is not held up by mails that cannot be sent${needsSql}`, async () => {
    const [owner, ed] = await Promise.all([person('Olive Owner'), person('Ed')])
    await designateAccepted(owner, ed, 'executor')
    await keepHouse()
    const unsendable = { email: address('Nobody') }
    await asAdministrator(
      `insert into private.mail_outbox (kind, to_email, payload, next_attempt_at)
       select kind, $1, payload::jsonb, now() - interval '1 hour' from (values
         ('of_a_later_release', '{"recipient": "owner"}'),
         ('certificate_approved', '{"recipient": "nobody"}'),
         ('certificate_approved', '"text"'),
         ('certificate_approved', '{"recipient": "owner", "release_at": "soon"}')) broken (kind, payload)`,
      [unsendable.email],
    )
    await asAdministrator(
      `insert into private.mail_outbox (kind, to_email, payload, next_attempt_at)
       values ('release_stopped', 'no address at all', '{"recipient": "owner"}', now() - interval '1 hour')`,
    )
    await submitCertificate(ed, owner)
    expect(await keepHouse()).toMatchObject({ mailsSent: 2, mailsFailed: 5 })
    expect((await outboxOf(unsendable)).map(({ last_error }) => last_error).sort()).toEqual([
      'UnknownMailKind',
      'ZodError',
      'ZodError',
      'ZodError',
    ])
    await asAdministrator('delete from private.mail_outbox where to_email = any ($1)', [
      [unsendable.email, 'no address at all'],
    ])
  })

  it.skipIf(!hasSql)(`leaves batch after batch in one run${needsSql}`, async () => {
    await keepHouse()
    const email = address('Many')
    await asAdministrator(
      `insert into private.mail_outbox (kind, to_email, payload)
       select 'invitation_accepted', $1, '{"recipient": "owner", "actor_name": "Ann"}' from generate_series(1, 23)`,
      [email],
    )
    expect(await keepHouse()).toMatchObject({ mailsSent: 23 })
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

  it('go when their row is deleted, and a file that is gone already is no failure', async () => {
    const owner = await person('Olive Owner')
    const path = await upload(owner, 'videos', `${owner.id}/hello.mp4`)
    const kept = await upload(owner, 'videos', `${owner.id}/kept.mp4`)
    const [video, missing] = [
      await addVideo(owner, path),
      await addVideo(owner, `${owner.id}/never-uploaded.mp4`),
    ]
    await addVideo(owner, kept)
    await keepHouse()
    expect(await isThere('videos', path)).toBe(true)
    await succeed(owner.client.from('video_messages').delete().in('id', [video.id, missing.id]).select())
    expect(await keepHouse()).toMatchObject({ filesRemoved: 2, filesFailed: 0 })
    expect(await isThere('videos', path)).toBe(false)
    expect(await isThere('videos', kept)).toBe(true)
    expect(await keepHouse()).toMatchObject({ filesRemoved: 0, filesFailed: 0 })
  })

  it('go when another file takes their place', async () => {
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
    await keepHouse()
    expect([await isThere('documents', before), await isThere('documents', after)]).toEqual([false, true])
  })

  it.skipIf(!hasSql)(
    `that nothing names go after a day, and only then; those in use never${needsSql}`,
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
      // The next look is due.
      await asAdministrator(`update private.settings set orphans_checked_until = now() - interval '26 hours'`)
      await keepHouse()
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

  it.skipIf(!hasSql)(`of a deleted account go${needsSql}`, async () => {
    const owner = await person('Olive Owner')
    const path = await upload(owner, 'videos', `${owner.id}/hello.mp4`)
    await addVideo(owner, path)
    await deleteAccount(owner)
    await keepHouse()
    expect(await isThere('videos', path)).toBe(false)
  })
})

it.skipIf(!hasSql)(`forgets sent mails after a month${needsSql}`, async () => {
  const email = address('Past')
  await asAdministrator(
    `insert into private.mail_outbox (kind, to_email, sent_at)
     values ('release_stopped', $1, now() - interval '31 days'), ('release_stopped', $1, now() - interval '29 days')`,
    [email],
  )
  await keepHouse()
  expect(await outboxOf({ email })).toHaveLength(1)
})
