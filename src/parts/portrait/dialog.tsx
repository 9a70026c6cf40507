import { useState } from 'react'
import { useUpload } from '@/data/files/use-upload'
import { formatDay } from '@/lib/dates'
import { KeptFile } from '@/parts/kit/kept-file'
import { RowDialog, type RowDialogProps, useRowForm } from '@/parts/kit/row-dialog'
import { TextArea, TextField } from '@/ui/forms/field'
import { type ChosenPicture, madePicture, PhotoPicker } from '@/ui/forms/photo-picker'
import { UploadProgress } from '@/ui/forms/upload-progress'
import { formValues } from '@/ui/forms/use-versioned-form'
import {
  EARLIEST_BIRTH,
  type Portrait,
  type PortraitForm,
  portraitLimits,
  portraitSchema,
  portraits,
  useSavePortrait,
} from './data'

const toValues = formValues<PortraitForm>({ born_on: '', born_in: '', remembered_by: '' })

/** Adds the portrait or edits it. Keeps the chosen picture until it is saved. */
export function PortraitDialog(props: RowDialogProps<Portrait>) {
  const { mutateAsync: save } = useSavePortrait(props.ownerId)
  const [schema] = useState(() => portraitSchema())
  const [path, setPath] = useState(props.row?.picture_path ?? null)
  const [removed, setRemoved] = useState(false)
  const [picture, setPicture] = useState<ChosenPicture>(null)
  const { upload, onUpload } = useUpload()
  const editing = useRowForm(props, {
    list: portraits,
    schema,
    toValues,
    save: async ({ input, ...given }) => {
      const file = await madePicture(picture)
      return save({ ...given, input: removed ? { ...input, picture_path: null } : input, file, onUpload })
    },
    onOther: (other) => {
      setPath(other?.picture_path ?? null)
      setRemoved(false)
      setPicture(null)
    },
  })
  const { field, values, busy } = editing
  const isBlank = Object.values(values).every((text) => text.trim() === '')
  const isEmpty = picture === null && (path === null || removed) && isBlank

  return (
    <RowDialog
      noun="Portrait"
      description="Fill in what you like, and leave the rest empty."
      editing={editing}
      busyLabel={upload ? 'Uploading...' : 'Saving...'}
      disabled={isEmpty}
      unsaved={removed || picture !== null}
    >
      <KeptFile
        label="Picture"
        name={path && 'The picture you added'}
        removed={removed}
        disabled={busy}
        onRemovedChange={setRemoved}
      />
      <PhotoPicker
        shape="square"
        label={path === null || removed ? 'Photo' : 'Replace it with'}
        optional
        disabled={busy}
        onChange={setPicture}
      />
      <TextField
        label="Date of birth"
        optional
        type="date"
        min={EARLIEST_BIRTH}
        max={formatDay(new Date())}
        {...field('born_on')}
      />
      <TextField label="Place of birth" optional hint="Such as: Portland, Oregon." {...field('born_in')} />
      <TextArea
        label="A line to remember you by"
        optional
        hint="A saying of yours, a line of a song, or what you’d like people to think of."
        rows={2}
        limit={portraitLimits.remembered_by}
        {...field('remembered_by')}
      />
      {upload ? <UploadProgress {...upload} /> : null}
    </RowDialog>
  )
}
