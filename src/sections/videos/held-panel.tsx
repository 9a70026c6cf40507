import { Button } from '@/ui/button'
import { DialogActions } from '@/ui/dialog-actions'
import { Notice } from '@/ui/notice'
import { StageHeading } from './stage-heading'
import type { HeldVideo } from './use-video-sending'

interface Props {
  held: HeldVideo
  onSend: () => void
  onSaveToDevice: () => void
  onDrop: () => void
}

/** A video that is only in this browser: why it was not saved, and what the person can do with it. */
export function HeldPanel({ held: { video, cancelled, reason }, onSend, onSaveToDevice, onDrop }: Props) {
  return (
    <div className="grid gap-4">
      <StageHeading>Not saved yet</StageHeading>
      <Notice
        tone={cancelled ? 'info' : 'danger'}
        role="alert"
        title={cancelled ? 'Upload cancelled' : 'The video is not saved'}
      >
        <p>{reason}</p>
        <p>
          {video.fileName
            ? 'The file on your device is as it was.'
            : 'The recording is still here, in this browser only, for as long as this window is open.'}
        </p>
      </Notice>
      <DialogActions>
        <Button variant="primary" onClick={onSend}>
          Try again
        </Button>
        {video.fileName ? null : (
          <Button icon="document" onClick={onSaveToDevice}>
            Save to this device
          </Button>
        )}
        <Button onClick={onDrop}>{video.fileName ? 'Choose another video' : 'Discard recording'}</Button>
      </DialogActions>
    </div>
  )
}
