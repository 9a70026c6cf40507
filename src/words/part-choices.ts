import { Constants, type Enums } from '@/lib/database.types'
import type { Role } from './roles'

/** When a person may read a part of a plan. */
export type Timing = Enums<'part_timing'>

/** The database's, from the narrowest to the widest. */
export const timings = Constants.public.Enums.part_timing

/** Whether a person could read more. */
export const isWider = (timing: Timing, than: Timing): boolean =>
  timings.indexOf(timing) > timings.indexOf(than)

interface Choice {
  /** Its heading. */
  name: string
  /** The same inside of a sentence, after "your". */
  inSentence: string
  /** Who may read it as long as the owner chose nothing for them. */
  readers: 'everyone named' | 'trustees and executors'
}

/**
 * What an owner chooses for each person they named, by the names of the database: `private.plan_parts`, whose rules are
 * the same. Video messages are not among them, because each is addressed.
 */
export const partChoices = {
  contacts: { name: 'Contacts', inSentence: 'contacts', readers: 'everyone named' },
  home: { name: 'Home & Pets', inSentence: 'notes about home and pets', readers: 'trustees and executors' },
  funeral: { name: 'Funeral Plan & Music', inSentence: 'funeral plan and music', readers: 'everyone named' },
  documents: { name: 'Documents', inSentence: 'documents', readers: 'everyone named' },
  money: {
    name: 'Insurance & Accounts',
    inSentence: 'insurance and accounts',
    readers: 'trustees and executors',
  },
  portrait: { name: 'Portrait', inSentence: 'portrait', readers: 'everyone named' },
} as const satisfies Record<string, Choice>

export type PartChoice = keyof typeof partChoices

const isPartChoice = (name: string): name is PartChoice => Object.hasOwn(partChoices, name)

/** In the order in which a family needs them. */
export const partChoiceNames: readonly PartChoice[] = Object.keys(partChoices).filter(isPartChoice)

interface TimingWords {
  timing: Timing
  heading: string
  /** Completes "Anna and Ben, …"; null where they are left out. */
  when: string | null
  /** @param name the person's */
  explain: (name: string) => string
}

/** The times that an owner can choose from, the widest first. */
export const timingWords: readonly TimingWords[] = [
  {
    timing: 'after_death',
    heading: 'After my death',
    when: 'once your plan is open',
    explain: () => 'Once a death certificate is verified, or sooner if you open your plan.',
  },
  {
    timing: 'never',
    heading: 'Never',
    when: null,
    explain: (name) => `${name} won't know that these exist.`,
  },
]

/** The timing of a part for a person for whom the owner chose nothing. */
export function timingOfRole(choice: PartChoice, role: Role): Timing {
  return partChoices[choice].readers === 'trustees and executors' && role === 'beneficiary'
    ? 'never'
    : 'after_death'
}
