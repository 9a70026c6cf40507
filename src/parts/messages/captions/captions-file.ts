import * as z from 'zod/mini'
import { CAPTIONS_FILE_LIMIT, CAPTIONS_LIMIT, captionsFile, parseCaptions } from '@/lib/captions'
import { characterCount, formatSize } from '@/lib/text'
import { optionalText } from '@/lib/validation'
import { type Message, TRANSCRIPT_LIMIT } from '../data'

const tooLong = 'These captions are too long to be kept.'

/** Checks the form of captions: they may stay empty, and then the video has none. */
export const captionsSchema = z.object({
  transcript: optionalText(TRANSCRIPT_LIMIT),
  /** A file as captionsFile writes it; '' for none. */
  captions: z.pipe(
    z.string().check(z.refine((file) => characterCount(file) <= CAPTIONS_LIMIT, tooLong)),
    z.transform((file) => (file === '' ? null : file)),
  ),
})
export type CaptionsForm = z.input<typeof captionsSchema>
export type CaptionsInput = z.output<typeof captionsSchema>

/** Converts a video to the form's values. */
export function toCaptionsForm(video: Message | null): CaptionsForm {
  return { transcript: video?.transcript ?? '', captions: video?.captions ?? '' }
}

/**
 * Reads a file of captions from the device.
 * @returns its words and times as they are kept, or what is wrong with it
 */
export async function readCaptionsFile(file: File): Promise<{ captions: string } | { problem: string }> {
  if (file.size > CAPTIONS_FILE_LIMIT)
    return { problem: `Captions can be up to ${formatSize(CAPTIONS_FILE_LIMIT)}.` }
  const cues = parseCaptions(await file.text())
  if (cues === null)
    return {
      problem: `“${file.name}” isn’t a WebVTT file with captions. Such a file ends in .vtt, and its first line is WEBVTT.`,
    }
  const captions = captionsFile(cues)
  return characterCount(captions) > CAPTIONS_LIMIT ? { problem: tooLong } : { captions }
}
