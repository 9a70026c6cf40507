import { paths } from '@/app/paths'
import type { planOverviewQuery } from '@/data/plan-overview'

/** How much there is of everything in a plan. */
export type PlanOverview = Awaited<ReturnType<NonNullable<ReturnType<typeof planOverviewQuery>['queryFn']>>>

/** Where a part of the plan stands. */
export interface SectionState {
  /** What is there and what is missing, in a sentence. */
  words: string
  standing: 'missing' | 'started' | 'there'
}

export interface PlanSection {
  title: string
  /** The section's screen. Left out for as long as there is none. */
  to?: string
  state: (overview: PlanOverview) => SectionState
  /** What is offered as the next step while nothing is there, and while it is unfinished. */
  next?: { missing?: NextStep; started?: NextStep }
}

/** One thing worth doing now, why, and where. */
export interface NextStep {
  title: string
  reason: string
  label: string
  to: string
}

/** The parts of the plan, in the order in which they are worth doing. A new screen joins by its `to`. */
export const planSections: readonly PlanSection[] = [
  {
    title: 'Funeral plan',
    to: paths.funeral,
    state: ({ funeral_plan_saved, funeral_plan_completed }) => {
      if (funeral_plan_completed) return there('Complete. You can change it at any time.')
      if (funeral_plan_saved) return { words: 'A draft, not yet marked complete.', standing: 'started' }
      return missing('Nothing here yet: your family would have to guess what you want.')
    },
    next: {
      missing: {
        title: 'Write down what you want for your funeral',
        reason: 'Four short steps. Answer what you can, leave the rest open, and stop whenever you like.',
        label: 'Start planning',
        to: paths.funeralEdit,
      },
      started: {
        title: 'Finish your funeral plan',
        reason: 'It is a draft. Go through it once more, and mark it complete when it says what you want.',
        label: 'Continue the funeral plan',
        to: paths.funeralEdit,
      },
    },
  },
  {
    title: 'Beneficiaries & Trustees',
    to: paths.beneficiaries,
    state: ({ people, people_accepted }) => {
      if (people === 0) return missing('Nobody is named yet: nobody could open your plan when it is needed.')
      const named = `${count(people, 'person', 'people')} named`
      if (people_accepted === 0) return { words: `${named}, nobody has accepted yet.`, standing: 'started' }
      if (people_accepted === people && people === 1) return there(`${named}, and has accepted.`)
      if (people_accepted === people) return there(`${named}, all have accepted.`)
      return there(`${named}, ${people_accepted} ${people_accepted === 1 ? 'has' : 'have'} accepted.`)
    },
    next: {
      missing: {
        title: 'Name somebody you trust',
        reason: 'Without a person who is told of it, nobody could open your plan when it is needed.',
        label: 'Name the first person',
        to: paths.beneficiaries,
      },
    },
  },
  {
    title: 'Contacts',
    state: ({ contacts }) =>
      contacts === 0
        ? missing('Nothing here yet: your family would not know whom to call.')
        : there(`${count(contacts, 'person', 'people')} to be told.`),
  },
  {
    title: 'Video Messages',
    state: ({ videos }) =>
      videos === 0
        ? missing('Nothing here yet: a few words in your own voice can mean a lot later.')
        : there(`${count(videos, 'message', 'messages')} recorded.`),
  },
  {
    title: 'Life Insurance',
    state: ({ insurance }) =>
      insurance === 0
        ? missing('Nothing here yet: a policy that nobody knows of is never paid.')
        : there(`${count(insurance, 'policy', 'policies')} listed.`),
  },
  {
    title: 'Financial Accounts',
    state: ({ accounts }) =>
      accounts === 0
        ? missing('Nothing here yet: your family would have to search for your accounts.')
        : there(`${count(accounts, 'account', 'accounts')} listed.`),
  },
  {
    title: 'Wills & Trusts',
    state: ({ documents, wills }) => {
      if (documents === 0) return missing('Nothing here yet: your family would not know where your will is.')
      const kept = `${count(documents, 'document', 'documents')} kept`
      return wills === 0 ? { words: `${kept}, no will among them.`, standing: 'started' } : there(`${kept}.`)
    },
  },
  {
    title: 'Music',
    state: ({ music_chosen }) =>
      music_chosen
        ? there('A playlist is chosen.')
        : missing('Nothing here yet: somebody else would choose the music.'),
  },
]

function missing(words: string): SectionState {
  return { words, standing: 'missing' }
}

function there(words: string): SectionState {
  return { words, standing: 'there' }
}

function count(number: number, one: string, many: string): string {
  return `${number} ${number === 1 ? one : many}`
}

/** What is worth doing next: the first part in which nothing stands, then the first unfinished one; null for nothing. */
export function nextStep(overview: PlanOverview): NextStep | null {
  for (const standing of ['missing', 'started'] as const) {
    for (const { next, state } of planSections) {
      const step = next?.[standing]
      if (step && state(overview).standing === standing) return step
    }
  }
  return null
}
