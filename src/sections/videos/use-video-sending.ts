import { useCallback, useEffect, useRef, useState } from 'react'
import { type FileUpload, UploadCancelledError } from '@/data/files/uploads'
import { toastProblem } from '@/lib/toasts'
import { useAddVideoMessage, useDiscardVideo, type VideoMessageInput } from './data'
import { problemWords } from './video-words'

/** A video to save: recorded here, or chosen from the device. */
export interface VideoFile {
  /** The id of the row that it is saved in. */
  id: string
  blob: Blob
  /** The name of a chosen file; undefined for a recording, which exists only in this browser. */
  fileName: string | undefined
}

/** The state of sending a video; "held" means that it is only in this browser and not saved. */
export type Sending =
  | { name: 'none' }
  | { name: 'uploading'; video: VideoFile; upload: FileUpload }
  | { name: 'saving'; video: VideoFile }
  | { name: 'held'; video: VideoFile; problem: unknown }

interface Options {
  ownerId: string
  onSaved: () => void
  /** Receives a recording that would be lost, because the component unmounts before it is saved or discarded. */
  onLost: (recording: Blob) => void
}

/**
 * Uploads a video and saves its row. After a failure the video is kept and can be sent again.
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
      // After unmounting, the row would not be saved, so the upload is cancelled.
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
      // The person discarded the video in the meantime, so the failure no longer matters.
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
    /** Uploads and saves the video; ends with onSaved or in the state "held". */
    send: (video: VideoFile, input: VideoMessageInput) => void send(video, input),
    /** Discards a video and deletes what was sent of it. */
    drop: () => {
      const video = inHand.current
      inHand.current = null
      upload.current?.cancel()
      // While the row is being saved it is not deleted, because the save could complete after the deletion.
      if (video && sending.name !== 'saving') discard({ id: video.id, video: video.blob })
      setSending({ name: 'none' })
    },
  }
}
