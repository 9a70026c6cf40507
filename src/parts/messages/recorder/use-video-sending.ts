import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useUpload } from '@/data/files/use-upload'
import { errorCode } from '@/lib/errors'
import { useAddVideoMessage, useDiscardVideo, type VideoMessageInput } from '../data'

/** A video to save: recorded here, or chosen from the device. */
export interface VideoFile {
  /** The id of the row that it is saved in. */
  id: string
  blob: Blob
  /** The name of a chosen file; undefined for a recording, which exists only in this browser. */
  fileName: string | undefined
}

/** A video that is only in this browser, and why it is not saved. */
export interface HeldVideo {
  video: VideoFile
  /** What stopped it; "unplayable" is a chosen file that this browser cannot play, and that was not sent yet. */
  stoppedBy: 'person' | 'failure' | 'unplayable'
  why: { words: string } | { problem: unknown }
}

type Sending = { name: 'none' } | { name: 'saving' } | ({ name: 'held' } & HeldVideo)

interface Options {
  ownerId: string
  onSaved: () => void
  /** Receives a recording that would be lost, because the component unmounts before it is saved or discarded. */
  onLost: (recording: Blob) => void
}

/** Uploads a video and saves its row. After a failure the video is kept and can be sent again. */
export function useVideoSending({ ownerId, onSaved, onLost }: Options) {
  const [sending, setSending] = useState<Sending>({ name: 'none' })
  const { mutateAsync: add } = useAddVideoMessage(ownerId)
  const { mutate: discard } = useDiscardVideo(ownerId)
  const { upload, onUpload } = useUpload()
  const inHand = useRef<VideoFile | null>(null)
  const leave = useEffectEvent(() => {
    // After unmounting, the row would not be saved, so the upload is cancelled.
    upload?.onCancel()
    const video = inHand.current
    inHand.current = null
    if (video && video.fileName === undefined) onLost(video.blob)
  })
  useEffect(() => () => leave(), [])

  const hold = (held: HeldVideo) => {
    inHand.current = held.video
    setSending({ name: 'held', ...held })
  }

  const send = async (video: VideoFile, input: VideoMessageInput) => {
    inHand.current = video
    setSending({ name: 'saving' })
    try {
      await add({ id: video.id, loaded: null, file: video.blob, input, onUpload })
      inHand.current = null
      onSaved()
    } catch (problem) {
      // The person discarded the video in the meantime, so the failure no longer matters.
      if (inHand.current !== video) return
      if (errorCode(problem) === 'upload_cancelled')
        return hold({ video, stoppedBy: 'person', why: { words: 'You canceled the upload.' } })
      hold({ video, stoppedBy: 'failure', why: { problem } })
    }
  }

  return {
    sending,
    /** The running upload, as UploadProgress shows it; null while there is none. */
    upload,
    /** Keeps a video without sending it. */
    hold,
    /** Uploads and saves the video; ends with onSaved or in the state "held". */
    send: (video: VideoFile, input: VideoMessageInput) => void send(video, input),
    /** Discards a video and deletes what was sent of it. */
    drop: () => {
      const video = inHand.current
      inHand.current = null
      upload?.onCancel()
      // While the row is being saved it is not deleted, because the save could complete after the deletion.
      if (video && (upload || sending.name !== 'saving')) discard({ id: video.id, file: video.blob })
      setSending({ name: 'none' })
    },
  }
}
