import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  addVideoMessage,
  discardVideo,
  earliestDay,
  toVideoMessageForm,
  type VideoMessage,
  type VideoMessageForm,
  videoMessageSchema,
} from '@/parts/messages/data'
import { anna, type Call, fakeSupabase, json, offline, refusal, signIn } from '../../fake-supabase'

const video: VideoMessage = {
  id: '33333333-3333-4333-8333-333333333333',
  user_id: anna.id,
  title: 'For Tom',
  storage_path: `${anna.id}/1.webm`,
  for_beneficiary: 7,
  deliver_on: '2030-06-15',
  transcript: null,
  body: null,
  captions: null,
  created_at: '2026-11-01T10:00:00+00:00',
  updated_at: '2026-11-01T10:00:00+00:00',
}

describe('form', () => {
  const schema = videoMessageSchema('2026-11-21')
  const form: VideoMessageForm = toVideoMessageForm(null)
  const problems = (change: Partial<VideoMessageForm>) =>
    schema.safeParse({ ...form, ...change }).error?.issues.map(({ path, message }) => [path[0], message])

  test('the video form defaults to an untitled video for everyone as soon as the memorial opens', () => {
    expect(schema.parse(form)).toEqual({
      title: 'Untitled Video',
      for_beneficiary: null,
      deliver_on: null,
      transcript: null,
    })
  })

  test('the video form keeps the chosen person, day and transcript', () => {
    expect(
      schema.parse({
        title: '  For Tom ',
        audience: 'person',
        person: '7',
        timing: 'date',
        date: '2026-11-21',
        transcript: ' Hello. ',
      }),
    ).toEqual({ title: 'For Tom', for_beneficiary: 7, deliver_on: '2026-11-21', transcript: 'Hello.' })
  })

  test('the video form drops a person and a day that are no longer selected', () => {
    expect(schema.parse({ ...form, person: '7', date: '2030-01-01' })).toMatchObject({
      for_beneficiary: null,
      deliver_on: null,
    })
  })

  test('the video form reports what is missing or invalid', () => {
    expect(problems({ audience: 'person', timing: 'date' })).toEqual([
      ['person', 'Choose the person.'],
      ['date', 'Choose a day.'],
    ])
    for (const date of ['2026-02-30', '12026-01-01', 'soon']) {
      expect(problems({ timing: 'date', date })).toEqual([['date', 'Choose a day.']])
    }
    expect(problems({ timing: 'date', date: '2026-11-20' })?.[0]?.[1]).toMatch(/^That day has passed/)
    expect(problems({ title: 'x'.repeat(121) })?.[0]?.[1]).toBe('Please keep this to 120 characters.')
    expect(problems({ transcript: 'x'.repeat(20_001) })?.[0]?.[0]).toBe('transcript')
  })

  test('the video form shows a saved video and still accepts its delivery day after that day has passed', () => {
    expect(toVideoMessageForm(video)).toEqual({
      title: 'For Tom',
      audience: 'person',
      person: '7',
      timing: 'date',
      date: '2030-06-15',
      transcript: '',
    })
    const later = new Date(2031, 0, 1)
    expect(earliestDay(video, later)).toBe('2030-06-15')
    expect(earliestDay(video, new Date(2026, 10, 21))).toBe('2026-11-21')
    expect(earliestDay(null, later)).toBe('2031-01-01')
  })
})

