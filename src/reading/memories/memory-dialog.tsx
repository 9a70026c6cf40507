import { type ReactNode, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { MEMORY_LIMIT, memorySchema, type NewMemory } from '@/data/memorial/memory-input'
import { SubmitDialog } from '@/ui/dialogs/submit-dialog'
import { TextArea } from '@/ui/forms/field'
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
  const sending = useSubmitForm({
    schema: memorySchema,
    values: { words: '' },
    send: async (input) => {
      await leave({ id, input, file: await madePicture(picture) })
      onClose()
    },
  })
  const words = useWatch({ control: sending.form.control, name: 'words' })
  return (
    <SubmitDialog
      title="Leave a memory"
      description={description}
      sending={sending}
      unsaved={picture !== null}
      submitLabel="Leave this memory"
      busyLabel={progress ? 'Uploading...' : 'Saving...'}
      disabled={picture === null && words.trim() === ''}
      failureTitle="Your memory wasn't added"
      onClose={onClose}
    >
      <TextArea
        label={`What do you remember of ${ownerName}?`}
        optional
        rows={5}
        limit={MEMORY_LIMIT}
        {...sending.field('words')}
      />
      <PhotoPicker shape="whole" label="Photo (optional)" disabled={sending.busy} onChange={setPicture} />
      {progress}
    </SubmitDialog>
  )
}
