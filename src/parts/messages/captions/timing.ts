import type { Cue } from '@/lib/captions'

/** As much as two lines hold on a phone. */
const LONGEST_CUE = 80
/** The shortest time for which a cue is shown, in seconds. */
const SHORTEST = 0.1

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
