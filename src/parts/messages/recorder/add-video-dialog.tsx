import { type ChangeEvent, useEffect, useId, useRef, useState } from 'react'
import { canPlay } from '@/browser/files/can-play'
import { downloadBlob } from '@/browser/files/download'
import { prepareUploads } from '@/data/files/uploads'
import type { Designation } from '@/data/people/designations'
import { cleanFileName } from '@/lib/files/stored-names'
import { checkVideo, videoExtension, videoRules } from '@/lib/files/video-format'
import { Button, DialogActions } from '@/ui/base/button'
import { Notice } from '@/ui/base/notice'
import { ConfirmDialog } from '@/ui/dialogs/confirm-dialog'
import { Dialog } from '@/ui/dialogs/dialog'
import { LeaveGuard } from '@/ui/forms/leave-guard'
import { UploadProgress } from '@/ui/forms/upload-progress'
import { useFields } from '@/ui/forms/use-form'
import { earliestDay, toVideoMessageForm, videoMessageSchema } from '../data'
import { VideoFields } from '../fields'
import { HeldPanel } from './held-panel'
import { RecordingPanel } from './recording-panel'
import { StageHeading } from './stage-heading'
import { type RecordingEnd, useRecorder } from './use-recorder'
import { useVideoSending, type VideoFile } from './use-video-sending'

const cameraWords = 'Could not access camera. Please check permissions.'

interface Props {
  ownerId: string
  /** The designees; null when they could not be loaded. */
  people: readonly Designation[] | null
  onClose: () => void
}

/**
 * Adds a video: recorded here, or a file from the device. The upload starts automatically, and the dialog keeps the
 * video until it is saved. The dialog is open while it is mounted.
 */
export function AddVideoDialog({ ownerId, people, onClose }: Props) {
  const earliest = earliestDay(null)
  const form = useFields({ values: toVideoMessageForm(null), schema: videoMessageSchema(earliest) })
  const { sending, upload, send, hold, drop } = useVideoSending({
    ownerId,
    onSaved: onClose,
    onLost: (recording) => saveToDevice(recording, form.getValues().title),
  })
  const [problem, setProblem] = useState<{ title: string; words: string } | null>(null)
  const [checking, setChecking] = useState(false)
  const [ended, setEnded] = useState<RecordingEnd>('stopped')
  const [asking, setAsking] = useState<'close' | 'drop' | null>(null)
  useEffect(prepareUploads, [])

  const sendWith = async (video: VideoFile) => {
    const input = await form.check()
    if (input) await send(video, input)
    else hold({ video, stoppedBy: 'failure', why: { words: 'Please check the fields above first.' } })
  }
  const recorder = useRecorder({
    onRecorded: (blob, end) => {
      setEnded(end)
      void sendWith({ id: crypto.randomUUID(), blob, fileName: undefined })
    },
    onLost: (recording) => saveToDevice(recording, form.getValues().title),
    onEmpty: () => setProblem({ title: 'Nothing was recorded', words: emptyWords }),
    onRefused: () => setProblem({ title: cameraWords, words: cameraHelp }),
  })
  const startRecording = async () => {
    setProblem(null)
    setEnded('stopped')
    // Invalid fields are reported before the recording, not after it.
    if (await form.check()) await recorder.start()
  }
  /** The file that is being looked into; null once the dialog is closed, so that nothing is sent then. */
  const looking = useRef<File>(null)
  useEffect(
    () => () => {
      looking.current = null
    },
    [],
  )
  const takeFile = async (chosen: File) => {
    looking.current = chosen
    setEnded('stopped')
    setProblem(null)
    const checked = await checkVideo(chosen)
    if (looking.current !== chosen) return
    if (checked.problem !== undefined) return setProblem({ title: 'Invalid file', words: checked.problem })
    const video = { id: crypto.randomUUID(), blob: checked.file, fileName: chosen.name }
    const playable = await canPlay(checked.file)
    if (looking.current !== chosen) return
    if (playable) void sendWith(video)
    else hold({ video, stoppedBy: 'unplayable', why: { words: unplayableWords(chosen.name) } })
  }

  const recording = recorder.phase === 'recording'
  const finishing = recorder.phase === 'finishing'
  const inHand = finishing || sending.name !== 'none'
  const unsaved = recording || inHand || form.isDirty
  /** Discards the recording and everything that was sent, because the person chose not to keep the video. */
  const letGo = () => {
    recorder.discard()
    drop()
  }
  const close = () => {
    if (sending.name === 'saving' && !upload) return
    if (unsaved) setAsking('close')
    else onClose()
  }

  return (
    <Dialog
      onClose={close}
      title="Add Video"
      description={
        inHand || recording ? undefined : 'Record yourself here, or upload a video you already have.'
      }
    >
      <form noValidate onSubmit={(event) => event.preventDefault()} className="grid grid-cols-1 gap-5">
        {ended === 'camera-lost' ? (
          <Notice tone="warning" role="status" title="The camera or microphone stopped">
            We kept everything recorded up to then.
          </Notice>
        ) : ended === 'full' ? (
          <Notice tone="info" role="status" title="Recording stopped: it has reached the 500 MB limit">
            We kept everything up to there. You can continue in a second video.
          </Notice>
        ) : null}
        {recording && recorder.stream ? (
          <RecordingPanel
            stream={recorder.stream}
            seconds={recorder.seconds}
            onStop={recorder.stop}
            onDiscard={recorder.discard}
          />
        ) : finishing ? (
          <StageHeading busy>Getting your video ready...</StageHeading>
        ) : upload ? (
          <>
            <StageHeading>Uploading your video</StageHeading>
            <p>Please keep this window open until it’s done.</p>
            <UploadProgress {...upload} />
          </>
        ) : sending.name === 'saving' ? (
          <StageHeading busy>Saving your video...</StageHeading>
        ) : (
          <>
            <VideoFields form={form} people={people} savedPerson={null} earliest={earliest} />
            {sending.name === 'held' ? (
              <HeldPanel
                held={sending}
                onSend={() => void sendWith(sending.video)}
                onSaveToDevice={() => saveToDevice(sending.video.blob, form.getValues().title)}
                onDrop={() => (sending.video.fileName ? drop() : setAsking('drop'))}
              />
            ) : (
              <SourceButtons
                asking={recorder.phase === 'asking'}
                checking={checking}
                problem={problem}
                onRecord={() => void startRecording()}
                onFile={(file) => {
                  setChecking(true)
                  void takeFile(file).finally(() => setChecking(false))
                }}
                onCancel={close}
              />
            )}
          </>
        )}
        {/* Always there, because a status that appears together with its words is often not read out. */}
        <p role="status" className="empty:sr-only">
          {finishing
            ? 'This can take a minute when the recording is long. Please keep this window open: the upload starts automatically.'
            : null}
        </p>
      </form>
      <ConfirmDialog
        open={asking !== null}
        onOpenChange={() => setAsking(null)}
        {...(asking === 'drop' ? dropWords : closeWords(recording, inHand))}
        tone="danger"
        onConfirm={() => {
          const drops = asking === 'drop'
          setAsking(null)
          letGo()
          if (!drops) onClose()
        }}
      />
      <LeaveGuard
        inDialog
        isUnsaved={() => unsaved}
        onLeave={letGo}
        {...(recording || inHand ? leaveWords : {})}
      />
    </Dialog>
  )
}

