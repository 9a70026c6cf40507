import { type RefObject, useEffect, useRef, useState } from 'react'
import type { FirstFrame } from '@/browser/files/first-frame'
import { LINK_SECONDS } from '@/lib/files/storage'
import { formatDuration } from '@/lib/text'
import { Button } from '@/ui/base/button'
import { Notice } from '@/ui/base/notice'
import { errorSentenceOfReading } from '@/words/refusals'
import { SaveFileButton } from './file-buttons'

export interface VideoPlayerProps {
  /** Names the video to assistive technology. */
  title: string
  /**
   * Makes a link to play the video or to save the file. Called only when the button is pressed, and again when a link
   * has expired.
   */
  makeLink: (purpose: 'play' | 'save') => Promise<string>
  /** Shown before the person presses play; null or left out for a quiet box. */
  frame?: FirstFrame | null
  /** What is said and when, as WebVTT: the player can show it. Null or left out where there are none. */
  captions?: string | null
  /** Shown when no link can be made. */
  noLinkTitle?: string | undefined
}

type Stage =
  | { name: 'waiting' }
  | { name: 'opening' }
  | { name: 'playing'; link: string; runsOutAt: number; autoPlay: boolean }
  | { name: 'failed'; title: string; reason: string; maySave: boolean }

const UNPLAYABLE = 'Unable to load video preview'

/**
 * One video. Nothing plays before the person presses play. If the link expires meanwhile, a new one is made
 * and the video continues where it was; if that is refused because the plan was closed, the video stops and says so.
 */
export function VideoPlayer({
  title,
  makeLink,
  frame,
  captions = null,
  noLinkTitle = UNPLAYABLE,
}: VideoPlayerProps) {
  const [stage, setStage] = useState<Stage>({ name: 'waiting' })
  const video = useRef<HTMLVideoElement>(null)
  /** Where playback continues, in seconds. */
  const position = useRef(0)
  const asking = useRef(false)

  const fail = (failure: Omit<Extract<Stage, { name: 'failed' }>, 'name'>) => {
    position.current = video.current?.currentTime ?? position.current
    setStage({ name: 'failed', ...failure })
  }
  const open = async () => {
    if (asking.current) return
    asking.current = true
    // Counted from the request, so it is never later than on the server's clock, which drops fractions of a second.
    const runsOutAt = Date.now() + (LINK_SECONDS - 1) * 1000
    try {
      const link = await makeLink('play')
      position.current = video.current?.currentTime ?? position.current
      // A video that was paused stays paused.
      setStage({
        name: 'playing',
        link,
        runsOutAt,
        autoPlay: video.current === null || !video.current.paused,
      })
    } catch (error) {
      fail({ title: noLinkTitle, reason: errorSentenceOfReading(error), maySave: false })
    } finally {
      asking.current = false
    }
  }
  const start = () => {
    setStage({ name: 'opening' })
    void open()
  }

  if (stage.name === 'failed') {
    return <Failed {...stage} onRetry={start} makeLink={() => makeLink('save')} />
  }
  if (stage.name === 'playing') {
    const hasRunOut = () => Date.now() >= stage.runsOutAt
    return (
      <Playing
        title={title}
        captions={captions}
        video={video}
        link={stage.link}
        autoPlay={stage.autoPlay}
        from={position}
        // An expired link delivers nothing more; some browsers wait for it and report no error.
        onWaiting={() => {
          if (hasRunOut()) void open()
        }}
        onError={() => {
          if (hasRunOut() || asking.current) void open()
          else {
            const reason = errorSentenceOfReading({ code: 'video_unplayable' })
            fail({ title: UNPLAYABLE, reason, maySave: true })
          }
        }}
      />
    )
  }
  return (
    <div className="relative grid aspect-video w-full items-end justify-items-start overflow-hidden rounded-control p-3 border border-line bg-well print:hidden">
      {frame ? (
        // The button is in a corner, because the middle of the picture is a face.
        <img src={frame.picture} alt="" className="absolute inset-0 size-full object-contain" />
      ) : (
        <div
          aria-hidden="true"
          className="rings absolute -right-16 -bottom-20 size-56 text-heart opacity-15"
        />
      )}
      {frame?.seconds ? (
        <p className="absolute right-2 bottom-2 rounded-small bg-sheet px-2 text-small text-ink tabular-nums">
          <span className="sr-only">Length: </span>
          {formatDuration(frame.seconds)}
        </p>
      ) : null}
      <Button
        className="relative"
        icon="play"
        busy={stage.name === 'opening'}
        busyLabel="Opening..."
        aria-label={`Play ${title}`}
        onClick={start}
      >
        Play
      </Button>
    </div>
  )
}

interface PlayingProps {
  title: string
  captions: string | null
  video: RefObject<HTMLVideoElement | null>
  link: string
  autoPlay: boolean
  from: RefObject<number>
  onWaiting: () => void
  onError: () => void
}

function Playing({ title, captions, video, link, autoPlay, from, onWaiting, onError }: PlayingProps) {
  // The button that was pressed is gone, so the player takes the focus.
  useEffect(() => video.current?.focus(), [video])
  const track = useCaptionsLink(captions)
  return (
    // biome-ignore lint/a11y/useMediaCaption: they are the owner's to add; a transcript stands beside the player
    <video
      aria-label={title}
      ref={video}
      src={link}
      className="aspect-video w-full rounded-control bg-well print:hidden"
      controls
      autoPlay={autoPlay}
      playsInline
      onLoadedMetadata={({ currentTarget }) => {
        if (from.current > 0) currentTarget.currentTime = from.current
      }}
      onWaiting={onWaiting}
      onError={onError}
    >
      {track === null ? null : <track src={track} kind="captions" label="Captions" default />}
    </video>
  )
}

/**
 * A link to the captions for a track, for as long as they are shown; null while there are none. They are written from words
 * and times alone, so it does not matter what else was in the file that they came from.
 */
function useCaptionsLink(captions: string | null): string | null {
  const [link, setLink] = useState<string | null>(null)
  useEffect(() => {
    if (captions === null) return
    let isShown = true
    let made: string | null = null
    const make = async () => {
      // Most videos have none, and the first seconds play without.
      const { captionsFile, parseCaptions } = await import('@/lib/captions')
      const cues = parseCaptions(captions)
      if (!isShown || cues === null) return
      made = URL.createObjectURL(new Blob([captionsFile(cues)], { type: 'text/vtt' }))
      setLink(made)
    }
    // Without a connection the video plays without them.
    make().catch(() => {})
    return () => {
      isShown = false
      if (made !== null) URL.revokeObjectURL(made)
      setLink(null)
    }
  }, [captions])
  return link
}

interface FailedProps {
  title: string
  reason: string
  maySave: boolean
  onRetry: () => void
  makeLink: () => Promise<string>
}

function Failed({ title, reason, maySave, onRetry, makeLink }: FailedProps) {
  const retry = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    // The element that had the focus is gone.
    if (document.activeElement === document.body) retry.current?.focus()
  }, [])
  return (
    <Notice
      tone="danger"
      role="alert"
      title={title}
      action={
        <>
          <Button ref={retry} icon="retry" onClick={onRetry}>
            Try again
          </Button>
          {maySave ? <SaveFileButton link={makeLink}>Save to this device</SaveFileButton> : null}
        </>
      }
    >
      <p>{reason}</p>
    </Notice>
  )
}
