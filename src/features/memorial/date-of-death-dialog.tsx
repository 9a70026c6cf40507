import { useState } from 'react'
import * as z from 'zod/mini'
import { EARLIEST_DEATH, useSetDateOfDeath } from '@/data/memorial/memorials'
import { formatDay } from '@/lib/dates'
import { optionalDay } from '@/lib/validation'
import { SubmitDialog } from '@/ui/dialogs/form-dialog'
import { TextField } from '@/ui/forms/field'
import { useForm } from '@/ui/forms/use-form'

export interface DateOfDeathProps {
  ownerId: string
  ownerName: string
  /** The day that is there now, as yyyy-MM-dd. */
  diedOn: string | null
  onClose: () => void
}

/** Asks an executor for the day the owner died. An empty field takes it back. */
export function DateOfDeathDialog({ ownerId, ownerName, diedOn, onClose }: DateOfDeathProps) {
  const save = useSetDateOfDeath(ownerId)
  const [today] = useState(() => formatDay(new Date()))
  const sending = useForm({
    schema: z.object({ died_on: optionalDay(EARLIEST_DEATH, today, 'Enter a day in the past.') }),
    values: { died_on: diedOn ?? '' },
    send: async ({ died_on }) => {
      await save.mutateAsync(died_on)
      onClose()
    },
  })
  return (
    <SubmitDialog
      title="Date of death"
      description={`It will be at the top of ${ownerName}’s memorial, where everyone they’ve named can see it.`}
      sending={sending}
      submitLabel="Save"
      failureTitle="The date wasn’t saved"
      onClose={onClose}
    >
      <TextField
        label={`When did ${ownerName} die?`}
        hint="As it says on the death certificate."
        optional
        type="date"
        min={EARLIEST_DEATH}
        max={today}
        {...sending.field('died_on')}
      />
    </SubmitDialog>
  )
}
