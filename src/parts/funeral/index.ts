import { type FuneralPlan, funeralPlanQuery } from '@/data/funeral-plan'
import { paths } from '@/lib/paths'
import { dotted } from '@/lib/text'
import { part } from '@/parts/kit/part'
import { dispositionWords, serviceWords } from './words'

/** Music is in the same row, and alone it is no plan for a funeral. */
function heldOf(plan: FuneralPlan | null): string | null {
  if (plan === null) return null
  const { disposition, service_type, venue, funeral_home, officiant } = plan
  const said = dotted([
    disposition && dispositionWords[disposition],
    service_type && serviceWords[service_type],
    venue ?? funeral_home ?? officiant,
  ])
  if (said) return said
  if (plan.personal_requests || plan.obituary || plan.likeness) return 'Some wishes'
  return plan.completed_at ? 'Every question left open' : null
}

export const funeral = part<FuneralPlan | null>({
  table: 'funeral_plan',
  title: 'Funeral Plan',
  icon: 'leaf',
  group: 'After my death',
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
  held: heldOf,
  next: (plan) => {
    if (plan?.completed_at) return null
    return heldOf(plan)
      ? {
          ask: 'finish your funeral plan',
          why: 'It’s still a draft.',
          how: 'It’s still a draft. Pick up where you left off.',
          isGeneral: true,
          action: 'Continue',
          to: paths.funeralEdit,
        }
      : {
          ask: 'what kind of funeral would you like?',
          why: 'Your family will have to decide this within days.',
          how: 'Four short steps. You can leave questions open.',
          action: 'Begin',
          to: paths.funeralEdit,
        }
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
