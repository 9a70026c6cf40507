// @vitest-environment node
import {
  BufferTarget,
  EncodedAudioPacketSource,
  EncodedPacket,
  EncodedVideoPacketSource,
  Mp4OutputFormat,
  Output,
  type OutputFormat,
  WebMOutputFormat,
} from 'mediabunny'
import { expect, test } from 'vitest'
import { asSeekable } from '@/parts/messages/recorder/seekable'

/** A recording of so many seconds as browsers write it, from front to back: without its length. */
async function recording(format: OutputFormat, type: string, seconds: number): Promise<Blob> {
  const target = new BufferTarget()
  const output = new Output({ format, target })
  const picture = new EncodedVideoPacketSource('vp9')
  const sound = new EncodedAudioPacketSource('opus')
  output.addVideoTrack(picture)
  output.addAudioTrack(sound)
  await output.start()
  const config = {
    decoderConfig: { codec: 'vp09.00.10.08', codedWidth: 640, codedHeight: 360 },
  }
  for (let at = 0; at < seconds; at += 0.5) {
    await picture.add(
      new EncodedPacket(new Uint8Array([0x82, 1, 2]), at % 1 === 0 ? 'key' : 'delta', at, 0.5),
      config,
    )
    await sound.add(new EncodedPacket(new Uint8Array([3, 4]), 'key', at, 0.5), {
      decoderConfig: { codec: 'opus', numberOfChannels: 1, sampleRate: 48_000 },
    })
  }
  await output.finalize()
  return new Blob([target.buffer ?? new ArrayBuffer()], { type })
}

const bytesOf = async (blob: Blob) => Buffer.from(await blob.arrayBuffer())
const has = (bytes: Buffer, id: string) => bytes.includes(Buffer.from(id, 'hex'))

test('a recorded WebM gets its length and an index, so that every browser can jump in it', async () => {
  const video = await recording(new WebMOutputFormat({ appendOnly: true }), 'video/webm', 12)
  const [before, after] = [await bytesOf(video), await bytesOf(await asSeekable(video))]
  const [duration, cues] = ['448988', '1c53bb6b']
  expect(has(before, duration)).toBe(false)
  expect([has(after, duration), has(after, cues)]).toEqual([true, true])
  // To the beginning of the last picture.
  expect(after.readDoubleBE(after.indexOf(Buffer.from(duration, 'hex')) + 3)).toBe(11_500)
})

test('a recorded MP4 becomes one with an index for all of it', async () => {
  const video = await recording(new Mp4OutputFormat({ fastStart: 'fragmented' }), 'video/mp4', 12)
  const [before, after] = [await bytesOf(video), await bytesOf(await asSeekable(video))]
  expect(before.includes('moof')).toBe(true)
  expect(after.includes('moof')).toBe(false)
  expect(after.includes('stss')).toBe(true)
})

test.each([
  ['is empty', new Uint8Array()],
  ['is no video', new TextEncoder().encode('%PDF-1.7 and so on')],
])('a recording that %s is refused, so that the original is kept', async (_what, bytes) => {
  await expect(asSeekable(new Blob([bytes], { type: 'video/webm' }))).rejects.toThrow()
})
