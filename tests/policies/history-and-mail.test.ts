// What the database records and whom it notifies: the access history, the mail outbox, the files to remove.
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
  isDatabaseOnly,
  needsSql,
  type Person,
  person,
  service,
  storeObject,
  submitCertificate,
  succeed,
  upload,
  uploadCertificate,
} from '../support/people.ts'
import { code, refused } from './answers.ts'

const historyOf = async ({ client, id }: Person) =>
  (await succeed(client.from('access_events').select().eq('owner_id', id).order('id'))).map(
    ({ action, actor_name, actor_role }) => `${actor_name ?? actor_role}: ${action}`,
  )

const mailsTo = async ({ email }: { email: string }) =>
  asAdministrator<{ kind: string; payload: Record<string, unknown> }>(
    'select kind, payload from private.mail_outbox where to_email = $1 order by created_at, kind',
    [email],
  )

const kindsTo = async (someone: { email: string }) => (await mailsTo(someone)).map(({ kind }) => kind).sort()

describe.skipIf(!hasSql)(`history${needsSql}`, () => {
  it('the access history lists who did what to a plan, in order and with names', async () => {
    const [owner, ed, dan] = await Promise.all([
      person('Olive Owner'),
      person('Ed'),
      person('Dan', { named: false }),
    ])
    const hold = (visibility_hold: boolean) =>
      succeed(owner.client.from('profiles').update({ visibility_hold }).eq('user_id', owner.id).select())
    await designateAccepted(owner, ed, 'executor')
    const declined = await designate(owner, dan.email, 'trustee', 'Cousin Dan')
    await succeed(dan.client.rpc('decline_designation_invite', { designation_id: declined }))
    const second = await designateAccepted(owner, { ...dan, name: 'Cousin Dan' }, 'trustee')
    await hold(false)
    await hold(false)
    await hold(true)
    await submitCertificate(dan, owner)
    await decide(owner, 'rejected', 'Not readable.')
    await submitCertificate(ed, owner)
    await decide(owner, 'approved')
    await succeed(owner.client.rpc('stop_release'))
    await succeed(owner.client.rpc('revoke_designation', { designation_id: second }))
    await succeed(owner.client.from('designations').delete().eq('id', second).select())
    expect(await historyOf(owner)).toEqual([
      'Olive Owner: designation_added',
      'Ed: invitation_accepted',
      'Olive Owner: designation_added',
      'Cousin Dan: invitation_declined',
      'Olive Owner: designation_added',
      'Cousin Dan: invitation_accepted',
      'Olive Owner: hold_lifted',
      'Olive Owner: hold_restored',
      'Cousin Dan: certificate_submitted',
      'administrator: certificate_rejected',
      'Ed: certificate_submitted',
      'administrator: certificate_approved',
      'Olive Owner: release_stopped',
      'Olive Owner: designation_revoked',
      'Olive Owner: designation_removed',
    ])
    // A designee may read about the release and their own invitation, but not about other designees.
    expect(await historyOf({ ...ed, id: owner.id })).toEqual([
      'Ed: invitation_accepted',
      'Olive Owner: hold_lifted',
      'Olive Owner: hold_restored',
      'Cousin Dan: certificate_submitted',
      'administrator: certificate_rejected',
      'Ed: certificate_submitted',
      'administrator: certificate_approved',
      'Olive Owner: release_stopped',
    ])
    const detailsOf = async (action: string) =>
      (
        await succeed(owner.client.from('access_events').select('detail').eq('action', action).order('id'))
      ).map(({ detail }) => detail)
    expect(await detailsOf('certificate_approved')).toEqual([{ release_at: expect.any(String) }])
    expect(await detailsOf('designation_added')).toEqual([
      { role: 'executor', name: 'Ed' },
      { role: 'trustee', name: 'Cousin Dan' },
      { role: 'trustee', name: 'Cousin Dan' },
    ])
    for (const action of ['designation_revoked', 'designation_removed'])
      expect(await detailsOf(action)).toEqual([{ role: 'trustee', name: 'Cousin Dan' }])
  })

  it('the access history calls a designee by the name and role that this owner gave, whatever a later owner called them', async () => {
    const [owner, other, ed] = [await person('Olive Owner'), await person('Oscar Other'), await person('Ed')]
    await designateAccepted(owner, ed, 'executor')
    await designateAccepted(other, { ...ed, name: 'Cousin Ed' }, 'beneficiary')
    await submitCertificate(ed, owner)
    const [event] = await succeed(
      owner.client
        .from('access_events')
        .select('actor_name, actor_role')
        .eq('action', 'certificate_submitted'),
    )
    expect(event).toEqual({ actor_name: 'Ed', actor_role: 'executor' })
  })

  it('the access history keeps the name of a designee who deletes the account', async () => {
    const [owner, ed] = await Promise.all([person('Olive Owner'), person('Ed')])
    await designateAccepted(owner, ed, 'executor')
    await deleteAccount(ed)
    expect(await historyOf(owner)).toEqual(['Olive Owner: designation_added', 'Ed: invitation_accepted'])
  })
})

