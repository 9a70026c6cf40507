import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { type FuneralPlan, funeralPlanQuery } from '@/data/funeral-plan'
import { readersOfPart, VisibilityNote } from '@/parts/kit/visibility-note'
import { Loaded } from '@/ui/base/loaded'
import { FormFrame } from '@/ui/forms/form-frame'
import { SaveProblem } from '@/ui/forms/versioned-form'
import { usePlanForm } from './use-plan-form'
import { DispositionField } from './wizard-steps'

interface Props {
  userId: string
  /** Called once the answer is saved, or there is none to save. */
  onDone: () => void
  /** Stands under the question. */
  children?: ReactNode
}

/** The wizard's first question alone. What was chosen and not saved is the wizard's draft, so it isn't lost. */
export function FirstQuestion({ userId, ...props }: Props) {
  const plan = useQuery(funeralPlanQuery(userId))
  return (
    <Loaded
      query={plan}
      loading="Loading your funeral plan"
      errorTitle="Unable to load funeral plan"
      cards={1}
    >
      {(loaded) => <Question userId={userId} plan={loaded} {...props} />}
    </Loaded>
  )
}

function Question({ userId, plan, onDone, children }: Props & { plan: FuneralPlan | null }) {
  const form = usePlanForm({ userId, plan, onInvalid: () => form.focus('disposition') })
  return (
    <FormFrame
      busy={form.busy}
      submit={() => (form.isDirty ? form.save({ complete: false, onSaved: onDone }) : onDone())}
      submitLabel="Save & Continue"
      problem={<SaveProblem what="your plan" editing={form} />}
    >
      <DispositionField field={form.field} />
      <VisibilityNote>{readersOfPart}</VisibilityNote>
      {children}
    </FormFrame>
  )
}
