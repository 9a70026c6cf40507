import { count } from '@/lib/count'
import { paths } from '@/lib/paths'
import { missing, type Section, started, there } from '@/plan/section'
import { sections } from '@/sections/sections'

type PlanCard = Pick<Section, 'title' | 'path' | 'state'>

/** The people the owner named: they are no part of the plan, but without them the plan could not be opened. */
const people: PlanCard = {
  title: 'Beneficiaries & Trustees',
  path: paths.beneficiaries,
  state: ({ people: all = 0, people_accepted: accepted = 0 }) => {
    if (all === 0) return missing('Nobody is named yet: nobody could open your plan when it is needed.')
    const named = `${count(all, 'person', 'people')} named`
    if (accepted === 0) return started(`${named}, nobody has accepted yet.`)
    if (accepted === all) return there(`${named}, ${all === 1 ? 'and has' : 'all have'} accepted.`)
    return there(`${named}, ${accepted} ${accepted === 1 ? 'has' : 'have'} accepted.`)
  },
}

/** The cards of the dashboard, in the order in which the work is worth doing: the people come second. */
export const planCards: readonly PlanCard[] = [...sections.slice(0, 1), people, ...sections.slice(1)]
