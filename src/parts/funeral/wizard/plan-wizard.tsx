import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router-dom'
import type { FuneralPlan } from '@/data/funeral-plan'
import type { FuneralPlanForm } from '@/data/save-funeral-plan'
import { paths } from '@/lib/paths'
import { VisibilityNote } from '@/parts/kit/visibility-note'
import { Button } from '@/ui/base/button'
import { Notice } from '@/ui/base/notice'
import { ProgressBar } from '@/ui/base/progress-bar'
import { LeaveGuard } from '@/ui/forms/leave-guard'
import { SaveProblem } from '@/ui/forms/versioned-form'
import { readLastStep, rememberStep } from './plan-draft'
import { usePlanForm } from './use-plan-form'
import { steps, toStep } from './wizard-steps'

/** The wizard's four steps. Every question is optional, and the person can save and leave at every step. */
export function PlanWizard({ userId, plan }: { userId: string; plan: FuneralPlan | null }) {
  const navigate = useNavigate()
  const done = useRef(false)
  const wizard = usePlanForm({ userId, plan, onInvalid: (problem) => focusField(problem) })
  const { busy, isDirty } = wizard
  const { step, goTo, heading, focusField } = useSteps(userId, wizard.focus)
  const isLast = step === steps.length
  const shown = steps[step - 1]

  const saveAndContinue = () => wizard.save({ complete: false, onSaved: () => goTo(step + 1) })
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
      <ProgressBar value={step} max={steps.length} label={`Step ${step} of ${steps.length}`} />
      <form
        noValidate
        className="mt-8"
        onSubmit={(event) => {
          event.preventDefault()
          if (isLast) complete()
          else saveAndContinue()
        }}
      >
        <h2 ref={heading} tabIndex={-1} className="mb-5 text-heading outline-none">
          {shown?.title}
        </h2>
        {wizard.isRestored ? (
          <Notice className="mb-6" role="status">
            We kept what you typed before the page reloaded. It isn’t saved yet.
          </Notice>
        ) : null}
        <div className="grid gap-6">
          {shown?.content(wizard.field)}
          <VisibilityNote>{shown?.note}</VisibilityNote>
        </div>
        <div className="mt-8 grid gap-5">
          <SaveProblem what="your plan" editing={wizard} />
          <div className="flex flex-wrap gap-3 border-t border-line pt-6 max-sm:flex-col-reverse">
            <Button
              className="max-sm:disabled:hidden"
              disabled={step === 1}
              icon="arrow-left"
              onClick={() => goTo(step - 1)}
            >
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
              {isLast ? 'Complete' : 'Save & Continue'}
            </Button>
          </div>
        </div>
      </form>
      <LeaveGuard isUnsaved={() => isDirty && !done.current} onLeave={wizard.discard} />
    </>
  )
}

/** The current step, kept in the address so that a reload and Back and Forward work, and the focus after a change. */
function useSteps(userId: string, setFocus: (field: keyof FuneralPlanForm) => void) {
  const focus = useEffectEvent(setFocus)
  const [search, setSearch] = useSearchParams()
  // Without a step in the address, the wizard resumes at the last step.
  const [lastStep] = useState(() => readLastStep(userId))
  const step = toStep(search.get('step') ?? lastStep)
  const heading = useRef<HTMLHeadingElement>(null)
  const shown = useRef(step)
  const wanted = useRef<keyof FuneralPlanForm>(null)

  useEffect(() => rememberStep(userId, step), [userId, step])
  useEffect(() => {
    if (wanted.current) focus(wanted.current)
    else if (shown.current !== step) heading.current?.focus()
    wanted.current = null
    shown.current = step
  }, [step])

  const goTo = (next: number) => setSearch({ step: String(next) })
  const focusField = (at: { field: keyof FuneralPlanForm; step: number }) => {
    if (at.step === step) return setFocus(at.field)
    wanted.current = at.field
    goTo(at.step)
  }
  return { step, goTo, heading, focusField }
}