describe.skipIf(!hasSql)(`repeated changes${needsSql}`, () => {
  const linesBefore = (owner: Person, action: string, times: number) =>
    asAdministrator(
      `insert into public.access_events (owner_id, actor_id, action, detail)
       select $1, $1, $2, jsonb_build_object('n', n) from generate_series(1, $3::integer) n`,
      [owner.id, action, times],
    )
  const dayPasses = (owner: Person) =>
    asAdministrator(
      `update public.access_events set created_at = created_at - interval '1 day' where owner_id = $1`,
      [owner.id],
    )
  const linesOf = async (owner: Person, action: string) =>
    (await historyOf(owner)).filter((line) => line.endsWith(`: ${action}`)).length

  it('the access history of a person who repeats a change again and again takes 100 people named a day, and names the next ones a day later', async () => {
    const [owner, other] = await Promise.all([person('Olive Owner'), person('Oscar Other')])
    await linesBefore(owner, 'designation_added', 99)
    const name = (by: Person) =>
      by.client
        .from('designations')
        .insert({ owner_id: by.id, person_name: 'Ann', person_email: address('ann'), role: 'trustee' })
    await succeed(name(owner))
    await refused(name(owner), code.changedTooOften)
    await succeed(name(other))
    await dayPasses(owner)
    await succeed(name(owner))
  })

  it('the access history of a person who repeats a change again and again never keeps a person from being removed or revoked, and says so once a day for each beyond the fiftieth', async () => {
    const owner = await person('Olive Owner')
    await linesBefore(owner, 'designation_removed', 50)
    await linesBefore(owner, 'designation_revoked', 49)
    const role = 'executor'
    for (let n = 0; n < 3; n += 1) {
      const id = await designate(owner, address('ann'), role, 'Ann')
      await succeed(owner.client.from('designations').delete().eq('id', id).select().single())
    }
    expect(await linesOf(owner, 'designation_removed')).toBe(51)
    for (let n = 0; n < 3; n += 1) {
      const designation_id = await designate(owner, address('bob'), role, 'Bob')
      await succeed(owner.client.rpc('revoke_designation', { designation_id }))
    }
    expect(await linesOf(owner, 'designation_revoked')).toBe(50)
    const id = await designate(owner, address('cid'), role, 'Cid')
    await succeed(owner.client.from('designations').delete().eq('id', id).select().single())
    expect(await linesOf(owner, 'designation_removed')).toBe(52)
    await dayPasses(owner)
    const again = await designate(owner, address('cid'), role, 'Cid')
    await succeed(owner.client.from('designations').delete().eq('id', again).select().single())
    expect(await linesOf(owner, 'designation_removed')).toBe(53)
  })

  it('the access history of a person who repeats a change again and again gives people back their access however often that was done, also where too many were named today', async () => {
    const { owner, designation } = await household('stopped', ['executor', 'trustee'])
    await linesBefore(owner, 'designation_restored', 49)
    await linesBefore(owner, 'designation_added', 100)
    for (let n = 0; n < 3; n += 1) {
      await succeed(owner.client.rpc('revoke_designation', { designation_id: designation.executor }))
      await succeed(
        owner.client.from('designations').delete().eq('id', designation.trustee).select('id').single(),
      )
      expect(await succeed(owner.client.rpc('bring_back_removed'))).toBe(2)
    }
    expect(await linesOf(owner, 'designation_restored')).toBe(50)
  })
})

