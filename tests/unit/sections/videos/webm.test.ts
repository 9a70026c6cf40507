// @vitest-environment node
import { describe, expect, test } from 'vitest'
import { withDuration } from '@/sections/videos/webm'

const hex = (text: string) => Buffer.from(text.replaceAll(' ', ''), 'hex')
const header = hex('1a45dfa3 84 42868101')
const segment = hex('18538067 01ffffffffffffff')
/** Timecode scale of 1,000,000 ns: times are in milliseconds. */
const scale = hex('2ad7b1 83 0f4240')
const app = hex('4d80 84 74657374')
const info = (...children: Buffer[]) => {
  const content = Buffer.concat(children)
  return Buffer.concat([hex('1549a966'), Buffer.from([0x80 | content.length]), content])
}
const rest = hex('1654ae6b 81 00 1f43b675 01ffffffffffffff a3 81 00')
const file = (...parts: Buffer[]) => new Blob([Buffer.concat(parts)], { type: 'video/webm' })
const bytesOf = async (blob: Blob) => Buffer.from(await blob.arrayBuffer())

describe('withDuration on a recorded WebM video', () => {
  test('adds the duration and keeps everything else', async () => {
    const video = await withDuration(file(header, segment, info(scale, app), rest), 12.5)
    const duration = Buffer.concat([hex('4489 88'), Buffer.alloc(8)])
    duration.writeDoubleBE(12_500, 3)
    const content = Buffer.concat([scale, app, duration])
    const size = hex('01000000000000 00')
    size[7] = content.length
    expect(await bytesOf(video)).toEqual(
      Buffer.concat([header, segment, hex('1549a966'), size, content, rest]),
    )
    expect(video.type).toBe('video/webm')
  })

  test('writes the duration in the time unit of the file', async () => {
    const video = await withDuration(file(header, segment, info(hex('2ad7b1 82 2710')), rest), 2)
    const bytes = await bytesOf(video)
    expect(bytes.readDoubleBE(bytes.indexOf(hex('4489 88')) + 3)).toBe(200_000)
  })

  test.each([
    ['has a duration already', [header, segment, info(scale, hex('4489 84 40000000')), rest]],
    ['has a seek table', [header, segment, hex('114d9b74 80'), info(scale), rest]],
    ['has a known size', [header, hex('18538067 a0'), info(scale), rest]],
    ['is cut off', [header, segment, hex('1549a966 a0 2ad7b1')]],
    ['is not a WebM file', [Buffer.from('%PDF-1.7 and so on')]],
    ['is empty', [Buffer.alloc(0)]],
  ])('leaves the file unchanged when it %s', async (_what, parts) => {
    const video = file(...parts)
    expect(await withDuration(video, 3)).toBe(video)
  })
})
