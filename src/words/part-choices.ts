import { Constants, type Enums } from '@/lib/database.types'
import { capitalize, count, inWords } from '@/lib/text'
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

/** "Contacts and Home & Pets", in the order of the lists. @param names of choices, as the database gives them */
export function partsInWords(names: readonly string[]): string {
  return inWords(partChoiceNames.filter((name) => names.includes(name)).map((name) => partChoices[name].name))
}

/** The same, with what opens early only after the owner's death said apart. */
export function earlyPartsInWords(names: readonly string[]): string {
  const opening = (reason: 'ill' | 'died') =>
    partsInWords(
      partChoiceNames.filter((name) => names.includes(name) && partChoices[name].opensEarly === reason),
    )
  const [atOnce, afterDeath] = [opening('ill'), opening('died')]
  return [atOnce, afterDeath && `after your death${atOnce ? ' also' : ''} ${afterDeath}`]
    .filter(Boolean)
    .join(', and ')
}

/** Whether a part can be given this timing. */
export const canBe = (choice: PartChoice, timing: Timing): boolean =>
  timing !== 'first_hours' || partChoices[choice].opensEarly !== null

interface TimingWords {
  timing: Timing
  heading: string
  /** Completes "Anna and Ben, …"; null where they are left out. */
  when: string | null
  /** @param name the person's @param onlyAfterDeath of a part that opens early only when the owner has died */
  explain: (name: string, onlyAfterDeath?: boolean) => string
}

/** The times that an owner can choose from, the widest first. */
export const timingWords: readonly TimingWords[] = [
  {
    timing: 'first_hours',
    heading: 'In the first hours',
    when: 'in the first hours',
    explain: (name, onlyAfterDeath = false) =>
      `${onlyAfterDeath ? 'On the day you die.' : 'If you can’t speak, or on the day you die.'} ${name} opens these without a certificate. You’re told at once.`,
  },
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
    explain: (name) => `${name} won’t know that these exist.`,
  },
]

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

/** A person, and when they may read each part. */
export interface PersonTimings {
  name: string
  at: ReadonlyMap<PartChoice, Timing>
}

/** More people than this are counted, not named. */
const NAMED = 3

/** "Anna and Ben", or "5 people". */
export function namesInWords(names: readonly string[]): string {
  return names.length > NAMED ? count(names.length, 'person', 'people') : inWords(names)
}

/** Who may read a part and when, by an owner's choices: "Anna and Ben, once your plan is open." */
export function readersWords(choice: PartChoice, people: readonly PersonTimings[]): string {
  const sentences = timingWords.flatMap(({ timing, when }) => {
    const readers = people.filter(({ at }) => at.get(choice) === timing).map(({ name }) => name)
    return when && readers.length > 0 ? `${capitalize(namesInWords(readers))}, ${when}.` : []
  })
  return sentences.join(' ') || 'No one but you.'
}
