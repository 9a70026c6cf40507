import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import { useUpload } from '@/data/files/uploads'
import { MEMORY_LIMIT, memorySchema, useLeaveMemory } from '@/data/memorial/memories'
import { FailureNotice } from '@/ui/forms/failure-notice'
import { TextArea } from '@/ui/forms/field'
import { FormDialog } from '@/ui/forms/form-dialog'
import { FormFrame } from '@/ui/forms/form-frame'
import { type ChosenPicture, madePicture, PhotoPicker } from '@/ui/forms/photo-picker'
import { UploadProgress } from '@/ui/forms/upload-progress'
import { useSubmitForm } from '@/ui/forms/use-submit-form'

interface Props {
  ownerId: string
  ownerName: string
  /** The signed-in person. */
  authorId: string
  onClose: () => void
}

/** Leaves a memory: a few words, a photo, or both. */
export function MemoryDialog({ ownerId, ownerName, authorId, onClose }: Props) {
  const { mutateAsync: leave } = useLeaveMemory(ownerId, authorId)
  const [id] = useState(() => crypto.randomUUID())
  const [picture, setPicture] = useState<ChosenPicture>(null)
  const { upload, onUpload } = useUpload()
  const { form, field, busy, problem, submit } = useSubmitForm({
    schema: memorySchema,
    values: { words: '' },
    send: async (input) => {
      await leave({ id, input, file: await madePicture(picture), onUpload })
      onClose()
    },
  })
  const words = useWatch({ control: form.control, name: 'words' })
  return (
    <FormDialog
      title="Leave a memory"
      description={`Everyone who can see ${ownerName}'s memorial can read it, with your name. An executor can hide it, and you can take it back.`}
      unsaved={form.formState.isDirty || picture !== null}
      busy={busy}
      onClose={onClose}
    >
      {(close) => (
        <FormFrame
          busy={busy}
          submit={submit}
          submitLabel="Leave this memory"
          busyLabel={upload ? 'Uploading...' : 'Saving...'}
          disabled={picture === null && words.trim() === ''}
          problem={<FailureNotice title="Your memory wasn't added" problem={problem} />}
          onCancel={close}
        >
          <TextArea
            label={`What do you remember of ${ownerName}?`}
            optional
            rows={5}
            limit={MEMORY_LIMIT}
            {...field('words')}
          />
          <PhotoPicker shape="whole" label="Photo (optional)" disabled={busy} onChange={setPicture} />
          {upload ? <UploadProgress {...upload} /> : null}
        </FormFrame>
      )}
    </FormDialog>
  )
}