describe.skipIf(!hasSql)(`notifications${needsSql}`, () => {
  it('notification mail goes to the owner and each accepted designee at every step of a review, and to no other person', async () => {
    const { owner, beneficiary, trustee, executor, invited, revoked, stranger } = await household('hidden')
    const accepted = await kindsTo(owner)
    expect(accepted).toEqual(Array(4).fill('invitation_accepted'))
    await submitCertificate(executor, owner)
    await decide(owner, 'rejected', 'Not readable.')
    await submitCertificate(executor, owner)
    await decide(owner, 'approved')
    await succeed(owner.client.rpc('stop_release'))
    const story = [
      'certificate_approved',
      'certificate_rejected',
      'certificate_submitted',
      'certificate_submitted',
      'release_stopped',
    ]
    expect(await kindsTo(owner)).toEqual([...accepted, ...story].sort())
    for (const who of [beneficiary, trustee, executor])
      expect(await kindsTo(who)).toEqual([...story, 'you_accepted'])
    expect(await kindsTo(revoked)).toEqual(['you_accepted'])
    for (const who of [invited, stranger]) expect(await kindsTo(who)).toEqual([])
  })

  it('notification mail names who acted, whose plan it is, who receives the mail, and when the plan opens', async () => {
    const { owner, executor } = await household('waiting', ['executor'])
    const about = { owner_name: owner.name, owner_id: owner.id }
    const find = async (someone: Person, kind: string) =>
      (await mailsTo(someone)).find((mail) => mail.kind === kind)?.payload
    expect(await find(owner, 'certificate_submitted')).toEqual({
      ...about,
      recipient: 'owner',
      actor_name: 'Edith Executor',
      actor_role: 'executor',
      release_at: null,
      submission_id: expect.any(String),
      message: null,
      open_until: null,
      is_actor: false,
      is_open: false,
      was_open: false,
      submitter_name: null,
      taken_back: null,
    })
    expect(await find(executor, 'certificate_submitted')).toMatchObject({ is_actor: true })
    expect(await find(executor, 'certificate_approved')).toEqual({
      ...about,
      recipient: 'designee',
      actor_name: null,
      actor_role: 'administrator',
      release_at: expect.any(String),
      submission_id: null,
      message: null,
      open_until: null,
      is_actor: false,
      is_open: false,
      was_open: false,
      submitter_name: null,
      taken_back: null,
    })
  })

  it('notification mail holds what the link of the owner’s stop needs as long as the link works: 30 days, and not after a decision against it', async () => {
    const { owner, executor } = await household('hidden, in review', ['executor'])
    const linked = async () =>
      (await mailsTo(owner)).flatMap(({ kind, payload }) =>
        kind.startsWith('certificate_') ? [[kind, payload.submission_id !== null]] : [],
      )
    await decide(owner, 'rejected', 'Not readable.')
    expect(await linked()).toEqual([
      ['certificate_submitted', true],
      ['certificate_rejected', false],
    ])
    await submitCertificate(executor, owner)
    await asAdministrator(
      `update private.certificate_submissions set submitted_at = now() - interval '31 days' where owner_id = $1`,
      [owner.id],
    )
    await decide(owner, 'approved')
    expect((await linked()).slice(2)).toEqual([
      ['certificate_submitted', true],
      ['certificate_approved', false],
    ])
    const [submission] = await asAdministrator<{ id: string }>(
      `select id from private.certificate_submissions where owner_id = $1 and decision = 'approved'`,
      [owner.id],
    )
    const p_submission_id = submission?.id ?? ''
    await refused(service.rpc('stop_release_by_link', { p_submission_id }), code.nothingToStop)
    await asAdministrator(
      `update private.certificate_submissions set submitted_at = now() - interval '29 days' where owner_id = $1`,
      [owner.id],
    )
    await succeed(service.rpc('stop_release_by_link', { p_submission_id }))
  })

  it('notification mail is sent once to a person who was designated twice', async () => {
    const [owner, ann] = await Promise.all([person('Olive Owner'), person('Ann')])
    await designateAccepted(owner, ann, 'executor')
    const moved = { ...ann, email: address('Ann') }
    await changeAddress(ann, moved.email)
    await designateAccepted(owner, moved, 'beneficiary')
    await submitCertificate(owner, owner)
    expect(await kindsTo(moved)).toEqual(['certificate_submitted', 'you_accepted'])
  })

  it('notification mail says when an approval is withdrawn, and does not say so for a first decision', async () => {
    const { owner, executor } = await household('hidden', ['executor'])
    const rejections = async (someone: Person) =>
      (await mailsTo(someone))
        .filter(({ kind }) => kind === 'certificate_rejected')
        .map(({ payload }) => payload.taken_back ?? false)
    await submitCertificate(executor, owner)
    await decide(owner, 'rejected', 'Not readable.')
    for (const who of [owner, executor]) expect(await rejections(who)).toEqual([false])
    await submitCertificate(executor, owner)
    await decide(owner, 'approved')
    await asAdministrator(`update public.profiles set death_review = 'rejected' where user_id = $1`, [
      owner.id,
    ])
    for (const who of [owner, executor]) expect(await rejections(who)).toEqual([false, 'approved'])
  })

  it('notification mail tells the owner who accepted and who declined', async () => {
    const [owner, ann] = await Promise.all([person('Olive Owner'), person('Ann')])
    const id = await designate(owner, ann.email, 'trustee', 'Aunt Ann')
    await succeed(ann.client.rpc('decline_designation_invite', { designation_id: id }))
    expect(await mailsTo(owner)).toMatchObject([
      {
        kind: 'invitation_declined',
        payload: { recipient: 'owner', actor_name: 'Aunt Ann', role: 'trustee' },
      },
    ])
    expect(await kindsTo(ann)).toEqual(['you_declined'])
  })

  it('notification mail goes to a designee’s current address after an email change', async () => {
    const [owner, ann] = await Promise.all([person('Olive Owner'), person('Ann')])
    await designateAccepted(owner, ann, 'trustee')
    const moved = { email: address('Ann') }
    await changeAddress(ann, moved.email)
    await submitCertificate(owner, owner)
    expect(await kindsTo(moved)).toEqual(['certificate_submitted'])
    expect(await kindsTo(ann)).toEqual(['email_changed', 'you_accepted'])
  })

  it('notification mail is not queued when the change it reports fails', async () => {
    const owner = await person('Olive Owner')
    await submitCertificate(owner, owner)
    await decide(owner, 'approved')
    await decide(owner, 'approved').catch(() => undefined)
    expect(await kindsTo(owner)).toEqual(['certificate_approved', 'certificate_submitted'])
  })
})

