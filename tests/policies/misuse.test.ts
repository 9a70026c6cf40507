// Misuse that breaks no single rule: borrowed names, floods of rows, and addresses that change hands.
import { describe, expect, it } from 'vitest'
import {
  address,
  asAdministrator,
  changeAddress,
  decide,
  deleteAccount,
  designate,
  designateAccepted,
  hasSql,
  household,
  needsSql,
  type Person,
  person,
  service,
  submitCertificate,
  succeed,
  upload,
  uploadCertificate,
} from '../support/people.ts'
import { code, fails, refused, refusedFor, touches } from './answers.ts'

const rename = (someone: Awaited<ReturnType<typeof person>>, full_name: string) =>
  someone.client.from('profiles').update({ full_name }).eq('user_id', someone.id).select('user_id')

describe.skipIf(!hasSql)(`names${needsSql}`, () => {
  it.each(['Anna Ellis', 'Administrator'])(
    'to “%s” still appears under the name that the owner gave',
    async (name) => {
      const { owner, beneficiary } = await household('hidden', ['beneficiary'])
      await succeed(rename(beneficiary, name))
      await submitCertificate(beneficiary, owner)
      const [event] = await succeed(
        owner.client
          .from('access_events')
          .select('actor_name, actor_role')
          .eq('owner_id', owner.id)
          .eq('action', 'certificate_submitted'),
      )
      expect(event).toEqual({ actor_name: 'Ben Beneficiary', actor_role: 'beneficiary' })
      const [queued] = await asAdministrator(
        'select uploader_name, uploader_role from admin.certificate_reviews where owner_id = $1',
        [owner.id],
      )
      expect(queued).toEqual({ uploader_name: 'Ben Beneficiary', uploader_role: 'beneficiary' })
    },
  )

  it('a designee who changes their profile name cannot use a name with invisible or direction-changing characters', async () => {
    const someone = await person('Ann')
    for (const name of ['\u202Eevil', 'An\u2066na', '\u2800', '\u200B\u200B', '\u3164']) {
      await refused(rename(someone, name), code.check)
      await refused(
        someone.client.from('designations').insert({
          owner_id: someone.id,
          person_name: name,
          person_email: address('Bob'),
          role: 'executor',
        }),
        code.check,
      )
    }
    for (const name of ['李明', 'Łukasz Żak', 'نیلوفر می‌رود', '山田　太郎'])
      await touches(rename(someone, name), 1)
  })
})

describe('named again', () => {
  it('a person who is revoked and named again keeps the messages that were recorded for them, and no other person gets them', async () => {
    const { owner, beneficiary, executor, designation } = await household('open', ['beneficiary', 'executor'])
    const path = await upload(owner, 'videos', `${owner.id}/for-ben.mp4`)
    const { id } = await succeed(
      owner.client
        .from('video_messages')
        .insert({ user_id: owner.id, storage_path: path, for_beneficiary: designation.beneficiary })
        .select('id')
        .single(),
    )
    await succeed(owner.client.rpc('revoke_designation', { designation_id: designation.beneficiary }))
    await touches(beneficiary.client.from('video_messages').select().eq('id', id), 0)
    await designateAccepted(owner, beneficiary, 'beneficiary')
    await touches(beneficiary.client.from('video_messages').select().eq('id', id), 1)
    await touches(executor.client.from('video_messages').select().eq('id', id), 0)
  })
})

describe.skipIf(!hasSql)(`accounts${needsSql}`, () => {
  it('a designee who deletes the account can accept again after returning with the invited address', async () => {
    const [owner, ed] = await Promise.all([person('Olive Owner'), person('Ed')])
    const id = await designateAccepted(owner, ed, 'executor')
    await deleteAccount(ed)
    const again = await person('Ed', { email: ed.email })
    await succeed(again.client.rpc('accept_designation_invite', { designation_id: id }))
  })

  it('a designee who deletes the account leaves no access to the next holder of an address they had given up', async () => {
    const [owner, ed] = await Promise.all([person('Olive Owner'), person('Ed')])
    const id = await designateAccepted(owner, ed, 'executor')
    await changeAddress(ed, address('Ed'))
    await deleteAccount(ed)
    const heir = await person('Heir', { email: ed.email })
    await refused(
      heir.client.rpc('accept_designation_invite', { designation_id: id }),
      code.invitationNotAvailable,
    )
  })
})

