import { useState } from 'react'
import * as z from 'zod/mini'
import { EARLIEST_DEATH, useSetDateOfDeath } from '@/data/memorial/date-of-death'
import { formatDay } from '@/lib/dates'
import { optionalDay } from '@/lib/validation'
import { FailureNotice } from '@/ui/forms/failure-notice'
import { TextField } from '@/ui/forms/field'
import { FormDialog } from '@/ui/forms/form-dialog'
import { FormFrame } from '@/ui/forms/form-frame'
import { useSubmitForm } from '@/ui/forms/use-submit-form'

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
  const { form, field, busy, problem, submit } = useSubmitForm({
    schema: z.object({ died_on: optionalDay(EARLIEST_DEATH, today, 'Enter a day in the past.') }),
    values: { died_on: diedOn ?? '' },
    send: async ({ died_on }) => {
      await save.mutateAsync(died_on)
      onClose()
    },
  })
  return (
    <FormDialog
      title="Date of death"
      description={`It will be at the top of ${ownerName}'s memorial, where everyone they've named can see it.`}
      unsaved={form.formState.isDirty}
      busy={busy}
      onClose={onClose}
    >
      {(close) => (
        <FormFrame
          busy={busy}
          submit={submit}
          submitLabel="Save"
          problem={<FailureNotice title="The date wasn't saved" problem={problem} />}
          onCancel={close}
        >
          <TextField
            label={`When did ${ownerName} die?`}
            hint="As it says on the death certificate."
            optional
            type="date"
            min={EARLIEST_DEATH}
            max={today}
            {...field('died_on')}
          />
        </FormFrame>
      )}
    </FormDialog>
  )
}
