import { useMutation } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { supabase } from '@/data/client'
import { rowFiles } from '@/data/files/late-row-files'
import type { SaveRowWithFile } from '@/data/files/row-files'
import { useListCache } from '@/data/rows/list-cache'
import { defineOwnedList, useSaving } from '@/data/rows/owned-list'
import { formatDay, parseTimestamp } from '@/lib/dates'
import { CodedError } from '@/lib/errors'
import { characterCount, formatNumber } from '@/lib/text'
import { optionalText } from '@/lib/validation'
import { isLetter, type Letter, type Message, rows, type VideoMessage } from '.'
import { letterText } from './letter/letter-text'

export const UNTITLED = 'Untitled Video'
export const UNTITLED_LETTER = 'Untitled Letter'
/** The longest texts, in characters; the table's checks enforce the same limits. */
const TITLE_LIMIT = 120
export const TRANSCRIPT_LIMIT = 20_000
export const LETTER_LIMIT = 20_000

export type { Letter, Message, VideoMessage } from '.'

/** What the forms of a video and of a letter have in common. */
const addressed = {
  title: optionalText(TITLE_LIMIT),
  /** '' until it is chosen: a letter is saved while it is written, so it must not be everyone's by mistake. */
  audience: z.enum(['', 'everyone', 'person']),
  /** The id of a designation. */
  person: z.string(),
  timing: z.enum(['opening', 'date']),
  /** yyyy-MM-dd */
  date: z.string(),
}
const addressedSchema = z.object(addressed)
/** The values of a form in which is said who receives a message, and when. */
export type AddressedForm = z.input<typeof addressedSchema>
type Complain = (path: string, message: string) => void

/** To whom a message goes, and when, as it is saved. @param complain is told what is missing */
function toAddress(
  { audience, person, timing, date }: z.output<typeof addressedSchema>,
  earliest: string,
  complain: Complain,
) {
  if (audience === '') complain('audience', 'Choose who receives it.')
  if (audience === 'person' && !/^\d+$/.test(person)) complain('person', 'Choose the person.')
  if (timing === 'date') {
    const day = /^\d{4}-\d\d-\d\d$/.test(date) ? parseTimestamp(date) : null
    if (!day) complain('date', 'Choose a day.')
    else if (date < earliest)
      complain('date', 'That day has passed. Choose a later one, or “As soon as the plan is open”.')
  }
  return {
    for_beneficiary: audience === 'person' ? Number(person) : null,
    deliver_on: timing === 'date' ? date : null,
  }
}

/** Converts a message to the values of what the two forms have in common; null stands for a new one. */
function toAddressed(message: Message | null, audience: AddressedForm['audience']): AddressedForm {
  return {
    title: message?.title ?? '',
    audience: message === null ? audience : message.for_beneficiary === null ? 'everyone' : 'person',
    person: message?.for_beneficiary == null ? '' : String(message.for_beneficiary),
    timing: message?.deliver_on == null ? 'opening' : 'date',
    date: message?.deliver_on ?? '',
  }
}

/**
 * Validates the form of a video and converts its values to what is saved.
 * @param earliest the first day that may be chosen, as yyyy-MM-dd: today, or an earlier day that is already saved
 */
export function videoMessageSchema(earliest: string) {
  return z.pipe(
    z.object({ ...addressed, transcript: optionalText(TRANSCRIPT_LIMIT) }),
    z.transform((form, context) => {
      const complain: Complain = (path, message) =>
        context.issues.push({ code: 'custom', path: [path], message, input: context.value })
      return {
        title: form.title ?? UNTITLED,
        ...toAddress(form, earliest, complain),
        transcript: form.transcript,
      }
    }),
  )
}
/** The form's values. */
export type VideoMessageForm = z.input<ReturnType<typeof videoMessageSchema>>
/** The values that are saved. */
export type VideoMessageInput = z.output<ReturnType<typeof videoMessageSchema>>

/** Converts a video to the form's values; null stands for a new video. */
export function toVideoMessageForm(video: VideoMessage | null): VideoMessageForm {
  return { ...toAddressed(video, 'everyone'), transcript: video?.transcript ?? '' }
}

/** Validates the form of a letter and converts its values to what is saved. @param earliest as for a video */
export function letterSchema(earliest: string) {
  return z.pipe(
    // Spaces and empty lines at the end stay: a letter is saved while it is written.
    z.object({ ...addressed, body: z.pipe(z.string(), z.transform(letterText)) }),
    z.transform((form, context) => {
      const complain: Complain = (path, message) =>
        context.issues.push({ code: 'custom', path: [path], message, input: context.value })
      if (form.body.trim() === '') complain('body', 'Write a few words first.')
      if (characterCount(form.body) > LETTER_LIMIT)
        complain('body', `Please keep this to ${formatNumber(LETTER_LIMIT)} characters.`)
      return {
        title: form.title ?? UNTITLED_LETTER,
        ...toAddress(form, earliest, complain),
        body: form.body,
      }
    }),
  )
}
export type LetterForm = z.input<ReturnType<typeof letterSchema>>
export type LetterInput = z.output<ReturnType<typeof letterSchema>>

