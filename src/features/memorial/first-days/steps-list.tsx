import { type ReactNode, useId, useRef, useState } from 'react'
import { count } from '@/lib/text'
import { type Step, stepTimes } from '@/parts/kit/step'
import type { PlanStep } from '@/reading/steps/plan-steps'
import { stateOf } from '@/reading/steps/step-state'
import { Icon } from '@/ui/base/icons'
import { useOpenInPrint } from '@/ui/hooks/use-open-in-print'
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
  /** What stands at the end of a step, once it's opened. */
  after?: (step: PlanStep) => ReactNode
  /** What is said of a step that is seen without opening it; its time then stands open. */
  remark?: (step: PlanStep) => ReactNode
}

/** The steps in the order of their time. The first time with something to do is open; the others say how much is left. */
export function StepsList({ steps, linkOf, after, remark, ...marking }: Props) {
  const { states, act } = marking
  const times = stepTimes.flatMap((time) => {
    const ofTime = steps.filter(({ when }) => when === time)
    const left = ofTime.filter(({ key }) => stateOf(states, key).done === null).length
    return ofTime.length === 0 ? [] : { time, ofTime, left }
  })
  const first = times.find(({ left }) => left > 0) ?? times[0]
  return times.map(({ time, ofTime, left }) => (
    <StepGroup
      key={time}
      title={timeWords[time]}
      left={act === null ? count(ofTime.length, 'step') : leftWords(left)}
      isOpen={time === first?.time || ofTime.some((step) => remark?.(step))}
    >
      {ofTime.map((step) => (
        <li key={step.key} className="px-4 py-1.5 break-inside-avoid sm:px-5">
          <StepItem step={step} link={linkOf?.(step)} remark={remark?.(step)} {...marking}>
            {after?.(step)}
          </StepItem>
        </li>
      ))}
    </StepGroup>
  ))
}

/** "9 left", or that all is done. */
export const leftWords = (left: number) => (left === 0 ? 'All done' : `${left} left`)

interface GroupProps {
  title: string
  /** How much of it is left. */
  left: string
  /** Whether it's open at first. */
  isOpen: boolean
  /** The items of the list. */
  children: ReactNode
}

/** Steps under a heading that opens and closes them. They are on the page in any case, so the browser's search finds them. */
export function StepGroup({ title, left, isOpen, children }: GroupProps) {
  const id = useId()
  const group = useRef<HTMLElement>(null)
  useOpenInPrint(group)
  // From then on it's up to the reader.
  const [atFirst] = useState(isOpen)
  return (
    <section ref={group} aria-labelledby={id} className="mt-3 first:mt-0">
      <details open={atFirst} className="group/time">
        <summary className="mb-2 flex min-h-11 items-center gap-x-3 rounded-small [&::-webkit-details-marker]:hidden">
          <Icon
            name="chevron-down"
            className="shrink-0 -rotate-90 text-ink-soft group-open/time:rotate-0 print:hidden"
          />
          <h3 id={id} className="min-w-0 text-title">
            {title}
          </h3>
          <span className="ml-auto shrink-0 text-ink-soft">{left}</span>
        </summary>
        <ul className="divide-y divide-line rounded-card border border-line bg-sheet shadow-card">
          {children}
        </ul>
      </details>
    </section>
  )
}

export const NO_LEGAL_ADVICE =
  'This list is made from the plan and from what families usually do. It isn’t legal advice. Laws vary: where they do, the step says which office to ask.'

/** Stands under every list of steps. */
export function NoLegalAdvice() {
  return <p className="mt-8 max-w-prose text-small text-ink-soft">{NO_LEGAL_ADVICE}</p>
}
