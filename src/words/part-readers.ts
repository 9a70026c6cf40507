import { Constants } from '@/lib/database.types'
import { capitalize, count, inWords } from '@/lib/text'
import { type PartChoice, partChoiceNames, partChoices, type Timing } from './part-choices'

/** The database's, from the narrowest to the widest. */
export const timings = Constants.public.Enums.part_timing

/** Whether a person could read more. */
export const isWider = (timing: Timing, than: Timing): boolean =>
  timings.indexOf(timing) > timings.indexOf(than)

/** Whether a part can be given this timing. */
export const canBe = (choice: PartChoice, timing: Timing): boolean =>
  timing !== 'first_hours' || partChoices[choice].opensEarly !== null

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

interface TimingWords {
  timing: Timing
  heading: string
  /**
   * Completes "Anna and Ben, …"; null where they are left out.
   * @param onlyAfterDeath of a part that opens early only when the owner has died
   */
  when: ((onlyAfterDeath: boolean) => string) | null
  /** @param name the person's @param choices what is explained */
  explain: (name: string, choices: readonly PartChoice[]) => string
}

const opensOnlyAfterDeath = (choice: PartChoice) => partChoices[choice].opensEarly === 'died'

/** The times that an owner can choose from, the widest first. */
export const timingWords: readonly TimingWords[] = [
  {
    timing: 'first_hours',
    heading: 'In the first hours',
    when: (onlyAfterDeath) =>
      `in the first hours${onlyAfterDeath ? ' after your death' : ''} and whenever your plan is open`,
    explain: (name, choices) =>
      `${choices.length > 0 && choices.every(opensOnlyAfterDeath) ? 'On the day you die.' : 'If you can’t speak, or on the day you die.'} ${name} opens ${choices.length === 1 ? 'this part' : 'these'} without a certificate. You’re told at once.`,
  },
  {
    timing: 'after_death',
    heading: 'After your death',
    when: () => 'whenever your plan is open',
    explain: () => 'Once a death certificate is verified, or sooner if you open your plan.',
  },
  {
    timing: 'never',
    heading: 'Never',
    when: null,
    explain: (name, choices) =>
      `${name} won’t know that ${choices.length === 1 ? 'this part exists' : 'these exist'}.`,
  },
]

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

/** Who may read a part and when, by an owner's choices: "Anna and Ben, whenever your plan is open." */
export function readersWords(choice: PartChoice, people: readonly PersonTimings[]): string {
  const onlyAfterDeath = opensOnlyAfterDeath(choice)
  const sentences = timingWords.flatMap(({ timing, when }) => {
    const readers = people.filter(({ at }) => at.get(choice) === timing).map(({ name }) => name)
    return when && readers.length > 0 ? `${capitalize(namesInWords(readers))}, ${when(onlyAfterDeath)}.` : []
  })
  return sentences.join(' ') || 'No one but you.'
}