describe.skipIf(!hasSql)(`certificates${needsSql}`, () => {
  const waitOf = (by: Person, owner: Person) =>
    succeed(by.client.rpc('my_certificate_wait', { owner_id: owner.id }))

  it('death certificates are approved or rejected only for the file that the administrator opened', async () => {
    const { owner, executor, beneficiary } = await household('hidden', ['executor', 'beneficiary'])
    const seen = await submitCertificate(executor, owner)
    await succeed(owner.client.rpc('stop_release'))
    const unseen = await submitCertificate(beneficiary, owner)
    const approve = (path: string) =>
      asAdministrator(`select admin.review_death_certificate($1, 'approved', null, $2)`, [owner.id, path])
    await expect(approve(seen)).rejects.toMatchObject({ code: code.onlyPending })
    await approve(unseen)
  })

  it('death certificates of a person whom the owner stopped are refused for a day', async () => {
    const { owner, executor } = await household('hidden', ['executor'])
    await submitCertificate(executor, owner)
    await succeed(owner.client.rpc('stop_release'))
    const path = await uploadCertificate(executor, owner)
    const submit = () => executor.client.rpc('submit_death_certificate', { owner_id: owner.id, path })
    await refusedFor(submit(), code.waitAfterRejection, 24 * 60 * 60)
    const until = await waitOf(executor, owner)
    expect(Date.parse(until) - Date.now()).toBeGreaterThan(23 * 60 * 60 * 1000)
    expect(Date.parse(until) - Date.now()).toBeLessThan(25 * 60 * 60 * 1000)
    await asAdministrator(
      `update private.certificate_submissions set submitted_at = submitted_at - interval '25 hours',
              decided_at = decided_at - interval '25 hours' where owner_id = $1`,
      [owner.id],
    )
    expect(await waitOf(executor, owner)).toBeNull()
    await succeed(submit())
  })

  it('death certificates of a person whom the owner stopped again and again are refused for longer each time, and then until an administrator lifts it', async () => {
    const { owner, executor, trustee } = await household('hidden', ['executor', 'trustee'])
    const pass = (days: number) =>
      asAdministrator(
        `update private.certificate_submissions set submitted_at = submitted_at - make_interval(days => $2),
                decided_at = decided_at - make_interval(days => $2) where owner_id = $1 and submitted_by = $3`,
        [owner.id, days, executor.id],
      )
    const stopOneOf = async (by: Person) => {
      await submitCertificate(by, owner)
      await succeed(owner.client.rpc('stop_release'))
    }
    const daysLeft = async () =>
      Math.round((Date.parse(await waitOf(executor, owner)) - Date.now()) / (24 * 60 * 60 * 1000))
    // What the trustee's stop, an administrator's rejection and another owner's stop began is not lifted with it.
    await submitCertificate(executor, owner)
    await decide(owner, 'rejected')
    await stopOneOf(trustee)
    await asAdministrator(
      `update private.certificate_submissions set submitted_at = now() - interval '9000 days',
              decided_at = now() - interval '9000 days' where owner_id = $1`,
      [owner.id],
    )
    for (const days of [1, 7, 30]) {
      await stopOneOf(executor)
      expect(await daysLeft()).toBe(days)
      await pass(days - 1)
      expect(await daysLeft()).toBe(1)
      // It is the pause of the one who was stopped alone.
      expect(await waitOf(trustee, owner)).toBeNull()
      await pass(1)
      expect(await waitOf(executor, owner)).toBeNull()
    }
    await stopOneOf(executor)
    await pass(4000)
    await asAdministrator(
      `update private.certificate_submissions set decided_at = now() - interval '8 days'
        where owner_id = $1 and stopped_by is null`,
      [owner.id],
    )
    const other = await person('Oscar Other')
    await designateAccepted(other, executor, 'executor')
    await submitCertificate(executor, other)
    await succeed(other.client.rpc('stop_release'))
    expect(await waitOf(executor, owner)).toBe('infinity')
    const path = await uploadCertificate(executor, owner)
    const submit = () => executor.client.rpc('submit_death_certificate', { owner_id: owner.id, path })
    const { error } = await submit()
    expect([error?.code, error?.details || null]).toEqual([code.waitAfterRejection, null])
    expect(
      await asAdministrator(
        'select submitter_email, stops::int, waits_until::text from admin.certificate_pauses where owner_id = $1',
        [owner.id],
      ),
    ).toEqual([{ submitter_email: executor.email, stops: 4, waits_until: 'infinity' }])

    const lift = (email: string, note: string) =>
      asAdministrator('select admin.lift_certificate_pause($1, $2, $3, $4)', [owner.id, email, note, 'Ada'])
    await fails(lift(executor.email, ' '), '22023')
    await fails(lift(owner.email, 'Talked to them.'), '22023')
    await lift(` ${executor.email.toUpperCase()}`, 'Talked to them.')
    await fails(lift(executor.email, 'Twice.'), '22023')
    expect(await waitOf(executor, owner)).toBeNull()
    expect(await waitOf(executor, other)).not.toBeNull()
    expect(
      await asAdministrator(
        `select stopped_by is not null as stopped, submitted_by = $2 as "isExecutors" from private.certificate_submissions
          where owner_id = $1 and decided_at is not null and pause_lifted_at is null order by 1`,
        [owner.id, executor.id],
      ),
    ).toEqual([
      { stopped: false, isExecutors: true },
      { stopped: true, isExecutors: false },
    ])
    expect(
      await succeed(
        owner.client
          .from('access_events')
          .select('actor_role, detail')
          .eq('action', 'certificate_pause_lifted'),
      ),
    ).toEqual([{ actor_role: 'administrator', detail: { name: executor.name } }])
    await succeed(submit())
    expect(
      await asAdministrator(
        'select earlier_certificates -> -1 -> $2 -> 1 as last from admin.certificate_reviews where owner_id = $1',
        [owner.id, 'decisions'],
      ),
    ).toMatchObject([{ last: { decision: 'pause_lifted', decided_by: 'Ada', note: 'Talked to them.' } }])
    // The next one counts as the first.
    await succeed(owner.client.rpc('stop_release'))
    expect(await daysLeft()).toBe(1)
    expect(
      await asAdministrator('select stops::int from admin.certificate_pauses where owner_id = $1', [
        owner.id,
      ]),
    ).toEqual([{ stops: 1 }])
    // Nor do stops that were lifted count as rejections.
    await pass(1)
    await stopOneOf(executor)
    await lift(executor.email, 'Talked to them again.')
    expect(await waitOf(executor, owner)).toBeNull()
  })

  it('the owner is told after a stop who submitted the certificate, as long as that person is named', async () => {
    const { owner, executor, designation } = await household('hidden', ['executor', 'trustee'])
    // Another owner calls the same person otherwise.
    const id = await designate(await person('Oscar Other'), executor.email, 'executor', 'Uncle Ed')
    await succeed(executor.client.rpc('accept_designation_invite', { designation_id: id }))
    const told = async () =>
      await asAdministrator(
        `select payload ->> 'submitter_name' as name from private.mail_outbox
          where to_email = $1 and kind = 'release_stopped' order by created_at desc limit 1`,
        [owner.email],
      )
    const state = async () => {
      const [link] = await asAdministrator(
        'select id from private.certificate_submissions where owner_id = $1 order by submitted_at desc limit 1',
        [owner.id],
      )
      return await succeed(service.rpc('release_by_link', { p_submission_id: String(link?.id) }))
    }
    await submitCertificate(executor, owner)
    expect(await state()).toEqual([{ state: 'waiting', submitted_by: executor.name }])
    await succeed(owner.client.rpc('stop_release'))
    expect(await told()).toEqual([{ name: executor.name }])
    expect(await state()).toEqual([{ state: 'stopped', submitted_by: executor.name }])
    await succeed(owner.client.rpc('revoke_designation', { designation_id: designation.executor }))
    expect(await state()).toEqual([{ state: 'stopped', submitted_by: null }])
    // A link of a certificate that was rejected stops nothing, nor does it once another one waits.
    await submitCertificate(owner, owner)
    const [rejected] = await asAdministrator<{ id: string }>(
      'select id from private.certificate_submissions where owner_id = $1 and stopped_by is null',
      [owner.id],
    )
    const ofRejected = () => succeed(service.rpc('release_by_link', { p_submission_id: rejected?.id ?? '' }))
    await decide(owner, 'rejected')
    expect(await ofRejected()).toMatchObject([{ state: 'over' }])
    await submitCertificate(owner, owner)
    expect(await ofRejected()).toMatchObject([{ state: 'over' }])
    await asAdministrator(
      `update private.certificate_submissions set submitted_at = now() - interval '30 days' where owner_id = $1 and decision is null`,
      [owner.id],
    )
    const [old] = await asAdministrator(
      'select id from private.certificate_submissions where owner_id = $1 and decision is null',
      [owner.id],
    )
    expect(await succeed(service.rpc('release_by_link', { p_submission_id: String(old?.id) }))).toEqual([
      { state: 'over', submitted_by: null },
    ])
    await succeed(owner.client.rpc('stop_release'))
    expect(await told()).toEqual([{ name: null }])
  })

  it('death certificates of a person whose certificates were rejected twice in a week are refused for a day, and of no other person', async () => {
    const { owner, beneficiary, executor } = await household('hidden', ['beneficiary', 'executor'])
    const submitted = async (by: Person) => {
      const path = await uploadCertificate(by, owner)
      return by.client.rpc('submit_death_certificate', { owner_id: owner.id, path })
    }
    const passTime = (hours: number) =>
      asAdministrator(
        `update private.certificate_submissions
            set submitted_at = submitted_at - make_interval(hours => $2), decided_at = decided_at - make_interval(hours => $2)
          where owner_id = $1`,
        [owner.id, hours],
      )
    for (let n = 0; n < 2; n += 1) {
      await succeed(submitted(beneficiary))
      await decide(owner, 'rejected')
    }
    await refusedFor(submitted(beneficiary), code.waitAfterRejection, 24 * 60 * 60)
    expect(await waitOf(beneficiary, owner)).not.toBeNull()
    expect(await waitOf(executor, owner)).toBeNull()
    await succeed(submitted(executor))
    await decide(owner, 'rejected')
    await passTime(25)
    await succeed(submitted(beneficiary))
    await decide(owner, 'rejected')
    await refused(submitted(beneficiary), code.waitAfterRejection)
    await passTime(7 * 24)
    await succeed(submitted(beneficiary))
    await decide(owner, 'rejected')
    await succeed(submitted(beneficiary))
  })

  it('death certificates are limited to 20 a day for one owner, from all submitters together', async () => {
    const { owner, executor } = await household('hidden', ['executor'])
    const add = (count: number) =>
      asAdministrator(
        `insert into private.certificate_submissions (owner_id, path, decision, decided_at)
         select $1::uuid, $1::text || '/' || gen_random_uuid(), 'rejected', now() from generate_series(1, $2)`,
        [owner.id, count],
      )
    await add(19)
    await submitCertificate(executor, owner)
    await decide(owner, 'rejected')
    const path = await uploadCertificate(owner, owner)
    await refused(
      owner.client.rpc('submit_death_certificate', { owner_id: owner.id, path }),
      code.tooManyCertificates,
    )
  })
})

