import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { type FileUpload, useUploadProgress } from '@/data/files/uploads'
import { Constants } from '@/lib/database.types'
import { errorCode } from '@/lib/errors'
import { documentRules } from '@/lib/files/file-rules'
import { toastDone, toastProblem } from '@/lib/toasts'
import { Button } from '@/ui/button'
import { DialogActions } from '@/ui/dialog'
import { ChoiceField, TextArea, TextField } from '@/ui/forms/field'
import { FilePicker } from '@/ui/forms/file-picker'
import { FormDialog } from '@/ui/forms/form-dialog'
import { SaveProblem } from '@/ui/forms/save-problem'
import { UploadProgress } from '@/ui/forms/upload-progress'
import { useRowSave } from '@/ui/forms/use-versioned-form'
import { Notice } from '@/ui/notice'
import {
  type DocumentForm,
  type DocumentInput,
  documentLimits,
  documentSchema,
  type EstateDocument,
  readDocument,
  useAddDocument,
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

function toForm(document: EstateDocument | null): DocumentForm {
  return {
    doc_type: document?.doc_type ?? '',
    description: document?.description ?? '',
    original_location: document?.original_location ?? '',
  }
}

/** Adds a document, or edits what is said about one. What was typed and which file was chosen stays until it is saved. */
export function DocumentDialog({ ownerId, document, onClose }: Props) {
  const add = useAddDocument(ownerId)
  const edit = useSaveDocument(ownerId)
  const [file, setFile] = useState<File | null>(null)
  const [upload, setUpload] = useState<FileUpload | null>(null)
  const progress = useUploadProgress(upload)
  const form = useForm<DocumentForm, unknown, DocumentInput>({
    resolver: zodResolver(documentSchema),
    defaultValues: toForm(document),
  })
  const { errors, isDirty, isSubmitted } = form.formState
  const { saving, problem, submit, saveMine, loadOther } = useRowSave({
    form,
    row: document,
    toForm,
    save: async (input, loadedVersion) => {
      if (document && loadedVersion) await edit.mutateAsync({ id: document.id, input, loadedVersion })
      else if (file) {
        await add.mutateAsync({ input, file, onUpload: setUpload })
        toastDone({ title: 'File uploaded' })
      }
    },
    reread: () => readDocument(document?.id ?? ''),
    onSaved: onClose,
  })
  const cancelled = errorCode(problem) === 'upload_cancelled'

  const [type, description] = useWatch({ control: form.control, name: ['doc_type', 'description'] })
  // An edited document has its file: there the fields themselves say what is missing.
  const incomplete = document === null && (type === '' || description.trim() === '' || file === null)

  const trySubmit = () => {
    if (incomplete) toastProblem(missingWords, { passing: true })
    // Also when something is missing: the form then shows where.
    submit()
  }

  return (
    <FormDialog
      title={document ? 'Edit Document' : 'Add Document'}
      description={
        document
          ? 'The file itself stays as it is. To keep another file, add that one and delete this.'
          : 'A scan or a photo is enough. It shows your family that the document exists and what it says.'
      }
      unsaved={isDirty || file !== null}
      busy={saving}
      onClose={onClose}
    >
      {(close) => (
        <form
          noValidate
          autoComplete="off"
          className="grid gap-5"
          onSubmit={(event) => {
            event.preventDefault()
            trySubmit()
          }}
        >
          <ChoiceField
            label="Type"
            options={types}
            error={errors.doc_type?.message}
            {...form.register('doc_type')}
          />
          <TextField
            label="Description"
            hint="Such as: Last will, signed in March 2024."
            error={errors.description?.message}
            {...form.register('description')}
          />
          <TextArea
            label="Where is the original?"
            optional
            hint="Courts and banks usually ask for the signed paper itself: which drawer, which lawyer, and who has the key."
            rows={2}
            limit={documentLimits.original_location}
            error={errors.original_location?.message}
            {...form.register('original_location')}
          />
          {document ? null : (
            <FilePicker
              label="Document"
              hint="PDF or image files up to 25 MB"
              rules={documentRules}
              file={file}
              disabled={saving}
              onChange={setFile}
            />
          )}
          {upload ? <UploadProgress {...progress} onCancel={upload.cancel} onResume={upload.resume} /> : null}
          {isSubmitted && incomplete && !saving ? (
            <Notice tone="danger" role="alert" title={missingWords.title}>
              {missingWords.description}
            </Notice>
          ) : null}
          {cancelled ? (
            <Notice role="status" title="Upload cancelled">
              Nothing was saved. What you typed and the file you chose are still here.
            </Notice>
          ) : (
            <SaveProblem
              what="this document"
              problem={problem}
              saving={saving}
              onLoadOther={loadOther}
              onSaveMine={saveMine}
            />
          )}
          <DialogActions>
            <Button
              type="submit"
              variant="primary"
              disabled={!document && !file}
              busy={saving}
              busyLabel={upload ? 'Uploading...' : 'Saving...'}
            >
              {document ? 'Save Document' : 'Add Document'}
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
