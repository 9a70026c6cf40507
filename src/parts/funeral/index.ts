import { type FuneralPlan, funeralPlanQuery } from '@/data/funeral-plan'
import { paths } from '@/lib/paths'
import { missing, part, started, there } from '@/parts/kit/part'

export const funeral = part<FuneralPlan | null>({
  table: 'funeral_plan',
  title: 'Funeral Plan',
  icon: 'leaf',
  group: 'Your plan',
  screens: [
    { path: paths.funeral, lazy: () => import('./page') },
    { path: paths.funeralEdit, lazy: () => import('./wizard/page') },
  ],
  choice: 'funeral',
  tab: 'funeral',
  viewed: 'the funeral wishes',
  gained: 'your funeral plan and music',
  words: {
    name: 'Funeral',
    loading: 'Loading the funeral plan',
    errorTitle: 'Unable to load funeral plan',
  },
  query: funeralPlanQuery,
  state: ({ funeral_plan_saved, funeral_plan_completed }) => {
    if (funeral_plan_completed) return there('Complete.')
    if (funeral_plan_saved) return started("A draft you haven't finished yet.")
    return missing('Nothing here yet.')
  },
  gap: {
    found: 'your funeral wishes',
    missing: ({ funeral_plan_saved, funeral_plan_completed }) => {
      if (!funeral_plan_saved)
        return {
          what: 'What kind of funeral you want',
          why: 'Four short steps. You can leave questions open.',
          ask: 'what kind of funeral would you like?',
          minutes: 5,
          action: 'Begin',
          to: paths.funeralEdit,
        }
      if (!funeral_plan_completed)
        return {
          what: 'Your finished funeral plan',
          why: "It's still a draft. Pick up where you left off.",
          ask: 'finish your funeral plan.',
          action: 'Continue',
          to: paths.funeralEdit,
        }
      return null
    },
  },
  lost: ({ funeral_plan_saved }) => (funeral_plan_saved ? 'your funeral plan' : null),
  files: null,
  facts: () => import('./facts'),
  print: () => import('./print'),
  steps: () => import('./steps'),
  obituary: (plan) => ({ notes: plan?.obituary ?? null, isWithoutService: plan?.service_type === 'none' }),
  sample: () => import('@/parts/kit/sample-plan'),
  incoming: () => import('./incoming'),
})
