import type { Enums } from '@/lib/database.types'
import type { Role } from './roles'

/** When a person may read a part of a plan. */
export type Timing = Enums<'part_timing'>

interface Choice {
  /** Its heading. */
  name: string
  /** The same inside of a sentence, after "your". */
  inSentence: string
  /**
   * What has to have happened before it can open in the first hours: the owner can't speak for themself, or has died. Null:
   * it never opens before a verified certificate.
   */
  opensEarly: 'ill' | 'died' | null
  /** Who may read it as long as the owner chose nothing for them. */
  readers: 'everyone named' | 'trustees and executors' | 'no one'
  /** Whether an administrator has to switch it on before it is offered: data/offered-parts.ts. */
  isOptional?: true
}

/**
 * What an owner chooses for each person they named, by the names of the database: `private.plan_parts`, whose rules are
 * the same. Messages are not among them, because each is addressed.
 */
export const partChoices = {
  health: {
    name: 'Health & Care',
    inSentence: 'health and care',
    opensEarly: 'ill',
    readers: 'no one',
    isOptional: true,
  },
  contacts: { name: 'Contacts', inSentence: 'contacts', opensEarly: 'ill', readers: 'everyone named' },
  home: {
    name: 'Home & Pets',
    inSentence: 'notes about home and pets',
    opensEarly: 'ill',
    readers: 'trustees and executors',
  },
  funeral: {
    name: 'Funeral Plan & Music',
    inSentence: 'funeral plan and music',
    opensEarly: 'died',
    readers: 'everyone named',
  },
  documents: { name: 'Documents', inSentence: 'documents', opensEarly: null, readers: 'everyone named' },
  money: {
    name: 'Insurance & Accounts',
    inSentence: 'insurance and accounts',
    opensEarly: null,
    readers: 'trustees and executors',
  },
  portrait: { name: 'Portrait', inSentence: 'portrait', opensEarly: null, readers: 'everyone named' },
} as const satisfies Record<string, Choice>

export type PartChoice = keyof typeof partChoices

const isPartChoice = (name: string): name is PartChoice => Object.hasOwn(partChoices, name)

/** In the order in which a family needs them. */
export const partChoiceNames: readonly PartChoice[] = Object.keys(partChoices).filter(isPartChoice)

/** The timing of a part for a person for whom the owner chose nothing. */
export function timingOfRole(choice: PartChoice, role: Role): Timing {
  const { readers } = partChoices[choice]
  return readers === 'no one' || (readers === 'trustees and executors' && role === 'beneficiary')
    ? 'never'
    : 'after_death'
}

/** Whether an administrator has to switch a part on before it is offered. Null: a part without a choice. */
export function isOptional(choice: PartChoice | null): boolean {
  const part: Choice | null = choice && partChoices[choice]
  return part?.isOptional ?? false
}
