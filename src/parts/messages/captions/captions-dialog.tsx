import { type ChangeEvent, useRef, useState } from 'react'
import { fileLink } from '@/data/files/storage'
import { captionsFile, parseCaptions } from '@/lib/captions'
import { count } from '@/lib/text'
import { type RowDialogProps, useRowForm } from '@/parts/kit/row-dialog'
import { Button } from '@/ui/base/button'
import { Notice } from '@/ui/base/notice'
import { VersionedFormDialog } from '@/ui/dialogs/form-dialog'
import { TextArea } from '@/ui/forms/field'
import { VideoPlayer } from '@/ui/media/video-player'
import {
  type Message,
  TRANSCRIPT_LIMIT,
  useSaveVideoMessage,
  type VideoMessage,
  videoMessages,
} from '../data'
import { useFirstFrame } from '../video/use-first-frame'
import { videoFile } from '../words'
import {
  type CaptionsForm,
  type CaptionsInput,
  captionsSchema,
  readCaptionsFile,
  toCaptionsForm,
} from './captions-file'
import { movedFrom, spreadOver } from './timing'

/** How far a press moves what is said, in seconds. */
const STEP = 0.5

interface Props extends Omit<RowDialogProps<Message>, 'row'> {
  video: VideoMessage
}

/** The captions of a video: made from what is said in it, or from a file, and moved while it plays until they fit. */
export function CaptionsDialog({ video, ...props }: Props) {
  const { mutateAsync: save } = useSaveVideoMessage(props.ownerId)
  const editing = useRowForm<Message, CaptionsForm, CaptionsInput>(
    { ...props, row: video },
    {
      list: videoMessages,
      schema: captionsSchema,
      toValues: toCaptionsForm,
      save: ({ input, loaded }) => save({ input, loaded: loaded ?? video }),
    },
  )
  const { values, problems, set, field } = editing
  const { card, frame } = useFirstFrame(video, () => fileLink(videoFile(video, 'play')))
  const [undos, setUndos] = useState<readonly string[]>([])
  const [problem, setProblem] = useState<string | null>(null)
  const [said, setSaid] = useState('')

  const player = () => card.current?.querySelector('video') ?? null
  /** How long the video is; null while that is not known. */
  const length = (): number | null => {
    const seconds = player()?.duration
    return seconds !== undefined && Number.isFinite(seconds) ? seconds : (frame?.seconds ?? null)
  }
  const change = (captions: string, words: string) => {
    setProblem(null)
    setUndos((before) => [...before, values.captions])
    set({ captions })
    setSaid(words)
  }
  const make = () => {
    const seconds = length()
    if (seconds === null)
      return setProblem('Press play for a moment first: we don’t know how long this video is yet.')
    const cues = spreadOver(values.transcript, seconds)
    if (cues.length === 0) return setProblem('Write down what you say in the video first.')
    change(captionsFile(cues), `${count(cues.length, 'caption')} made. Play the video to see them.`)
  }
  const cues = parseCaptions(values.captions)
  const move = (by: number) => {
    if (!cues) return
    const at = player()?.currentTime ?? 0
    const end = length() ?? cues.at(-1)?.end ?? 0
    change(captionsFile(movedFrom(cues, at, by, end)), by < 0 ? 'Moved earlier.' : 'Moved later.')
  }
  const undo = () => {
    const before = undos.at(-1)
    if (before === undefined) return
    setUndos(undos.slice(0, -1))
    set({ captions: before })
    setSaid('Undone.')
  }
  const take = async (file: File) => {
    const read = await readCaptionsFile(file)
    if ('problem' in read) setProblem(read.problem)
    else change(read.captions, 'Read from the file. Play the video to see whether they fit.')
  }
  const wrong = problem ?? problems.captions

  return (
    <VersionedFormDialog
      editing={editing}
      onClose={editing.onClose}
      title="Captions"
      description="They show what you say, on the video itself, for people who can’t hear it."
      what="this video"
      submitLabel="Save captions"
    >
      <div ref={card}>
        <VideoPlayer
          title={video.title}
          frame={frame}
          captions={values.captions || null}
          makeLink={(purpose) => fileLink(videoFile(video, purpose))}
        />
      </div>
      {cues ? (
        <fieldset className="grid max-w-form gap-3">
          <legend className="mb-1.5 font-semibold">Do they fit?</legend>
          <p className="text-ink-soft">
            Play the video. Where the words come too late or too early, press a button: they move from that
            moment on.
          </p>
          <div className="row-of-actions">
            <Button onClick={() => move(-STEP)}>Half a second earlier</Button>
            <Button onClick={() => move(STEP)}>Half a second later</Button>
            <Button variant="quiet" disabled={undos.length === 0} onClick={undo}>
              Undo
            </Button>
            <Button
              variant="quiet"
              onClick={() => change('', 'Taken out. Save to remove them from the video.')}
            >
              Take captions out
            </Button>
          </div>
        </fieldset>
      ) : null}
      <TextArea
        label="What you say in the video"
        hint="We’ll spread it over the length of the video, and keep it as its transcript."
        rows={6}
        limit={TRANSCRIPT_LIMIT}
        {...field('transcript')}
      />
      <div className="flex flex-wrap gap-3">
        <Button onClick={make}>{cues ? 'Make captions again' : 'Make captions from this'}</Button>
        <FileButton onFile={(file) => void take(file)} />
      </div>
      {wrong ? (
        <Notice tone="danger" role="alert">
          {wrong}
        </Notice>
      ) : null}
      {/* Always there, because a status that appears together with its words is often not read out. */}
      <p role="status" className="text-small text-ink-soft empty:sr-only">
        {said}
      </p>
    </VersionedFormDialog>
  )
}

function FileButton({ onFile }: { onFile: (file: File) => void }) {
  const input = useRef<HTMLInputElement>(null)
  const take = (event: ChangeEvent<HTMLInputElement>) => {
    const file = event.target.files?.[0]
    // Reset, so that choosing the same file again fires a change event.
    event.target.value = ''
    if (file) onFile(file)
  }
  return (
    <>
      <input
        ref={input}
        type="file"
        aria-label="File of captions (.vtt)"
        className="sr-only"
        tabIndex={-1}
        accept=".vtt,text/vtt"
        onChange={take}
      />
      <Button icon="upload" onClick={() => input.current?.click()}>
        Use a .vtt file
      </Button>
    </>
  )
}
