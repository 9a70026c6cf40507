import { describe, expect, test } from 'vitest'
import {
  formatDuration,
  plainType,
  recordingFormat,
  videoExtension,
  videoPath,
  videoProblem,
  videoRules,
} from '@/lib/files/video-format'

describe('the format to record in', () => {
  const preferred = ['video/webm;codecs=vp9', 'video/webm;codecs=vp8', 'video/webm', 'video/mp4']

  test.each(preferred.map((format, n) => [format, preferred.slice(n)] as const))(
    '%s, when the browser knows it and none before',
    (format, known) => {
      expect(recordingFormat((type) => known.includes(type))).toBe(format)
    },
  )

  test('WebM, when the browser knows none of them', () => {
    expect(recordingFormat(() => false)).toBe('video/webm')
  })
})

test('the bucket gets a type without codecs', () => {
  expect(plainType('video/webm;codecs=vp9,opus')).toBe('video/webm')
  expect(plainType('Video/MP4; codecs="avc1"')).toBe('video/mp4')
  expect(plainType('')).toBe('video/webm')
})

test.each([
  ['video/mp4', 'mp4'],
  ['video/webm;codecs=vp8', 'webm'],
  ['video/quicktime', 'mov'],
  ['video/x-matroska', 'webm'],
  ['', 'webm'],
])('the ending for %j is %s', (type, ending) => {
  expect(videoExtension(type)).toBe(ending)
  expect(videoPath('owner', type, 1795230041621)).toBe(`owner/1795230041621.${ending}`)
})

test.each([
  [0, '0:00'],
  [42.9, '0:42'],
  [725, '12:05'],
  [3725, '1:02:05'],
])('%d seconds are %s', (seconds, words) => {
  expect(formatDuration(seconds)).toBe(words)
})

describe('a chosen file', () => {
  const file = (change: Partial<{ name: string; type: string; size: number }> = {}) => ({
    name: 'garden.mp4',
    type: 'video/mp4',
    size: 1000,
    ...change,
  })

  test.each(videoRules.types)('is taken as %s, up to exactly 500 MB', (type) => {
    expect(videoProblem(file({ type, size: 524_288_000 }))).toBeNull()
  })

  test('is refused with what was given and what is accepted', () => {
    expect(videoProblem(file({ name: 'will.pdf', type: 'application/pdf' }))).toBe(
      '“will.pdf” is not a video. Please select a video file.',
    )
    expect(videoProblem(file({ type: '' }))).toMatch(/is not a video/)
    expect(videoProblem(file({ type: 'video/x-msvideo' }))).toMatch(/video\/x-msvideo. MP4, WebM and MOV/)
    expect(videoProblem(file({ size: 524_288_001 }))).toBe(
      '“garden.mp4” is 500.0 MB. A video can be at most 500 MB.',
    )
    expect(videoProblem(file({ size: 0 }))).toMatch(/is empty/)
  })
})
