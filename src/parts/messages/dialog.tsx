import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { type Designation, designationsQuery } from '@/data/people/designations'
import { RowDialog, type RowDialogProps, useRowForm } from '@/parts/kit/row-dialog'
import { isLetter, isVideo, type Message, rows, type VideoMessage } from '.'
import { CaptionsDialog } from './captions/captions-dialog'
import {
  earliestDay,
  toVideoMessageForm,
  useSaveVideoMessage,
  type VideoMessageForm,
  type VideoMessageInput,
  videoMessageSchema,
  videoMessages,
} from './data'
import { VideoFields } from './fields'
import { LetterDialog } from './letter/letter-dialog'
import { AddVideoDialog } from './recorder/add-video-dialog'
import { CAPTIONS, LETTER } from './words'

/** Adds a video or a letter, or edits one; and the captions of a video. The address says which. */
export function MessageDialog({ row, ...props }: RowDialogProps<Message>) {
  const [search] = useSearchParams()
  // A dialog stays what it was opened as, while its closing changes the address.
  const [asked] = useState({ letter: search.get('add') === LETTER, captions: search.has(CAPTIONS) })
  // The page reads people and messages, and reads them again when that failed.
  const people = useQuery({ ...designationsQuery(props.ownerId), enabled: false })
  const messages = useQuery({ ...rows.query(props.ownerId), enabled: false })
  // Until then no one can say who may receive a message, nor which letter was begun here and saved meanwhile.
  if (!people.isFetched || (asked.letter && !messages.isFetched)) return null
  const shared = { ...props, people: people.data ?? null }
  const letters = { ...shared, known: messages.data?.filter(isLetter) ?? [] }
  if (row === null) {
    return asked.letter ? <LetterDialog {...letters} row={null} /> : <AddVideoDialog {...shared} />
  }
  if (isLetter(row)) return <LetterDialog {...letters} row={row} />
  if (!isVideo(row)) return null
  return asked.captions ? (
    <CaptionsDialog {...shared} video={row} />
  ) : (
    <EditVideoDialog {...shared} row={row} />
  )
}

interface EditProps extends Omit<RowDialogProps<Message>, 'row'> {
  row: VideoMessage
  /** The designees; null when they could not be loaded. */
  people: readonly Designation[] | null
}

/** Edits the details of a video. The video file does not change. */
function EditVideoDialog({ people, ...props }: EditProps) {
  const { row } = props
  const { mutateAsync: save } = useSaveVideoMessage(props.ownerId)
  const earliest = earliestDay(row)
  const editing = useRowForm<Message, VideoMessageForm, VideoMessageInput>(props, {
    list: videoMessages,
    schema: videoMessageSchema(earliest),
    toValues: (message) => toVideoMessageForm(message && isVideo(message) ? message : null),
    save: ({ input, loaded }) => save({ input, loaded: loaded ?? row }),
  })
  return (
    <RowDialog noun="Video" editing={editing}>
      <VideoFields form={editing} people={people} savedPerson={row.for_beneficiary} earliest={earliest} />
    </RowDialog>
  )
}
