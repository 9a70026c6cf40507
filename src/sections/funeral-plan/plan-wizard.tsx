import { useCallback, useEffect, useRef, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router-dom'
import type { FuneralPlan, FuneralPlanForm } from '@/data/funeral-plan'
import { paths } from '@/lib/paths'
import { Button } from '@/ui/button'
import { LeaveGuard } from '@/ui/forms/leave-guard'
import { SaveProblem } from '@/ui/forms/save-problem'
import { Notice } from '@/ui/notice'
import { ProgressBar } from '@/ui/progress-bar'
import { readLastStep, rememberStep } from './last-step'
import { LAST_STEP, type StepNumber, steps, toStep } from './plan-form'
import { usePlanForm } from './use-plan-form'
import { WizardStep } from './wizard-steps'

/** The wizard's four steps. Every question is optional, and the person can save and leave at every step. */
export function PlanWizard({ userId, plan }: { userId: string; plan: FuneralPlan | null }) {
  const navigate = useNavigate()
  const { step, goTo, heading, focusField, takeFieldToFocus } = useSteps(userId)
  const done = useRef(false)
  const wizard = usePlanForm({
    userId,
    plan,
    onInvalid: ({ field, step: at }) => {
      if (at === step) wizard.form.setFocus(field)
      else focusField(field, at)
    },
  })
  const { form, busy, isDirty } = wizard
  const { setFocus: focusOn } = form
  const last = step === LAST_STEP

  useEffect(() => {
    const field = takeFieldToFocus(step)
    if (field) focusOn(field)
  }, [step, takeFieldToFocus, focusOn])

  const saveAndContinue = () =>
    wizard.save({ complete: false, onSaved: () => goTo(toStep(String(step + 1))) })
  const complete = () =>
    wizard.save({
      complete: true,
      onSaved: () => {
        done.current = true
        rememberStep(userId, null)
        void navigate(paths.dashboard)
      },
    })

  return (
    <>
      <ProgressBar value={step} max={LAST_STEP} label={`Step ${step} of ${LAST_STEP}`} />
      <form
        noValidate
        className="mt-8"
        onSubmit={(event) => {
          event.preventDefault()
          if (last) complete()
          else saveAndContinue()
        }}
      >
        <h2 ref={heading} tabIndex={-1} className="mb-5 text-heading outline-none">
          {steps[step - 1]?.title}
        </h2>
        {wizard.isRestored ? (
          <Notice className="mb-6" role="status">
            We kept what you typed before this page was loaded again. It is not saved yet.
          </Notice>
        ) : null}
        <WizardStep step={step} field={wizard.field} />
        <div className="mt-8 grid gap-5">
          <SaveProblem what="your plan" editing={wizard} />
          <div className="flex flex-wrap gap-3 border-t border-line pt-6 max-sm:flex-col">
            <Button disabled={step === 1} icon="arrow-left" onClick={() => goTo(toStep(String(step - 1)))}>
              Previous
            </Button>
            <Button
              className="sm:ml-auto"
              busy={busy}
              busyLabel="Saving..."
              onClick={() => wizard.save({ complete: false })}
            >
              Save Progress
            </Button>
            <Button type="submit" variant="primary" busy={busy} busyLabel="Saving...">
              {last ? 'Complete' : 'Save & Continue'}
            </Button>
          </div>
        </div>
      </form>
      <LeaveGuard
        isUnsaved={useCallback(() => isDirty && !done.current, [isDirty])}
        onLeave={wizard.discard}
      />
    </>
  )
}

/** The current step, kept in the address so that a reload and Back and Forward work, and the focus after a change. */
function useSteps(userId: string) {
  const [search, setSearch] = useSearchParams()
  // Without a step in the address, the wizard resumes at the last step.
  const [lastStep] = useState(() => readLastStep(userId))
  const step = toStep(search.get('step') ?? lastStep)
  const heading = useRef<HTMLHeadingElement>(null)
  const shown = useRef(step)
  const wanted = useRef<keyof FuneralPlanForm>(null)

  useEffect(() => rememberStep(userId, step), [userId, step])

  const goTo = (next: StepNumber) => setSearch({ step: String(next) })
  const focusField = (field: keyof FuneralPlanForm, at: StepNumber) => {
    wanted.current = field
    goTo(at)
  }
  const takeFieldToFocus = useCallback((current: StepNumber) => {
    const field = wanted.current
    wanted.current = null
    if (shown.current !== current && field === null) heading.current?.focus()
    shown.current = current
    return field
  }, [])

  return { step, goTo, heading, focusField, takeFieldToFocus }
}
