// Browsers record WebM without its duration, which makes seeking impossible. This module adds the duration.

const SEGMENT = 0x18538067
const SEEK_HEAD = 0x114d9b74
const INFO = 0x1549a966
const TIMECODE_SCALE = 0x2ad7b1
const DURATION = 0x4489
const EBML = 0x1a45dfa3

/** Bytes to read: more than any recorder writes before the first frame. */
const HEAD = 64 * 1024

interface Element {
  id: number
  /** The offsets of the element, its content, and the next element. */
  start: number
  content: number
  end: number
}

/** Reads the header of the element at `start`; null when there is no complete header. */
function elementAt(bytes: Uint8Array, start: number): Element | null {
  const idLength = Math.clz32((bytes[start] ?? 0) << 24) + 1
  const sizeStart = start + idLength
  const sizeLength = Math.clz32((bytes[sizeStart] ?? 0) << 24) + 1
  const content = sizeStart + sizeLength
  if (idLength > 4 || sizeLength > 8 || content > bytes.length) return null
  let id = 0
  for (const byte of bytes.subarray(start, sizeStart)) id = id * 256 + byte
  let size = 0
  let unknown = true
  for (let at = sizeStart; at < content; at += 1) {
    const mask = at === sizeStart ? 0xff >> sizeLength : 0xff
    const value = (bytes[at] ?? 0) & mask
    if (value !== mask) unknown = false
    size = size * 256 + value
  }
  return { id, start, content, end: unknown ? Number.POSITIVE_INFINITY : content + size }
}

/** Encodes an element's size, always in eight bytes. */
function encodeSize(size: number): Uint8Array {
  const bytes = new Uint8Array(8)
  new DataView(bytes.buffer).setBigUint64(0, BigInt(size) | (1n << 56n))
  return bytes
}

function durationElement(ticks: number): Uint8Array {
  const bytes = new Uint8Array(11)
  const view = new DataView(bytes.buffer)
  view.setUint16(0, DURATION)
  view.setUint8(2, 0x88)
  view.setFloat64(3, ticks)
  return bytes
}

/**
 * Adds the duration to a recorded WebM video.
 * @param seconds the length of the recording
 * @returns a copy of the video with its duration; the given video when it already has one or is structured otherwise
 */
export async function withDuration(video: Blob, seconds: number): Promise<Blob> {
  const bytes = new Uint8Array(await video.slice(0, HEAD).arrayBuffer())
  const header = elementAt(bytes, 0)
  const segment = header?.id === EBML ? elementAt(bytes, header.end) : null
  // Adding bytes would invalidate the size of a segment of known size, and the positions in a seek head.
  if (segment?.id !== SEGMENT || Number.isFinite(segment.end)) return video
  for (let child = elementAt(bytes, segment.content); child; child = elementAt(bytes, child.end)) {
    if (child.id === SEEK_HEAD) return video
    if (child.id === INFO) return insertDuration(video, bytes, child, seconds)
  }
  return video
}

function insertDuration(video: Blob, bytes: Uint8Array, info: Element, seconds: number): Blob {
  if (info.end > bytes.length) return video
  let scale = 1_000_000
  for (let child = elementAt(bytes, info.content); child; child = elementAt(bytes, child.end)) {
    if (child.start >= info.end) break
    if (child.id === DURATION) return video
    if (child.id === TIMECODE_SCALE) {
      scale = bytes.subarray(child.content, child.end).reduce((sum, byte) => sum * 256 + byte, 0)
    }
  }
  const content = bytes.slice(info.content, info.end)
  const duration = durationElement((seconds * 1e9) / scale)
  return new Blob(
    [
      bytes.slice(0, info.start + 4),
      encodeSize(content.length + duration.length).slice(),
      content,
      duration.slice(),
      video.slice(info.end),
    ],
    { type: video.type },
  )
}
