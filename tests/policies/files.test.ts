// What the database refuses when Storage writes the row of a file. Storage does that with a role that no policy applies
// to, and for an address signed beforehand or a slow upload long after it asked the policies.
import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import {
  asAdministrator,
  type Bucket,
  decide,
  deleteAccount,
  designateAccepted,
  hasSql,
  household,
  needsSql,
  ownBuckets,
  type Person,
  person,
  type Row,
  service,
  storeObject,
  submitCertificate,
  succeed,
  turnBillingOn,
  typeFor,
  upload,
  uploadCertificate,
} from '../support/people.ts'
import { code, fails, refused, untyped } from './answers.ts'

beforeAll(turnBillingOn)

const gigabyte = 1024 ** 3
/** The largest file that the bucket `videos` takes. */
const largest = 524_288_000

const newPath = ({ id }: Person, extension = 'pdf') => `${id}/${randomUUID()}.${extension}`
const newVideo = (by: Person, size: number, seconds = 0) =>
  storeObject(by, 'videos', newPath(by, 'mp4'), { size, seconds })
const change = (path: string, set: string) =>
  asAdministrator(`update storage.objects set ${set} where name = $1 returning id`, [path])
const roomOf = ({ client }: Person) => succeed(client.rpc('my_file_room').single())
const outcomes = async (calls: Promise<unknown>[]) => {
  const settled = await Promise.allSettled(calls)
  return settled.filter(({ status }) => status === 'fulfilled').length
}

describe.skipIf(!hasSql)(`stored files${needsSql}`, () => {
  it.each(ownBuckets)(
    'in %s is never replaced, renamed or moved by anyone who writes its row',
    async (bucket) => {
      const owner = await person('Olive Owner')
      const path = await upload(owner, bucket, newPath(owner))
      await fails(storeObject(owner, bucket, path), code.unique)
      await fails(storeObject(null, bucket, path), code.unique)
      for (const set of [
        `name = name || 'x'`,
        `bucket_id = case bucket_id when 'videos' then 'documents' else 'videos' end`,
        `version = 'other'`,
        `owner_id = null`,
        `metadata = metadata || '{"eTag": "other"}'`,
        `metadata = metadata || '{"size": 99}'`,
        `metadata = metadata || '{"mimetype": "image/png"}'`,
        'metadata = null',
      ]) {
        await fails(change(path, set), code.unique)
      }
    },
  )

  it('a stored file can still be noted as read', async () => {
    const owner = await person('Olive Owner')
    const path = await upload(owner, 'documents', newPath(owner))
    for (const set of [
      'last_accessed_at = now()',
      'updated_at = now()',
      `metadata = metadata || '{"cacheControl": "no-cache"}'`,
    ]) {
      expect(await change(path, set), set).toHaveLength(1)
    }
  })
})

describe.skipIf(!hasSql)(`uploads${needsSql}`, () => {
  it('a file whose bytes have come is refused in a folder that is not its uploader’s', async () => {
    const [owner, other] = await Promise.all([person('Olive Owner'), person('Otto Other')])
    for (const bucket of ownBuckets) {
      const type = typeFor(bucket)
      for (const path of [newPath(other), other.id, owner.id, 'x.pdf', `x/${newPath(owner)}`]) {
        await fails(storeObject(owner, bucket, path, { type }), code.notAllowed)
      }
      await storeObject(owner, bucket, newPath(owner), { type })
    }
  })

  it('a file whose bytes have come is refused as a certificate of an owner who has revoked its uploader, or when none is wanted', async () => {
    const { owner, executor, trustee, invited, stranger, designation } = await household('hidden', [
      'executor',
      'trustee',
      'invited',
      'stranger',
    ])
    const store = (by: Person) => storeObject(by, 'death-certificates', newPath(owner))
    for (const who of [invited, stranger]) await fails(store(who), code.notAllowed)
    await store(executor)
    await succeed(owner.client.rpc('revoke_designation', { designation_id: designation.executor }))
    await fails(store(executor), code.notAllowed)
    await submitCertificate(trustee, owner)
    await fails(store(trustee), code.notAllowed)
    await decide(owner, 'rejected')
    await store(trustee)
    await submitCertificate(trustee, owner)
    await decide(owner, 'approved')
    await fails(store(trustee), code.notAllowed)
    await fails(store(owner), code.notAllowed)
  })

  it('a file whose bytes have come is refused when the plan takes no changes any more', async () => {
    const { owner, executor } = await household('released', ['executor'])
    await fails(newVideo(owner, 1), code.notAllowed)
    await newVideo(executor, 1)
    await succeed(
      untyped(service).from('subscriptions').upsert({ user_id: executor.id, status: 'canceled' }).select(),
    )
    await fails(newVideo(executor, 1), code.notAllowed)
    await deleteAccount(executor)
    await fails(newVideo(executor, 1), code.notAllowed)
  })

  it('a file whose bytes have come is refused when its type or size is not one that the bucket takes', async () => {
    const owner = await person('Olive Owner')
    const store = (bucket: Bucket, type: string, size: number) =>
      storeObject(owner, bucket, newPath(owner), { type, size })
    await fails(store('death-certificates', 'video/mp4', 32), code.notAllowed)
    await fails(store('documents', 'text/html', 32), code.notAllowed)
    await fails(store('death-certificates', 'application/pdf', 26_214_401), code.notAllowed)
    await fails(store('videos', 'video/mp4', largest + 1), code.notAllowed)
    await fails(store('documents', 'application/pdf', 0), code.notAllowed)
    await fails(store('pictures', 'image/heic', 32), code.notAllowed)
    await fails(store('pictures', 'image/jpeg', 1_048_577), code.notAllowed)
    await store('pictures', 'image/jpeg', 1_048_576)
    await store('death-certificates', 'image/heic', 26_214_400)
    await store('videos', 'video/quicktime', largest)
  })

  it('a file whose bytes have come cannot be submitted as a certificate while nothing is known of its type and size', async () => {
    const { owner, executor } = await household('hidden', ['executor'])
    const path = newPath(owner)
    await asAdministrator(
      `insert into storage.objects (bucket_id, name, owner_id) values ('death-certificates', $1, $2)`,
      [path, executor.id],
    )
    await refused(
      executor.client.rpc('submit_death_certificate', { owner_id: owner.id, path }),
      code.fileNotFound,
    )
  })
})

