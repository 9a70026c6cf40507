import { useCallback, useEffect, useRef, useState } from 'react'
import { plainType, recordingFormat, videoRules } from '@/lib/files/video-format'
import { withDuration } from './webm'

/** In bytes. Recording stops automatically a little below the largest video that can be stored: about 40 minutes. */
const FULL = videoRules.limit - 8 * 1024 * 1024
const BITS_PER_SECOND = 1_500_000

/** Why a recording ended. */
export type RecordingEnd = 'stopped' | 'camera-lost' | 'full'

interface Options {
  /** Receives the recording, also when the camera failed during it. */
  onRecorded: (video: Blob, end: RecordingEnd) => void
  /** Receives the recording when the component unmounts during it. */
  onLost: (video: Blob) => void
  /** Called when the camera or the microphone is not available. */
  onRefused: () => void
}

interface Session {
  stream: MediaStream
  recorder: MediaRecorder
}

function release(stream: MediaStream | undefined): void {
  for (const track of stream?.getTracks() ?? []) track.stop()
}

/**
 * Records from the camera and the microphone: idle, then recording, then stopped. Both devices are released when the
 * recording stops or fails, and when the component unmounts.
 */
export function useRecorder({ onRecorded, onLost, onRefused }: Options) {
  const [phase, setPhase] = useState<'idle' | 'asking' | 'recording' | 'stopped'>('idle')
  const [stream, setStream] = useState<MediaStream | null>(null)
  const [seconds, setSeconds] = useState(0)
  const session = useRef<Session | null>(null)
  /** Counts the recordings, so that events of a discarded recording are ignored. */
  const turn = useRef(0)
  const handlers = useRef({ onRecorded, onLost, onRefused })
  useEffect(() => {
    handlers.current = { onRecorded, onLost, onRefused }
  })

  /** Ends the recording without keeping it. */
  const discard = useCallback(() => {
    turn.current += 1
    const current = session.current
    session.current = null
    if (current && current.recorder.state !== 'inactive') current.recorder.stop()
    release(current?.stream)
    setStream(null)
    setPhase('idle')
  }, [])
  /** The recording that was running when the component unmounted. */
  const orphan = useRef<Session | null>(null)
  useEffect(
    () => () => {
      orphan.current = session.current
      discard()
    },
    [discard],
  )

  const start = async () => {
    turn.current += 1
    const mine = turn.current
    const isCurrent = () => turn.current === mine
    setPhase('asking')
    setSeconds(0)
    let camera: MediaStream | undefined
    try {
      camera = await navigator.mediaDevices.getUserMedia({
        video: { width: { ideal: 1280 }, height: { ideal: 720 }, facingMode: 'user' },
        audio: true,
      })
      if (!isCurrent()) return release(camera)
      const recorder = record(camera, (video, end) => {
        release(camera)
        if (video && orphan.current?.recorder === recorder) handlers.current.onLost(video)
        if (!isCurrent()) return
        session.current = null
        setStream(null)
        setPhase('stopped')
        if (video) handlers.current.onRecorded(video, end)
        else handlers.current.onRefused()
      })
      session.current = { stream: camera, recorder }
      setStream(camera)
      setPhase('recording')
    } catch {
      release(camera)
      if (!isCurrent()) return
      setPhase('idle')
      handlers.current.onRefused()
    }
  }

  useEffect(() => {
    if (phase !== 'recording') return
    const began = performance.now()
    const timer = setInterval(() => setSeconds((performance.now() - began) / 1000), 500)
    return () => clearInterval(timer)
  }, [phase])

  return {
    phase,
    /** The camera's stream, for the preview. */
    stream,
    /** The length of the recording so far. */
    seconds,
    start: () => void start(),
    stop: () => session.current?.recorder.stop(),
    discard,
  }
}

/** @param onEnd receives the video; null when nothing was recorded */
function record(stream: MediaStream, onEnd: (video: Blob | null, end: RecordingEnd) => void): MediaRecorder {
  const format = recordingFormat((type) => MediaRecorder.isTypeSupported(type))
  const recorder = new MediaRecorder(stream, {
    ...(MediaRecorder.isTypeSupported(format) ? { mimeType: format } : {}),
    videoBitsPerSecond: BITS_PER_SECOND,
  })
  const parts: Blob[] = []
  let size = 0
  let end: RecordingEnd = 'stopped'
  let began = 0
  recorder.addEventListener('start', () => {
    began = performance.now()
  })
  recorder.addEventListener('dataavailable', ({ data }) => {
    if (data.size === 0) return
    parts.push(data)
    size += data.size
    if (size > FULL && recorder.state === 'recording') {
      end = 'full'
      recorder.stop()
    }
  })
  for (const track of stream.getTracks()) {
    // "ended" fires only when the device disconnects, not when the app releases it.
    track.addEventListener('ended', () => {
      end = 'camera-lost'
      if (recorder.state !== 'inactive') recorder.stop()
    })
  }
  recorder.addEventListener('error', () => {
    end = 'camera-lost'
  })
  recorder.addEventListener('stop', async () => {
    const seconds = (performance.now() - began) / 1000
    const type = plainType(recorder.mimeType || format)
    const video = new Blob(parts, { type })
    release(stream)
    if (size === 0) return onEnd(null, end)
    onEnd(type === 'video/webm' ? await withDuration(video, seconds).catch(() => video) : video, end)
  })
  // The recorder delivers data every second, so that little is lost when the camera fails.
  recorder.start(1000)
  return recorder
}