const cameraHelp =
  'Your browser will ask whether this page can use your camera and microphone: please allow both. Another program may also be using the camera. You can record with your phone instead, and upload the file here.'

const emptyWords =
  'The recording ended before your camera had sent a picture, so there’s nothing to save. Please start again, and wait until you see yourself before you speak.'

const unplayableWords = (name: string) =>
  `“${name}” may be damaged, or in a format that only some devices play, so the people it’s for may not be able to play it either. If you can, save it as MP4 and choose that file.`

const dropWords = {
  title: 'Discard this recording?',
  consequence: 'It isn’t saved, and you won’t be able to get it back.',
  confirmLabel: 'Discard recording',
  cancelLabel: 'Keep it',
}

const leaveWords = {
  title: 'Leave without saving the video?',
  consequence: 'The video isn’t saved yet. If you leave now, you’ll lose the recording or the upload.',
}

function closeWords(recording: boolean, inHand: boolean) {
  if (recording)
    return {
      title: 'Stop without saving?',
      consequence: 'You’ll lose what you’ve recorded so far. It’s still recording while you decide.',
      confirmLabel: 'Stop without saving',
      cancelLabel: 'Keep recording',
    }
  return {
    title: 'Close without saving?',
    consequence: inHand
      ? 'The video isn’t saved yet. If you close this now, the upload will stop and you’ll lose the recording.'
      : 'If you close this now, you’ll lose what you’ve typed.',
    confirmLabel: 'Close without saving',
    cancelLabel: 'Stay here',
  }
}

function saveToDevice(video: Blob, title: string) {
  downloadBlob(`${cleanFileName(title.trim() || 'video')}.${videoExtension(video.type)}`, video)
}

interface SourceProps {
  /** True while the browser asks for permission to use the camera. */
  asking: boolean
  /** True while a chosen file is looked into. */
  checking: boolean
  problem: { title: string; words: string } | null
  onRecord: () => void
  onFile: (file: File) => void
  onCancel: () => void
}

function SourceButtons({ asking, checking, problem, onRecord, onFile, onCancel }: SourceProps) {
  const input = useRef<HTMLInputElement>(null)
  const hintId = useId()
  const take = (event: ChangeEvent<HTMLInputElement>) => {
    const file = event.target.files?.[0]
    // Reset, so that choosing the same file again fires a change event.
    event.target.value = ''
    if (file) onFile(file)
  }
  return (
    <div>
      <p id={hintId} className="text-ink-soft">
        Files can be MP4, WebM or MOV, up to 500 MB. That’s about 40 minutes of recording.
      </p>
      {problem ? (
        <Notice tone="danger" role="alert" className="mt-4" title={problem.title}>
          {problem.words}
        </Notice>
      ) : null}
      <input
        ref={input}
        type="file"
        aria-label="Video file"
        aria-describedby={hintId}
        className="sr-only"
        tabIndex={-1}
        accept={videoRules.types.join(',')}
        onChange={take}
      />
      <DialogActions>
        <Button
          variant="primary"
          icon="video"
          busy={asking}
          busyLabel="Opening the camera..."
          disabled={checking}
          onClick={onRecord}
        >
          Start Recording
        </Button>
        <Button
          icon="upload"
          disabled={asking}
          busy={checking}
          busyLabel="Checking the file..."
          onClick={() => input.current?.click()}
        >
          Upload File
        </Button>
        <Button onClick={onCancel}>Cancel</Button>
      </DialogActions>
    </div>
  )
}
