import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import { type FileUpload, useUploadProgress } from '@/data/files/uploads'
import { Constants } from '@/lib/database.types'
import { toastProblem } from '@/lib/toasts'
import { ChoiceField, TextArea, TextField } from '@/ui/forms/field'
import { FilePicker } from '@/ui/forms/file-picker'
import { UploadProgress } from '@/ui/forms/upload-progress'
import { useVersionedForm } from '@/ui/forms/use-versioned-form'
import { VersionedFormDialog } from '@/ui/forms/versioned-form'
import { Notice } from '@/ui/notice'
import {
  type DocumentForm,
  documentLimits,
  documentSchema,
  documents,
  type EstateDocument,
  useSaveDocument,
} from './data'
import { documentWords } from './document-words'

const types = Constants.public.Enums.document_type.map((type) => ({
  value: type,
  label: documentWords[type].name,
  hint: documentWords[type].explanation,
}))

const missingWords = {
  title: 'Missing information',
  description: 'Please fill all fields and upload a document.',
}

interface Props {
  ownerId: string
  /** The document to edit; null to add one. */
  document: EstateDocument | null
  onClose: () => void
}

const toValues = (document: EstateDocument | null): DocumentForm => ({
  doc_type: document?.doc_type ?? '',
  description: document?.description ?? '',
  original_location: document?.original_location ?? '',
})

/** Adds a document, or edits the details of one. Keeps the input and the chosen file until they are saved. */
export function DocumentDialog({ ownerId, document, onClose }: Props) {
  const { mutateAsync: save } = useSaveDocument(ownerId)
  const [file, setFile] = useState<File | null>(null)
  const [upload, setUpload] = useState<FileUpload | null>(null)
  const progress = useUploadProgress(upload)
  const editing = useVersionedForm({
    schema: documentSchema,
    loaded: document,
    toValues,
    save: (input, loaded, id) => {
      if (loaded) return save({ loaded, input })
      if (!file) throw new Error('No document without a file.')
      return save({ id, loaded, input, file, onUpload: setUpload })
    },
    reread: () => documents.read(document?.id ?? ''),
    onInvalid: () => {
      if (incomplete) toastProblem(missingWords, { passing: true })
    },
    onSaved: onClose,
  })
  const { form, field, busy } = editing

  const [type, description] = useWatch({ control: form.control, name: ['doc_type', 'description'] })
  // An edited document already has its file, so only its fields can be missing, and each field says so itself.
  const incomplete = document === null && (type === '' || description.trim() === '' || file === null)

  return (
    <VersionedFormDialog
      title={document ? 'Edit Document' : 'Add Document'}
      description={
        document
          ? 'The file itself stays as it is. To keep another file, add that one and delete this.'
          : 'A scan or a photo is enough. It shows your family that the document exists and what it says.'
      }
      editing={editing}
      what="this document"
      submitLabel={document ? 'Save Document' : 'Add Document'}
      busyLabel={upload ? 'Uploading...' : 'Saving...'}
      disabled={!document && !file}
      unsaved={file !== null}
      onClose={onClose}
    >
      <ChoiceField label="Type" options={types} {...field('doc_type')} />
      <TextField
        label="Description"
        hint="Such as: Last will, signed in March 2024."
        {...field('description')}
      />
      <TextArea
        label="Where is the original?"
        optional
        hint="Courts and banks usually ask for the signed paper itself: which drawer, which lawyer, and who has the key."
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
      {form.formState.isSubmitted && incomplete && !busy ? (
        <Notice tone="danger" role="alert" title={missingWords.title}>
          {missingWords.description}
        </Notice>
      ) : null}
      {upload ? <UploadProgress {...progress} onCancel={upload.cancel} onResume={upload.resume} /> : null}
    </VersionedFormDialog>
  )
}