describe('saving', () => {
  const input = { title: 'For Tom', for_beneficiary: 7, deliver_on: null, transcript: null }
  const saved = { ...video, ...input }
  const post = 'POST video_messages'
  const find = 'GET video_messages'
  const upload = `POST storage/object/videos/${anna.id}/1.webm`
  const info = `GET storage/object/info/videos/${anna.id}/1.webm`
  const remove = 'DELETE storage/object/videos'
  const stored = json({ Id: '1', Key: 'x' })
  let blob: Blob
  const add = (change: Partial<typeof input> | { for_beneficiary: null } = {}) =>
    addVideoMessage(anna.id, {
      id: video.id,
      loaded: null,
      file: blob,
      input: { ...input, ...change },
      onUpload: () => {},
    })
  const routesOf = (calls: Call[]) => calls.map(({ route }) => route)

  beforeEach(async () => {
    fakeSupabase({})
    await signIn()
    blob = new Blob(['video'], { type: 'video/webm' })
    vi.spyOn(Date, 'now').mockReturnValue(1)
  })
  afterEach(() => void vi.restoreAllMocks())

  test('saving a video sends the path of the file and the owner', async () => {
    const calls = fakeSupabase({ [upload]: stored, [post]: json(saved, 201) })
    expect(await add()).toEqual(saved)
    expect(calls.at(-1)?.body).toEqual({
      id: video.id,
      user_id: anna.id,
      storage_path: video.storage_path,
      ...input,
    })
  })

  test('saving a video removes the uploaded file when the row is refused', async () => {
    const calls = fakeSupabase({
      [upload]: stored,
      [post]: refusal('42501', 403),
      [find]: json([]),
      [remove]: json([]),
    })
    await expect(add()).rejects.toMatchObject({ code: '42501' })
    expect(calls.at(-1)).toMatchObject({ route: remove, body: { prefixes: [video.storage_path] } })
  })

  test('saving a video reuses the uploaded file when it is retried after a lost connection', async () => {
    const calls = fakeSupabase({
      [upload]: stored,
      [info]: stored,
      [post]: [offline, json(saved, 201)],
      [find]: [offline, json([])],
    })
    await expect(add()).rejects.toThrow(/fetch/)
    expect(routesOf(calls)).toEqual([upload, post, find])
    expect(await add()).toEqual(saved)
    expect(routesOf(calls).slice(3)).toEqual([find, info, post])
  })

  test('saving a video uploads the file again when it is gone or old enough for housekeeping to remove it', async () => {
    const lost = { [upload]: stored, [post]: offline, [find]: offline }
    fakeSupabase(lost)
    await expect(add()).rejects.toThrow(/fetch/)
    let calls = fakeSupabase({ ...lost, [info]: refusal('404', 404), [find]: json([]) })
    await expect(add()).rejects.toThrow(/fetch/)
    expect(routesOf(calls)).toEqual([find, info, upload, post, find])
    const later = 13 * 3_600_000
    vi.spyOn(Date, 'now').mockReturnValue(later)
    const again = `POST storage/object/videos/${anna.id}/${later}.webm`
    calls = fakeSupabase({ [find]: json([]), [again]: stored, [post]: json(saved, 201) })
    await add()
    expect(routesOf(calls)).toEqual([find, again, post])
  })

  test('saving a video applies what was entered last when it is retried after a lost answer', async () => {
    const open = { ...saved, for_beneficiary: null }
    const patch = 'PATCH video_messages'
    const calls = fakeSupabase({
      [upload]: stored,
      [post]: offline,
      [find]: [offline, json([open])],
      [patch]: json([saved]),
    })
    await expect(add({ for_beneficiary: null })).rejects.toThrow(/fetch/)
    expect(await add()).toEqual(saved)
    expect(routesOf(calls)).toEqual([upload, post, find, find, patch])
    expect(calls.at(-1)?.body).toEqual(input)
  })

  test('saving a video succeeds when the row of the first try turns up during a retry', async () => {
    fakeSupabase({
      [upload]: stored,
      [info]: stored,
      [post]: [offline, refusal('23505', 409)],
      [find]: [offline, json([]), json([saved])],
    })
    await expect(add()).rejects.toThrow(/fetch/)
    expect(await add()).toEqual(saved)
  })

  test('saving a video can be undone by discarding, even when the row was saved and its answer lost', async () => {
    fakeSupabase({ [upload]: stored, [post]: offline, [find]: offline })
    await expect(add()).rejects.toThrow(/fetch/)
    fakeSupabase({ 'DELETE video_messages': offline })
    await expect(discardVideo({ id: video.id, file: blob }), 'no one can tell').rejects.toThrow(/fetch/)
    const calls = fakeSupabase({ 'DELETE video_messages': json([{ id: video.id }]), [remove]: json([]) })
    await discardVideo({ id: video.id, file: blob })
    expect(calls[0]?.url.searchParams.get('id')).toBe(`eq.${video.id}`)
    expect(calls[1]).toMatchObject({ route: remove, body: { prefixes: [video.storage_path] } })
  })
})
