import type { SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Bench, connect, expectBridged, type Fetch, signIn, startBench } from './bench.ts'

let bench: Bench
let me: { client: SupabaseClient; id: string; token: string }
let count = 0

beforeAll(async () => {
  bench = await startBench()
  const { sql } = bench.stack
  await sql(`insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
             values ('test', 'test', false, 100, '{text/plain}')`)
  await sql(`create policy test_own on storage.objects to authenticated
             using (bucket_id = 'test' and (storage.foldername(name))[1] = (select auth.uid())::text)
             with check (bucket_id = 'test' and (storage.foldername(name))[1] = (select auth.uid())::text)`)
  await sql(`create function public.refuse_unwanted() returns trigger language plpgsql as
             $$ begin raise exception 'HW000: unwanted' using errcode = '42501'; end $$`)
  await sql(`create trigger refuse_unwanted before insert on storage.objects for each row
             when (new.name like '%unwanted%') execute function public.refuse_unwanted()`)
  await sql(`create trigger refuse_replacement before update of version on storage.objects for each row
             when (new.name like '%kept%') execute function public.refuse_unwanted()`)
  me = await signIn(bench.stack, 'me@example.com')
})
afterAll(() => bench.stack.stop())

const text = 'hello world'
const newPath = () => `${me.id}/${++count}.txt`
const headers = () => ({ apikey: bench.stack.publishableKey, authorization: `Bearer ${me.token}` })

/** The bucket as seen by the same person through the gateway or through lite directly. */
const bucket = (ask: Fetch) => {
  const withToken: Fetch = (input, init) => {
    const request = new Request(input, init)
    request.headers.set('authorization', `Bearer ${me.token}`)
    return ask(request)
  }
  return connect(bench.stack, withToken).storage.from('test')
}
const put = async (path: string) => {
  await bucket(fetch).upload(path, Buffer.from(text), { contentType: 'text/plain' })
  return path
}

describe('bridges', () => {
  it('the bridges for Storage accept a Blob', () =>
    expectBridged('bridges/upload-field.ts', bench, async (ask) => {
      const { error } = await bucket(ask).upload(newPath(), new Blob([text], { type: 'text/plain' }))
      return error === null
    }))

  it('the bridges for Storage sign a URL that can be opened', () =>
    expectBridged('bridges/signed-urls.ts', bench, async (ask) => {
      const { data } = await bucket(ask).createSignedUrl(await put(newPath()), 60)
      return (await (await fetch(data?.signedUrl ?? '')).text()) === text
    }))

  it('the bridges for Storage sign several URLs, path by path', () =>
    expectBridged('bridges/signed-urls.ts', bench, async (ask) => {
      const { data } = await bucket(ask).createSignedUrls([await put(newPath()), `${me.id}/missing`], 60)
      return data?.length === 2 && data[0]?.error === null && typeof data[1]?.error === 'string'
    }))

  it('the bridges for Storage sign an address to upload to', () =>
    expectBridged('bridges/signed-uploads.ts', bench, async (ask) => {
      const path = newPath()
      const { data } = await bucket(ask).createSignedUploadUrl(path)
      if (!data) return false
      await bucket(ask).uploadToSignedUrl(path, data.token, Buffer.from(text), { contentType: 'text/plain' })
      return (await (await bucket(fetch).download(path)).data?.text()) === text
    }))

  it('the bridges for Storage pass on why a trigger refuses a file', () =>
    expectBridged('bridges/storage-errors.ts', bench, async (ask) => {
      const { error } = await bucket(ask).upload(`${me.id}/unwanted.txt`, Buffer.from(text), {
        contentType: 'text/plain',
      })
      return error?.message === 'HW000: unwanted'
    }))

  it('the bridges for Storage send the requested byte range of a file', () =>
    expectBridged('bridges/range.ts', bench, async (ask) => {
      const { data } = await bucket(fetch).createSignedUrl(await put(newPath()), 60)
      const part = await ask(data?.signedUrl ?? '', { headers: { range: 'bytes=6-8' } })
      return part.status === 206 && (await part.text()) === 'wor'
    }))

  it('the bridges for Storage list a folder with names relative to it', () =>
    expectBridged('bridges/list-files.ts', bench, async (ask) => {
      await put(`${me.id}/folder/deep/file.txt`)
      await put(`${me.id}/folder/file.txt`)
      const { data } = await bucket(ask).list(`${me.id}/folder`)
      return (
        JSON.stringify(data?.map(({ name, id }) => [name, id !== null])) ===
        '[["deep",false],["file.txt",true]]'
      )
    }))

  it.each(['Ünïcode', '🌳', 'a~b', 'a[b]', 'a"b'])(
    'refuse a file with a name like %s, however it comes',
    (name) =>
      expectBridged('bridges/file-names.ts', bench, async (ask) => {
        const [from, to] = [await put(newPath()), `${me.id}/${++count}-${name}.txt`]
        const files = bucket(ask)
        const options = { contentType: 'text/plain' }
        const { data } = await files.createSignedUploadUrl(to)
        const refused = [
          (await files.upload(to, Buffer.from(text), options)).error,
          (await files.upload(to, new Blob([text], { type: 'text/plain' }))).error,
          (await files.uploadToSignedUrl(to, data?.token ?? '', Buffer.from(text), options)).error,
          (await files.copy(from, to)).error,
          (await files.move(from, to)).error,
        ]
        const inParts = await begin(ask, to)
        return (
          refused.every((error) => error?.message === `Invalid key: ${to}`) &&
          inParts.status === 400 &&
          (await inParts.text()) === `Invalid key: ${to}`
        )
      }),
  )

  it('accept a file in parts', () =>
    expectBridged('bridges/resumable-uploads.ts', bench, async (ask) => {
      const path = newPath()
      const answer = await begin(ask, path)
      return answer.status === 201
    }))
})

