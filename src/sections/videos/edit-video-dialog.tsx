import type { Designation } from '@/data/people/designations'
import { VersionedFormDialog } from '@/ui/forms/form-dialog'
import { useVersionedForm } from '@/ui/forms/use-versioned-form'
import {
  earliestDay,
  readVideoMessage,
  toVideoMessageForm,
  useChangeVideoMessage,
  type VideoMessage,
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
  const editing = useVersionedForm({
    schema: videoMessageSchema(earliest),
    loaded: video,
    toValues: toVideoMessageForm,
    save: (input, over) =>
      change.mutateAsync({ id: video.id, input, loadedVersion: (over ?? video).updated_at }),
    reread: () => readVideoMessage(video.id),
    onSaved: onClose,
  })
  return (
    <VersionedFormDialog
      title="Edit Video"
      editing={editing}
      what="this video"
      submitLabel="Save Video"
      onClose={onClose}
    >
      <VideoFields
        form={editing.form}
        people={people}
        savedPerson={video.for_beneficiary}
        earliest={earliest}
      />
    </VersionedFormDialog>
  )
}
