import { type ReactNode, useId } from 'react'
import { type Step, stepTimes } from '@/parts/kit/step'
import type { PlanStep } from '@/reading/steps/plan-steps'
import { type Marking, StepItem, type StepLink } from './step-item'

/** The headings of the list. */
export const timeWords: Record<Step['when'], string> = {
  hours: 'In the first hours',
  days: 'In the first days',
  weeks: 'In the first weeks',
  later: 'Later',
}

interface Props extends Marking {
  steps: readonly PlanStep[]
  /** Where a step is done; left out where no page can be opened. */
  linkOf?: (step: PlanStep) => StepLink | undefined
  /** What stands at the end of a step. */
  after?: (step: PlanStep) => ReactNode
}

/** The steps in the order of their time. */
export function StepsList({ steps, linkOf, after, ...marking }: Props) {
  return stepTimes.map((time) => {
    const ofTime = steps.filter(({ when }) => when === time)
    return ofTime.length === 0 ? null : (
      <StepGroup key={time} title={timeWords[time]}>
        {ofTime.map((step) => (
          <li key={step.key} className="p-5 break-inside-avoid">
            <StepItem step={step} link={linkOf?.(step)} {...marking}>
              {after?.(step)}
            </StepItem>
          </li>
        ))}
      </StepGroup>
    )
  })
}

/** Steps under a heading. @param children the items of the list */
export function StepGroup({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="mt-8 first:mt-0">
      <h3 id={id} className="mb-3 text-title">
        {title}
      </h3>
      <ul className="divide-y divide-line rounded-card border border-line bg-sheet shadow-card">
        {children}
      </ul>
    </section>
  )
}

export const NO_LEGAL_ADVICE =
  "This list is made from the plan and from what families usually do. It isn't legal advice. Laws vary: where they do, the step says which office to ask."

/** Stands under every list of steps. */
export function NoLegalAdvice() {
  return <p className="mt-8 max-w-prose text-small text-ink-soft">{NO_LEGAL_ADVICE}</p>
}
