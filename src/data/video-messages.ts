import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import type { Tables } from '@/lib/database.types'
import { formatDay, parseTimestamp } from '@/lib/dates'
import { isNetworkError } from '@/lib/errors'
import { supabase } from '@/lib/supabase'
import { optionalText } from '@/lib/validation'
import { DeletedElsewhereError, guardedDelete, guardedUpdate, hasVersion } from './guarded-update'
import { planOverviewKeys } from './plan-overview'
import { selectAll } from './select-all'
import { removeUpload } from './uploads'

const BUCKET = 'videos'
const LINK_SECONDS = 3600

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
 * A link that plays a video for an hour. Made when somebody presses play, never in advance: it works for whoever has it.
 * @throws StorageError when the caller may not see the video, or its file is not there
 */
export async function videoLink(storagePath: string): Promise<string> {
  const { data, error } = await supabase.storage.from(BUCKET).createSignedUrl(storagePath, LINK_SECONDS)
  if (error) throw error
  return data.signedUrl
}

/**
 * Saves the row of a file that is already stored. May be called again with the same file after a lost connection.
 * @throws a network error, and the file stays where it is; or the refusal, and the file is gone again
 */
export async function addVideoMessage(
  ownerId: string,
  storagePath: string,
  input: VideoMessageInput,
): Promise<VideoMessage> {
  const { data, error } = await supabase
    .from('video_messages')
    .insert({ user_id: ownerId, storage_path: storagePath, ...input })
    .select(columns)
    .single()
  if (data) return data
  if (isNetworkError(error)) throw error
  // It may have been saved by a try whose answer got lost: a file that a row names must not go.
  const { data: saved } = await supabase
    .from('video_messages')
    .select(columns)
    .eq('storage_path', storagePath)
    .maybeSingle()
    .throwOnError()
  if (saved) return saved
  // What cannot be removed now, housekeeping removes later.
  await removeUpload({ bucket: BUCKET, path: storagePath }).catch(() => {})
  throw error
}

function useRefresh() {
  const cache = useQueryClient()
  return () =>
    Promise.all([
      cache.invalidateQueries({ queryKey: videoMessageKeys.all }),
      cache.invalidateQueries({ queryKey: planOverviewKeys.all }),
    ])
}

/** Saves the row of a stored file. The dialog itself says what went wrong. */
export function useAddVideoMessage(ownerId: string) {
  const refresh = useRefresh()
  return useMutation({
    mutationFn: ({ storagePath, input }: { storagePath: string; input: VideoMessageInput }) =>
      addVideoMessage(ownerId, storagePath, input),
    meta: { success: { title: 'Video uploaded' }, quietError: true },
    onSettled: refresh,
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
export function useChangeVideoMessage() {
  const refresh = useRefresh()
  return useMutation({
    mutationFn: ({ id, input, loadedVersion }: ChangeVideoMessage) =>
      guardedUpdate({
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
      }),
    meta: { success: { title: 'Video saved' }, quietError: true },
    onSettled: refresh,
  })
}

/** Deletes a video. With its row its file goes too: the database hands it to housekeeping. */
export function useDeleteVideoMessage() {
  const refresh = useRefresh()
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
    meta: { success: { title: 'Video deleted' }, quietError: true },
    onSettled: refresh,
  })
}
