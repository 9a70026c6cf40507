import { type ReactNode, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { MEMORY_LIMIT, memorySchema, type NewMemory } from '@/data/memorial/memory-input'
import { FailureNotice } from '@/ui/forms/failure-notice'
import { TextArea } from '@/ui/forms/field'
import { FormDialog } from '@/ui/forms/form-dialog'
import { FormFrame } from '@/ui/forms/form-frame'
import { type ChosenPicture, madePicture, PhotoPicker } from '@/ui/forms/photo-picker'
import { useSubmitForm } from '@/ui/forms/use-submit-form'

interface Props {
  ownerName: string
  /** Who will read it. */
  description: string
  /** Rejects when it is not known whether the memory was left; it may be tried again. */
  leave: (memory: NewMemory) => Promise<unknown>
  /** How far the photo has come, while it is uploaded. */
  progress?: ReactNode
  onClose: () => void
}

/** Leaves a memory: a few words, a photo, or both. */
export function MemoryDialog({ ownerName, description, leave, progress, onClose }: Props) {
  const [id] = useState(() => crypto.randomUUID())
  const [picture, setPicture] = useState<ChosenPicture>(null)
  const { form, field, busy, problem, submit } = useSubmitForm({
    schema: memorySchema,
    values: { words: '' },
    send: async (input) => {
      await leave({ id, input, file: await madePicture(picture) })
      onClose()
    },
  })
  const words = useWatch({ control: form.control, name: 'words' })
  return (
    <FormDialog
      title="Leave a memory"
      description={description}
      unsaved={form.formState.isDirty || picture !== null}
      busy={busy}
      onClose={onClose}
    >
      {(close) => (
        <FormFrame
          busy={busy}
          submit={submit}
          submitLabel="Leave this memory"
          busyLabel={progress ? 'Uploading...' : 'Saving...'}
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
          {progress}
        </FormFrame>
      )}
    </FormDialog>
  )
}
