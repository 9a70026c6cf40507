import type { Reach } from '@/lib/ways-to-contact'
import type { PartChoice } from '@/words/part-choices'

/** When a step is due, in this order. */
export const stepTimes = ['hours', 'days', 'weeks', 'later'] as const

/** Someone to be told. */
export interface PersonToTell {
  /** The key of the marks about this person. */
  key: string
  name: string
  relation: string | null
  reach: readonly Reach[]
}

/** What a part knows for its letter. A value of null is left blank, to be filled in by hand. */
export interface LetterFacts {
  /** Who it is for: an insurer, a bank. */
  to: string
  /** What it is about, after the person's name: "life insurance policy". */
  about: string
  /** The numbers under which they keep it. */
  references: readonly { term: string; value: string | null }[]
  /** What is asked, one sentence each. */
  asks: readonly string[]
  /** What is enclosed besides a copy of the death certificate. */
  encloses: readonly string[]
}

/** What a plan doesn't say. */
export interface Unsaid {
  /** In words for anyone, that continue "Still missing: …": "who takes Juno". */
  what: string
  /** Where its owner can say it. */
  to: string
  /** Whether it's only welcome: a family does well without it, so a plan that lacks nothing else is complete. */
  isOptional?: true
}

/** One thing that the family or the executor will do after the death. */
export interface Step {
  /** The key of its marks: the part's table, a colon, and the row's id or a word. See the migration first_days. */
  key: string
  when: (typeof stepTimes)[number]
  /** Its place among the steps of the same time; the lowest comes first. */
  rank: number
  title: string
  /** One paragraph each. */
  words: readonly string[]
  /** Facts of the plan that it needs. */
  facts?: readonly { term: string; value: string }[]
  /** Who to call or email for it. */
  reach?: readonly Reach[]
  /** What the plan doesn't say, and its words therefore have to: the only source of what a plan is missing. */
  missing?: Unsaid
  /** The letter that it needs. */
  letter?: LetterFacts
  /** It's done on the page of the service. */
  service?: true
  /** A draft of it is made from the plan, on a page for executors. */
  obituary?: true
  /** Its words name the offices of a country, which the reader chooses. */
  byCountry?: true
  /** The people to tell, where that is the step. */
  people?: readonly PersonToTell[]
}

/** What a part's steps are made from besides its data. */
export interface StepsGiven {
  /** The owner, as named inside a sentence: "Margaret Ellis". */
  who: string
  /** For the owner's own list: what none of the people named can read in the first hours. */
  unread?: readonly PartChoice[]
}

/** A part's steps.ts: makes what it gives an executor to do from its data, all that the reader may see of it. */
export type Steps<Data> = (data: Data, given: StepsGiven) => Step[]

/** The facts that are filled in. */
export function filledIn(
  facts: Record<string, string | null | undefined>,
): { term: string; value: string }[] {
  return Object.entries(facts).flatMap(([term, value]) => (value ? { term, value } : []))
}
