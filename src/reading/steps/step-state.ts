import type { NewMark, StepMark } from '@/data/memorial/step-marks'
import type { Step } from '@/parts/kit/step'

/** Where a step stands. */
export interface StepState {
  /** The last "done" that was not taken back. */
  done: StepMark | null
  /** Who is doing it; two people who said so at once are both in it. */
  doing: readonly StepMark[]
  /** The last try to reach a person: a message was left, or they were not reached. */
  tried: StepMark | null
  notes: readonly StepMark[]
  /** Every mark that counts and says where the step stands; taking all of them back makes it open again. */
  standing: readonly StepMark[]
}

const untouched: StepState = { done: null, doing: [], tried: null, notes: [], standing: [] }

/**
 * Finds out where each step stands. A mark counts until another one takes exactly it back. So it does not matter in which
 * order marks arrive: what someone takes back later, without having seen a newer mark, leaves the newer one as it is.
 * @param marks in the order of the database, those not sent yet last
 * @param stoppedAt when the owner stopped a release: what was marked before it was about a death that was none
 */
export function stepStates(
  marks: readonly StepMark[],
  stoppedAt: string | null = null,
): ReadonlyMap<string, StepState> {
  const undone = new Set(marks.map(({ undoes }) => undoes))
  const since = stoppedAt === null ? Number.NEGATIVE_INFINITY : Date.parse(stoppedAt)
  const states = new Map<string, StepState>()
  for (const mark of marks) {
    const isKept = mark.mark === 'note' || Date.parse(mark.made_at) > since
    if (undone.has(mark.id) || !isKept) continue
    const before = states.get(mark.step_key) ?? untouched
    states.set(mark.step_key, withMark(before, mark))
  }
  return states
}

function withMark(state: StepState, mark: StepMark): StepState {
  const standing = [...state.standing, mark]
  switch (mark.mark) {
    case 'done':
      return { ...state, standing, done: mark }
    case 'doing':
      return { ...state, standing, doing: [...state.doing, mark] }
    case 'left_message':
    case 'not_reached':
      return { ...state, standing, tried: mark }
    case 'note':
      return { ...state, notes: [...state.notes, mark] }
    default:
      return state
  }
}

/** Where a step without any mark stands. */
export function stateOf(states: ReadonlyMap<string, StepState>, key: string): StepState {
  return states.get(key) ?? untouched
}

/** The steps that people added themselves and no one took back, with the mark that added each. */
export function addedSteps(
  marks: readonly StepMark[],
): (Pick<Step, 'key' | 'title' | 'words'> & { mark: StepMark })[] {
  const undone = new Set(marks.map(({ undoes }) => undoes))
  return marks
    .filter(({ id, mark }) => mark === 'added' && !undone.has(id))
    .map((mark) => ({ key: mark.step_key, title: mark.title, words: mark.note ? [mark.note] : [], mark }))
}

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
