import { useEffect, useRef, useState } from 'react'
import { formatDuration } from '@/lib/text'
import { Button, DialogActions } from '@/ui/base/button'
import { ConfirmDialog } from '@/ui/dialogs/confirm-dialog'
import { StageHeading } from './stage-heading'

interface Props {
  stream: MediaStream
  seconds: number
  onStop: () => void
  onDiscard: () => void
}

/** Shown while recording: the camera's picture, the elapsed time, and the buttons to stop or discard. */
export function RecordingPanel({ stream, seconds, onStop, onDiscard }: Props) {
  const preview = useRef<HTMLVideoElement>(null)
  const [asking, setAsking] = useState(false)
  useEffect(() => {
    if (preview.current) preview.current.srcObject = stream
  }, [stream])

  return (
    <div className="grid gap-4">
      <StageHeading>Recording</StageHeading>
      <video
        ref={preview}
        aria-label="What your camera sees"
        className="aspect-video w-full -scale-x-100 rounded-control bg-well"
        muted
        autoPlay
        playsInline
      />
      {/* The role "timer" is not announced automatically; announcing every second would be a nuisance. */}
      <p role="timer" className="text-lead tabular-nums">
        {formatDuration(seconds)}
      </p>
      <p className="text-ink-soft">
        Take your time. When you stop, we’ll upload and save the video. You can watch it then, and delete it
        if you don’t like it.
      </p>
      <DialogActions>
        <Button variant="primary" onClick={onStop}>
          Stop & Save
        </Button>
        <Button onClick={() => setAsking(true)}>Discard recording</Button>
      </DialogActions>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title="Discard this recording?"
        consequence="You’ll lose what you’ve recorded so far. It’s still recording while you decide."
        confirmLabel="Discard recording"
        cancelLabel="Keep recording"
        tone="danger"
        onConfirm={onDiscard}
      />
    </div>
  )
}