describe.skipIf(!hasSql)(`certificates${needsSql}`, () => {
  it('a submitted certificate is not replaced by an upload that began before', async () => {
    const { owner, executor } = await household('hidden', ['executor'])
    const path = await submitCertificate(executor, owner)
    const content = () =>
      asAdministrator('select version, metadata from storage.objects where name = $1', [path])
    const before = await content()
    await expect(storeObject(executor, 'death-certificates', path)).rejects.toThrow()
    await fails(storeObject(null, 'death-certificates', path), code.unique)
    expect(await content()).toEqual(before)
    await decide(owner, 'approved')
  })

  it.each([
    ['nothing is at its path', false],
    ['what is at its path is in another bucket', true],
  ])('a submitted certificate cannot be approved when %s', async (_, isElsewhere) => {
    const { owner } = await household('hidden, in review', ['executor'])
    const path = `${owner.id}/elsewhere.mp4`
    if (isElsewhere)
      await asAdministrator(
        `insert into storage.objects (bucket_id, name, version, metadata)
         select 'videos', $2, o.version, o.metadata from storage.objects o
           join public.profiles p on p.death_certificate_path = o.name where p.user_id = $1`,
        [owner.id, path],
      )
    await asAdministrator('update private.certificate_submissions set path = $2 where owner_id = $1', [
      owner.id,
      path,
    ])
    await asAdministrator('update public.profiles set death_certificate_path = $2 where user_id = $1', [
      owner.id,
      path,
    ])
    await fails(decide(owner, 'approved'), 'HW031')
  })

  it.each(['file_version', 'file_etag'])(
    'cannot be approved when the stored file has another %s than the submitted one',
    async (mark) => {
      const { owner, executor } = await household('hidden', ['executor'])
      const path = await submitCertificate(executor, owner)
      await asAdministrator(`update private.certificate_submissions set ${mark} = 'other' where path = $1`, [
        path,
      ])
      await fails(decide(owner, 'approved'), 'HW031')
      await fails(
        asAdministrator(`update public.profiles set death_review = 'approved' where user_id = $1`, [
          owner.id,
        ]),
        'HW031',
      )
      await decide(owner, 'rejected')
    },
  )
})