describe('designations', () => {
  it.skipIf(!hasSql)(`naming people is refused after 500 rows${needsSql}`, async () => {
    const owner = await person('Olive Owner')
    const rows = Array.from({ length: 500 }, (_, n) => ({
      owner_id: owner.id,
      person_name: 'Someone',
      person_email: `${n}.${owner.email}`,
      role: 'beneficiary' as const,
    }))
    // A hundred people can be named in a day.
    for (let day = 0; day < 5; day += 1) {
      await succeed(owner.client.from('designations').insert(rows.slice(day * 100, day * 100 + 100)))
      await asAdministrator(
        `update public.access_events set created_at = created_at - interval '1 day' where owner_id = $1`,
        [owner.id],
      )
    }
    await refused(
      owner.client.from('designations').insert({ ...rows[0], person_email: address('Ann') } as never),
      code.listFull,
      500,
    )
  })
})

describe('completion', () => {
  it('the time at which a plan was completed is never in the future, whatever the device’s clock says, and stays when the plan is saved again', async () => {
    const owner = await person('Olive Owner')
    const save = (columns: object) =>
      succeed(
        owner.client
          .from('funeral_plan')
          .upsert({ user_id: owner.id, ...columns })
          .select('completed_at')
          .single(),
      )
    const { completed_at } = await save({ completed_at: '2031-01-01T00:00:00Z' })
    expect(Math.abs(Date.parse(completed_at ?? '') - Date.now())).toBeLessThan(60_000)
    expect(await save({ venue: 'The boathouse' })).toEqual({ completed_at })
    expect(await save({ completed_at })).toEqual({ completed_at })
  })
})
