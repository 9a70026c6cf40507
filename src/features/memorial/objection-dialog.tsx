import * as z from 'zod/mini'
import { useObject } from '@/data/memorial/objections'
import { requiredText } from '@/lib/validation'
import { SubmitDialog } from '@/ui/dialogs/form-dialog'
import { TextArea } from '@/ui/forms/field'
import { useForm } from '@/ui/forms/use-form'

/** The longest that someone can write; the table's check allows no more. */
const WORDS_LIMIT = 2000
const schema = z.object({ words: requiredText('Please say what’s wrong.', WORDS_LIMIT) })

export interface ObjectionDialogProps {
  ownerId: string
  ownerName: string
  onClose: () => void
}

/** Asks what is wrong with a certificate that waits. */
export function ObjectionDialog({ ownerId, ownerName, onClose }: ObjectionDialogProps) {
  const object = useObject(ownerId)
  const sending = useForm({
    schema,
    values: { words: '' },
    send: async (input) => {
      await object.mutateAsync(input)
      onClose()
    },
  })
  return (
    <SubmitDialog
      title="Is something wrong?"
      description={
        <>
          Only the people who check certificates will read what you write. {ownerName} and everyone who has
          accepted the invitation will be told that you wrote to us, with your name. So that there’s time to
          look into it, the plan opens 7 days later at the earliest; a second objection doesn’t add to that.
        </>
      }
      sending={sending}
      submitLabel="Tell us"
      busyLabel="Sending..."
      failureTitle="It wasn’t sent"
      onClose={onClose}
    >
      <TextArea
        label="What’s wrong?"
        hint={`For example: ${ownerName} is alive, this is a certificate for someone else, or it isn’t real. Say how we can check that.`}
        limit={WORDS_LIMIT}
        rows={6}
        {...sending.field('words')}
      />
    </SubmitDialog>
  )
}
