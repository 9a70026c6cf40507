import { useMemo } from 'react'
import { capitalize } from '@/lib/text'
import type { PlanPart } from '@/parts'
import type { PartData } from '@/parts/kit/part'
import { type Step, type Steps, type StepsGiven, stepTimes } from '@/parts/kit/step'
import { allLoaded, asLoaded, type Loadable } from '@/ui/base/loaded'
import { useLate } from '@/ui/late'
import { allPieces } from '../all-pieces'
import type { ReadPart } from '../use-plan'
import type { Country } from './countries'
import { generalSteps } from './general-steps'

const makers = allPieces(({ steps }) => steps)
// Whoever shows steps needs them all, so their code comes along with the data.
makers.ahead()

/** A part whose steps can be made once its data and their code are there. */
export interface PartWithSteps extends Pick<ReadPart, 'key' | 'tab' | 'words' | 'steps'> {
  query: Loadable<(given: StepsGiven) => Step[]>
}

/** These parts, each with what makes its steps. */
export function usePartSteps(parts: readonly ReadPart[]): PartWithSteps[] {
  const code = useLate(makers)
  return useMemo(() => parts.map((part) => withSteps(part, code)), [parts, code])
}

/** The same for parts that have been read: loads the code that it needs. */
export async function loadPartSteps(parts: readonly ReadPart[]): Promise<PartWithSteps[]> {
  const code = asLoaded(await makers.get())
  return parts.map((part) => withSteps(part, code))
}

function withSteps(part: ReadPart, code: Loadable<ReadonlyMap<string, Steps<PartData>>>): PartWithSteps {
  const { data: both, ...state } = allLoaded(code, part.query)
  const make = (given: StepsGiven) => (both ? (both[0].get(part.key)?.(both[1], given) ?? []) : [])
  return { ...part, query: { ...state, data: both && make } }
}

/** A step, and where the plan says more about it. */
export interface PlanStep extends Step {
  /** The part it comes from; null for a step of every family, and for those about the people named. */
  part: Pick<PlanPart, 'key' | 'tab'> | null
}

/**
 * What to do after a death, from a plan: in the order in which a family needs it, and only from the parts it is given, as
 * far as they are loaded.
 * @param parts the parts that the reader may see
 * @param country whose offices are named; null: none by name
 * @param more what the reader knows besides these parts
 */
export function planSteps(
  parts: readonly PartWithSteps[],
  given: StepsGiven,
  country: Country | null = null,
  more: readonly Step[] = [],
): PlanStep[] {
  const ofParts = parts.flatMap(({ key, tab, query: { data: make } }) =>
    (make?.(given) ?? []).map((step): PlanStep => ({ ...inSentences(step), part: { key, tab } })),
  )
  const ofEveryone = [...more, ...generalSteps(given, country)].map(
    (step): PlanStep => ({ ...inSentences(step), part: null }),
  )
  return [...ofParts, ...ofEveryone].sort(
    (one, other) => stepTimes.indexOf(one.when) - stepTimes.indexOf(other.when) || one.rank - other.rank,
  )
}

/** A title or a paragraph may begin with "your loved one", which stands for an owner without a name. */
function inSentences<Of extends Step>(step: Of): Of {
  return { ...step, title: capitalize(step.title), words: step.words.map(capitalize) }
}

/** A step that has to find out what the plan doesn't say. */
export type Gap = PlanStep & Required<Pick<Step, 'missing'>>

/**
 * What a plan is missing, in the order of its steps: the one list of it, wherever it is shown or counted. What is only
 * welcome is not missing.
 */
export function gapsIn<Of extends Step>(steps: readonly Of[]): (Of & Pick<Gap, 'missing'>)[] {
  return steps.flatMap((step) =>
    step.missing && !step.missing.isOptional ? { ...step, missing: step.missing } : [],
  )
}

/** What the mark of a person to tell is called. */
export const tellTitle = (name: string) => `Tell ${name}`

/** @returns whom a step's title asks to tell, as {@link tellTitle} made it; null for a title of another kind */
export const toldBy = (title: string) => /^Tell (.+)$/.exec(title)?.[1] ?? null

/** What the steps of a list are called, and the people to tell, by the keys of their marks. */
export function stepTitles(
  steps: readonly Pick<Step, 'key' | 'title' | 'people'>[],
): ReadonlyMap<string, string> {
  return new Map(
    steps.flatMap(({ key, title, people = [] }): (readonly [string, string])[] => [
      [key, title],
      ...people.map((person) => [person.key, tellTitle(person.name)] as const),
    ]),
  )
}
