// Rows that name files: they cannot be moved to another owner or pointed at another owner's file in any way, and a file
// that no row names any more is removed.
import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { code, refused, touches, untyped } from '../policies/answers.ts'
import {
  asAdministrator,
  file,
  type Household,
  hasSql,
  household,
  isDatabaseOnly,
  needsSql,
  type Person,
  person,
  service,
  succeed,
  upload,
} from '../support/people.ts'

const queued = async (owner: Person) =>
  (
    await asAdministrator<{ path: string }>(
      'select path from private.file_removals where starts_with(path, $1) order by path',
      [owner.id],
    )
  ).map(({ path }) => path)

describe('policies', () => {
  let home: Household<'executor' | 'stranger'>
  beforeAll(async () => {
    home = await household('open', ['executor', 'stranger'], ({ owner }) => [
      upload(owner, 'documents', `${owner.id}/insurance/policy.pdf`),
      upload(owner, 'documents', `${owner.id}/estate/will.pdf`),
    ])
  })

  it('the path of a policy’s document cannot be set to another owner’s file, with or without naming that owner', async () => {
    const { owner, stranger: thief } = home
    const { id } = await succeed(
      thief.client
        .from('insurance_policies')
        .insert({ user_id: thief.id, provider: 'Mine' })
        .select('id')
        .single(),
    )
    const rows = untyped(thief.client).from('insurance_policies')
    for (const document_path of [
      `${owner.id}/insurance/policy.pdf`,
      `${owner.id}/estate/will.pdf`,
      `../${owner.id}/insurance/policy.pdf`,
      `${thief.id}/../${owner.id}/insurance/policy.pdf`,
      `${thief.id}/estate/will.pdf`,
      ` ${thief.id}/insurance/x.pdf`,
    ]) {
      await refused(rows.update({ document_path }).eq('id', id).select(), code.check)
      await refused(rows.update({ user_id: owner.id, document_path }).eq('id', id).select(), code.notAllowed)
      await refused(rows.upsert({ id, user_id: thief.id, provider: 'x', document_path }), code.notAllowed)
      await refused(rows.insert({ user_id: owner.id, provider: 'x', document_path }), code.notAllowed)
    }
    // Storage does not resolve dots in a path, so this one stays in the thief's folder and opens nothing.
    const dots = `${thief.id}/insurance/../../${owner.id}/insurance/policy.pdf`
    await rows.update({ document_path: dots }).eq('id', id)
    if (isDatabaseOnly) return
    for (const path of [dots, `${owner.id}/insurance/policy.pdf`]) {
      expect((await thief.client.storage.from('documents').createSignedUrl(path, 60)).error).not.toBeNull()
      expect((await thief.client.storage.from('documents').download(path)).error).not.toBeNull()
    }
  })

  it('the path of a policy’s document cannot be changed by a designee who may read it', async () => {
    const { owner, executor, row } = home
    for (const change of [
      { document_path: null },
      { document_path: `${executor.id}/insurance/x.pdf` },
      { document_path: `${owner.id}/insurance/other.pdf` },
    ]) {
      const update = executor.client.from('insurance_policies').update(change)
      await touches(update.eq('id', row.insurance).select(), 0)
    }
    await touches(executor.client.from('insurance_policies').delete().eq('id', row.insurance).select(), 0)
    const kept = executor.client.from('insurance_policies').select('document_path').eq('id', row.insurance)
    expect(await succeed(kept.single())).toEqual({ document_path: `${owner.id}/insurance/policy.pdf` })
  })

  it('the path of a policy’s document cannot be taken over from another row, of the same owner or of another', async () => {
    const { owner } = home
    const { id } = await succeed(
      owner.client
        .from('insurance_policies')
        .insert({ user_id: owner.id, provider: 'Second' })
        .select('id')
        .single(),
    )
    const update = owner.client
      .from('insurance_policies')
      .update({ document_path: `${owner.id}/insurance/policy.pdf` })
    await refused(update.eq('id', id).select(), code.unique)
  })

  it.skipIf(!hasSql)(
    `the path of a policy’s document queues the old file for removal when it is replaced or removed, and no other file${needsSql}`,
    async () => {
      const owner = await person('Olive Owner')
      const at = (name: string) => `${owner.id}/insurance/${name}.pdf`
      const { id } = await succeed(
        owner.client
          .from('insurance_policies')
          .insert({ user_id: owner.id, provider: 'Harbour Mutual', document_path: at('first') })
          .select('id')
          .single(),
      )
      const save = (change: { document_path?: string | null; notes?: string }) =>
        touches(owner.client.from('insurance_policies').update(change).eq('id', id).select(), 1)
      await save({ notes: 'The same file.' })
      await save({ document_path: at('first') })
      expect(await queued(owner)).toEqual([])
      await save({ document_path: at('second') })
      expect(await queued(owner)).toEqual([at('first')])
      await save({ document_path: null })
      expect(await queued(owner)).toEqual([at('first'), at('second')])
      // A file that a row names again is kept, even if it is queued for removal.
      await save({ document_path: at('second') })
      const claimed = await succeed(service.rpc('claim_file_removals', { p_batch: 500 }))
      expect(claimed.map(({ path }) => path)).not.toContain(at('second'))
    },
  )
})

