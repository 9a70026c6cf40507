import type { PlanOverview } from '@/data/plan-overview'
import { paths } from '@/lib/paths'

/** Where a part of the plan stands. */
export interface SectionState {
  /** What is there and what is missing, in a sentence. */
  words: string
  standing: 'missing' | 'started' | 'there'
}

export interface PlanSection {
  title: string
  /** The section's screen. */
  to: string
  state: (overview: PlanOverview) => SectionState
}

/** The parts of the plan, in the order in which they are worth doing. */
export const planSections: readonly PlanSection[] = [
  {
    title: 'Funeral plan',
    to: paths.funeral,
    state: ({ funeral_plan_saved, funeral_plan_completed }) => {
      if (funeral_plan_completed) return there('Complete. You can change it at any time.')
      if (funeral_plan_saved) return { words: 'A draft, not yet marked complete.', standing: 'started' }
      return missing('Nothing here yet: your family would have to guess what you want.')
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
  },
  {
    title: 'Contacts',
    to: paths.contacts,
    state: ({ contacts }) =>
      contacts === 0
        ? missing('Nothing here yet: your family would not know whom to call.')
        : there(`${count(contacts, 'person', 'people')} to be told.`),
  },
  {
    title: 'Video Messages',
    to: paths.videos,
    state: ({ videos }) =>
      videos === 0
        ? missing('Nothing here yet: a few words in your own voice can mean a lot later.')
        : there(`${count(videos, 'message', 'messages')} recorded.`),
  },
  {
    title: 'Life Insurance',
    to: paths.insurance,
    state: ({ insurance }) =>
      insurance === 0
        ? missing('Nothing here yet: a policy that nobody knows of is never paid.')
        : there(`${count(insurance, 'policy', 'policies')} listed.`),
  },
  {
    title: 'Financial Accounts',
    to: paths.accounts,
    state: ({ accounts }) =>
      accounts === 0
        ? missing('Nothing here yet: your family would have to search for your accounts.')
        : there(`${count(accounts, 'account', 'accounts')} listed.`),
  },
  {
    title: 'Wills & Trusts',
    to: paths.documents,
    state: ({ documents, wills }) => {
      if (documents === 0) return missing('Nothing here yet: your family would not know where your will is.')
      const kept = `${count(documents, 'document', 'documents')} kept`
      return wills === 0 ? { words: `${kept}, no will among them.`, standing: 'started' } : there(`${kept}.`)
    },
  },
  {
    title: 'Music',
    to: paths.music,
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
