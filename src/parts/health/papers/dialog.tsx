import { useState } from 'react'
import { useUpload } from '@/data/files/use-upload'
import { KeptFile } from '@/parts/kit/kept-file'
import { type RowDialogProps, useRowForm } from '@/parts/kit/row-dialog'
import { VersionedFormDialog } from '@/ui/dialogs/form-dialog'
import { TextArea } from '@/ui/forms/field'
import { FilePicker } from '@/ui/forms/file-picker'
import { UploadProgress } from '@/ui/forms/upload-progress'
import { formValues } from '@/ui/forms/use-versioned-form'
import { paperNames } from '..'
import {
  type HealthPaper,
  healthPapers,
  type PaperForm,
  type PaperKind,
  paperLimits,
  paperSchema,
  useSavePaper,
} from '../data'
import { paperExplanations } from '../words'

const toValues = formValues<PaperForm>({ place: '' })

/** Adds a signed paper or edits it. Keeps the chosen file until it is saved. */
export function PaperDialog({ kind, ...props }: RowDialogProps<HealthPaper> & { kind: PaperKind }) {
  const { mutateAsync: save } = useSavePaper(props.ownerId)
  const [path, setPath] = useState(props.row?.file_path ?? null)
  const [removed, setRemoved] = useState(false)
  const [file, setFile] = useState<File | null>(null)
  const { upload, onUpload } = useUpload()
  const editing = useRowForm(props, {
    list: healthPapers,
    schema: paperSchema,
    toValues,
    save: ({ input, ...given }) =>
      save({ ...given, input: { ...input, kind, ...(removed ? { file_path: null } : {}) }, file, onUpload }),
    onOther: (other) => {
      setPath(other?.file_path ?? null)
      setRemoved(false)
      setFile(null)
    },
  })
  const { field, values, busy } = editing
  const name = paperNames[kind]
  const explain = paperExplanations[kind]
  const isEmpty = values.place.trim() === '' && file === null && (path === null || removed)

  return (
    <VersionedFormDialog
      title={name}
      description={explain}
      editing={editing}
      what="this paper"
      submitLabel="Save"
      busyLabel={upload ? 'Uploading...' : 'Saving...'}
      disabled={isEmpty}
      unsaved={removed || file !== null}
      onClose={props.onClose}
    >
      <TextArea
        label="Where is the signed original?"
        optional
        hint="Such as: the blue folder in the top drawer of the desk. Not a safe-deposit box: banks are closed at night."
        rows={2}
        limit={paperLimits.place}
        {...field('place')}
      />
      <KeptFile
        label="Copy"
        name={path && 'The copy you added'}
        removed={removed}
        disabled={busy}
        onRemovedChange={setRemoved}
      />
      <FilePicker
        label={path === null || removed ? 'Copy' : 'Replace it with'}
        optional
        hint="PDF or image files up to 25 MB"
        file={file}
        disabled={busy}
        onChange={setFile}
      />
      {upload ? <UploadProgress {...upload} /> : null}
    </VersionedFormDialog>
  )
}
