import type { ComponentProps, ReactNode } from 'react'
import type { StepMark } from '@/data/memorial/step-marks'
import { count } from '@/lib/text'
import { addedSteps, stateOf, stepStates, undoing } from '@/reading/steps/step-state'
import { Button } from '@/ui/base/button'
import { ProgressBar } from '@/ui/base/progress-bar'
import { StepItem } from './step-item'
import { leftWords, StepGroup, StepsList } from './steps-list'

interface Props extends Omit<ComponentProps<typeof StepsList>, 'states'> {
  /** In the order of the database, those not sent yet last. */
  marks: readonly StepMark[]
  /** When the owner last stopped a release; null: never. */
  stoppedAt: string | null
  /** What the steps are called that people added themselves. */
  addedTitle: string
  /** What stands between how much is done and the steps. */
  children?: ReactNode
}

/** The steps of a plan with what its readers marked and added: how much is done, and where each step stands. */
export function MarkedSteps({ marks, stoppedAt, addedTitle, children, ...list }: Props) {
  const { steps, me, act } = list
  const states = stepStates(marks, stoppedAt)
  const own = addedSteps(marks)
  const keys = [...steps, ...own].map(({ key }) => key)
  const done = keys.filter((key) => stateOf(states, key).done).length
  return (
    <>
      <div className="mb-3 grid gap-4">
        <ProgressBar value={done} max={keys.length} label={`${done} of ${count(keys.length, 'step')} done`} />
        {children}
      </div>
      <StepsList {...list} states={states} />
      {own.length > 0 ? (
        <StepGroup
          title={addedTitle}
          left={leftWords(own.filter(({ key }) => stateOf(states, key).done === null).length)}
          isOpen
        >
          {own.map((step) => (
            <li key={step.key} className="px-4 py-1.5 break-inside-avoid sm:px-5">
              <StepItem step={step} states={states} me={me} act={act}>
                {act && step.mark.actor_id === me ? (
                  <Button
                    variant="quiet"
                    className="-ml-3"
                    aria-label={`Take it off the list: ${step.title}`}
                    onClick={() => act(undoing(step, [step.mark]))}
                  >
                    Take it off the list
                  </Button>
                ) : null}
              </StepItem>
            </li>
          ))}
        </StepGroup>
      ) : null}
    </>
  )
}
