import type { NewMark, StepMark } from '@/data/memorial/step-marks'
import type { StepState } from '@/reading/steps/step-state'

/** A step or a person, as far as marking needs to know it. */
export interface Marked {
  key: string
  title: string
}

/** Marks one step. */
export function marking({ key, title }: Marked, mark: NewMark['mark'], note?: string): NewMark {
  return { step_key: key, mark, title, ...(note === undefined ? {} : { note }) }
}

/** Takes back these marks of one step. */
export function undoing(step: Marked, marks: readonly StepMark[]): NewMark[] {
  return marks.map(({ id }) => ({ ...marking(step, 'undo'), undoes: id }))
}

/** Takes back that a step is done, no matter who said so. */
export function reopening(step: Marked, { standing }: StepState): NewMark[] {
  return undoing(
    step,
    standing.filter(({ mark }) => mark === 'done'),
  )
}
