import { type ReactNode, useState } from 'react'
import * as z from 'zod/mini'
import type { NewMemory } from '@/data/memorial/memories'
import { optionalText } from '@/lib/validation'
import { SubmitDialog } from '@/ui/dialogs/form-dialog'
import { TextArea } from '@/ui/forms/field'
import { type ChosenPicture, madePicture, PhotoPicker } from '@/ui/forms/photo-picker'
import { useForm } from '@/ui/forms/use-form'

/** The longest text, in characters; the table's check enforces the same limit. */
const LIMIT = 3000

const memorySchema = z.object({ words: optionalText(LIMIT) })

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
  const sending = useForm({
    schema: memorySchema,
    values: { words: '' },
    send: async (input) => {
      if (input.words === null && picture === null) {
        sending.refuse('words', 'Please write something, or add a photo.')
        return
      }
      await leave({ id, input, file: await madePicture(picture) })
      onClose()
    },
  })
  return (
    <SubmitDialog
      title="Leave a memory"
      description={description}
      sending={sending}
      unsaved={picture !== null}
      submitLabel="Leave this memory"
      busyLabel={progress ? 'Uploading...' : 'Saving...'}
      failureTitle="Your memory wasn’t added"
      onClose={onClose}
    >
      <TextArea
        label={`What do you remember of ${ownerName}?`}
        hint="Write something, add a photo, or both."
        rows={5}
        limit={LIMIT}
        {...sending.field('words')}
      />
      <PhotoPicker
        shape="whole"
        label="Photo"
        disabled={sending.busy}
        onChange={(chosen) => {
          setPicture(chosen)
          // It may be what was missing.
          sending.set({ words: sending.getValues().words })
        }}
      />
      {progress}
    </SubmitDialog>
  )
}
