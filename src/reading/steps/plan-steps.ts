import { capital } from '@/lib/capital'
import type { PlanPart } from '@/parts/kit/part'
import { type PartSteps, type Step, type StepsGiven, stepTimes } from '@/parts/kit/step'
import { generalSteps } from './general-steps'

/** The steps.ts of every folder that has one. Each receives only the data that the query of its own folder returns. */
const modules = Object.values(
  import.meta.glob<PartSteps>('/src/parts/*/steps.ts', { eager: true, import: 'steps' }),
)

/** A step, and where the plan says more about it. */
export interface PlanStep extends Step {
  /** The part it comes from; null for a step of every family. */
  part: Pick<PlanPart, 'key' | 'tab'> | null
}

/**
 * What to do after a death, from a plan: in the order in which a family needs it, and only from the parts it is given.
 * @param parts the parts that the reader may see, with their data
 */
export function planSteps(
  parts: readonly (Pick<PlanPart, 'key' | 'tab'> & { data: unknown })[],
  given: StepsGiven,
): PlanStep[] {
  const ofParts = parts.flatMap(({ key, tab, data }) =>
    modules
      .filter((module) => module.key === key)
      .flatMap((module) =>
        module.build(data, given).map((step): PlanStep => ({ ...inSentences(step), part: { key, tab } })),
      ),
  )
  const ofEveryone = generalSteps(given).map((step): PlanStep => ({ ...inSentences(step), part: null }))
  return [...ofParts, ...ofEveryone].sort(
    (one, other) => stepTimes.indexOf(one.when) - stepTimes.indexOf(other.when) || one.rank - other.rank,
  )
}

/** A title or a paragraph may begin with "your loved one", which stands for an owner without a name. */
function inSentences<Of extends Step>(step: Of): Of {
  return { ...step, title: capital(step.title), words: step.words.map(capital) }
}
