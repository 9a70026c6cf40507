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

describe('the video recording format', () => {
  const preferred = ['video/webm;codecs=vp9,opus', 'video/webm;codecs=vp8,opus', 'video/webm', 'video/mp4']

  test.each(preferred.map((format, n) => [format, preferred.slice(n)] as const))(
    'is %s when it is the first that the browser supports',
    (format, known) => {
      expect(recordingFormat((type) => known.includes(type))).toBe(format)
    },
  )

  // Firefox calls "video/webm;codecs=vp8" supported, then refuses to record a stream that has sound.
  test('names a codec for the sound wherever it names one for the picture', () => {
    const asked: string[] = []
    recordingFormat((type) => {
      asked.push(type)
      return false
    })
    expect(asked.filter((type) => /codecs=/.test(type) && !/codecs=\w+,opus$/.test(type))).toEqual([])
  })

  test('is WebM when the browser supports none of the preferred formats', () => {
    expect(recordingFormat(() => false)).toBe('video/webm')
  })
})

test('the stored type of a video leaves out codecs', () => {
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
])('the extension for the video type %j is %s', (type, ending) => {
  expect(videoExtension(type)).toBe(ending)
  expect(videoPath('owner', type, 1795230041621)).toBe(`owner/1795230041621.${ending}`)
})

test.each([
  [0, '0:00'],
  [42.9, '0:42'],
  [725, '12:05'],
  [3725, '1:02:05'],
])('a video of %d seconds is shown as %s', (seconds, words) => {
  expect(formatDuration(seconds)).toBe(words)
})

describe('checking a chosen video file', () => {
  const file = (change: Partial<{ name: string; type: string; size: number }> = {}) => ({
    name: 'garden.mp4',
    type: 'video/mp4',
    size: 1000,
    ...change,
  })

  test.each(videoRules.types)('accepts %s up to exactly 500 MB', (type) => {
    expect(videoProblem(file({ type, size: 524_288_000 }))).toBeNull()
  })

  test('refuses other types and sizes, and names what is accepted', () => {
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
