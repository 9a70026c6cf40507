import { useQuery } from '@tanstack/react-query'
import { type Designation, designationsQuery } from '@/data/people/designations'
import { RowDialog, type RowDialogProps, useRowForm } from '@/parts/kit/row-dialog'
import {
  earliestDay,
  toVideoMessageForm,
  useSaveVideoMessage,
  type VideoMessage,
  videoMessageSchema,
  videoMessages,
} from './data'
import { VideoFields } from './fields'
import { AddVideoDialog } from './recorder/add-video-dialog'

/** Adds a video, or edits the details of one. */
export function VideoDialog({ row, ...props }: RowDialogProps<VideoMessage>) {
  // The page reads the people, and reads them again when that failed.
  const people = useQuery({ ...designationsQuery(props.ownerId), enabled: false })
  // Until then no one can say who may receive a video.
  if (!people.isFetched) return null
  const shared = { ...props, people: people.data ?? null }
  return row ? <EditVideoDialog {...shared} row={row} /> : <AddVideoDialog {...shared} />
}

interface EditProps extends RowDialogProps<VideoMessage> {
  row: VideoMessage
  /** The designees; null when they could not be loaded. */
  people: readonly Designation[] | null
}

/** Edits the details of a video. The video file does not change. */
function EditVideoDialog({ people, ...props }: EditProps) {
  const { row } = props
  const { mutateAsync: save } = useSaveVideoMessage(props.ownerId)
  const earliest = earliestDay(row)
  const editing = useRowForm(props, {
    list: videoMessages,
    schema: videoMessageSchema(earliest),
    toValues: toVideoMessageForm,
    save: ({ input, loaded }) => save({ input, loaded: loaded ?? row }),
  })
  return (
    <RowDialog noun="Video" editing={editing}>
      <VideoFields
        form={editing.form}
        people={people}
        savedPerson={row.for_beneficiary}
        earliest={earliest}
      />
    </RowDialog>
  )
}
