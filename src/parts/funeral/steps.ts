import type { FuneralPlan } from '@/data/funeral-plan'
import type { Enums } from '@/lib/database.types'
import { paths } from '@/lib/paths'
import { reachIn } from '@/lib/ways-to-contact'
import { filledIn, type Step, type Steps } from '@/parts/kit/step'
import { serviceWords } from './words'

/** A step of the wizard, where the owner answers. */
const atStep = (step: number) => `${paths.funeralEdit}?step=${step}`

type Wish = Pick<Step, 'title' | 'words' | 'missing'>

const dispositionSteps: Record<Enums<'disposition_type'>, (who: string, plan: FuneralPlan) => Wish> = {
  burial: (who) => ({
    title: `${who} wished to be buried`,
    words: [
      'Tell the funeral home before anything is arranged.',
      'Ask whether there is a plot already: the deed may be among the papers. If there is none, the funeral home knows the cemeteries.',
    ],
  }),
  cremation: (who) => ({
    title: `${who} wished to be cremated`,
    words: [
      'Tell the funeral home before anything is arranged.',
      'It’ll ask for a signed permission. Who may sign differs by country and state; the funeral home will know. What happens to the ashes doesn’t have to be decided now.',
    ],
  }),
  donation: (who) => ({
    title: `${who} wished to donate their body to science`,
    words: [
      'Call the medical school or program today, before the funeral home does anything. Most accept only people who registered, and only within a day or two; the registration may be among the papers.',
      'If they say no, which happens often and is no one’s fault, the funeral home will help you with a burial or a cremation.',
    ],
  }),
  other: (who, { personal_requests }) => ({
    title: `${who} wished for something other than burial or cremation`,
    words: [
      `${personal_requests ? 'Read the requests in the plan' : 'The plan doesn’t say what. Ask those who were closest'}, and tell the funeral home before anything is arranged. It can tell you what is possible where you are.`,
    ],
    ...(personal_requests
      ? {}
      : { missing: { what: 'what to do instead of burial or cremation', to: atStep(3) } }),
  }),
}

function funeralHome(plan: FuneralPlan | null, who: string): Step {
  const step = { key: 'funeral_plan:home', when: 'hours', rank: 20 } as const
  const home = plan?.funeral_home
  if (!home)
    return {
      ...step,
      title: 'Choose a funeral home',
      words: [
        'The plan doesn’t name one.',
        'Families usually ask friends, the hospital or their congregation, and call two or three. You can ask for prices on the phone before you decide, and you don’t have to decide in the first call.',
      ],
      missing: { what: 'which funeral home to call', to: atStep(1) },
    }
  const reach = reachIn(home)
  return {
    ...step,
    title: `Call the funeral home: ${home}`,
    words: [
      `${who} chose it. They answer at any hour. On this call you only have to say who died and where; they’ll tell you the rest.`,
      ...(reach.length === 0 ? ['The plan doesn’t give a number. You’ll find it online.'] : []),
    ],
    reach,
    ...(reach.length === 0 ? { missing: { what: 'a number for the funeral home', to: atStep(1) } } : {}),
  }
}

function disposition(plan: FuneralPlan | null, who: string): Step {
  const step = { key: 'funeral_plan:disposition', when: 'hours', rank: 30 } as const
  if (plan?.disposition) return { ...step, ...dispositionSteps[plan.disposition](who, plan) }
  return {
    ...step,
    title: 'Decide between burial and cremation',
    words: [
      'The plan doesn’t say which. Perhaps it was talked about with someone: ask those who were closest.',
      'Otherwise the next of kin usually decide together. Who has the last word differs by country and state; the funeral home can tell you.',
    ],
    missing: { what: 'burial or cremation', to: atStep(1) },
  }
}

function service(plan: FuneralPlan | null, who: string): Step {
  const step = { key: 'funeral_plan:service', when: 'days', rank: 30 } as const
  const facts = filledIn({
    Venue: plan?.venue,
    Officiant: plan?.officiant,
    Requests: plan?.personal_requests,
  })
  const reach = [...reachIn(plan?.venue), ...reachIn(plan?.officiant)]
  const kind = plan?.service_type
  if (kind === 'none')
    return {
      ...step,
      title: `${who} wanted no service`,
      words: [
        'You can follow this wish with a clear conscience. Some families meet quietly at home instead.',
      ],
      facts,
      reach,
    }
  if (kind)
    return {
      ...step,
      title: kind === 'other' ? 'Plan the service' : `Plan the ${serviceWords[kind].toLowerCase()}`,
      words: ['These wishes are a guide. If something can’t be done, do what comes closest.'],
      facts,
      reach,
      service: true,
    }
  return {
    ...step,
    title: 'Plan the service',
    words: [
      'The plan doesn’t say what kind of service it should be.',
      'Families usually decide on a place and a day first, within a week or two, and ask one person to lead it. It can also be held later, when everyone can come.',
    ],
    facts,
    reach,
    service: true,
    missing: { what: 'what kind of service', to: atStep(2) },
  }
}

function obituary(plan: FuneralPlan | null, who: string): Step {
  const step = { key: 'funeral_plan:obituary', when: 'days', rank: 50, obituary: true } as const
  return plan?.obituary
    ? {
        ...step,
        title: 'Write the obituary',
        words: [`${who} left notes for it. The funeral home can place it in newspapers and online.`],
        facts: filledIn({ 'Obituary notes': plan.obituary }),
      }
    : {
        ...step,
        title: 'Write an obituary, if you want one',
        words: [
          'The plan has no notes for it. A few lines are enough: the name, the dates, the family, what was loved, and when the service is. For safety, leave out the address and the day of birth.',
        ],
        missing: { what: 'notes for the obituary', to: atStep(4), isOptional: true },
      }
}

export const steps: Steps<FuneralPlan | null> = (plan, { who }) => [
  funeralHome(plan, who),
  disposition(plan, who),
  service(plan, who),
  obituary(plan, who),
]
