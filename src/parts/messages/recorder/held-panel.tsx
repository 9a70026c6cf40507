import { Button, DialogActions } from '@/ui/base/button'
import { Notice } from '@/ui/base/notice'
import { ClosedNotice, useRefusal } from '@/ui/base/way-out-of-closed'
import { StageHeading } from './stage-heading'
import type { HeldVideo } from './use-video-sending'

interface Props {
  held: HeldVideo
  onSend: () => void
  onSaveToDevice: () => void
  onDrop: () => void
}

const tones = { person: 'info', failure: 'danger', unplayable: 'warning' } as const
const titles = {
  person: 'Upload canceled',
  failure: 'The video isn’t saved',
  unplayable: 'This browser can’t play this video',
}

/** A video that is only in this browser: why it was not saved, and what the person can do with it. */
export function HeldPanel({ held, onSend, onSaveToDevice, onDrop }: Props) {
  const { video, stoppedBy, why } = held
  const { closed, sentence } = useRefusal('problem' in why ? why.problem : null)
  const where = video.fileName
    ? 'The file on your device hasn’t changed.'
    : 'The recording is still here, in this browser only, for as long as this window is open.'
  return (
    <div className="grid gap-4">
      <StageHeading>Not saved yet</StageHeading>
      {closed ? (
        <ClosedNotice closed={closed}>{where}</ClosedNotice>
      ) : (
        <Notice tone={tones[stoppedBy]} role="alert" title={titles[stoppedBy]}>
          <p>{'words' in why ? why.words : sentence}</p>
          {stoppedBy === 'unplayable' ? null : <p>{where}</p>}
        </Notice>
      )}
      <DialogActions>
        <Button variant="primary" onClick={onSend}>
          {stoppedBy === 'unplayable' ? 'Upload it anyway' : 'Try again'}
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
