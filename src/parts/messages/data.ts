import { useMutation } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { supabase } from '@/data/client'
import type { SaveRowWithFile } from '@/data/files/row-files'
import { useListCache } from '@/data/rows/list-cache'
import { defineOwnedList, useSaving } from '@/data/rows/owned-list'
import type { Tables } from '@/lib/database.types'
import { formatDay, parseTimestamp } from '@/lib/dates'
import { optionalText } from '@/lib/validation'
import { rows } from '.'

export const UNTITLED = 'Untitled Video'
/** The longest title and transcript, in characters; the table's checks enforce the same limits. */
const TITLE_LIMIT = 120
export const TRANSCRIPT_LIMIT = 20_000

export type VideoMessage = Tables<'video_messages'>

/**
 * Validates the form of a video and converts its values to what is saved.
 * @param earliest the first day that may be chosen, as yyyy-MM-dd: today, or an earlier day that is already saved
 */
export function videoMessageSchema(earliest: string) {
  return z.pipe(
    z.object({
      title: optionalText(TITLE_LIMIT),
      audience: z.enum(['everyone', 'person']),
      /** The id of a designation. */
      person: z.string(),
      timing: z.enum(['opening', 'date']),
      /** yyyy-MM-dd */
      date: z.string(),
      transcript: optionalText(TRANSCRIPT_LIMIT),
    }),
    z.transform(({ title, audience, person, timing, date, transcript }, context) => {
      const complain = (path: string, message: string) =>
        context.issues.push({ code: 'custom', path: [path], message, input: context.value })
      if (audience === 'person' && !/^\d+$/.test(person)) complain('person', 'Choose the person.')
      if (timing === 'date') {
        const day = /^\d{4}-\d\d-\d\d$/.test(date) ? parseTimestamp(date) : null
        if (!day) complain('date', 'Choose a day.')
        else if (date < earliest)
          complain('date', 'That day has passed. Choose a later one, or “As soon as the memorial opens”.')
      }
      return {
        title: title ?? UNTITLED,
        for_beneficiary: audience === 'person' ? Number(person) : null,
        deliver_on: timing === 'date' ? date : null,
        transcript,
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
  return {
    title: video?.title ?? '',
    audience: video?.for_beneficiary == null ? 'everyone' : 'person',
    person: video?.for_beneficiary == null ? '' : String(video.for_beneficiary),
    timing: video?.deliver_on == null ? 'opening' : 'date',
    date: video?.deliver_on ?? '',
    transcript: video?.transcript ?? '',
  }
}

/** The first day that the form of a video accepts: today, or an earlier day that is already saved. */
export function earliestDay(video: VideoMessage | null, today = new Date()): string {
  const day = formatDay(today)
  return video?.deliver_on && video.deliver_on < day ? video.deliver_on : day
}

export const videoMessages = defineOwnedList<VideoMessage, VideoMessageInput & { storage_path: string }>({
  rows,
  table: () => supabase.from('video_messages'),
  words: { added: 'Video uploaded', saved: 'Video saved', deleted: 'Video deleted' },
})

// Reading the list sends no files.
const loadRowFiles = () => import('@/data/files/row-files')

type AddVideoMessage = SaveRowWithFile<VideoMessage, VideoMessageInput>

/**
 * Uploads a video and saves its row. After a lost connection it may be called again with the same video, also with
 * other input: the last input is saved, because the row from the first attempt may still be open to everyone.
 * @throws a network error, after which the stored file stays; or a refusal, after which the file is removed
 */
export async function addVideoMessage(ownerId: string, given: AddVideoMessage): Promise<VideoMessage> {
  const { saveWithFile } = await loadRowFiles()
  return saveWithFile(videoMessages, ownerId, given, {
    place: { bucket: 'videos' },
    named: (storage_path: string) => ({ storage_path }),
  })
}

/** Uploads a video and saves its row. The dialog shows the error, with separate words for a cancelled upload. */
export function useAddVideoMessage(ownerId: string) {
  return useSaving(videoMessages, ownerId, (given: AddVideoMessage) => addVideoMessage(ownerId, given))
}

/** Saves the details of a video. The video file does not change. */
export function useSaveVideoMessage(ownerId: string) {
  return useSaving(
    videoMessages,
    ownerId,
    ({ loaded, input }: { loaded: VideoMessage; input: VideoMessageInput }) =>
      videoMessages.change(loaded, input),
  )
}

/**
 * Deletes the row and the file of a video that was sent and is no longer wanted.
 * @throws when the row may still exist
 */
export async function discardVideo({ id, file }: Pick<AddVideoMessage, 'id' | 'file'>): Promise<void> {
  const { discardFile } = await loadRowFiles()
  return discardFile(file, () => videoMessages.remove(id))
}

/** Deletes a video that was sent and is no longer wanted. A toast warns when it may still exist. */
export function useDiscardVideo(ownerId: string) {
  const list = useListCache<VideoMessage>(videoMessages.keys.ofOwner(ownerId))
  return useMutation({
    mutationFn: discardVideo,
    meta: { errorTitle: 'The video may have been saved. Please check your list, and delete it there' },
    onSettled: list.reload,
  })
}