describe('documents', () => {
  it('the path of an estate document never changes, neither to another owner’s file nor to one of the same owner', async () => {
    const { owner, beneficiary, stranger, row } = await household('open', ['beneficiary', 'stranger'])
    for (const { client, id } of [owner, beneficiary, stranger]) {
      const rows = untyped(client).from('estate_documents')
      for (const change of [
        { file_path: `${owner.id}/estate/other.pdf` },
        { file_path: `${id}/estate/other.pdf` },
        { user_id: id, doc_type: 'will' },
      ]) {
        await refused(rows.update(change).eq('id', row.document).select(), code.notAllowed)
      }
      const { error } = await rows.upsert({
        id: row.document,
        user_id: id,
        doc_type: 'will',
        description: 'x',
        file_path: `${id}/estate/x.pdf`,
      })
      expect(error?.code).toBe(code.notAllowed)
    }
    const words = { description: 'Mine now', original_location: 'Here' }
    for (const { client } of [beneficiary, stranger]) {
      await touches(client.from('estate_documents').update(words).eq('id', row.document).select(), 0)
      await touches(client.from('estate_documents').delete().eq('id', row.document).select(), 0)
    }
    await touches(owner.client.from('estate_documents').update(words).eq('id', row.document).select(), 1)
  })

  it('the path of an estate document cannot show a beneficiary a policy’s document, which only trustees and executors may see', async () => {
    const { owner } = await household('open', [])
    await refused(
      owner.client.from('estate_documents').insert({
        user_id: owner.id,
        doc_type: 'other',
        description: 'x',
        file_path: `${owner.id}/insurance/policy.pdf`,
      }),
      code.check,
    )
  })
})

describe.skipIf(isDatabaseOnly)('sizes and types', () => {
  const put = (owner: Person, type: string, size = 32) =>
    owner.client.storage
      .from('documents')
      .upload(`${owner.id}/estate/${randomUUID()}.pdf`, file(type, size), { contentType: type })

  it('a document in Storage of 25 MB is accepted, and one byte more is refused', async () => {
    const owner = await person('Olive Owner')
    const limit = 25 * 1024 * 1024
    expect((await put(owner, 'application/pdf', limit)).error).toBeNull()
    expect((await put(owner, 'application/pdf', limit + 1)).error).toMatchObject({ statusCode: '413' })
  })

  it('a document in Storage is never served as a web page, whatever type was claimed for it', async () => {
    const owner = await person('Olive Owner')
    const { data } = await owner.client.auth.getSession()
    let handedOut = 0
    for (const type of [
      'application/pdf',
      'application/pdf;text/html',
      'application/pdf, text/html',
      'application/pdf;charset=utf-8',
      'image/png',
      'image/heic',
      'text/html',
      'image/svg+xml',
      'application/xhtml+xml',
      'text/xml',
      'APPLICATION/PDF,text/html',
      '',
    ]) {
      const path = `${owner.id}/estate/${randomUUID()}.pdf`
      const headers = {
        authorization: `Bearer ${data.session?.access_token}`,
        apikey: process.env.SUPABASE_PUBLISHABLE_KEY ?? '',
        'content-type': type,
      }
      await fetch(`${process.env.SUPABASE_URL}/storage/v1/object/documents/${path}`, {
        method: 'POST',
        headers,
        body: '<!doctype html><script>alert(1)</script>',
      })
      const signed = await owner.client.storage.from('documents').createSignedUrl(path, 60)
      if (!signed.data) continue
      handedOut += 1
      const answer = await fetch(signed.data.signedUrl)
      expect(answer.headers.get('content-type'), `claimed: ${type}`).toMatch(
        /^(application\/pdf|image\/(png|jpeg|webp|heic))(;charset=utf-8)?$/,
      )
    }
    expect(handedOut).toBeGreaterThanOrEqual(3)
  })
})

describe.skipIf(!hasSql)(`full plans${needsSql}`, () => {
  it.each([
    ['insurance_policies', (owner: Person) => ({ user_id: owner.id, provider: 'x' })],
    [
      'estate_documents',
      (owner: Person) => ({
        user_id: owner.id,
        doc_type: 'other',
        description: 'x',
        file_path: `${owner.id}/estate/${randomUUID()}.pdf`,
      }),
    ],
  ] as const)('is full with 2,500 %s, and does not fill another owner’s', async (table, row) => {
    const [owner, other] = await Promise.all([person('Olive Owner'), person('Oscar Other')])
    const add = (who: Person, count: number) =>
      untyped(who.client)
        .from(table)
        .insert(Array.from({ length: count }, () => row(who)))
        .select('id')
    await touches(add(owner, 1000), 1000)
    await touches(add(owner, 1000), 1000)
    await refused(add(owner, 501), code.listFull)
    await touches(add(owner, 499), 499)
    await touches(add(owner, 1), 1)
    await refused(add(owner, 1), code.listFull)
    await touches(add(other, 1), 1)
    const rows = asAdministrator(`select count(*)::int from public.${table} where user_id = $1`, [owner.id])
    expect(await rows).toEqual([{ count: 2500 }])
    // A full list can still be changed, and deleting makes room.
    const { id } = await succeed(owner.client.from(table).select('id').limit(1).single())
    await touches(owner.client.from(table).delete().eq('id', id).select(), 1)
    await touches(add(owner, 1), 1)
  })

  it.skipIf(isDatabaseOnly)('a plan is full with 10,000 files, whether or not rows name them', async () => {
    const [owner, other] = await Promise.all([person('Olive Owner'), person('Oscar Other')])
    // Without an uploader, because each file of a person is counted when it is stored.
    const fill = (bucket: string, count: number) =>
      asAdministrator(
        `insert into storage.objects (bucket_id, name)
         select $1, $2::text || '/estate/' || gen_random_uuid() from generate_series(1, $3::int)`,
        [bucket, owner.id, count],
      )
    await fill('documents', 9989)
    await fill('videos', 10)
    await upload(owner, 'documents', `${owner.id}/estate/last.pdf`)
    await expect(upload(owner, 'documents', `${owner.id}/estate/over.pdf`)).rejects.toThrow('HW041')
    await upload(other, 'documents', `${other.id}/estate/other-owner.pdf`)
  })
})
