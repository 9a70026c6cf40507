import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import type { Designation } from '@/data/people/designations'
import { Button } from '@/ui/button'
import { DialogActions } from '@/ui/dialog'
import { FormDialog } from '@/ui/forms/form-dialog'
import { SaveProblem } from '@/ui/forms/save-problem'
import { useRowSave } from '@/ui/forms/use-versioned-form'
import {
  earliestDay,
  readVideoMessage,
  toVideoMessageForm,
  useChangeVideoMessage,
  type VideoMessage,
  type VideoMessageForm,
  type VideoMessageInput,
  videoMessageSchema,
} from './data'
import { VideoFields } from './video-fields'

interface Props {
  video: VideoMessage
  /** Null when they could not be loaded. */
  people: readonly Designation[] | null
  onClose: () => void
}

/** Edits what is said about a video. The video itself stays as it is. */
export function EditVideoDialog({ video, people, onClose }: Props) {
  const change = useChangeVideoMessage()
  const earliest = earliestDay(video)
  const form = useForm<VideoMessageForm, unknown, VideoMessageInput>({
    resolver: zodResolver(videoMessageSchema(earliest)),
    defaultValues: toVideoMessageForm(video),
  })
  const { saving, problem, submit, saveMine, loadOther } = useRowSave({
    form,
    row: video,
    toForm: toVideoMessageForm,
    save: (input, loadedVersion) =>
      change.mutateAsync({ id: video.id, input, loadedVersion: loadedVersion ?? video.updated_at }),
    reread: () => readVideoMessage(video.id),
    onSaved: onClose,
  })
  return (
    <FormDialog title="Edit Video" unsaved={form.formState.isDirty} busy={saving} onClose={onClose}>
      {(close) => (
        <form
          noValidate
          className="grid gap-5"
          onSubmit={(event) => {
            event.preventDefault()
            submit()
          }}
        >
          <VideoFields form={form} people={people} savedPerson={video.for_beneficiary} earliest={earliest} />
          <SaveProblem
            what="this video"
            problem={problem}
            saving={saving}
            onLoadOther={loadOther}
            onSaveMine={saveMine}
          />
          <DialogActions>
            <Button type="submit" variant="primary" busy={saving} busyLabel="Saving...">
              Save Video
            </Button>
            <Button onClick={close} disabled={saving}>
              Cancel
            </Button>
          </DialogActions>
        </form>
      )}
    </FormDialog>
  )
}
