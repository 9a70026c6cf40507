import { UploadCancelledError } from '@/data/uploads'
import { errorCode, errorSentence } from '@/lib/errors'
import { Button } from '@/ui/button'
import { DialogActions } from '@/ui/dialog'
import { Notice } from '@/ui/notice'
import { InvalidDetailsError } from './invalid-details-error'
import { StageHeading } from './stage-heading'
import type { VideoFile } from './use-video-sending'

interface Props {
  video: VideoFile
  /** Why it is not saved. */
  problem: unknown
  onSend: () => void
  onSaveToDevice: () => void
  onDrop: () => void
}

function words(problem: unknown): string {
  if (problem instanceof InvalidDetailsError) return 'Please look at the fields above first.'
  if (problem instanceof UploadCancelledError) return 'You cancelled the upload.'
  return errorCode(problem) === '42501' || errorCode(problem) === 'storage_403'
    ? 'Your plan takes no changes at the moment: your membership has ended, or your death was reported and verified.'
    : errorSentence(problem)
}

/** A video that is in this browser only: why, and what can be done with it. */
export function HeldPanel({ video, problem, onSend, onSaveToDevice, onDrop }: Props) {
  return (
    <div className="grid gap-4">
      <StageHeading>Not saved yet</StageHeading>
      <Notice
        tone={problem instanceof UploadCancelledError ? 'info' : 'danger'}
        role="alert"
        title={problem instanceof UploadCancelledError ? 'Upload cancelled' : 'The video is not saved'}
      >
        <p>{words(problem)}</p>
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
