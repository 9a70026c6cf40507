// Ways around the rules that are known from other systems.
import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import {
  anonymous,
  asAdministrator,
  type Bucket,
  buckets,
  decide,
  deleteAccount,
  file,
  type Household,
  hasSql,
  household,
  isDatabaseOnly,
  needsSql,
  ownBuckets,
  type Person,
  person,
  storeObject,
  submitCertificate,
  succeed,
  typeFor,
  upload,
  uploadCertificate,
} from '../support/people.ts'

const put = (
  { client }: { client: Person['client'] },
  bucket: Bucket,
  path: string,
  type = typeFor(bucket),
  size = 32,
) => client.storage.from(bucket).upload(path, file(type, size), { contentType: type })

/** Begins a resumable upload, as a TUS client does. */
const beginInParts = async (by: Person, bucket: Bucket, path: string, type: string, size = 32) => {
  const { data } = await by.client.auth.getSession()
  const metadata = { bucketName: bucket, objectName: path, contentType: type }
  return fetch(`${process.env.SUPABASE_URL}/storage/v1/upload/resumable`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${data.session?.access_token}`,
      apikey: process.env.SUPABASE_PUBLISHABLE_KEY ?? '',
      'tus-resumable': '1.0.0',
      'upload-length': String(size),
      'upload-metadata': Object.entries(metadata)
        .map(([key, value]) => `${key} ${Buffer.from(value).toString('base64')}`)
        .join(','),
    },
  })
}

const listAll = async ({ client }: { client: Person['client'] }, bucket: Bucket, folder: string) =>
  (await client.storage.from(bucket).list(folder)).data?.map(({ name }) => name) ?? []

describe.skipIf(isDatabaseOnly)('folders', () => {
  let owner: Person
  let victim: Person
  beforeAll(async () => {
    ;[owner, victim] = await Promise.all([person('Olive Owner'), person('Vera Victim')])
  })

  it.each(ownBuckets)('in %s accepts files only under the user’s own id', async (bucket) => {
    const paths = [
      `${victim.id}/x.mp4`,
      `${owner.id}x/x.mp4`,
      `x${owner.id}/x.mp4`,
      `x/${owner.id}/x.mp4`,
      `${owner.id.toUpperCase()}/x.mp4`,
      `${owner.id.slice(0, -1)}/x.mp4`,
      owner.id,
      'x.mp4',
    ]
    for (const path of paths) expect((await put(owner, bucket, path)).error, path).not.toBeNull()
    expect((await put(owner, bucket, `${owner.id}/x.mp4`)).error).toBeNull()
    // However a path with dots is resolved, no file may arrive in the other person's folder.
    await put(owner, bucket, `${owner.id}/../${victim.id}/dots.mp4`)
    await put(owner, bucket, `${owner.id}/%2e%2e/${victim.id}/dots.mp4`)
    expect(await listAll(victim, bucket, victim.id)).toEqual([])
  })

  it('a folder in Storage cannot be listed by another user, from the top or by name', async () => {
    const { owner: olive, ...people } = await household('hidden', ['executor', 'stranger'], ({ owner }) =>
      ownBuckets.map((bucket) => upload(owner, bucket, `${owner.id}/estate/file.${bucket}`)),
    )
    for (const bucket of ownBuckets) {
      expect(await listAll(olive, bucket, `${olive.id}/estate`)).toEqual([`file.${bucket}`])
      for (const who of [people.stranger, { client: anonymous }]) {
        expect(await listAll(who, bucket, `${olive.id}/estate`)).toEqual([])
        expect(await listAll(who, bucket, olive.id)).toEqual([])
        expect(await listAll(who, bucket, '')).not.toContain(olive.id)
      }
      // A designee can list the submitted certificates, but not the plan's files.
      const seen = bucket === 'death-certificates' ? [`file.${bucket}`] : []
      expect(await listAll(people.executor, bucket, `${olive.id}/estate`)).toEqual(seen)
    }
  })

  it('a folder in Storage cannot be copied or moved from by a stranger', async () => {
    const secret = await upload(victim, 'videos', `${victim.id}/secret.mp4`)
    const storage = owner.client.storage.from('videos')
    expect((await storage.copy(secret, `${owner.id}/mine.mp4`)).error).not.toBeNull()
    expect((await storage.move(secret, `${owner.id}/mine.mp4`)).error).not.toBeNull()
    expect(await listAll(owner, 'videos', owner.id)).not.toContain('mine.mp4')
    expect((await victim.client.storage.from('videos').download(secret)).error).toBeNull()
  })

  it('a folder in Storage accepts no second file under the same name, not even from the owner', async () => {
    const path = await upload(owner, 'documents', `${owner.id}/estate/once.pdf`)
    const storage = owner.client.storage.from('documents')
    expect((await put(owner, 'documents', path)).error).not.toBeNull()
    expect((await storage.upload(path, file('application/pdf', 99), { upsert: true })).error).not.toBeNull()
    expect((await storage.download(path)).data?.size).toBe(32)
  })
})

describe.skipIf(isDatabaseOnly)('other ways', () => {
  it('other ways to upload to Storage apply the same policies: resumable uploads', async () => {
    const [owner, victim] = await Promise.all([person('Olive Owner'), person('Vera Victim')])
    const begin = (bucket: Bucket, path: string, type: string, size?: number) =>
      beginInParts(owner, bucket, path, type, size)
    expect((await begin('videos', `${owner.id}/own.mp4`, 'video/mp4')).status).toBe(201)
    expect((await begin('videos', `${victim.id}/foreign.mp4`, 'video/mp4')).ok).toBe(false)
    expect((await begin('videos', `${owner.id}/page.html`, 'text/html')).ok).toBe(false)
    expect((await begin('videos', `${owner.id}/big.mp4`, 'video/mp4', 524_288_001)).ok).toBe(false)
    expect((await begin('death-certificates', `${victim.id}/x.pdf`, 'application/pdf')).ok).toBe(false)
  })
})

describe.skipIf(isDatabaseOnly || !hasSql)(`room${needsSql}`, () => {
  it('an owner’s files that have no more room are refused with the code and the limit, in one request, in parts and at a signed address', async () => {
    const owner = await person('Olive Owner')
    const { room_bytes } = await succeed(owner.client.rpc('my_file_room').single())
    const largest = 524_288_000
    for (let rest = room_bytes - 4000; rest > 0; rest -= largest) {
      await storeObject(owner, 'videos', `${owner.id}/${rest}.mp4`, { size: Math.min(rest, largest) })
    }
    const refusal = { statusCode: '403', message: expect.stringMatching(`^HW041 ${room_bytes}: `) }
    expect((await put(owner, 'videos', `${owner.id}/a.mp4`, 'video/mp4', 4001)).error).toMatchObject(refusal)
    const parts = await beginInParts(owner, 'videos', `${owner.id}/b.mp4`, 'video/mp4', 4001)
    expect([parts.status, await parts.text()]).toEqual([403, refusal.message])
    const storage = owner.client.storage.from('videos')
    const { data } = await storage.createSignedUploadUrl(`${owner.id}/c.mp4`)
    const toSigned = (size: number) =>
      storage.uploadToSignedUrl(`${owner.id}/c.mp4`, data?.token ?? '', file('video/mp4', size), {
        contentType: 'video/mp4',
      })
    expect((await toSigned(4001)).error).toMatchObject(refusal)
    // What encloses a file in a form is counted as announced with it, so the last few hundred bytes stay free.
    expect((await toSigned(3000)).error).toBeNull()
  })
})

describe.skipIf(isDatabaseOnly)('signed addresses', () => {
  /** Signs an address; the returned function uploads a file of 99 bytes to it, or with its token to another path. */
  const sign = async ({ client }: Person, bucket: Bucket, path: string, upsert = false) => {
    const storage = client.storage.from(bucket)
    const { data, error } = await storage.createSignedUploadUrl(path, { upsert })
    if (!data) throw error
    return (to = path) =>
      storage.uploadToSignedUrl(to, data.token, file(typeFor(bucket), 99), { contentType: typeFor(bucket) })
  }
  const certificatePath = (owner: Person) => `${owner.id}/${randomUUID()}-certificate.pdf`

  it('an address to upload to, signed beforehand takes a file for its own path, once, and for no other path', async () => {
    const [owner, victim] = await Promise.all([person('Olive Owner'), person('Vera Victim')])
    await expect(sign(owner, 'videos', `${victim.id}/foreign.mp4`)).rejects.toThrow()
    const put = await sign(owner, 'videos', `${owner.id}/own.mp4`)
    expect((await put(`${victim.id}/foreign.mp4`)).error).not.toBeNull()
    expect((await put(`${owner.id}/other.mp4`)).error).not.toBeNull()
    expect((await put()).error).toBeNull()
    expect((await put()).error).not.toBeNull()
    expect(await listAll(victim, 'videos', victim.id)).toEqual([])
    expect(await listAll(owner, 'videos', owner.id)).toEqual(['own.mp4'])
  })

  it('an address to upload to, signed beforehand cannot replace a certificate that was submitted since, even when it was signed to replace', async () => {
    const { owner, executor } = await household('hidden', ['executor'])
    const path = certificatePath(owner)
    const put = await sign(executor, 'death-certificates', path, true)
    await upload(executor, 'death-certificates', path)
    await succeed(executor.client.rpc('submit_death_certificate', { owner_id: owner.id, path }))
    expect((await put()).error).not.toBeNull()
    expect((await owner.client.storage.from('death-certificates').download(path)).data?.size).toBe(32)
  })

  it('an address to upload to, signed beforehand cannot replace a file of the plan, even when it was signed to replace', async () => {
    const owner = await person('Olive Owner')
    const path = `${owner.id}/estate/will.pdf`
    const put = await sign(owner, 'documents', path, true)
    expect((await put()).error).toBeNull()
    expect((await put()).error).toMatchObject({ statusCode: '409' })
  })

  it('an address to upload to, signed beforehand takes no certificate from a designee who was revoked since', async () => {
    const { owner, executor, trustee, designation } = await household('hidden', ['executor', 'trustee'])
    const [put, puts] = await Promise.all(
      [executor, trustee].map((who) => sign(who, 'death-certificates', certificatePath(owner))),
    )
    await succeed(owner.client.rpc('revoke_designation', { designation_id: designation.executor }))
    expect((await put?.())?.error).toMatchObject({ statusCode: '403' })
    expect((await puts?.())?.error).toBeNull()
  })

  it.skipIf(!hasSql)(
    `an address to upload to, signed beforehand takes no file once the death was verified${needsSql}`,
    async () => {
      const { owner, executor, trustee } = await household('hidden', ['executor', 'trustee'])
      const puts = await Promise.all([
        sign(trustee, 'death-certificates', certificatePath(owner)),
        sign(owner, 'videos', `${owner.id}/late.mp4`),
        sign(owner, 'documents', `${owner.id}/estate/late.pdf`),
      ])
      await submitCertificate(executor, owner)
      await decide(owner, 'approved')
      for (const put of puts) expect((await put()).error).toMatchObject({ statusCode: '403' })
      const own = await sign(executor, 'videos', `${executor.id}/own.mp4`)
      expect((await own()).error).toBeNull()
    },
  )

  it.skipIf(!hasSql)(
    `an address to upload to, signed beforehand takes no file of an account that was deleted since${needsSql}`,
    async () => {
      const owner = await person('Olive Owner')
      const put = await sign(owner, 'videos', `${owner.id}/ghost.mp4`)
      await deleteAccount(owner)
      expect((await put()).error).toMatchObject({ statusCode: '403' })
    },
  )
})

describe.skipIf(isDatabaseOnly)('files', () => {
  it('a file in Storage of a type or size that the bucket does not take is refused', async () => {
    const owner = await person('Olive Owner')
    const papers = ['image/svg+xml', 'text/html', 'application/octet-stream', 'video/mp4', 'application/zip']
    for (const bucket of ['documents', 'death-certificates'] as const) {
      for (const type of papers) {
        expect(
          (await put(owner, bucket, `${owner.id}/${randomUUID()}`, type)).error,
          `${bucket} ${type}`,
        ).not.toBeNull()
      }
      for (const type of ['application/pdf', 'image/png', 'image/jpeg', 'image/webp', 'image/heic']) {
        expect(
          (await put(owner, bucket, `${owner.id}/${randomUUID()}`, type)).error,
          `${bucket} ${type}`,
        ).toBeNull()
      }
    }
    for (const type of ['image/png', 'text/html', 'audio/mpeg']) {
      expect((await put(owner, 'videos', `${owner.id}/${randomUUID()}`, type)).error, type).not.toBeNull()
    }
    for (const type of ['video/mp4', 'video/webm', 'video/quicktime']) {
      expect((await put(owner, 'videos', `${owner.id}/${randomUUID()}`, type)).error, type).toBeNull()
    }
  })

  it('a file in Storage of 25 MB is accepted as a certificate, and one byte more is refused', async () => {
    const owner = await person('Olive Owner')
    const limit = 25 * 1024 * 1024
    const path = () => `${owner.id}/${randomUUID()}.pdf`
    expect((await put(owner, 'death-certificates', path(), 'application/pdf', limit)).error).toBeNull()
    expect(
      (await put(owner, 'death-certificates', path(), 'application/pdf', limit + 1)).error,
    ).not.toBeNull()
  })

  it('a file in Storage stays closed to a thief who names it in a row of their own: the database refuses the row, and Storage ignores it', async () => {
    const { owner, stranger } = await household('open', ['stranger'], ({ owner }) => [
      upload(owner, 'videos', `${owner.id}/for-everyone.mp4`),
      upload(owner, 'documents', `${owner.id}/estate/will.pdf`),
    ])
    const { client, id } = stranger
    await client.from('video_messages').insert({ user_id: id, storage_path: `${owner.id}/for-everyone.mp4` })
    await client
      .from('estate_documents')
      .insert({ user_id: id, doc_type: 'will', description: 'x', file_path: `${owner.id}/estate/will.pdf` })
    expect(
      (await client.storage.from('videos').download(`${owner.id}/for-everyone.mp4`)).error,
    ).not.toBeNull()
    expect(
      (await client.storage.from('documents').download(`${owner.id}/estate/will.pdf`)).error,
    ).not.toBeNull()
  })

  it('a file in Storage cannot be read by the bucket’s public URL', async () => {
    const { owner } = await household('open', [], ({ owner }) => [
      upload(owner, 'videos', `${owner.id}/for-everyone.mp4`),
    ])
    const { data } = anonymous.storage.from('videos').getPublicUrl(`${owner.id}/for-everyone.mp4`)
    expect((await fetch(data.publicUrl)).ok).toBe(false)
  })
})

describe.skipIf(isDatabaseOnly)('signed URLs', () => {
  const sign = ({ client }: Person, path: string) => client.storage.from('videos').createSignedUrl(path, 60)
  let home: Household<'executor' | 'beneficiary' | 'stranger'>
  let path: string
  beforeAll(async () => {
    home = await household('open', ['executor', 'beneficiary', 'stranger'], ({ owner }) => [
      upload(owner, 'videos', `${owner.id}/for-everyone.mp4`),
    ])
    path = `${home.owner.id}/for-everyone.mp4`
  })

  it('a signed URL is given to people who may read the file, and opens it without signing in', async () => {
    const url = (await sign(home.beneficiary, path)).data?.signedUrl ?? ''
    expect((await fetch(url)).ok).toBe(true)
    expect((await sign(home.stranger, path)).error).not.toBeNull()
    const [many] = (await home.stranger.client.storage.from('videos').createSignedUrls([path], 60)).data ?? []
    expect(many?.signedUrl ?? '').toBe('')
  })

  it('a signed URL is refused after a revocation, and once the hold is back', async () => {
    expect((await sign(home.executor, path)).error).toBeNull()
    await succeed(home.owner.client.rpc('revoke_designation', { designation_id: home.designation.executor }))
    expect((await sign(home.executor, path)).error).not.toBeNull()
    await succeed(
      home.owner.client.from('profiles').update({ visibility_hold: true }).eq('user_id', home.owner.id),
    )
    expect((await sign(home.beneficiary, path)).error).not.toBeNull()
    expect((await sign(home.owner, path)).error).toBeNull()
  })

  it('a signed URL of another person’s video message is refused', async () => {
    const { owner, beneficiary, executor, designation } = await household('open', ['beneficiary', 'executor'])
    const { client, id: user_id } = owner
    const storage_path = await upload(owner, 'videos', `${user_id}/for-ben.mp4`)
    const due = await upload(owner, 'videos', `${user_id}/later.mp4`)
    const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)
    await succeed(
      client
        .from('video_messages')
        .insert({ user_id, storage_path, for_beneficiary: designation.beneficiary }),
    )
    await succeed(client.from('video_messages').insert({ user_id, storage_path: due, deliver_on: tomorrow }))
    expect((await sign(beneficiary, storage_path)).error).toBeNull()
    expect((await sign(executor, storage_path)).error).not.toBeNull()
    for (const who of [beneficiary, executor]) expect((await sign(who, due)).error).not.toBeNull()
  })
})

describe.skipIf(isDatabaseOnly)('certificates', () => {
  it('a death certificate in Storage can be neither replaced, moved nor removed once submitted, and can still be read', async () => {
    const { owner, executor } = await household('hidden', ['executor'])
    const path = await submitCertificate(executor, owner)
    for (const { client } of [owner, executor]) {
      const storage = client.storage.from('death-certificates')
      expect((await storage.remove([path])).data ?? []).toEqual([])
      expect((await storage.upload(path, file('application/pdf', 99), { upsert: true })).error).not.toBeNull()
      expect((await storage.move(path, `${path}.moved`)).error).not.toBeNull()
      expect((await storage.download(path)).data?.size).toBe(32)
    }
  })

  it('a death certificate in Storage cannot be a copy of a video', async () => {
    const owner = await person('Olive Owner')
    const { client, id } = owner
    const video = await upload(owner, 'videos', `${id}/video.mp4`)
    const paper = await upload(owner, 'documents', `${id}/estate/certificate.pdf`)
    const copy = (bucket: Bucket, from: string, to: string) =>
      client.storage.from(bucket).copy(from, `${id}/${to}`, { destinationBucket: 'death-certificates' })
    expect((await copy('videos', video, 'video.pdf')).error).not.toBeNull()
    expect((await copy('documents', paper, 'paper.pdf')).error).toBeNull()
  })

  it('a death certificate in Storage cannot be uploaded by a designee who was revoked a moment ago', async () => {
    const { owner, executor, designation } = await household('hidden', ['executor'])
    await uploadCertificate(executor, owner)
    await succeed(owner.client.rpc('revoke_designation', { designation_id: designation.executor }))
    await expect(uploadCertificate(executor, owner)).rejects.toThrow()
  })
})

describe.skipIf(isDatabaseOnly || !hasSql)(`deleted rows${needsSql}`, () => {
  it('the files of deleted rows are queued for removal, and can be removed with the secret key', async () => {
    const { owner, row } = await household('hidden', [], ({ owner }) => [
      upload(owner, 'videos', `${owner.id}/for-everyone.mp4`),
    ])
    await succeed(owner.client.from('video_messages').delete().eq('id', row.video).select())
    const queued = await asAdministrator('select bucket_id from private.file_removals where path = $1', [
      `${owner.id}/for-everyone.mp4`,
    ])
    expect(queued).toEqual([{ bucket_id: 'videos' }])
  })

  it('the files of deleted rows are queued when the account is deleted, and its token can upload no new ones', async () => {
    const { owner } = await household('hidden', [], ({ owner }) => [
      upload(owner, 'videos', `${owner.id}/for-everyone.mp4`),
    ])
    await deleteAccount(owner)
    const queued = await asAdministrator(
      'select bucket_id from private.file_removals where starts_with(path, $1) order by 1',
      [owner.id],
    )
    expect(queued.map(({ bucket_id }) => bucket_id)).toEqual(['documents', 'documents', 'pictures', 'videos'])
    for (const bucket of buckets)
      expect((await put(owner, bucket, `${owner.id}/ghost.mp4`)).error).not.toBeNull()
  })
})
