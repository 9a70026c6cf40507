import type { Enums } from '@/lib/database.types'
import { paths } from '@/lib/paths'
import { reachIn } from '@/lib/ways-to-contact'
import { filledIn, type Step, type Steps } from '@/parts/kit/step'
import type { HomeItem } from './data'
import { kindWords } from './words'

type Kind = Pick<Step, 'when' | 'rank'> & { title: (name: string) => string; words: readonly string[] }

const kinds: Record<Enums<'home_kind'>, Kind> = {
  pet: {
    when: 'hours',
    rank: 10,
    // "Look after Juno, the cat, today".
    title: (name) => `Look after ${name}${name.includes(',') ? ',' : ''} today`,
    words: [],
  },
  keys: {
    when: 'hours',
    rank: 60,
    title: (name) => `Lock up: ${name}`,
    words: [
      'Close the windows, check the stove and the fridge, and leave a light on. Take small valuables with you, and write down what you took.',
    ],
  },
  vehicle: {
    when: 'days',
    rank: 80,
    title: (name) => `Take care of the car: ${name}`,
    words: ['Before anyone drives it, ask the insurer whether it’s still covered.'],
  },
  post: {
    when: 'days',
    rank: 82,
    title: (name) => `Have the mail looked after: ${name}`,
    words: [
      'Letters show which accounts, bills and policies there are. Have them forwarded to the executor.',
    ],
  },
  other: { when: 'days', rank: 84, title: (name) => `Take care of: ${name}`, words: [] },
  bill: {
    when: 'weeks',
    rank: 40,
    title: (name) => `Keep or cancel: ${name}`,
    words: ['Keep heating, power and insurance running for as long as the family keeps the home.'],
  },
  device: {
    when: 'weeks',
    rank: 45,
    title: (name) => `Keep safe: ${name}`,
    words: [
      'Don’t erase or cancel anything yet. Photos are on it, and codes for accounts may be sent to it.',
    ],
  },
}

function step({ id, kind, name, caretaker, care, location, contact }: HomeItem): Step {
  const { title, words, ...when } = kinds[kind]
  const terms = kindWords[kind]
  const isAlone = kind === 'pet' && !caretaker
  return {
    ...when,
    key: `home_items:${id}`,
    title: title(name),
    words: isAlone
      ? [
          ...words,
          'The plan doesn’t say who takes them. Families usually ask a neighbor for the first night; a vet or a shelter can help after that.',
        ]
      : words,
    facts: filledIn({
      [terms.caretaker]: caretaker,
      [terms.care]: care,
      [terms.location]: location,
      [terms.contact]: contact,
    }),
    reach: [...reachIn(caretaker), ...reachIn(contact)],
    ...(isAlone ? { missing: { what: `who takes ${name}`, to: paths.editing(paths.homeItems, id) } } : {}),
  }
}

export const steps: Steps<HomeItem[]> = (items) =>
  items.length > 0
    ? items.map(step)
    : [
        {
          key: 'home_items:look',
          when: 'hours',
          rank: 10,
          title: 'See whether anyone is waiting at home',
          words: [
            'The plan has no notes about home or pets. Look for animals and plants first. Then lock up, look at the stove and the windows, and ask a neighbor to keep an eye on things.',
          ],
          missing: { what: 'who or what waits at home', to: paths.adding(paths.homeItems) },
        },
      ]
