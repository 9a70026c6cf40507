import { beforeEach, describe, expect, test } from 'vitest'
import {
  addVideoMessage,
  earliestDay,
  toVideoMessageForm,
  type VideoMessage,
  type VideoMessageForm,
  videoMessageSchema,
} from '@/data/video-messages'
import { anna, fakeSupabase, json, offline, refusal, signIn } from '../fake-supabase'

const video: VideoMessage = {
  id: '33333333-3333-4333-8333-333333333333',
  user_id: anna.id,
  title: 'For Tom',
  storage_path: `${anna.id}/1.webm`,
  for_beneficiary: 7,
  deliver_on: '2030-06-15',
  transcript: null,
  created_at: '2026-11-01T10:00:00+00:00',
  updated_at: '2026-11-01T10:00:00+00:00',
}

describe('the form', () => {
  const schema = videoMessageSchema('2026-11-21')
  const form: VideoMessageForm = toVideoMessageForm(null)
  const problems = (change: Partial<VideoMessageForm>) =>
    schema.safeParse({ ...form, ...change }).error?.issues.map(({ path, message }) => [path[0], message])

  test('left as it is means: untitled, for everyone, as soon as the memorial opens', () => {
    expect(schema.parse(form)).toEqual({
      title: 'Untitled Video',
      for_beneficiary: null,
      deliver_on: null,
      transcript: null,
    })
  })

  test('keeps one person, a day and what is said', () => {
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

  test('forgets a person and a day that no longer apply', () => {
    expect(schema.parse({ ...form, person: '7', date: '2030-01-01' })).toMatchObject({
      for_beneficiary: null,
      deliver_on: null,
    })
  })

  test('says what is missing or cannot be', () => {
    expect(problems({ audience: 'person', timing: 'date' })).toEqual([
      ['person', 'Choose the person.'],
      ['date', 'Choose a day.'],
    ])
    for (const date of ['2026-02-30', '12026-01-01', 'soon']) {
      expect(problems({ timing: 'date', date })).toEqual([['date', 'Choose a day.']])
    }
    expect(problems({ timing: 'date', date: '2026-11-20' })?.[0]?.[1]).toMatch(/^This day has passed/)
    expect(problems({ title: 'x'.repeat(121) })?.[0]?.[1]).toBe('Please keep this to 120 characters.')
    expect(problems({ transcript: 'x'.repeat(20_001) })?.[0]?.[0]).toBe('transcript')
  })

  test('shows a saved video, and takes the day it was saved with even after that day', () => {
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

describe('saving the row of a stored file', () => {
  const input = { title: 'For Tom', for_beneficiary: 7, deliver_on: null, transcript: null }
  const add = () => addVideoMessage(anna.id, video.storage_path, input)
  const post = 'POST video_messages'
  const find = 'GET video_messages'
  const remove = 'DELETE storage/object/videos'
  beforeEach(async () => {
    fakeSupabase({})
    await signIn()
  })

  test('names the file and its owner', async () => {
    const calls = fakeSupabase({ [post]: json(video, 201) })
    expect(await add()).toEqual(video)
    expect(calls[0]?.body).toEqual({ user_id: anna.id, storage_path: video.storage_path, ...input })
  })

  test('takes the file away when the row is refused', async () => {
    const calls = fakeSupabase({ [post]: refusal('42501', 403), [find]: json([]), [remove]: json([]) })
    await expect(add()).rejects.toMatchObject({ code: '42501' })
    expect(calls.at(-1)).toMatchObject({ route: remove, body: { prefixes: [video.storage_path] } })
  })

  test('leaves the file when the connection is lost: the row may be there', async () => {
    const calls = fakeSupabase({ [post]: offline })
    await expect(add()).rejects.toThrow(/fetch/)
    expect(calls.map(({ route }) => route)).toEqual([post])
  })

  test('finds the row that was saved by a try whose answer got lost', async () => {
    const calls = fakeSupabase({ [post]: refusal('23505', 409), [find]: json([video]) })
    expect(await add()).toEqual(video)
    expect(calls.at(-1)?.url.searchParams.get('storage_path')).toBe(`eq.${video.storage_path}`)
  })
})
