import { type CheckedFile, headOf } from '@/lib/files/file-rules'
import { formatSize } from '@/lib/text'

/** Which videos are accepted: the same types and size as in the bucket. */
export const videoRules = {
  types: ['video/mp4', 'video/webm', 'video/quicktime'],
  limit: 500 * 1024 * 1024,
} as const

/**
 * The formats to record in, best first: MP4 with AAC is played by every browser. Firefox records no sound, and so
 * nothing, if codecs are named but none for it.
 */
const recordingFormats = [
  'video/mp4;codecs=avc1.42E01E,mp4a.40.2',
  'video/mp4;codecs=avc1,mp4a.40.2',
  'video/webm;codecs=vp9,opus',
  'video/webm;codecs=vp8,opus',
  'video/webm',
  'video/mp4',
] as const
const FALLBACK = 'video/webm'

/**
 * The format to record in.
 * @param isSupported the browser's check, such as MediaRecorder.isTypeSupported
 * @returns the first of the preferred formats that the browser supports, otherwise WebM
 */
export function recordingFormat(isSupported: (format: string) => boolean): string {
  return recordingFormats.find(isSupported) ?? FALLBACK
}

/** "video/webm" for "video/webm;codecs=vp9": the bucket lists types without their codecs. */
export function plainType(type: string): string {
  return type.split(';', 1)[0]?.trim().toLowerCase() || FALLBACK
}

const extensions: Record<string, string> = {
  'video/mp4': 'mp4',
  'video/webm': 'webm',
  'video/quicktime': 'mov',
}

/** The ending of a video's file name, by its type; "webm" for any other. */
export function videoExtension(type: string): string {
  return extensions[plainType(type)] ?? 'webm'
}

/** The path of a new video in the bucket. @param now milliseconds; tells the owner's videos apart */
export function videoPath(ownerId: string, type: string, now: number): string {
  return `${ownerId}/${now}.${videoExtension(type)}`
}

/**
 * Checks a chosen video: its size, and its type by its content, regardless of its name.
 * @returns the file, with the type that was found; or the problem, with the limit and the actual value
 */
export async function checkVideo(file: File): Promise<CheckedFile> {
  const { name, size, lastModified } = file
  if (size === 0) return { problem: `“${name}” is empty. Please select another video file.` }
  if (size > videoRules.limit)
    return { problem: `“${name}” is ${formatSize(size)}. A video can be at most 500 MB.` }
  const head = await headOf(file)
  if (head === null)
    return { problem: `“${name}” couldn’t be read. It may have been moved. Please choose it again.` }
  const found = videoType(head)
  if (!found) return { problem: `“${name}” isn’t a video. Please select a video file.` }
  if (!isAccepted(found))
    return {
      problem: `“${name}” is a video of type ${found}. MP4, WebM and MOV (QuickTime) are accepted. Please select a video file of one of these types.`,
    }
  // Some file names are wrong: the bucket gets the actual type.
  return { file: found === file.type ? file : new File([file], name, { type: found, lastModified }) }
}

function isAccepted(type: string): boolean {
  return videoRules.types.some((accepted) => accepted === type)
}

/** The brands in the `ftyp` box of files that are no videos: pictures and sound. */
const otherBrands = /^(he[iv][cmsx]|mif1|msf1|avif|avis|jp2 |jxl |M4A |M4B |crx )/

/** The type of a video by how it begins: an accepted one, or the name of another format; undefined for what is no video. */
function videoType(head: string): string | undefined {
  // EBML (RFC 8794), with the DocType near the beginning.
  if (head.startsWith('\x1a\x45\xdf\xa3')) return /^.{4,80}webm/s.test(head) ? 'video/webm' : 'Matroska (MKV)'
  // ISO/IEC 14496-12: a box with its length, its kind, and here its main brand.
  if (head.startsWith('ftyp', 4)) {
    const brand = head.slice(8, 12)
    if (otherBrands.test(brand)) return undefined
    return brand === 'qt  ' ? 'video/quicktime' : 'video/mp4'
  }
  // QuickTime files from before that box begin with one of these.
  if (/^.{4}(moov|mdat|wide|pnot)/s.test(head)) return 'video/quicktime'
  if (head.startsWith('RIFF') && head.startsWith('AVI ', 8)) return 'AVI'
  if (head.startsWith('\x30\x26\xb2\x75\x8e\x66\xcf\x11')) return 'Windows Media (WMV)'
  if (head.startsWith('\0\0\x01\xba') || head.startsWith('\0\0\x01\xb3')) return 'MPEG'
  if (head.startsWith('FLV\x01')) return 'Flash (FLV)'
  return undefined
}
