import { paths } from '@/lib/paths'
import { missing, type SectionDescription, started, there } from '@/plan/section'

export const section: SectionDescription = {
  key: 'funeral',
  viewed: 'the funeral wishes',
  state: ({ funeral_plan_saved, funeral_plan_completed }) => {
    if (funeral_plan_completed) return there('Complete. You can change it at any time.')
    if (funeral_plan_saved) return started('A draft, not yet marked complete.')
    return missing('Nothing here yet: your family would have to guess what you want.')
  },
  gap: {
    found: 'what you want for your funeral',
    missing: ({ funeral_plan_saved, funeral_plan_completed }) => {
      if (!funeral_plan_saved)
        return {
          what: 'what you want for your funeral',
          why: 'Four short steps; you can leave questions open.',
          to: paths.funeralEdit,
        }
      if (!funeral_plan_completed)
        return {
          what: 'whether your funeral plan is finished',
          why: 'It is a draft. Take it up where you left it.',
          to: paths.funeralEdit,
        }
      return null
    },
  },
  lost: ({ funeral_plan_saved }) => (funeral_plan_saved ? 'your funeral plan' : null),
}
