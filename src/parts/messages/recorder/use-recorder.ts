import { useCallback, useEffect, useRef, useState } from 'react'
import { plainType, recordingFormat, videoRules } from '@/lib/files/video-format'

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
  /** Called when a recording ended before the camera had sent anything. */
  onEmpty: () => void
  /** Called when the camera or the microphone is not available. */
  onRefused: () => void
}

interface Recording {
  /** Null until the browser has given the camera. */
  recorder: MediaRecorder | null
  /** What becomes of it when it ends: "lost" when the component unmounts during it. */
  fate: 'recorded' | 'lost' | 'discarded'
}

function release(stream: MediaStream | undefined): void {
  for (const track of stream?.getTracks() ?? []) track.stop()
}

/**
 * Records from the camera and the microphone. Both devices are released when the recording stops or fails, and when the
 * component unmounts.
 */
export function useRecorder({ onRecorded, onLost, onEmpty, onRefused }: Options) {
  const [phase, setPhase] = useState<'idle' | 'asking' | 'recording' | 'finishing'>('idle')
  const [stream, setStream] = useState<MediaStream | null>(null)
  const [seconds, setSeconds] = useState(0)
  const current = useRef<Recording | null>(null)
  const handlers = useRef({ onRecorded, onLost, onEmpty, onRefused })
  useEffect(() => {
    handlers.current = { onRecorded, onLost, onEmpty, onRefused }
  })

  const rest = useCallback(() => {
    current.current = null
    setStream(null)
    setPhase('idle')
  }, [])
  const end = useCallback(
    (fate: 'lost' | 'discarded') => {
      const recording = current.current
      if (!recording) return
      recording.fate = fate
      if (recording.recorder && recording.recorder.state !== 'inactive') recording.recorder.stop()
      rest()
    },
    [rest],
  )
  useEffect(() => () => end('lost'), [end])

  const start = async () => {
    end('discarded')
    const mine: Recording = { recorder: null, fate: 'recorded' }
    current.current = mine
    setPhase('asking')
    setSeconds(0)
    let camera: MediaStream | undefined
    try {
      camera = await navigator.mediaDevices.getUserMedia({
        video: { width: { ideal: 1280 }, height: { ideal: 720 }, facingMode: 'user' },
        audio: true,
      })
      if (mine.fate !== 'recorded') return release(camera)
      mine.recorder = record(camera, {
        onStopped: () => {
          if (mine.fate !== 'recorded') return
          setStream(null)
          setPhase('finishing')
        },
        onEnd: (video, ending) => {
          if (mine.fate === 'lost' && video) handlers.current.onLost(video)
          if (mine.fate !== 'recorded') return
          rest()
          if (video) handlers.current.onRecorded(video, ending)
          else handlers.current.onEmpty()
        },
      })
      setStream(camera)
      setPhase('recording')
    } catch {
      release(camera)
      if (mine.fate !== 'recorded') return
      rest()
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
    /** "finishing" is from the end of the recording until it can be sent: with a long one that takes a while. */
    phase,
    /** The camera's stream, for the preview. */
    stream,
    /** The length of the recording so far. */
    seconds,
    start: () => void start(),
    stop: () => current.current?.recorder?.stop(),
    /** Ends the recording without keeping it. */
    discard: () => end('discarded'),
  }
}

interface RecordOptions {
  /** Called when the devices are released, before the video is made ready. */
  onStopped: () => void
  /** Receives the video; null when nothing was recorded. */
  onEnd: (video: Blob | null, end: RecordingEnd) => void
}

function record(stream: MediaStream, { onStopped, onEnd }: RecordOptions): MediaRecorder {
  const format = recordingFormat((type) => MediaRecorder.isTypeSupported(type))
  const recorder = new MediaRecorder(stream, {
    ...(MediaRecorder.isTypeSupported(format) ? { mimeType: format } : {}),
    videoBitsPerSecond: BITS_PER_SECOND,
  })
  // Loaded while the person speaks. What was recorded is kept as it is if that fails.
  const loading = import('./seekable')
  loading.catch(() => {})
  const parts: Blob[] = []
  let size = 0
  let end: RecordingEnd = 'stopped'
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
    const type = plainType(recorder.mimeType || format)
    const video = new Blob(parts, { type })
    release(stream)
    if (size === 0) return onEnd(null, end)
    onStopped()
    const seekable = await loading.then(({ asSeekable }) => asSeekable(video)).catch(() => video)
    onEnd(seekable, end)
  })
  // The recorder delivers data every second, so that little is lost when the camera fails.
  recorder.start(1000)
  return recorder
}
