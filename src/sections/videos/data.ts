import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import { supabase } from '@/data/client'
import { discardFile, saveWithFile } from '@/data/files/row-files'
import { signedLink } from '@/data/files/signed-link'
import type { FileUpload } from '@/data/files/uploads'
import { planOverviewKeys } from '@/data/plan-overview'
import { selectAll } from '@/data/rows/select-all'
import {
  DeletedElsewhereError,
  guardedDelete,
  guardedUpdate,
  hasVersion,
  holds,
} from '@/data/rows/versioned-update'
import type { Tables } from '@/lib/database.types'
import { formatDay, parseTimestamp } from '@/lib/dates'
import { cleanFileName } from '@/lib/files/file-rules'
import { optionalText } from '@/lib/validation'

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

export const videoMessageKeys = {
  all: ['video-messages'] as const,
  ofOwner: (ownerId: string) => [...videoMessageKeys.all, ownerId] as const,
}

/** An owner's videos that the caller may see, newest first. */
export function videoMessagesQuery(ownerId: string) {
  return queryOptions({
    queryKey: videoMessageKeys.ofOwner(ownerId),
    queryFn: ({ signal }): Promise<VideoMessage[]> =>
      selectAll(() =>
        supabase
          .from('video_messages')
          .select(columns)
          .eq('user_id', ownerId)
          .order('created_at', { ascending: false })
          .order('id', { ascending: false })
          .abortSignal(signal)
          .throwOnError(),
      ),
  })
}

/**
 * A link that plays a video or saves its file, as signedLink makes it.
 * @throws StorageError when the caller may not see the video, or its file is not there
 */
export function videoLink(
  { storage_path, title }: Pick<VideoMessage, 'storage_path' | 'title'>,
  purpose: 'play' | 'save',
): Promise<string> {
  const ending = /\.\w+$/.exec(storage_path)?.[0] ?? ''
  return signedLink('videos', storage_path, {
    download: purpose === 'save' && cleanFileName(`${title}${ending}`),
  })
}

export interface AddVideoMessage {
  ownerId: string
  video: Blob
  input: VideoMessageInput
  onUpload: (upload: FileUpload | null) => void
}

/**
 * Uploads a video and saves its row. May be called again with the same video after a lost connection, also with
 * another input: the last one is what is saved.
 * @throws a network error, and what is stored stays; or the refusal, and the file is gone again
 */
export function addVideoMessage({ ownerId, video, input, onUpload }: AddVideoMessage): Promise<VideoMessage> {
  return saveWithFile<VideoMessage>({
    ownerId,
    area: 'videos',
    file: video,
    onUpload,
    save: async (storage_path) => {
      const { data } = await supabase
        .from('video_messages')
        .insert({ user_id: ownerId, storage_path, ...input })
        .select(columns)
        .single()
        .throwOnError()
      return data
    },
    find: (path) =>
      supabase
        .from('video_messages')
        .select(columns)
        .eq('storage_path', path)
        .retry(false)
        .maybeSingle()
        .throwOnError(),
    // A video for one person must not stay open to everyone because a first answer was lost.
    correct: async (row) =>
      holds(row, input) ? row : changeVideoMessage({ id: row.id, input, loadedVersion: row.updated_at }),
  })
}

/**
 * Takes back a video that was sent and is not wanted any more.
 * @throws when nobody can tell whether its row is there
 */
export async function discardVideo(video: Blob): Promise<void> {
  await discardFile(video, (path) =>
    guardedDelete({
      remove: supabase
        .from('video_messages')
        .delete()
        .eq('storage_path', path)
        .select('id')
        .maybeSingle()
        .throwOnError(),
      stillThere: () =>
        supabase.from('video_messages').select('id').eq('storage_path', path).maybeSingle().throwOnError(),
    }),
  )
}

/** Reads the lists again. Nobody waits for it: what was saved is saved, however slow the reading is. */
function useRefresh() {
  const cache = useQueryClient()
  return () => {
    void cache.invalidateQueries({ queryKey: videoMessageKeys.all })
    void cache.invalidateQueries({ queryKey: planOverviewKeys.all })
  }
}

/** Uploads a video and saves its row. The dialog says what went wrong, and tells a cancelled upload from a failure. */
export function useAddVideoMessage() {
  return useMutation({
    mutationFn: addVideoMessage,
    meta: { success: { title: 'Video uploaded' }, quietError: true },
    onSettled: useRefresh(),
  })
}

/** Takes back a video that was sent. The toast says so when it cannot be told whether it is gone. */
export function useDiscardVideo() {
  return useMutation({
    mutationFn: discardVideo,
    meta: { errorTitle: 'The video may have been saved. Please look at your list, and delete it there' },
    onSettled: useRefresh(),
  })
}

/** Reads one video as it is now. @throws DeletedElsewhereError when there is none any more */
export async function readVideoMessage(id: string): Promise<VideoMessage> {
  const { data } = await supabase
    .from('video_messages')
    .select(columns)
    .eq('id', id)
    .maybeSingle()
    .throwOnError()
  if (data === null) throw new DeletedElsewhereError()
  return data
}

export interface ChangeVideoMessage {
  id: string
  input: VideoMessageInput
  /** The row's updated_at as it was loaded. */
  loadedVersion: string
}

/**
 * Changes what is said about a video, unless it was changed since it was loaded.
 * @throws ChangedElsewhereError, DeletedElsewhereError or PlanClosedError
 */
function changeVideoMessage({ id, input, loadedVersion }: ChangeVideoMessage): Promise<VideoMessage> {
  return guardedUpdate<VideoMessage>({
    update: supabase
      .from('video_messages')
      .update(input)
      .eq('id', id)
      .eq('updated_at', loadedVersion)
      .select(columns)
      .maybeSingle()
      .throwOnError(),
    stillAsLoaded: () =>
      hasVersion(
        supabase.from('video_messages').select('updated_at').eq('id', id).maybeSingle().throwOnError(),
        loadedVersion,
      ),
    ownSave: {
      current: () =>
        supabase.from('video_messages').select(columns).eq('id', id).maybeSingle().throwOnError(),
      isSent: (row) => holds(row, input),
    },
  })
}

/** Changes what is said about a video. The dialog itself says what went wrong. */
export function useChangeVideoMessage() {
  return useMutation({
    mutationFn: changeVideoMessage,
    meta: { success: { title: 'Video saved' }, errorOnScreen: true },
    onSettled: useRefresh(),
  })
}

/** Deletes a video. With its row its file goes too: the database hands it to housekeeping. */
export function useDeleteVideoMessage() {
  return useMutation({
    mutationFn: (id: string) =>
      guardedDelete({
        remove: supabase
          .from('video_messages')
          .delete()
          .eq('id', id)
          .select('id')
          .maybeSingle()
          .throwOnError(),
        stillThere: () =>
          supabase.from('video_messages').select('id').eq('id', id).maybeSingle().throwOnError(),
      }),
    meta: { success: { title: 'Video deleted' }, errorOnScreen: true },
    onSettled: useRefresh(),
  })
}
