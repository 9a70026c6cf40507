import { useCallback, useEffect, useRef, useState } from 'react'
import { type FileUpload, startUpload } from '@/data/uploads'
import { useAddVideoMessage, type VideoMessageInput } from '@/data/video-messages'
import { isNetworkError } from '@/lib/errors'
import { plainType, videoPath } from '@/lib/recording'

/** A video in hand: recorded here, or chosen from the device. */
export interface VideoFile {
  blob: Blob
  /** Of a chosen file; a recording has none, and is nowhere but here. */
  fileName: string | undefined
}

/** Where a video stands on its way; "held" is in this browser only and not saved. */
export type Sending =
  | { name: 'none' }
  | { name: 'uploading'; video: VideoFile; upload: FileUpload }
  | { name: 'saving'; video: VideoFile }
  | { name: 'held'; video: VideoFile; problem: unknown }

/**
 * Brings a video into the plan: first its file, then its row. Whatever goes wrong, the file stays in hand and can be
 * sent again.
 */
export function useVideoSending(ownerId: string, onSaved: () => void) {
  const [sending, setSending] = useState<Sending>({ name: 'none' })
  const add = useAddVideoMessage(ownerId)
  const upload = useRef<FileUpload | null>(null)
  /** A file that arrived, while it is not known whether its row was saved. */
  const stored = useRef<{ video: VideoFile; storagePath: string } | null>(null)

  // The screen goes: nobody would save the row.
  useEffect(() => () => upload.current?.cancel(), [])

  const hold = useCallback((video: VideoFile, problem: unknown) => {
    setSending({ name: 'held', video, problem })
  }, [])

  const store = async (video: VideoFile): Promise<string> => {
    if (stored.current?.video === video) return stored.current.storagePath
    const contentType = plainType(video.blob.type)
    const storagePath = videoPath(ownerId, contentType, Date.now())
    const current = startUpload({ bucket: 'videos', path: storagePath, file: video.blob, contentType })
    upload.current = current
    setSending({ name: 'uploading', video, upload: current })
    await current.done
    stored.current = { video, storagePath }
    return storagePath
  }

  const send = async (video: VideoFile, input: VideoMessageInput) => {
    try {
      const storagePath = await store(video)
      setSending({ name: 'saving', video })
      await add.mutateAsync({ storagePath, input })
      onSaved()
    } catch (problem) {
      // After a refusal the file was taken away again, so the next try begins with it.
      if (!isNetworkError(problem)) stored.current = null
      hold(video, problem)
    }
  }

  return {
    sending,
    /** Keeps a video without sending it. */
    hold,
    /** Uploads and saves; "saved" or "held" is the end of it. */
    send: (video: VideoFile, input: VideoMessageInput) => void send(video, input),
    /** Lets go of a video that is held. */
    drop: () => setSending({ name: 'none' }),
  }
}
