import { useMutation } from '@tanstack/react-query'
import { z } from 'zod'
import { supabase } from '@/data/client'
import { discardFile, saveWithFile } from '@/data/files/row-files'
import { signedLink } from '@/data/files/signed-link'
import type { FileUpload } from '@/data/files/uploads'
import { useListCache } from '@/data/rows/list-cache'
import { defineOwnedList, useSaving } from '@/data/rows/owned-list'
import type { Tables } from '@/lib/database.types'
import { formatDay, parseTimestamp } from '@/lib/dates'
import { optionalText } from '@/lib/validation'
import { videoFile } from './video-file'

export const UNTITLED = 'Untitled Video'
/** The longest title and transcript, in characters; the table's checks hold the same. */
const TITLE_LIMIT = 120
export const TRANSCRIPT_LIMIT = 20_000

const columns =
  'id, user_id, title, storage_path, for_beneficiary, deliver_on, transcript, created_at, updated_at'

export type VideoMessage = Tables<'video_messages'>

/**
 * What the form of a video asks, and what is saved of it.
 * @param earliest the first day that may be chosen, as yyyy-MM-dd: today, or an older day that was saved before
 */
export function videoMessageSchema(earliest: string) {
  return z
    .object({
      title: optionalText(TITLE_LIMIT),
      audience: z.enum(['everyone', 'person']),
      /** The number of a designation. */
      person: z.string(),
      timing: z.enum(['opening', 'date']),
      /** yyyy-MM-dd */
      date: z.string(),
      transcript: optionalText(TRANSCRIPT_LIMIT),
    })
    .transform(({ title, audience, person, timing, date, transcript }, context) => {
      const complain = (path: string, message: string) =>
        context.addIssue({ code: 'custom', path: [path], message })
      if (audience === 'person' && !/^\d+$/.test(person)) complain('person', 'Choose the person.')
      if (timing === 'date') {
        const day = /^\d{4}-\d\d-\d\d$/.test(date) ? parseTimestamp(date) : null
        if (!day) complain('date', 'Choose a day.')
        else if (date < earliest)
          complain('date', 'This day has passed. Choose a day to come, or “As soon as the memorial opens”.')
      }
      return {
        title: title ?? UNTITLED,
        for_beneficiary: audience === 'person' ? Number(person) : null,
        deliver_on: timing === 'date' ? date : null,
        transcript,
      }
    })
}
/** What stands in the form. */
export type VideoMessageForm = z.input<ReturnType<typeof videoMessageSchema>>
/** What is saved. */
export type VideoMessageInput = z.output<ReturnType<typeof videoMessageSchema>>

/** A video as its form shows it; null is a new one. */
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

/** The first day that the form of a video takes: today, unless an older one was saved before. */
export function earliestDay(video: VideoMessage | null, today = new Date()): string {
  const day = formatDay(today)
  return video?.deliver_on && video.deliver_on < day ? video.deliver_on : day
}

export const videoMessages = defineOwnedList<VideoMessage, VideoMessageInput & { storage_path: string }>({
  table: 'video_messages',
  select: () => supabase.from('video_messages').select(columns),
  insert: (row) => supabase.from('video_messages').insert(row).select(columns),
  update: (values) => supabase.from('video_messages').update(values).select(columns),
  words: { added: 'Video uploaded', saved: 'Video saved', deleted: 'Video deleted' },
})
export const { query } = videoMessages

/**
 * A link that plays a video or saves its file, as signedLink makes it.
 * @throws StorageError when the caller may not see the video, or its file is not there
 */
export function videoLink(
  video: Pick<VideoMessage, 'storage_path' | 'title'>,
  purpose: 'play' | 'save',
): Promise<string> {
  const { bucket, path, saveAs } = videoFile(video, purpose)
  return signedLink(bucket, path, { download: saveAs ?? false })
}

interface AddVideoMessage {
  /** Of the row: made once for each video. */
  id: string
  loaded: null
  video: Blob
  input: VideoMessageInput
  onUpload: (upload: FileUpload | null) => void
}

/**
 * Uploads a video and saves its row. May be called again with the same video after a lost connection, also with
 * another input: the last one is what is saved.
 * @throws a network error, and what is stored stays; or the refusal, and the file is gone again
 */
export function addVideoMessage(
  ownerId: string,
  { id, video, input, onUpload }: AddVideoMessage,
): Promise<VideoMessage> {
  return saveWithFile({
    ownerId,
    area: 'videos',
    file: video,
    onUpload,
    save: (storage_path) => videoMessages.add(ownerId, id, { ...input, storage_path }),
    find: () => videoMessages.find(id),
    pathOf: ({ storage_path }) => storage_path,
    // A video for one person must not stay open to everyone because a first answer was lost.
    correct: (row) => videoMessages.settle(row, input),
  })
}

/** Uploads a video and saves its row. The dialog says what went wrong, and tells a cancelled upload from a failure. */
export function useAddVideoMessage(ownerId: string) {
  return useSaving(videoMessages, ownerId, (given: AddVideoMessage) => addVideoMessage(ownerId, given), {
    quietError: true,
  })
}

/** Saves what is said about a video. The video itself stays as it is. */
export function useSaveVideoMessage(ownerId: string) {
  return useSaving(
    videoMessages,
    ownerId,
    ({ loaded, input }: { loaded: VideoMessage; input: VideoMessageInput }) =>
      videoMessages.change(loaded, input),
  )
}

/**
 * Takes back a video that was sent and is not wanted any more.
 * @throws when nobody can tell whether its row is there
 */
export function discardVideo({ id, video }: Pick<AddVideoMessage, 'id' | 'video'>): Promise<void> {
  return discardFile(video, () => videoMessages.remove(id))
}

/** Takes back a video that was sent. The toast says so when it cannot be told whether it is gone. */
export function useDiscardVideo(ownerId: string) {
  const list = useListCache<VideoMessage>(videoMessages.keys.ofOwner(ownerId))
  return useMutation({
    mutationFn: discardVideo,
    meta: { errorTitle: 'The video may have been saved. Please look at your list, and delete it there' },
    onSettled: list.reload,
  })
}