/** Starts a resumable upload, as a TUS client does. */
function begin(ask: Fetch, path: string, more: { type?: string; length?: number; token?: string } = {}) {
  const encode = (value: string) => Buffer.from(value).toString('base64')
  return ask(`${bench.stack.url}/storage/v1/upload/resumable`, {
    method: 'POST',
    headers: {
      ...headers(),
      ...(more.token === undefined ? {} : { authorization: `Bearer ${more.token}` }),
      'tus-resumable': '1.0.0',
      'upload-length': String(more.length ?? text.length),
      'upload-metadata': `bucketName ${encode('test')},objectName ${encode(path)},contentType ${encode(more.type ?? 'text/plain')},cacheControl ${encode('3600')}`,
    },
  })
}

function send(location: string, offset: number, part: string, token = me.token) {
  return fetch(location, {
    method: 'PATCH',
    headers: {
      ...headers(),
      authorization: `Bearer ${token}`,
      'tus-resumable': '1.0.0',
      'upload-offset': String(offset),
      'content-type': 'application/offset+octet-stream',
    },
    body: part,
  })
}

describe('resumable uploads', () => {
  it('store the joined parts under the name and type that were announced', async () => {
    const path = newPath()
    const location = (await begin(fetch, path)).headers.get('location') ?? ''
    expect((await send(location, 0, text.slice(0, 4))).headers.get('upload-offset')).toBe('4')
    const state = await fetch(location, {
      method: 'HEAD',
      headers: { ...headers(), 'tus-resumable': '1.0.0' },
    })
    expect(state.headers.get('upload-offset')).toBe('4')
    expect((await send(location, 4, text.slice(4))).status).toBe(204)
    const { data } = await bucket(fetch).download(path)
    expect([await data?.text(), data?.type]).toEqual([text, 'text/plain'])
    const [object] = await bench.stack.sql('select owner_id from storage.objects where name = $1', [path])
    expect(object?.owner_id).toBe(me.id)
  })

  it('take no part from another person, and go on with the next part of the right one', async () => {
    const path = newPath()
    const location = (await begin(fetch, path)).headers.get('location') ?? ''
    await send(location, 0, text.slice(0, 4))
    const other = await signIn(bench.stack, 'intruder@example.com')
    expect((await send(location, 4, '!!!!!!!', other.token)).status).toBe(403)
    expect((await send(location, 4, text.slice(4))).status).toBe(204)
    expect(await (await bucket(fetch).download(path)).data?.text()).toBe(text)
  })

  it('are refused before the first byte by policy, size and type', async () => {
    expect((await begin(fetch, `${crypto.randomUUID()}/x.txt`)).status).toBe(403)
    expect((await begin(fetch, newPath(), { length: 101 })).status).toBe(413)
    expect((await begin(fetch, newPath(), { type: 'image/svg+xml' })).status).toBe(415)
    expect((await begin(fetch, await put(newPath()))).status).toBe(409)
  })
})

