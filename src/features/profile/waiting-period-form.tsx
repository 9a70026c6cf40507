import * as z from 'zod/mini'
import { type Profile, useProfileForm, waitingPeriods } from '@/data/account/profiles'
import { numberChoice } from '@/lib/validation'
import { SelectField } from '@/ui/forms/field'
import { useVersionedForm } from '@/ui/forms/use-versioned-form'
import { VersionedForm } from '@/ui/forms/versioned-form'
import { periodWords } from './period-words'

const options = waitingPeriods.map((days) => ({ value: String(days), label: periodWords(days) }))
const schema = z.object({ release_wait_days: numberChoice })

/** The choice of a waiting period. */
export function WaitingPeriodForm({ profile }: { profile: Profile; onClose: () => void }) {
  const editing = useVersionedForm({
    ...useProfileForm(profile),
    schema,
    toValues: (loaded) => ({ release_wait_days: String((loaded ?? profile).release_wait_days) }),
  })
  const period = editing.field('release_wait_days')
  return (
    <VersionedForm editing={editing} what="the waiting period" submitLabel="Save waiting period">
      <SelectField
        label="How long should your plan wait?"
        options={options}
        {...period}
        onChange={(event) => {
          period.onChange(event)
          editing.forgetProblem()
        }}
      />
    </VersionedForm>
  )
}