describe.skipIf(!hasSql)(`outbox${needsSql}`, () => {
  const enqueue = async (email: string, count = 1) =>
    asAdministrator(
      // Before the mails of other tests.
      `insert into private.mail_outbox (kind, to_email, payload, rank, next_attempt_at)
       select 'test', $1, '{"n": 1}', -1, now() - interval '1 year' from generate_series(1, $2::int) returning id`,
      [email, count],
    )
  const find = async (email: string) =>
    asAdministrator(
      `select attempts, sent_at is not null as sent, last_error, payload,
              extract(epoch from next_attempt_at - now())::int as due_in
         from private.mail_outbox where to_email = $1`,
      [email],
    )
  const claim = async (p_batch: number) => succeed(service.rpc('claim_mail', { p_batch }))

  it('the mail outbox can be claimed by the service role alone, and gives no mail to two claims at once', async () => {
    const owner = await person('Olive Owner')
    await refused(owner.client.rpc('claim_mail', { p_batch: 1 }), code.notAllowed)
    await refused(owner.client.rpc('settle_mail', { p_id: crypto.randomUUID() }), code.notAllowed)
    const email = address('claims')
    await enqueue(email, 12)
    const claims = (await Promise.all([claim(5), claim(5), claim(5)])).flat()
    expect(claims).toHaveLength(new Set(claims.map(({ id }) => id)).size)
    const mine = claims.filter(({ to_email }) => to_email === email)
    expect(mine.length).toBe(12)
    expect(mine[0]).toMatchObject({ kind: 'test', payload: { n: 1 }, attempts: 1 })
    for (const mail of mine) await succeed(service.rpc('settle_mail', { p_id: mail.id }))
  })

  it('the mail outbox retries a mail after 1, 2, 4 and up to 60 minutes when the sender crashes or fails', async () => {
    const email = address('retries')
    const [mail] = await enqueue(email)
    for (const minutes of [1, 2, 4, 8, 16, 32, 60, 60]) {
      await asAdministrator(
        `update private.mail_outbox set next_attempt_at = now() - interval '1 year' where id = $1`,
        [mail?.id],
      )
      expect((await claim(1)).map(({ id }) => id)).toEqual([mail?.id])
      const [row] = await find(email)
      expect(Math.abs(Number(row?.due_in) - minutes * 60)).toBeLessThan(20)
    }
    await succeed(service.rpc('settle_mail', { p_id: String(mail?.id), p_error: 'x'.repeat(600) }))
    expect(await find(email)).toMatchObject([
      { sent: false, attempts: 8, last_error: 'x'.repeat(500), payload: { n: 1 } },
    ])
  })

  it('the mail outbox deletes a mail’s content once it is sent, and never sends it again', async () => {
    const email = address('sent')
    const [mail] = await enqueue(email)
    await claim(1)
    await succeed(service.rpc('settle_mail', { p_id: String(mail?.id) }))
    await succeed(service.rpc('settle_mail', { p_id: String(mail?.id), p_error: 'late' }))
    expect(await find(email)).toMatchObject([{ sent: true, payload: {}, last_error: null }])
    await asAdministrator(
      `update private.mail_outbox set next_attempt_at = now() - interval '1 year' where id = $1`,
      [mail?.id],
    )
    expect((await claim(100)).map(({ id }) => id)).not.toContain(mail?.id)
  })

  it('the mail outbox gives out mails in the order they were queued', async () => {
    const email = address('order')
    await asAdministrator(
      `insert into private.mail_outbox (kind, to_email, rank, created_at, next_attempt_at)
       select 'n' || n, $1, -1, now() - make_interval(secs => 10 - n), now() - interval '1 year' from generate_series(1, 5) n`,
      [email],
    )
    const mine = (await claim(100)).filter(({ to_email }) => to_email === email)
    expect(mine.map(({ kind }) => kind)).toEqual(['n1', 'n2', 'n3', 'n4', 'n5'])
  })

  it('the mail outbox drops a mail that could not be sent for 30 days', async () => {
    const email = address('hopeless')
    const [mail] = await enqueue(email)
    await asAdministrator(
      `update private.mail_outbox set created_at = now() - interval '31 days' where id = $1`,
      [mail?.id],
    )
    expect((await claim(100)).map(({ id }) => id)).not.toContain(mail?.id)
  })
})

