import { describe, expect, test } from 'vitest'
import { checkVideo, plainType, recordingFormat, videoExtension, videoPath } from '@/lib/files/video-format'

describe('recordings', () => {
  const preferred = [
    'video/mp4;codecs=avc1.42E01E,mp4a.40.2',
    'video/mp4;codecs=avc1,mp4a.40.2',
    'video/webm;codecs=vp9,opus',
    'video/webm;codecs=vp8,opus',
    'video/webm',
    'video/mp4',
  ]

  test.each(preferred.map((format, n) => [format, preferred.slice(n)] as const))(
    'the video recording format is %s when it is the first that the browser supports',
    (format, known) => {
      expect(recordingFormat((type) => known.includes(type))).toBe(format)
    },
  )

  // Firefox calls "video/webm;codecs=vp8" supported, then refuses to record a stream that has sound.
  test('the video recording format names a codec for the sound wherever it names one for the picture', () => {
    const asked: string[] = []
    recordingFormat((type) => {
      asked.push(type)
      return false
    })
    expect(
      asked.filter((type) => /codecs=/.test(type) && !/codecs=[\w.]+,(opus|mp4a\.40\.2)$/.test(type)),
    ).toEqual([])
  })

  test('the video recording format is WebM when the browser supports none of the preferred formats', () => {
    expect(recordingFormat(() => false)).toBe('video/webm')
  })
})

test('the stored type of a video leaves out codecs', () => {
  expect(plainType('video/webm;codecs=vp9,opus')).toBe('video/webm')
  expect(plainType('Video/MP4 ; codecs="avc1"')).toBe('video/mp4')
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

describe('files', () => {
  const file = (head: string, name = 'garden.mp4', type = 'video/mp4') =>
    new File([Uint8Array.from(head, (character) => character.charCodeAt(0))], name, { type })
  const problemOf = async (given: File) => (await checkVideo(given)).problem
  const mp4 = '\0\0\0\x24ftypisom'
  const ofSize = (size: number) => {
    const video = file(mp4)
    Object.defineProperty(video, 'size', { value: size })
    return video
  }

  test.each([
    ['an MP4', mp4, 'video/mp4'],
    ['a MOV from a phone', '\0\0\0\x14ftypqt  ', 'video/quicktime'],
    ['an old MOV', '\0\0\0\x08wide\0\x10\0\0mdat', 'video/quicktime'],
    ['a WebM', '\x1a\x45\xdf\xa3\x93\x42\x86\x81\x01\x42\xf7\x81\x01\x42\x82\x84webm', 'video/webm'],
  ])(
    'the check of a video file takes %s by its content, whatever its name and type say',
    async (_what, head, type) => {
      for (const said of ['', 'video/mp4', 'video/x-m4v', 'application/pdf'])
        expect((await checkVideo(file(head, 'garden.dat', said))).file).toMatchObject({
          name: 'garden.dat',
          type,
        })
    },
  )

  test('the check of a video file passes a file of the right type on as it is, and one of another with its content and its date', async () => {
    const right = file(mp4)
    expect((await checkVideo(right)).file).toBe(right)
    const wrong = new File([Uint8Array.from(mp4, (character) => character.charCodeAt(0))], 'a.avi', {
      type: 'video/avi',
      lastModified: 1_700_000_000_000,
    })
    const { file: passed } = await checkVideo(wrong)
    expect(await passed?.text()).toBe(mp4)
    expect(passed?.lastModified).toBe(1_700_000_000_000)
  })

  test.each([
    ['a PDF named as a video', '%PDF-1.7'],
    ['a text', 'hello'],
    ['a picture from a phone', '\0\0\0\x18ftypheic'],
    ['a sound', '\0\0\0\x20ftypM4A '],
    ['a web page', '<html><script>alert(1)</script>'],
    ['a sound on Windows', 'RIFF\0\0\0\0WAVEfmt '],
    ['a text about videos', '12345678AVI 1234moov'],
  ])('the check of a video file refuses %s', async (_what, head) => {
    expect(await problemOf(file(head))).toBe('“garden.mp4” isn’t a video. Please select a video file.')
  })

  test.each([
    ['Matroska (MKV)', '\x1a\x45\xdf\xa3\x93\x42\x82\x88matroska'],
    ['AVI', 'RIFF\0\0\0\0AVI LIST'],
    ['Windows Media (WMV)', '\x30\x26\xb2\x75\x8e\x66\xcf\x11\xa6\xd9'],
    ['MPEG', '\0\0\x01\xba\x44'],
    ['MPEG', '\0\0\x01\xb3\x2d'],
    ['Flash (FLV)', 'FLV\x01\x05'],
  ])(
    'the check of a video file refuses a video of the type %s, and says what is accepted',
    async (type, head) => {
      expect(await problemOf(file(head))).toContain(
        `is a video of type ${type}. MP4, WebM and MOV (QuickTime) are accepted.`,
      )
    },
  )

  test('the check of a video file takes up to exactly 500 MB, and nothing that is empty or cannot be read', async () => {
    expect(await problemOf(ofSize(524_288_000))).toBeUndefined()
    expect(await problemOf(ofSize(524_288_001))).toBe(
      '“garden.mp4” is 500.0 MB. A video can be at most 500 MB.',
    )
    expect(await problemOf(file(''))).toMatch(/is empty/)
    const moved = file(mp4)
    moved.slice = () => {
      throw new DOMException('gone', 'NotReadableError')
    }
    expect(await problemOf(moved)).toMatch(/couldn’t be read/)
  })
})
