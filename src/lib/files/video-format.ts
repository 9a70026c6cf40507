import { formatSize } from '@/lib/files/file-rules'

/** Which videos are accepted: the same types and size as in the bucket. */
export const videoRules = {
  types: ['video/mp4', 'video/webm', 'video/quicktime'],
  limit: 500 * 1024 * 1024,
} as const

/** The formats to record in, best first. Firefox records no sound, and so nothing, if codecs are named but none for it. */
const recordingFormats = [
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

/** "0:42", "12:05" or "1:02:05". */
export function formatDuration(seconds: number): string {
  const whole = Math.floor(seconds)
  const two = (value: number) => String(value).padStart(2, '0')
  const minutes = Math.floor(whole / 60) % 60
  const hours = Math.floor(whole / 3600)
  return hours > 0 ? `${hours}:${two(minutes)}:${two(whole % 60)}` : `${minutes}:${two(whole % 60)}`
}

/** What is wrong with a chosen file, in words, with the limit and the actual value; null if nothing is. */
export function videoProblem(file: { name: string; type: string; size: number }): string | null {
  if (!file.type.startsWith('video/')) return `“${file.name}” is not a video. Please select a video file.`
  if (!videoRules.types.some((type) => type === plainType(file.type))) {
    return `“${file.name}” is a video of the type ${file.type}. MP4, WebM and MOV (QuickTime) are accepted. Please select a video file of one of these types.`
  }
  if (file.size > videoRules.limit) {
    return `“${file.name}” is ${formatSize(file.size)}. A video can be at most 500 MB.`
  }
  if (file.size === 0) return `“${file.name}” is empty. Please select another video file.`
  return null
}