/** Converts a letter to the form's values; null stands for a new one, for which no one is chosen yet. */
export function toLetterForm(letter: Letter | null): LetterForm {
  const form = toAddressed(letter, '')
  // Saved while it is written, so no one may have come to the title yet.
  return { ...form, title: form.title === UNTITLED_LETTER ? '' : form.title, body: letter?.body ?? '' }
}

/** The first day that the form of a message accepts: today, or an earlier day that is already saved. */
export function earliestDay(message: Pick<Message, 'deliver_on'> | null, today = new Date()): string {
  const day = formatDay(today)
  return message?.deliver_on && message.deliver_on < day ? message.deliver_on : day
}

const words = { added: 'Video uploaded', saved: 'Video saved', deleted: 'Video deleted' }

export const videoMessages = defineOwnedList<
  Message,
  VideoMessageInput & { storage_path: string; captions?: string | null }
>({ rows, table: () => supabase.from('video_messages'), words })

export const letters = defineOwnedList<Message, LetterInput>({
  rows,
  table: () => supabase.from('video_messages'),
  words,
})

type AddVideoMessage = SaveRowWithFile<Message, VideoMessageInput & { captions?: string | null }>

/**
 * Uploads a video and saves its row. After a lost connection it may be called again with the same video, also with
 * other input: the last input is saved, because the row from the first attempt may still be open to everyone.
 * @throws a network error, after which the stored file stays; or a refusal, after which the file is removed
 */
export async function addVideoMessage(ownerId: string, given: AddVideoMessage): Promise<Message> {
  const { saveWithFile } = await rowFiles.get()
  return saveWithFile(videoMessages, ownerId, given, {
    place: { bucket: 'videos' },
    named: (storage_path: string) => ({ storage_path }),
  })
}

/** Uploads a video and saves its row. The dialog shows the error, with separate words for a cancelled upload. */
export function useAddVideoMessage(ownerId: string) {
  return useSaving(videoMessages, ownerId, (given: AddVideoMessage) => addVideoMessage(ownerId, given))
}

interface CaptionsInput {
  transcript: string | null
  captions: string | null
}

/** Saves the details of a video, or its captions. The video file does not change. */
export function useSaveVideoMessage(ownerId: string) {
  return useSaving(
    videoMessages,
    ownerId,
    ({ loaded, input }: { loaded: Message; input: VideoMessageInput | CaptionsInput }) =>
      videoMessages.change(loaded, input),
  )
}

/** Saves a letter, again and again while it is written, so without a toast. The dialog shows the error. */
export function useSaveLetter(ownerId: string) {
  const list = useListCache<Message>(rows.keys.ofOwner(ownerId))
  return useMutation({
    mutationFn: ({ id, over, input }: SaveLetter) =>
      over ? letters.change({ id, updated_at: over.updated_at }, input) : letters.add(ownerId, id, input),
    meta: { quietError: true },
    onSuccess: (row, { over }) => (over ? list.replace(row) : list.add(row)),
    onError: list.reload,
  })
}

interface SaveLetter {
  id: string
  /** The version that it is saved over; null adds the letter. */
  over: Pick<Message, 'updated_at'> | null
  input: LetterInput
}

/** Reads a letter as it is now. @throws `deleted_elsewhere` */
export async function readLetter(id: string): Promise<Letter> {
  const message = await letters.read(id)
  if (!isLetter(message)) throw new CodedError('deleted_elsewhere')
  return message
}

/**
 * Deletes the row and the file of a video that was sent and is no longer wanted.
 * @throws when the row may still exist
 */
export async function discardVideo({ id, file }: Pick<AddVideoMessage, 'id' | 'file'>): Promise<void> {
  const { discardFile } = await rowFiles.get()
  return discardFile(file, () => videoMessages.remove(id))
}

/** Deletes a video that was sent and is no longer wanted. A toast warns when it may still exist. */
export function useDiscardVideo(ownerId: string) {
  const list = useListCache<Message>(videoMessages.keys.ofOwner(ownerId))
  return useMutation({
    mutationFn: discardVideo,
    meta: { errorTitle: 'The video may have been saved. Please check your list, and delete it there' },
    onSettled: list.reload,
  })
}
