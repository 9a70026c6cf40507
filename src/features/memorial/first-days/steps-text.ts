import type { StepMark } from '@/data/memorial/step-marks'
import { formatDate } from '@/lib/dates'
import { type Step, stepTimes } from '@/parts/kit/step'
import { addedSteps, type StepState, stateOf, stepStates } from '@/reading/steps/step-state'
import { NO_LEGAL_ADVICE, timeWords } from './steps-list'
import { byWhom, doingWords, toldWords } from './who-words'

interface Given {
  title: string
  steps: readonly Step[]
  /** The names of parts that could not be read. */
  missing: readonly string[]
  /** What people marked, in the order of the database. */
  marks: readonly StepMark[]
  /** When the owner last stopped a release; null: never. */
  stoppedAt: string | null
  /** The reader's id. */
  me: string
}

/** The list of steps as plain text, to be kept and printed anywhere. */
export function stepsText({ title, steps, missing, marks, stoppedAt, me }: Given): string {
  const states = stepStates(marks, stoppedAt)
  const blockOf = (step: Pick<Step, 'key' | 'title' | 'words'> & Partial<Step>) => {
    const state = stateOf(states, step.key)
    return [
      `${state.done ? '[x]' : '[ ]'} ${step.title}`,
      ...[
        ...statusOf(state, me),
        ...step.words,
        ...(step.facts ?? []).map(({ term, value }) => `${term}: ${value}`),
        ...(step.reach ?? []).map(({ label }) => label),
        ...(step.people ?? []).flatMap((person) => [
          [`- ${person.name}`, person.relation, ...person.reach.map(({ label }) => label)]
            .filter(Boolean)
            .join(', '),
          ...[toldWords(stateOf(states, person.key), me)].flatMap((told) => (told ? [`  ${told}`] : [])),
        ]),
        ...state.notes.map((note) => `Note: ${note.note} (${byWhom(note, me)})`),
      ].map((line) => `    ${line}`),
    ].join('\r\n')
  }
  const groups = [
    ...stepTimes.map((time) => ({ name: timeWords[time], of: steps.filter(({ when }) => when === time) })),
    { name: 'Added by you and the others', of: addedSteps(marks) },
  ]
  return `${[
    title.toUpperCase(),
    `As of ${formatDate(new Date().toISOString())}.`,
    ...missing.map((name) => `We couldn’t read the part ${name}, so its steps are missing here.`),
    ...groups
      .filter(({ of }) => of.length > 0)
      .flatMap(({ name, of }) => [name.toUpperCase(), ...of.map(blockOf)]),
    NO_LEGAL_ADVICE,
  ].join('\r\n\r\n')}\r\n`
}

function statusOf(state: StepState, me: string): string[] {
  const words = state.done ? `Done by ${byWhom(state.done, me)}` : doingWords(state, me, 'doing this')
  return words ? [words] : []
}
