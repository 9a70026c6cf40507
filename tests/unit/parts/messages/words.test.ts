import { expect, test } from 'vitest'
import {
  deliveryWords,
  type NamedPerson,
  personWords,
  recipientWords,
  videoFile,
} from '@/parts/messages/words'

const at = '2026-11-02T10:00:00+00:00'
const anna: NamedPerson = {
  id: 7,
  person_name: 'Anna Ellis',
  role: 'executor',
  status: 'invited',
  accepted_at: at,
  declined_at: null,
  revoked_at: null,
  stepped_down_at: null,
}

test.each([
  [{}, 'Anna Ellis (Executor)'],
  [{ stepped_down_at: at, revoked_at: at }, 'Anna Ellis (Executor), who stepped down'],
  [{ revoked_at: at }, 'Anna Ellis (Executor), whose access you ended'],
  [{ accepted_at: null, declined_at: at }, 'Anna Ellis (Executor), who declined'],
])('a person named whose row says %j is called %s', (given, words) => {
  expect(personWords({ ...anna, ...given })).toBe(words)
})

test('who receives a video is everyone, one person, or a person who is not named any more', () => {
  const tom = { ...anna, id: 8, person_name: 'Tom Ellis' }
  expect(recipientWords({ for_beneficiary: null }, [anna])).toBe('Everyone you’ve named')
  expect(recipientWords({ for_beneficiary: null }, [anna], 'Margaret')).toBe('Everyone Margaret has named')
  expect(recipientWords({ for_beneficiary: 8 }, [anna, tom])).toBe('Only Tom Ellis (Executor)')
  expect(recipientWords({ for_beneficiary: 9 }, [anna, tom])).toBe('Only one person')
})

test.each([
  [{ revoked_at: at, stepped_down_at: at }, 'No one: it’s only for Anna Ellis (Executor), who stepped down'],
  [{ revoked_at: at }, 'No one: it’s only for Anna Ellis (Executor), whose access you ended'],
  [{ accepted_at: null, declined_at: at }, 'No one: it’s only for Anna Ellis (Executor), who declined'],
  [{ accepted_at: null }, 'Only Anna Ellis (Executor)'],
])('who receives a video for one person whose row says %j is %s', (given, words) => {
  const people = [{ ...anna, ...given }]
  expect(recipientWords({ for_beneficiary: 7 }, people)).toBe(words)
  expect(recipientWords({ for_beneficiary: 7 }, people, 'Margaret')).toBe(words.replace('you', 'Margaret'))
})

test('a video is delivered when the memorial opens, or from a day on', () => {
  expect(deliveryWords({ deliver_on: null })).toBe('As soon as the plan is open')
  expect(deliveryWords({ deliver_on: '2030-05-01' })).toBe('From May 1, 2030 on')
})

test('a video is saved under its title with the ending of its file, and played under no name', () => {
  const video = { storage_path: 'margaret/1795230041621.mp4', title: 'For Tom' }
  expect(videoFile(video, 'save')).toEqual({
    bucket: 'videos',
    path: video.storage_path,
    saveAs: 'For Tom.mp4',
  })
  expect(videoFile(video, 'play').saveAs).toBeUndefined()
  expect(videoFile({ storage_path: 'margaret.x/179523', title: '' }, 'save').saveAs).toBe('video')
})
