// Submitting a death certificate: who may, when, and with which file.
import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import {
  anonymous,
  asAdministrator,
  callSlowly,
  decide,
  designateAccepted,
  hasSql,
  household,
  isDatabaseOnly,
  needsSql,
  type Person,
  person,
  storeObject,
  submitCertificate,
  succeed,
  upload,
  uploadCertificate,
} from '../support/people.ts'
import { code, fails, refused, refusedFor } from './answers.ts'

const submit = (by: Person, owner: Person, path: string) =>
  by.client.rpc('submit_death_certificate', { owner_id: owner.id, path })

const stateOf = ({ client, id }: Person) =>
  succeed(client.from('profiles').select('death_review, death_certificate_path').eq('user_id', id).single())

describe('death certificates', () => {
  it.each(['owner', 'beneficiary', 'trustee', 'executor'] as const)(
    'can be submitted by the %s',
    async (who) => {
      const home = await household('hidden', ['beneficiary', 'trustee', 'executor'])
      const path = await uploadCertificate(home[who], home.owner)
      expect((await stateOf(home.owner)).death_review).toBe('none')
      await succeed(submit(home[who], home.owner, path))
      expect(await stateOf(home.owner)).toEqual({ death_review: 'pending', death_certificate_path: path })
    },
  )

  it('a death certificate cannot be submitted by invited or revoked designees, strangers or signed-out visitors', async () => {
    const { owner, executor, invited, revoked, stranger } = await household('hidden', [
      'executor',
      'invited',
      'revoked',
      'stranger',
    ])
    const path = await uploadCertificate(executor, owner)
    for (const who of [invited, revoked, stranger])
      await refused(submit(who, owner, path), code.notThisPerson)
    await refused(anonymous.rpc('submit_death_certificate', { owner_id: owner.id, path }), code.notAllowed)
    expect((await stateOf(owner)).death_review).toBe('none')
  })

  it('a death certificate must be an existing file in the owner’s folder, uploaded by the person who submits it, and is used once', async () => {
    const { owner, executor, trustee } = await household('hidden', ['executor', 'trustee'])
    const other = await person('Oscar Other')
    await designateAccepted(other, executor, 'executor')
    const foreign = await uploadCertificate(executor, other)
    const elsewhere = await upload(owner, 'documents', `${owner.id}/estate/${randomUUID()}.pdf`)
    const ofTrustee = await uploadCertificate(trustee, owner)
    for (const path of [`${owner.id}/nothing-here.pdf`, foreign, '', owner.id, `${owner.id}/../${foreign}`]) {
      await refused(submit(executor, owner, path), code.fileNotFound)
    }
    await refused(submit(owner, owner, elsewhere), code.fileNotFound)
    await refused(submit(executor, owner, ofTrustee), code.fileNotFound)
    expect((await stateOf(owner)).death_review).toBe('none')
    await succeed(submit(trustee, owner, ofTrustee))
  })

  it.skipIf(!hasSql || !isDatabaseOnly)(
    'a death certificate has a file name that is harmless when the administrator pastes it into SQL (database only)',
    async () => {
      const { owner, executor } = await household('hidden', ['executor'])
      for (const name of [
        `x'); select admin.set_billing(false); --.pdf`,
        'a b.pdf',
        'sub/x.pdf',
        'x\n.pdf',
        'x.pdf\n',
        '',
      ]) {
        await storeObject(executor, 'death-certificates', `${owner.id}/${name}`)
        await refused(submit(executor, owner, `${owner.id}/${name}`), code.fileNotFound)
      }
      await storeObject(executor, 'death-certificates', `${owner.id}/1_Certificate-2.PDF`)
      await succeed(submit(executor, owner, `${owner.id}/1_Certificate-2.PDF`))
    },
  )

  it.skipIf(!hasSql)(
    `a death certificate cannot be a file that is already being removed because it was never submitted${needsSql}`,
    async () => {
      const { owner, executor } = await household('hidden', ['executor'])
      const path = await uploadCertificate(executor, owner)
      await asAdministrator(
        `insert into private.file_removals (bucket_id, path) values ('death-certificates', $1)`,
        [path],
      )
      await refused(submit(executor, owner, path), code.fileNotFound)
      expect((await stateOf(owner)).death_review).toBe('none')
    },
  )

  it('a death certificate cannot be submitted a second time while one is in review', async () => {
    const { owner, executor, beneficiary } = await household('hidden', ['executor', 'beneficiary'])
    const second = await uploadCertificate(beneficiary, owner)
    const first = await submitCertificate(executor, owner)
    await refused(submit(beneficiary, owner, second), code.notInThisState)
    await refused(submit(executor, owner, first), code.notInThisState)
    expect((await stateOf(owner)).death_certificate_path).toBe(first)
  })

  it('a death certificate is accepted once when three people submit at the same time', async () => {
    const { owner, executor, beneficiary, trustee } = await household('hidden', [
      'executor',
      'beneficiary',
      'trustee',
    ])
    const people = [executor, beneficiary, trustee]
    const paths = await Promise.all(people.map((by) => uploadCertificate(by, owner)))
    const answers = await Promise.all(people.map((by, n) => submit(by, owner, paths[n] ?? '')))
    expect(answers.map(({ error }) => error?.code ?? 'accepted').sort()).toEqual([
      code.notInThisState,
      code.notInThisState,
      'accepted',
    ])
    const winner = answers.findIndex(({ error }) => error === null)
    expect((await stateOf(owner)).death_certificate_path).toBe(paths[winner])
  })

  it.skipIf(!hasSql)(
    `a death certificate is accepted once when two submitting transactions overlap${needsSql}`,
    async () => {
      const { owner, executor, trustee } = await household('hidden', ['executor', 'trustee'])
      const submitSlowly = async (by: Person) =>
        callSlowly(by, 'public.submit_death_certificate($1::uuid, $2::text)', [
          owner.id,
          await uploadCertificate(by, owner),
        ])
      const outcomes = await Promise.allSettled([submitSlowly(executor), submitSlowly(trustee)])
      expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    },
  )

  it.skipIf(!hasSql)(
    `a death certificate is never lost to a deletion of the owner’s account at the same moment: one of the two is refused${needsSql}`,
    async () => {
      const deleteSlowly = (owner: Person) =>
        asAdministrator(
          `with gone as (delete from auth.users where id = $1 returning 1) select pg_sleep(0.2) from gone`,
          [owner.id],
        )
      const submitSlowly = async (by: Person, owner: Person, path: string) =>
        callSlowly(by, 'public.submit_death_certificate($1::uuid, $2::text)', [owner.id, path])
      const codes = async (...calls: Promise<unknown>[]) =>
        (await Promise.allSettled(calls)).map((call) =>
          call.status === 'fulfilled' ? 'done' : call.reason.code,
        )
      for (const order of ['submission first', 'deletion first']) {
        const { owner, executor } = await household('hidden', ['executor'])
        const path = await uploadCertificate(executor, owner)
        const answers =
          order === 'submission first'
            ? await codes(submitSlowly(executor, owner, path), deleteSlowly(owner))
            : (await codes(deleteSlowly(owner), submitSlowly(executor, owner, path))).reverse()
        expect(['done HW060', 'HW002 done', 'HW006 done'], order).toContain(answers.join(' '))
        const kept = await asAdministrator('select 1 from auth.users where id = $1', [owner.id])
        expect(kept).toHaveLength(answers[0] === 'done' ? 1 : 0)
      }
    },
  )

  it.skipIf(!hasSql)(
    `a death certificate cannot be submitted after an approval, but can be after a rejection${needsSql}`,
    async () => {
      const { owner, executor } = await household('hidden', ['executor'])
      const second = await uploadCertificate(executor, owner)
      const first = await submitCertificate(executor, owner)
      await decide(owner, 'rejected', 'Not readable.')
      await refused(submit(executor, owner, first), code.fileNotFound)
      await succeed(submit(executor, owner, second))
      expect(await stateOf(owner)).toEqual({ death_review: 'pending', death_certificate_path: second })
      await decide(owner, 'approved')
      await refused(submit(executor, owner, second), code.notInThisState)
    },
  )

  it.skipIf(!hasSql)(
    `a death certificate can be submitted even if the folder was filled with files or earlier certificates were rejected${needsSql}`,
    async () => {
      const { owner, beneficiary, executor } = await household('hidden', ['beneficiary', 'executor'])
      const store = (who: Person) => storeObject(who, 'death-certificates', `${owner.id}/${randomUUID()}.pdf`)
      for (let n = 0; n < 20; n += 1) await store(beneficiary)
      await fails(store(beneficiary), code.notAllowed)
      for (let n = 0; n < 20; n += 1) await store(executor)
      await fails(store(executor), code.notAllowed)
      await asAdministrator(
        `insert into private.certificate_submissions (owner_id, path, submitted_by, submitted_at, decision, decided_at)
         select $1::uuid, name, $2::uuid, now() - interval '9 days', 'rejected', now() - interval '8 days'
           from storage.objects where owner_id = $2::text and starts_with(name, $1::text)`,
        [owner.id, executor.id],
      )
      await submitCertificate(executor, owner)
    },
  )

  it.skipIf(!hasSql)(
    `a death certificate has to wait for no certificate of another plan, and for none that was approved${needsSql}`,
    async () => {
      const [{ owner, executor }, one, two] = await Promise.all([
        household('hidden', ['executor']),
        person('Oscar Other'),
        person('Otto Other'),
      ])
      const wait = async (of: Person) =>
        (await executor.client.rpc('my_certificate_wait', { owner_id: of.id })).data
      for (const other of [one, two]) await designateAccepted(other, executor, 'executor')
      for (let n = 0; n < 2; n += 1) {
        await submitCertificate(executor, one)
        await decide(one, 'rejected', 'Not readable.')
      }
      await submitCertificate(executor, two)
      await succeed(two.client.rpc('stop_release'))
      expect([await wait(one), await wait(two)]).not.toContain(null)
      expect(await wait(owner)).toBeNull()
      await submitCertificate(executor, owner)
      await decide(owner, 'rejected', 'Not readable.')
      await submitCertificate(executor, owner)
      await decide(owner, 'approved')
      expect(await wait(owner)).toBeNull()
    },
  )

  it.skipIf(!hasSql)(
    `a death certificate can be submitted six times a day by one person over all plans, and by the others named as ever${needsSql}`,
    async () => {
      const executor = await person('Edith Executor')
      const trustee = await person('Tess Trustee')
      const owners = await Promise.all(
        Array.from({ length: 7 }, async (_, n) => {
          const owner = await person(`Owner ${n}`)
          await designateAccepted(owner, executor, 'executor')
          await designateAccepted(owner, trustee, 'trustee')
          return owner
        }),
      )
      const [mother, father, ...others] = owners
      const last = owners.at(-1)
      if (!mother || !father || !last) throw new Error('seven owners')
      // A family with one account for two parents, and a first scan of each that could not be read.
      for (const parent of [mother, father]) {
        await submitCertificate(executor, parent)
        await decide(parent, 'rejected', 'Not readable.')
        await submitCertificate(executor, parent)
      }
      for (const owner of others.slice(0, 2)) await submitCertificate(executor, owner)
      const path = await uploadCertificate(executor, last)
      await refusedFor(submit(executor, last, path), code.waitAfterRejection, 24 * 60 * 60)
      const wait = () => succeed(executor.client.rpc('my_certificate_wait', { owner_id: last.id }))
      expect(Date.parse(await wait()) - Date.now()).toBeGreaterThan(23 * 60 * 60 * 1000)
      await submitCertificate(trustee, last)
      await asAdministrator(
        `update private.certificate_submissions set submitted_at = submitted_at - interval '1 day' where submitted_by = $1`,
        [executor.id],
      )
      await succeed(last.client.rpc('stop_release'))
      expect((await executor.client.rpc('my_certificate_wait', { owner_id: last.id })).data).toBeNull()
      await succeed(submit(executor, last, path))
    },
  )

  // Two at once need two connections.
  it.skipIf(!isDatabaseOnly)(
    'a death certificate is counted for its submitter also when several come at once',
    async () => {
      const executor = await person('Edith Executor')
      const owners = await Promise.all(
        Array.from({ length: 8 }, async (_, n) => {
          const owner = await person(`Owner ${n}`)
          await designateAccepted(owner, executor, 'executor')
          return { owner, path: await uploadCertificate(executor, owner) }
        }),
      )
      const answers = await Promise.allSettled(
        owners.map(({ owner, path }) =>
          callSlowly(executor, 'public.submit_death_certificate($1::uuid, $2::text)', [owner.id, path]),
        ),
      )
      expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(6)
      expect(answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason.code] : []))).toEqual(
        [code.waitAfterRejection, code.waitAfterRejection],
      )
    },
  )

  it('a death certificate cannot be a video of the owner', async () => {
    const owner = await person('Olive Owner')
    const path = await upload(owner, 'videos', `${owner.id}/${randomUUID()}.mp4`)
    await refused(submit(owner, owner, path), code.fileNotFound)
    expect((await stateOf(owner)).death_review).toBe('none')
  })

  it.skipIf(!hasSql)(
    `a death certificate can be submitted while a file of the same name is removed elsewhere, and by no one who is not signed in${needsSql}`,
    async () => {
      const { owner, executor } = await household('hidden', ['executor'])
      const path = await uploadCertificate(executor, owner)
      await asAdministrator(`insert into private.file_removals (bucket_id, path) values ('videos', $1)`, [
        path,
      ])
      await fails(
        asAdministrator('select private.submit_death_certificate($1, $2)', [owner.id, path]),
        code.notThisPerson,
      )
      await succeed(submit(executor, owner, path))
    },
  )

  it('a death certificate gives a stranger the same answer whether or not the owner exists', async () => {
    const { owner, stranger } = await household('hidden', ['stranger'])
    const answers = [
      await submit(stranger, owner, `${owner.id}/x.pdf`),
      await submit(stranger, { ...owner, id: randomUUID() }, `${owner.id}/x.pdf`),
    ]
    expect(
      new Set(answers.map(({ error, status }) => `${status} ${error?.code} ${error?.message}`)).size,
    ).toBe(1)
  })

  it.skipIf(!hasSql)(
    `a death certificate is listed in the administrator’s queue with everything needed to judge it${needsSql}`,
    async () => {
      const { owner, executor } = await household('hidden', ['executor'])
      const queue = (of: Person) =>
        asAdministrator('select * from admin.certificate_reviews where owner_id = $1', [of.id])
      expect(await queue(owner)).toEqual([])
      const path = await submitCertificate(executor, owner)
      expect(await queue(owner)).toMatchObject([
        {
          owner_name: owner.name,
          owner_email: owner.email,
          uploaded_by: executor.id,
          uploader_name: executor.name,
          uploader_email: executor.email,
          uploader_role: 'executor',
          certificate_path: path,
          waiting_since: expect.anything(),
        },
      ])
      await decide(owner, 'rejected', 'Not readable.')
      expect(await queue(owner)).toEqual([])
      const [submission] = await asAdministrator(
        'select decision, note, stopped_by from private.certificate_submissions where path = $1',
        [path],
      )
      expect(submission).toEqual({ decision: 'rejected', note: 'Not readable.', stopped_by: null })
      await submitCertificate(owner, owner)
      expect(await queue(owner)).toMatchObject([{ uploader_role: 'owner', uploader_name: owner.name }])
    },
  )
})
