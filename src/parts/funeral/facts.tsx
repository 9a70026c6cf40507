import type { FuneralPlan } from '@/data/funeral-plan'
import { rowFacts } from '@/parts/kit/row-facts'
import { FuneralArrangements, hasArrangements } from './arrangements'
import { source } from './source'

export const facts = rowFacts<FuneralPlan | null>({
  ...source,
  empty: (ownerName) => ({
    title: 'No funeral preferences saved yet',
    words: `There are no wishes for the funeral in ${ownerName}'s plan.`,
  }),
  show: (plan, { headingLevel }) =>
    plan && hasArrangements(plan) ? (
      <FuneralArrangements plan={plan} {...(headingLevel ? { headingLevel } : {})} />
    ) : null,
})