describe.skipIf(!hasSql)(`files to remove${needsSql}`, () => {
  const queued = async (path: string) =>
    (await asAdministrator('select bucket_id from private.file_removals where path = $1', [path])).map(
      ({ bucket_id }) => bucket_id,
    )
  /** Claims until nothing is due; this also claims files of other tests. */
  const claimAll = async () =>
    (await succeed(service.rpc('claim_file_removals', { p_batch: 1000 }))).map(({ path }) => path)
  /** Looks at all files, in calls of this size. */
  const lookAtAll = async (p_batch: number) => {
    await asAdministrator(
      `update private.settings set orphan_round_began_at = '-infinity', orphan_round_bucket_id = null`,
    )
    for (let isRunning = true; isRunning; ) {
      await succeed(service.rpc('queue_orphaned_files', { p_batch }))
      const [round] = await asAdministrator('select orphan_round_bucket_id as bucket from private.settings')
      isRunning = round?.bucket !== null
    }
  }
  const age = async (path: string, hours: number) => {
    await asAdministrator(
      'update storage.objects set created_at = created_at - make_interval(hours => $2) where name = $1',
      [path, hours],
    )
  }

  it('the list of files to remove contains the files of deleted rows and a scan that was replaced', async () => {
    const { owner, row } = await household('hidden', [])
    const { client, id } = owner
    await succeed(client.from('video_messages').delete().eq('id', row.video).select())
    await succeed(client.from('estate_documents').delete().eq('id', row.document).select())
    expect(await queued(`${id}/for-everyone.mp4`)).toEqual(['videos'])
    expect(await queued(`${id}/estate/will.pdf`)).toEqual(['documents'])
    await succeed(client.from('insurance_policies').update({ notes: 'x' }).eq('id', row.insurance).select())
    expect(await queued(`${id}/insurance/policy.pdf`)).toEqual([])
    await succeed(
      client
        .from('insurance_policies')
        .update({ document_path: `${id}/insurance/new.pdf` })
        .eq('id', row.insurance)
        .select(),
    )
    expect(await queued(`${id}/insurance/policy.pdf`)).toEqual(['documents'])
    await succeed(client.from('insurance_policies').delete().eq('id', row.insurance).select())
    expect(await queued(`${id}/insurance/new.pdf`)).toEqual(['documents'])
    const certificate = await submitCertificate(owner, owner)
    await asAdministrator('delete from private.certificate_submissions where path = $1', [certificate])
    expect(await queued(certificate)).toEqual(['death-certificates'])
  })

  it('the list of files to remove does not return a file that a row names again in the meantime', async () => {
    const { owner, row } = await household('hidden', [])
    const { client, id: user_id } = owner
    await succeed(client.from('video_messages').delete().eq('id', row.video).select())
    await succeed(client.from('estate_documents').delete().eq('id', row.document).select())
    await succeed(client.from('insurance_policies').delete().eq('id', row.insurance).select())
    await succeed(
      client.from('video_messages').insert({ user_id, storage_path: `${user_id}/for-everyone.mp4` }),
    )
    await succeed(
      client
        .from('insurance_policies')
        .insert({ user_id, provider: 'x', document_path: `${user_id}/insurance/policy.pdf` }),
    )
    const claimed = await claimAll()
    expect(claimed).toContain(`${user_id}/estate/will.pdf`)
    expect(claimed).not.toContain(`${user_id}/for-everyone.mp4`)
    expect(claimed).not.toContain(`${user_id}/insurance/policy.pdf`)
    // A claimed file is not due again at once, but stays on the list until it is gone.
    expect(await claimAll()).not.toContain(`${user_id}/estate/will.pdf`)
    expect(await queued(`${user_id}/estate/will.pdf`)).toEqual(['documents'])
  })

  it('the list of files to remove contains uploads that no row named within a day, but no submitted certificate', async () => {
    const { owner, executor } = await household('hidden', ['executor'])
    const named = await upload(owner, 'videos', `${owner.id}/for-everyone.mp4`)
    const orphans = [
      await upload(owner, 'videos', `${owner.id}/orphan.mp4`),
      await upload(owner, 'documents', `${owner.id}/estate/orphan.pdf`),
      await uploadCertificate(executor, owner),
      await upload(owner, 'pictures', `${owner.id}/portrait/orphan.jpg`),
    ]
    const [memory, orphan] = ['memory', 'orphan'].map((name) => `${owner.id}/${executor.id}/${name}.jpg`)
    for (const path of [memory, orphan]) await storeObject(null, 'memories', path ?? '')
    await asAdministrator(
      `insert into public.memories (id, owner_id, picture_path) values (gen_random_uuid(), $1, $2)`,
      [owner.id, memory],
    )
    orphans.push(orphan ?? '')
    const proxy = `${owner.id}/health/proxy.pdf`
    await storeObject(null, 'documents', proxy)
    await asAdministrator('insert into public.health_consents (user_id, worded_on) values ($1, now())', [
      owner.id,
    ])
    await asAdministrator(
      `insert into public.health_papers (user_id, kind, file_path) values ($1, 'health_proxy', $2)`,
      [owner.id, proxy],
    )
    const face = await upload(owner, 'pictures', `${owner.id}/portrait/picture.jpg`)
    const will = await upload(owner, 'documents', `${owner.id}/estate/will.pdf`)
    const scan = await upload(owner, 'documents', `${owner.id}/insurance/policy.pdf`)
    const certificate = await submitCertificate(executor, owner)
    const inUse = [named, will, scan, proxy, certificate, face, memory ?? '']
    for (const path of inUse) await age(path, 25)
    for (const path of orphans) await age(path, 23)
    await lookAtAll(1000)
    for (const path of [...orphans, ...inUse]) expect([path, await queued(path)]).toEqual([path, []])
    for (const path of orphans) await age(path, 2)
    // Several calls, however many files the other stories have left.
    const [files] = await asAdministrator<{ count: number }>(
      'select count(*)::integer as count from storage.objects',
    )
    await lookAtAll(Math.ceil((files?.count ?? 0) / 4))
    const late = await claimAll()
    for (const path of orphans) expect(late).toContain(path)
    for (const path of inUse) expect(late).not.toContain(path)
  })

  it('the list of files to remove looks for such uploads in rounds, of which one begins an hour after the one before, however long that took', async () => {
    const owner = await person('Olive Owner')
    for (const name of ['a', 'b']) await upload(owner, 'videos', `${owner.id}/${name}.mp4`)
    const began = (time: string, bucket: string | null) =>
      asAdministrator(
        'update private.settings set orphan_round_began_at = now() - $1::interval, orphan_round_bucket_id = $2',
        [time, bucket],
      )
    const look = async () => {
      await succeed(service.rpc('queue_orphaned_files', { p_batch: 1 }))
      const [round] = await asAdministrator(
        `select extract(epoch from now() - orphan_round_began_at)::integer / 60 as minutes,
                orphan_round_bucket_id as bucket from private.settings`,
      )
      return round
    }
    await began('59 minutes', null)
    expect(await look()).toEqual({ minutes: 59, bucket: null })
    await began('61 minutes', null)
    expect(await look()).toMatchObject({ minutes: 0, bucket: expect.any(String) })
    // The next call goes on with that round.
    await began('30 minutes', 'videos')
    expect(await look()).toEqual({ minutes: 30, bucket: 'videos' })
  })

  it('the list of files to remove drops files that were removed, and keeps the others with the error', async () => {
    const path = `${crypto.randomUUID()}/x.mp4`
    const [removal] = await asAdministrator<{ id: string }>(
      `insert into private.file_removals (bucket_id, path) values ('videos', $1) returning id`,
      [path],
    )
    const settle = (p_error?: string) =>
      succeed(service.rpc('settle_file_removal', { p_id: `${removal?.id}`, ...(p_error ? { p_error } : {}) }))
    await settle('x'.repeat(600))
    const [kept] = await asAdministrator('select last_error from private.file_removals where path = $1', [
      path,
    ])
    expect(kept?.last_error).toBe('x'.repeat(500))
    await settle()
    expect(await queued(path)).toEqual([])
    const owner = await person('Olive Owner', { named: false })
    await refused(owner.client.rpc('claim_file_removals', { p_batch: 1 }), code.notAllowed)
    await refused(owner.client.rpc('settle_file_removal', { p_id: crypto.randomUUID() }), code.notAllowed)
  })
})