describe.skipIf(!hasSql)(`room${needsSql}`, () => {
  const full = (bytes: number) => new RegExp(`^HW041 ${bytes}: `)
  /** Fills the room but for so many bytes. */
  const fill = async (owner: Person, left: number) => {
    const { used_bytes, room_bytes } = await roomOf(owner)
    let rest = room_bytes - used_bytes - left
    for (; rest > 0; rest -= largest) await newVideo(owner, Math.min(rest, largest))
  }
  const setMembership = (owner: Person, membership: Row) =>
    succeed(
      untyped(service)
        .from('subscriptions')
        .upsert({ user_id: owner.id, plan: null, lifetime: false, ...membership })
        .select(),
    )

  it('the room for an owner’s files is 2 GB in the free trial, certificates aside, and 25 GB with a membership', async () => {
    const { owner, executor } = await household('hidden', ['executor'])
    expect(await roomOf(owner)).toEqual({ used_bytes: 0, room_bytes: 2 * gigabyte })
    await fill(owner, 40)
    await uploadCertificate(owner, owner)
    await storeObject(owner, 'documents', newPath(owner), { size: 30 })
    expect(await roomOf(owner)).toEqual({ used_bytes: 2 * gigabyte - 10, room_bytes: 2 * gigabyte })
    await expect(newVideo(owner, 11)).rejects.toMatchObject({
      code: code.notAllowed,
      message: expect.stringMatching(full(2 * gigabyte)),
    })
    await newVideo(owner, 10)
    // Other people's certificates do not fill it, and it does not keep them out.
    await uploadCertificate(executor, owner)

    await setMembership(owner, { status: 'active', plan: 'monthly' })
    expect((await roomOf(owner)).room_bytes).toBe(25 * gigabyte)
    await newVideo(owner, largest)
    await fill(owner, 0)
    await expect(newVideo(owner, 1)).rejects.toThrow(full(25 * gigabyte))
    await setMembership(owner, { status: 'active', lifetime: true })
    expect((await roomOf(owner)).room_bytes).toBe(25 * gigabyte)
  })

  it('the room for an owner’s files is asked for when an upload begins, by the size that was announced', async () => {
    const owner = await person('Olive Owner')
    await fill(owner, 10)
    const begin = (contentLength: number) =>
      asAdministrator(
        `insert into storage.objects (bucket_id, name, owner_id, metadata) values ('videos', $1, $2, $3)`,
        [newPath(owner), owner.id, JSON.stringify({ mimetype: 'video/mp4', contentLength })],
      )
    await expect(begin(11)).rejects.toThrow(full(2 * gigabyte))
    await begin(10)
  })

  it('the room for an owner’s files is 25 GB for everyone where no membership is charged for', async () => {
    const owner = await person('Olive Owner')
    await asAdministrator('select admin.set_billing(false)')
    try {
      expect((await roomOf(owner)).room_bytes).toBe(25 * gigabyte)
    } finally {
      await asAdministrator('select admin.set_billing(true)')
    }
  })

  it('the room for an owner’s files is for 10,000 files', async () => {
    const owner = await person('Olive Owner')
    await asAdministrator(
      `insert into storage.objects (bucket_id, name) select 'documents', $1 || '/' || n from generate_series(1, 9999) n`,
      [owner.id],
    )
    await newVideo(owner, 1)
    await expect(newVideo(owner, 1)).rejects.toThrow(full(2 * gigabyte))
  })

  it('the room for an owner’s files is not asked for by a file that is there already: sent again, it is answered as stored', async () => {
    const owner = await person('Olive Owner')
    const [video, certificate] = [newPath(owner, 'mp4'), newPath(owner)]
    await storeObject(owner, 'videos', video, { size: 10 })
    await fill(owner, 0)
    await fails(storeObject(owner, 'videos', video, { size: 10 }), code.unique)
    await storeObject(owner, 'death-certificates', certificate)
    for (let n = 1; n < 20; n += 1) await uploadCertificate(owner, owner)
    await fails(storeObject(owner, 'death-certificates', newPath(owner)), code.notAllowed)
    await fails(storeObject(owner, 'death-certificates', certificate), code.unique)
  })

  it('the room for an owner’s files is not asked for by certificates, of which 20 wait in each folder beside any other files', async () => {
    const executor = await person('Edith Executor')
    const owners = await Promise.all([1, 2, 3].map(() => person('Olive Owner')))
    for (const owner of owners) await designateAccepted(owner, executor, 'executor')
    const [before, owner, after] = owners.sort((a, b) => (a.id < b.id ? -1 : 1))
    if (!before || !owner || !after) throw new Error('three owners')
    for (let n = 0; n < 20; n += 1) {
      for (const other of [before, after]) await uploadCertificate(executor, other)
      await upload(owner, 'documents', newPath(owner))
    }
    await uploadCertificate(executor, owner)
    await uploadCertificate(owner, owner)
  })

  it('the room for an owner’s files is not exceeded by uploads that end at the same time', async () => {
    const owner = await person('Olive Owner')
    await fill(owner, largest)
    expect(await outcomes(Array.from({ length: 4 }, () => newVideo(owner, largest, 0.1)))).toBe(1)
    expect((await roomOf(owner)).used_bytes).toBe(2 * gigabyte)
  })
})

describe.skipIf(!hasSql)(`limits that several requests reach at the same time${needsSql}`, () => {
  it('hold for certificates: 20 of 28 are taken', async () => {
    const { owner, executor } = await household('hidden', ['executor'])
    const store = () => storeObject(executor, 'death-certificates', newPath(owner), { seconds: 0.1 })
    expect(await outcomes(Array.from({ length: 28 }, store))).toBe(20)
    await storeObject(owner, 'death-certificates', newPath(owner))
  })

  it('hold for the rows of a list', async () => {
    const owner = await person('Olive Owner')
    const add = () =>
      asAdministrator(`do $$ begin
        insert into public.designations (owner_id, person_name, person_email, role)
        select '${owner.id}', 'Ann', gen_random_uuid() || '@example.com', 'trustee' from generate_series(1, 200);
        perform pg_sleep(0.2);
      end $$`)
    expect(await outcomes(Array.from({ length: 6 }, add))).toBe(2)
    const { count } = await owner.client.from('designations').select('*', { count: 'exact', head: true })
    expect(count).toBe(400)
  })
})
