import { useEffect, useRef, useState } from 'react'
import { Button } from './button'
import { Notice } from './notice'

export interface VideoPlayerProps {
  /** Names the video to assistive technology. */
  title: string
  /** Makes the link, each time that somebody presses play; never before. */
  makeLink: () => Promise<string>
}

type Stage =
  | { name: 'waiting' }
  | { name: 'opening' }
  | { name: 'playing'; link: string }
  | { name: 'failed' }

/** One video. Nothing plays, and nothing is fetched, before somebody presses play. */
export function VideoPlayer({ title, makeLink }: VideoPlayerProps) {
  const [stage, setStage] = useState<Stage>({ name: 'waiting' })
  /** Where it stopped, when its link has run out in between. */
  const position = useRef(0)
  const play = async () => {
    setStage({ name: 'opening' })
    try {
      setStage({ name: 'playing', link: await makeLink() })
    } catch {
      setStage({ name: 'failed' })
    }
  }

  if (stage.name === 'failed') {
    return (
      <Notice
        tone="danger"
        role="alert"
        title="Unable to load video preview"
        action={
          <Button icon="retry" onClick={() => void play()}>
            Try again
          </Button>
        }
      />
    )
  }
  if (stage.name === 'playing') {
    return (
      <Playing
        title={title}
        link={stage.link}
        from={position}
        onFailed={() => setStage({ name: 'failed' })}
      />
    )
  }
  return (
    <div className="relative grid aspect-video w-full place-items-center overflow-hidden rounded-control border border-line bg-well print:hidden">
      <div aria-hidden="true" className="rings absolute -right-16 -bottom-20 size-56 text-heart opacity-15" />
      <Button
        icon="video"
        busy={stage.name === 'opening'}
        busyLabel="Opening…"
        aria-label={`Play ${title}`}
        onClick={() => void play()}
      >
        Play
      </Button>
    </div>
  )
}

interface PlayingProps {
  title: string
  link: string
  /** Where to go on. Kept when playing fails. */
  from: { current: number }
  onFailed: () => void
}

function Playing({ title, link, from, onFailed }: PlayingProps) {
  const video = useRef<HTMLVideoElement>(null)
  // The button that was pressed is gone: its place is the player's.
  useEffect(() => video.current?.focus(), [])
  // No captions: these are people's own recordings, and what is said stands in the transcript beside them.
  const words = { 'aria-label': title }
  return (
    <video
      {...words}
      ref={video}
      src={link}
      className="aspect-video w-full rounded-control bg-well"
      controls
      autoPlay
      playsInline
      onLoadedMetadata={({ currentTarget }) => {
        if (from.current > 0) currentTarget.currentTime = from.current
      }}
      onError={({ currentTarget }) => {
        from.current = currentTarget.currentTime
        onFailed()
      }}
    />
  )
}
