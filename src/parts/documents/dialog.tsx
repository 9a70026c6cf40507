import { useState } from 'react'
import { useUpload } from '@/data/files/use-upload'
import { Constants, type Enums } from '@/lib/database.types'
import { RowDialog, type RowDialogProps, useRowForm } from '@/parts/kit/row-dialog'
import { Notice } from '@/ui/base/notice'
import { ChoiceField, TextArea, TextField } from '@/ui/forms/field'
import { FilePicker } from '@/ui/forms/file-picker'
import { UploadProgress } from '@/ui/forms/upload-progress'
import { formValues } from '@/ui/forms/use-versioned-form'
import {
  type DocumentForm,
  documentLimits,
  documentSchema,
  documents,
  type EstateDocument,
  useSaveDocument,
} from './data'
import { documentNames } from './words'

const explanations: Record<Enums<'document_type'>, string> = {
  will: 'Says who gets what you own, and who makes sure of it (your executor).',
  trust:
    'Puts property in the care of someone (a trustee) who looks after it for others, now or after your death.',
  poa: 'Lets someone act for you while you’re alive, such as when you’re too ill to. It ends with your death.',
  other: 'Anything else your family will need: a deed, a marriage certificate, a letter of wishes.',
}

const types = Constants.public.Enums.document_type.map((type) => ({
  value: type,
  label: documentNames[type],
  hint: explanations[type],
}))

const missingWords = {
  title: 'Missing information',
  description: 'Please fill all fields and upload a document.',
}

const toValues = formValues<DocumentForm>({ doc_type: '', description: '', original_location: '' })

/** Adds a document, or edits the details of one. Keeps the chosen file until it is saved. */
export function DocumentDialog(props: RowDialogProps<EstateDocument>) {
  const document = props.row
  const { mutateAsync: save } = useSaveDocument(props.ownerId)
  const [file, setFile] = useState<File | null>(null)
  const [tries, setTries] = useState(0)
  const tried = () => setTries((before) => before + 1)
  const { upload, onUpload } = useUpload()
  const editing = useRowForm(props, {
    list: documents,
    schema: documentSchema,
    toValues,
    save: (given) => {
      tried()
      return save({ ...given, file, onUpload })
    },
    onInvalid: tried,
  })
  const { field, values, busy } = editing

  // An edited document already has its file, so only its fields can be missing, and each field says so itself.
  const incomplete =
    document === null && (values.doc_type === '' || values.description.trim() === '' || file === null)

  return (
    <RowDialog
      noun="Document"
      description={
        document
          ? 'The file itself won’t change. To replace it, add the new file as another document and delete this one.'
          : 'A scan or a photo is enough. It shows your family that the document exists, and what it says.'
      }
      editing={editing}
      busyLabel={upload ? 'Uploading...' : 'Saving...'}
      disabled={!document && !file}
      unsaved={file !== null}
    >
      <ChoiceField label="Type" options={types} {...field('doc_type')} />
      <TextField
        label="Description"
        hint="For example: Last will, signed in March 2024."
        {...field('description')}
      />
      <TextArea
        label="Where is the original?"
        optional
        hint="Courts and banks usually want the signed paper itself: which drawer, which lawyer, who has the key?"
        rows={2}
        limit={documentLimits.original_location}
        {...field('original_location')}
      />
      {document ? null : (
        <FilePicker
          label="Document"
          hint="PDF or image files up to 25 MB"
          file={file}
          disabled={busy}
          onChange={setFile}
        />
      )}
      {tries > 0 && incomplete && !busy ? (
        // A new one for each try, so that it is read out again.
        <Notice key={tries} tone="danger" role="alert" title={missingWords.title}>
          {missingWords.description}
        </Notice>
      ) : null}
      {upload ? <UploadProgress {...upload} /> : null}
    </RowDialog>
  )
}
