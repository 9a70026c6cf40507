import { useCallback, useEffect, useRef, useState } from 'react'
import { type FileUpload, UploadCancelledError } from '@/data/files/uploads'
import { toastProblem } from '@/lib/toasts'
import { useAddVideoMessage, useDiscardVideo, type VideoMessageInput } from './data'
import { problemWords } from './video-words'

/** A video in hand: recorded here, or chosen from the device. */
export interface VideoFile {
  /** Of the row that it is saved in. */
  id: string
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

interface Options {
  ownerId: string
  onSaved: () => void
  /** Takes a recording that would be lost, because the screen goes without anybody having wanted that. */
  onLost: (recording: Blob) => void
}

/**
 * Brings a video into the plan: its file and its row. Whatever goes wrong, the file stays in hand and can be sent
 * again.
 */
export function useVideoSending({ ownerId, onSaved, onLost }: Options) {
  const [sending, setSending] = useState<Sending>({ name: 'none' })
  const { mutateAsync: add } = useAddVideoMessage(ownerId)
  const { mutate: discard } = useDiscardVideo(ownerId)
  const upload = useRef<FileUpload | null>(null)
  const inHand = useRef<VideoFile | null>(null)
  const lost = useRef(onLost)
  useEffect(() => {
    lost.current = onLost
  })

  useEffect(
    () => () => {
      // The screen goes: nobody would save the row.
      upload.current?.cancel()
      const video = inHand.current
      inHand.current = null
      if (video && video.fileName === undefined) lost.current(video.blob)
    },
    [],
  )

  const hold = useCallback((video: VideoFile, problem: unknown) => {
    inHand.current = video
    setSending({ name: 'held', video, problem })
  }, [])

  const send = async (video: VideoFile, input: VideoMessageInput) => {
    inHand.current = video
    setSending({ name: 'saving', video })
    const onUpload = (current: FileUpload | null) => {
      upload.current = current
      setSending(current ? { name: 'uploading', video, upload: current } : { name: 'saving', video })
    }
    try {
      await add({ id: video.id, loaded: null, video: video.blob, input, onUpload })
      inHand.current = null
      onSaved()
    } catch (problem) {
      // Whoever let go of it meanwhile has no use for it.
      if (inHand.current !== video) return
      hold(video, problem)
      if (problem instanceof UploadCancelledError) return
      toastProblem({ title: 'Error', description: problemWords(problem) }, { passing: true })
    }
  }

  return {
    sending,
    /** Keeps a video without sending it. */
    hold,
    /** Uploads and saves; "saved" or "held" is the end of it. */
    send: (video: VideoFile, input: VideoMessageInput) => void send(video, input),
    /** Lets go of a video, and takes back what was sent of it. */
    drop: () => {
      const video = inHand.current
      inHand.current = null
      upload.current?.cancel()
      // What is just being saved is left to be saved: it could come after it was taken back.
      if (video && sending.name !== 'saving') discard({ id: video.id, video: video.blob })
      setSending({ name: 'none' })
    },
  }
}