describe.skipIf(!hasSql)(`expiry${needsSql}`, () => {
  it('expired data is deleted when its retention time is over, and not before', async () => {
    const owner = await person('Olive Owner')
    const mail = (days: number) =>
      `insert into private.mail_outbox (kind, to_email, sent_at) values ('old', '${days}.${owner.email}', now() - interval '${days} days')`
    const invite = (days: number) =>
      `insert into private.designation_invites (owner_id, person_email, begun_at) values ('${owner.id}', '${days}', now() - interval '${days} days')`
    const emailCode = (hours: number) =>
      `insert into private.email_codes (user_id, purpose, email, code_hmac, expires_at) values ('${owner.id}', 'account-deletion', '${hours}', 'x', now() - interval '${hours} hours')`
    const wrongCode = (hours: number) =>
      `insert into private.sign_in_tries (email, tried_at) values ('${hours}.tries.${owner.email}', now() - interval '${hours} hours')`
    for (const statement of [mail(29), mail(31), invite(6), invite(8), emailCode(23), emailCode(25)])
      await asAdministrator(statement)
    for (const statement of [wrongCode(23), wrongCode(25)]) await asAdministrator(statement)
    const ended = async (hours: number) => {
      const sessionId = crypto.randomUUID()
      await asAdministrator(
        'insert into private.admitted_sessions (session_id, user_id, admitted_at) values ($1, $2, now() - make_interval(hours => $3))',
        [sessionId, owner.id, hours],
      )
      return sessionId
    }
    const [endedLately] = [await ended(23), await ended(25)]
    await asAdministrator(
      `insert into private.email_change_grants (user_id, old_email, new_email, expires_at) values ($1, 'a', 'b', now() - interval '1 minute')`,
      [owner.id],
    )
    await refused(owner.client.rpc('delete_outdated'), code.notAllowed)
    await succeed(service.rpc('delete_outdated'))
    const left = await asAdministrator(
      `select to_email as what from private.mail_outbox where kind = 'old' and to_email like '%' || $2
       union all select person_email from private.designation_invites where owner_id = $1
       union all select email from private.email_codes where user_id = $1
       union all select new_email from private.email_change_grants where user_id = $1
       union all select email from private.sign_in_tries where email like '%.tries.' || $2
       union all select session_id::text from private.admitted_sessions a
                  where user_id = $1 and not exists (select from auth.sessions s where s.id = a.session_id)`,
      [owner.id, owner.email],
    )
    expect(left.map(({ what }) => what).sort()).toEqual(
      ['23', `29.${owner.email}`, '6', `23.tries.${owner.email}`, endedLately].sort(),
    )
    // A session that goes on is still let in.
    if (!isDatabaseOnly) expect((await owner.client.auth.refreshSession()).error).toBeNull()
  })

  // What is young, what is old, and how to find both: $1 is an owner, $2 marks what this test added.
  it.each<[string, string, string, number, number]>([
    [
      'unsent mail',
      `private.mail_outbox (kind, to_email, created_at) values ('old', $2, $3)`,
      'to_email',
      59,
      61,
    ],
    [
      'mail that was sent lately',
      `private.mail_outbox (kind, to_email, sent_at, created_at) values ('old', $2, $3, now() - interval '70 days')`,
      'to_email',
      29,
      31,
    ],
    [
      'an event of Stripe',
      `private.stripe_events (id, type, processed_at) values ($2, 'x', $3)`,
      'id',
      89,
      91,
    ],
    ['an event of the mail provider', `private.mail_events (id, received_at) values ($2, $3)`, 'id', 89, 91],
    [
      'an event that failed',
      `private.webhook_failures (source, event_id, failed_at) values ('stripe', $2, $3)`,
      'event_id',
      29,
      31,
    ],
    ['a guessed link', `private.wrong_links (network, tried_at) values ($2, $3)`, 'network', 0.9, 1.1],
    [
      'a report of a card that was passed on',
      `private.card_reports (id, kind, network, passed_on_at, reported_at) values (gen_random_uuid(), 'death', $2, now(), $3)`,
      'network',
      0.9,
      1.1,
    ],
    [
      'the proof of an address',
      `private.email_change_grants (user_id, old_email, expires_at) values ('$1', $2, $3)`,
      'old_email',
      -0.1,
      0.1,
    ],
  ])('%s is deleted when its time is over, and not before', async (_, row, column, young, old) => {
    const table = row.slice(0, row.indexOf(' '))
    const left = async (days: number) => {
      const [owner, id] = [await person('Olive Owner', { named: false }), crypto.randomUUID()]
      await asAdministrator(
        `insert into ${row.replace('$1', owner.id).replace('$2', `'${id}'`).replace('$3', '$1')}`,
        [new Date(Date.now() - days * 86_400_000)],
      )
      await succeed(service.rpc('delete_outdated'))
      return (await asAdministrator(`select from ${table} where ${column} = $1`, [id])).length
    }
    expect([await left(young), await left(old)]).toEqual([1, 0])
  })

  it('expired data does not include a report of a card that was not passed on yet', async () => {
    const network = crypto.randomUUID()
    await asAdministrator(
      `insert into private.card_reports (id, kind, network, reported_at)
       select gen_random_uuid(), 'death', $1, now() - make_interval(days => days) from unnest('{2,31}'::int[]) days`,
      [network],
    )
    await succeed(service.rpc('delete_outdated'))
    const left = await asAdministrator('select from private.card_reports where network = $1', [network])
    expect(left).toHaveLength(2)
  })

  it('expired data includes the admission of a session that ended, and not of one that goes on or whose browser waits', async () => {
    const { id } = await person('Olive Owner', { named: false })
    const [goesOn, ended, waits] = [crypto.randomUUID(), crypto.randomUUID(), crypto.randomUUID()]
    await asAdministrator('insert into auth.sessions (id, user_id) values ($1, $2)', [goesOn, id])
    await asAdministrator(
      `with sessions as (
         select session, gen_random_uuid() as browser from unnest($1::uuid[]) session),
       browsers as (
         insert into private.browsers (id, user_id, held_until)
         select browser, $2, now() + case when session = $3 then interval '1 hour' else interval '-1 hour' end from sessions)
       insert into private.admitted_sessions (session_id, user_id, admitted_at, browser_id)
       select session, $2, now() - interval '25 hours', browser from sessions`,
      [[goesOn, ended, waits], id, waits],
    )
    await succeed(service.rpc('delete_outdated'))
    const left = await asAdministrator<{ session_id: string }>(
      'select session_id from private.admitted_sessions where session_id = any ($1)',
      [[goesOn, ended, waits]],
    )
    expect(left.map(({ session_id }) => session_id).sort()).toEqual([goesOn, waits].sort())
  })
})
