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

/** As much as two lines hold on a phone. */
const LONGEST_CUE = 80
/** The shortest time for which a cue is shown, in seconds. */
const SHORTEST = 0.1

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

/**
 * Makes captions from what is said in a video: each sentence, or a piece of a long one, is shown for a time in proportion
 * to its length.
 * @param seconds how long the video is
 * @returns none for a text without words
 */
export function spreadOver(transcript: string, seconds: number): Cue[] {
  const texts = transcript.split(/\n+/).flatMap(sentencesOf).flatMap(piecesOf)
  const all = texts.reduce((sum, text) => sum + text.length, 0)
  let said = 0
  return texts.map((text) => {
    const start = (said / all) * seconds
    said += text.length
    return { start, end: (said / all) * seconds, text }
  })
}

function sentencesOf(paragraph: string): string[] {
  return paragraph.match(/\S.*?(?:[.!?…]+["”’)]*(?=\s|$)|[。！？]|$)/gu) ?? []
}

/** Cuts a sentence into pieces of about the same length, between words where there are spaces. */
function piecesOf(sentence: string): string[] {
  const words = sentence
    .trim()
    .split(/\s+/)
    .flatMap((word) => word.match(new RegExp(`.{1,${LONGEST_CUE}}`, 'gu')) ?? [])
  const length = sentence.length / Math.ceil(sentence.length / LONGEST_CUE)
  const pieces: string[] = []
  for (const word of words) {
    const last = pieces.at(-1)
    const longer = `${last} ${word}`
    if (last === undefined || last.length >= length || longer.length > LONGEST_CUE) pieces.push(word)
    else pieces[pieces.length - 1] = longer
  }
  return pieces
}

/**
 * Moves what is being said at a moment, and all that follows, earlier or later. What was shown before stays, at least for
 * a moment. Where there is no room behind, the rest is pressed together, so that no word is lost.
 * @param at the moment, in seconds
 * @param by how far, in seconds; negative for earlier
 * @param seconds how long the video is
 */
export function movedFrom(cues: readonly Cue[], at: number, by: number, seconds: number): Cue[] {
  const first = cues.findIndex(({ end }) => end > at)
  const [moved, last] = [cues[first], cues.at(-1)]
  if (!moved || !last) return [...cues]
  const before = cues[first - 1]
  const end = Math.max(last.end, ...cues.map((cue) => cue.end))
  const start = Math.min(
    Math.max(moved.start + by, before ? before.start + SHORTEST : 0),
    Math.max(seconds, end) - SHORTEST,
  )
  const shift = start - moved.start
  const newEnd = Math.max(Math.min(end + shift, Math.max(seconds, end)), start + SHORTEST)
  const scale = (newEnd - start) / (end - moved.start)
  const place = (time: number) => start + (time - moved.start) * scale
  return cues.map((cue, index) =>
    index < first
      ? { ...cue, end: Math.min(cue.end, start) }
      : { ...cue, start: place(cue.start), end: place(cue.end) },
  )
}
