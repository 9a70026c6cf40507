import { useState } from 'react'
import { CALL_NOTE_LIMIT, type Guest, takenAnswerSchema, useTakeAnswer } from '@/data/service/guests'
import { SubmitDialog } from '@/ui/dialogs/form-dialog'
import { ChoiceField, SelectField, TextArea } from '@/ui/forms/field'
import { useForm } from '@/ui/forms/use-form'
import { numbersOfPeople } from './service-words'

interface Props {
  guest: Guest
  onClose: () => void
}

/** Enters what a guest said on the phone, or takes back what was entered for them. */
export function TakeAnswerDialog({ guest, onClose }: Props) {
  const take = useTakeAnswer()
  // As it was when the dialog opened: an answer that comes meanwhile must be read before it is saved over.
  const [seen] = useState(guest)
  const sending = useForm({
    schema: takenAnswerSchema,
    values: {
      answer: seen.answer ?? '',
      people: String(seen.people ?? 1),
      message: seen.message ?? '',
    },
    send: async (taken) => {
      await take.mutateAsync({ guest: seen, ...taken })
      onClose()
    },
  })
  const { field, values } = sending
  return (
    <SubmitDialog
      title={`${seen.name}’s answer`}
      description="What did they tell you? The guest list will say that you took the answer by phone."
      onClose={onClose}
      sending={sending}
      submitLabel="Save the answer"
      failureTitle="The answer wasn’t saved"
    >
      <ChoiceField
        label="Will they come?"
        options={[
          { value: 'yes', label: 'Yes' },
          { value: 'no', label: 'No' },
          ...(seen.answer_taken_by ? [{ value: 'none', label: 'They haven’t answered yet' }] : []),
        ]}
        {...field('answer')}
      />
      {values.answer === 'yes' ? (
        <SelectField
          label="How many will come?"
          options={numbersOfPeople('Only them')}
          {...field('people')}
        />
      ) : null}
      {values.answer === 'none' ? null : (
        <TextArea
          label="Note"
          optional
          hint="Only the people arranging the service can read it."
          rows={2}
          limit={CALL_NOTE_LIMIT}
          {...field('message')}
        />
      )}
    </SubmitDialog>
  )
}
