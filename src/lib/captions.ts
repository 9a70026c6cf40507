/** The longest captions of a video, in characters; the table's check is the same. */
export const CAPTIONS_LIMIT = 100_000
/** The largest file that is read as captions, in bytes. It may hold notes and styles, which are left out. */
export const CAPTIONS_FILE_LIMIT = 1024 * 1024

/** What is shown of a video's words at one time, in seconds from its beginning. */
export interface Cue {
  start: number
  end: number
  text: string
}

const TIME = String.raw`(?:(\d{2,4}):)?([0-5]\d):([0-5]\d)\.(\d{3})`
const timing = new RegExp(String.raw`^\s*${TIME}\s+-->\s+${TIME}(?:\s.*)?$`)
const entities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  nbsp: '\u00a0',
  lrm: '\u200e',
  rlm: '\u200f',
}

/**
 * Reads a WebVTT file. Its cues are kept as plain text: tags, positions, styles and notes are left out, so that what is
 * made from them can hold nothing but words and times.
 * @returns the cues by their start; null when this is no WebVTT, or when it has no cue
 */
export function parseCaptions(file: string): Cue[] | null {
  const lines = file
    .replace(/^\ufeff/, '')
    .replace(/\r\n?/g, '\n')
    .split('\n')
  if (!/^WEBVTT(?:[ \t]|$)/.test(lines[0] ?? '')) return null
  const cues: Cue[] = []
  for (let index = 1; index < lines.length; index += 1) {
    const times = timing.exec(lines[index] ?? '')
    if (!times) continue
    const [start, end] = [secondsOf(times.slice(1, 5)), secondsOf(times.slice(5, 9))]
    const words: string[] = []
    // A line with an arrow begins the next cue, even where the empty line between two is missing.
    while (lines[index + 1]?.trim() && !lines[index + 1]?.includes('-->')) {
      index += 1
      words.push(plainText(lines[index] ?? ''))
    }
    const text = words.filter(Boolean).join('\n')
    if (text && end > start) cues.push({ start, end, text })
  }
  return cues.length > 0 ? cues.sort((one, other) => one.start - other.start) : null
}

function secondsOf([hours = '0', minutes, seconds, thousandths]: string[]): number {
  return Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds) + Number(thousandths) / 1000
}

function plainText(line: string): string {
  return line
    .replace(/<[^>]*>?/g, '')
    .replace(/&(\w+);/g, (whole, name: string) => entities[name] ?? whole)
    .replace(/\p{Cc}/gu, ' ')
    .trim()
}

/** Writes cues as a WebVTT file. */
export function captionsFile(cues: readonly Cue[]): string {
  const blocks = cues.map(({ start, end, text }) => `${timeOf(start)} --> ${timeOf(end)}\n${escaped(text)}`)
  return `${['WEBVTT', ...blocks].join('\n\n')}\n`
}

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replace(/\n\s*(?=\n|$)/g, '')
}

function timeOf(seconds: number): string {
  const thousandths = Math.round(seconds * 1000)
  const digits = (value: number, length = 2) => String(Math.floor(value)).padStart(length, '0')
  const minutes = thousandths / 60_000
  return `${digits(minutes / 60)}:${digits(minutes % 60)}:${digits((thousandths / 1000) % 60)}.${digits(thousandths % 1000, 3)}`
}
