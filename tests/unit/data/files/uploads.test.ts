import { AuthRetryableFetchError } from '@supabase/supabase-js'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { supabase } from '@/data/client'
import { startUpload, type UploadRequest } from '@/data/files/uploads'
import { fakeSupabase, held, json, offline, signIn } from '../../fake-supabase'

const request: UploadRequest = {
  bucket: 'videos',
  path: 'owner/1.webm',
  file: new Blob(['a small video'], { type: 'video/webm' }),
  contentType: 'video/webm',
}
const route = 'POST storage/object/videos/owner/1.webm'
const stored = json({ Id: '1', Key: 'videos/owner/1.webm' })
/** Storage reports the actual status in the body; the HTTP status is 400. */
const refused = (statusCode: string) => json({ statusCode, error: 'refused', message: 'refused' }, 400)

beforeEach(async () => {
  fakeSupabase({})
  await signIn()
})

describe('uploads', () => {
  test('an upload finishes when the file is stored, and a later cancel does not remove it', async () => {
    const calls = fakeSupabase({ [route]: stored })
    const upload = startUpload(request)
    expect(upload.progress()).toEqual({ sent: 0, total: 13, connected: true })
    await upload.done
    expect(upload.progress()).toEqual({ sent: 13, total: 13, connected: true })
    upload.cancel()
    await Promise.resolve()
    expect(calls.map((call) => call.route)).toEqual([route])
  })

  test('an upload survives a lost connection, and retries at once when asked to', async () => {
    fakeSupabase({ [route]: [offline, refused('503'), stored] })
    const upload = startUpload(request)
    const lost = vi.fn()
    upload.subscribe(() => upload.progress().connected || lost())
    await vi.waitFor(() => expect(lost).toHaveBeenCalledTimes(1))
    upload.resume()
    await vi.waitFor(() => expect(lost).toHaveBeenCalledTimes(2))
    window.dispatchEvent(new Event('online'))
    await upload.done
    expect(upload.progress().connected).toBe(true)
  })

  test('an upload succeeds when only the answer was lost and the file is stored', async () => {
    fakeSupabase({ [route]: [offline, refused('409')] })
    const upload = startUpload(request)
    await vi.waitFor(() => expect(upload.progress().connected).toBe(false))
    upload.resume()
    await upload.done
  })

  test.each([
    ['403', 'storage_403'],
    ['413', 'storage_413'],
    ['415', 'storage_415'],
    ['409', 'storage_409'],
  ])('an upload fails at once when Storage refuses it with %s', async (status, code) => {
    const calls = fakeSupabase({ [route]: refused(status) })
    await expect(startUpload(request).done).rejects.toMatchObject({ name: 'UploadError', code })
    expect(calls).toHaveLength(1)
  })

  test('an upload fails with the code and the limit that the database names', async () => {
    const message = 'HW041 2147483648: the files of this plan have no more room'
    fakeSupabase({ [route]: json({ statusCode: '403', error: 'Unauthorized', message }, 400) })
    await expect(startUpload(request).done).rejects.toMatchObject({ code: 'HW041', details: '2147483648' })
  })

  test('an upload removes the file again when it is stored after being canceled', async () => {
    const { answer, open } = held(stored)
    const calls = fakeSupabase({ [route]: answer, 'DELETE storage/object/videos': json([]) })
    const upload = startUpload(request)
    await vi.waitFor(() => expect(calls).toHaveLength(1))
    upload.cancel()
    await expect(upload.done).rejects.toMatchObject({ code: 'upload_cancelled' })
    open()
    await vi.waitFor(() => expect(calls.at(-1)?.route).toBe('DELETE storage/object/videos'))
    expect(calls.at(-1)?.body).toEqual({ prefixes: ['owner/1.webm'] })
  })

  test('an upload waits and then continues when the session could not be renewed because the connection was lost', async () => {
    const calls = fakeSupabase({ [route]: stored })
    const away = new AuthRetryableFetchError('Failed to fetch', 0)
    vi.spyOn(supabase.auth, 'getSession').mockResolvedValueOnce({ data: { session: null }, error: away })
    const upload = startUpload(request)
    await vi.waitFor(() => expect(upload.progress().connected).toBe(false))
    expect(calls).toEqual([])
    upload.resume()
    await upload.done
  })

  test('an upload fails when the session has ended', async () => {
    fakeSupabase({})
    vi.spyOn(supabase.auth, 'getSession').mockResolvedValueOnce({ data: { session: null }, error: null })
    await expect(startUpload(request).done).rejects.toMatchObject({ code: 'unauthorized' })
  })

  test('an upload fails instead of retrying forever when the local file no longer exists', async () => {
    fakeSupabase({ [route]: offline })
    const file = new Blob(['gone'])
    vi.spyOn(file, 'slice').mockReturnValue(
      Object.assign(new Blob(), { arrayBuffer: () => Promise.reject(new DOMException('', 'NotFoundError')) }),
    )
    await expect(startUpload({ ...request, file }).done).rejects.toMatchObject({ code: 'file_unreadable' })
  })
})
