import type { Designation } from '@/data/people/designations'
import { useVersionedForm } from '@/ui/forms/use-versioned-form'
import { VersionedFormDialog } from '@/ui/forms/versioned-form'
import {
  earliestDay,
  toVideoMessageForm,
  useSaveVideoMessage,
  type VideoMessage,
  videoMessageSchema,
  videoMessages,
} from './data'
import { VideoFields } from './video-fields'

interface Props {
  ownerId: string
  video: VideoMessage
  /** The designees; null when they could not be loaded. */
  people: readonly Designation[] | null
  onClose: () => void
}

/** Edits the details of a video. The video file does not change. */
export function EditVideoDialog({ ownerId, video, people, onClose }: Props) {
  const { mutateAsync: save } = useSaveVideoMessage(ownerId)
  const earliest = earliestDay(video)
  const editing = useVersionedForm({
    schema: videoMessageSchema(earliest),
    loaded: video,
    toValues: toVideoMessageForm,
    save: (input, loaded) => save({ loaded: loaded ?? video, input }),
    reread: () => videoMessages.read(video.id),
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