describe('an upload to a signed address', () => {
  it('leaves the stored file as it is when the database refuses it', async () => {
    const path = `${me.id}/kept.txt`
    const files = bucket(fetch)
    const { data } = await files.createSignedUploadUrl(path, { upsert: true })
    const upload = (content: string) =>
      files.uploadToSignedUrl(path, data?.token ?? '', Buffer.from(content), { contentType: 'text/plain' })
    expect((await upload(text)).error).toBeNull()
    expect((await upload('other bytes')).error).toMatchObject({
      statusCode: '403',
      message: 'HW000: unwanted',
    })
    expect(await (await files.download(path)).data?.text()).toBe(text)
  })
})

describe('range requests', () => {
  it.each([
    ['bytes=0-4', 206, 'bytes 0-4/11', 'hello'],
    ['bytes=6-', 206, 'bytes 6-10/11', 'world'],
    ['bytes=-5', 206, 'bytes 6-10/11', 'world'],
    ['bytes=6-99', 206, 'bytes 6-10/11', 'world'],
    ['bytes=11-', 416, 'bytes */11', ''],
    ['bytes=0-1,3-4', 200, null, text],
    ['nonsense', 200, null, text],
  ])('for %s are answered with status %i', async (range, status, contentRange, body) => {
    const { data } = await bucket(fetch).createSignedUrl(await put(newPath()), 60)
    const answer = await fetch(data?.signedUrl ?? '', { headers: { range } })
    expect([answer.status, answer.headers.get('content-range'), await answer.text()]).toEqual([
      status,
      contentRange,
      body,
    ])
  })
})

describe('files', () => {
  it('stored files are subject to the policies, size and types of the bucket', async () => {
    const files = bucket(fetch)
    const refused = async (path: string, size: number, type: string) =>
      (await files.upload(path, new Blob([new Uint8Array(size)], { type }))).error
    expect(await refused(`${crypto.randomUUID()}/x.txt`, 1, 'text/plain')).toMatchObject({
      statusCode: '403',
    })
    expect(await refused(newPath(), 101, 'text/plain')).toMatchObject({ statusCode: '413' })
    expect(await refused(newPath(), 1, 'image/svg+xml')).toMatchObject({ statusCode: '415' })
    expect(await refused(await put(newPath()), 1, 'text/plain')).toMatchObject({ statusCode: '409' })
  })

  it('stored files cannot be read by other users', async () => {
    const path = await put(newPath())
    const other = (await signIn(bench.stack, 'other@example.com')).client.storage.from('test')
    expect((await other.download(path)).error).not.toBeNull()
    expect((await other.createSignedUrl(path, 60)).error).not.toBeNull()
    expect((await other.list(me.id)).data).toEqual([])
    expect((await other.remove([path])).data).toEqual([])
    expect(await (await bucket(fetch).download(path)).data?.text()).toBe(text)
  })

  it("stored files may have spaces and marks in their names: !.*'() &$=@;:+,-", async () => {
    const path = `${me.id}/two words/a!.*'() &$=@;:+,-.txt`
    await put(path)
    const { data } = await bucket(fetch).createSignedUrls([path], 60)
    expect(await (await fetch(data?.[0]?.signedUrl ?? '')).text()).toBe(text)
  })
})
