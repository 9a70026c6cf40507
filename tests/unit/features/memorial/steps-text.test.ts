import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { StepMark } from '@/data/memorial/step-marks'
import { stepsText } from '@/features/memorial/first-days/steps-text'
import { byWhom, doingWords, toldWords } from '@/features/memorial/first-days/who-words'
import type { Step } from '@/parts/kit/step'

const at = new Date(2026, 10, 23, 10, 12)
const mark = (id: string, what: StepMark['mark'], given: Partial<StepMark> = {}): StepMark => ({
  id,
  step_key: 'general:certificates',
  mark: what,
  undoes: null,
  title: 'A step',
  note: null,
  actor_id: 'tom',
  actor_name: 'Tom Ellis',
  made_at: at.toISOString(),
  ...given,
})
const byAnna = { actor_id: 'anna', actor_name: 'Anna Ellis' }

const certificates: Step = {
  key: 'general:certificates',
  when: 'days',
  rank: 60,
  title: 'Ask for copies',
  words: ['Ask for about ten.'],
  facts: [{ term: 'Where', value: 'The town hall' }],
  reach: [{ kind: 'call', label: '555-0100', href: 'tel:5550100' }],
}
const tell: Step = {
  key: 'contacts:tell',
  when: 'hours',
  rank: 40,
  title: 'Tell the people',
  words: [],
  people: [
    {
      key: 'contacts:1',
      name: 'Ruth',
      relation: 'Sister',
      reach: [{ kind: 'call', label: '555-0114', href: 'tel:5550114' }],
    },
    { key: 'contacts:2', name: 'Peter', relation: null, reach: [] },
  ],
}
const text = (given: Partial<Parameters<typeof stepsText>[0]> = {}) =>
  stepsText({
    title: 'What to do',
    steps: [tell, certificates],
    missing: [],
    marks: [],
    stoppedAt: null,
    me: 'anna',
    ...given,
  })

beforeEach(() => {
  vi.useFakeTimers({ now: at, toFake: ['Date'] })
})
afterEach(() => {
  vi.useRealTimers()
})

test('the list of steps as text has each step under its time, with its words, facts, numbers and people', () => {
  const blocks = text().split('\r\n\r\n')
  expect(blocks.slice(0, 6)).toEqual([
    'WHAT TO DO',
    'As of Nov 23, 2026.',
    'IN THE FIRST HOURS',
    '[ ] Tell the people\r\n    - Ruth, Sister, 555-0114\r\n    - Peter',
    'IN THE FIRST DAYS',
    '[ ] Ask for copies\r\n    Ask for about ten.\r\n    Where: The town hall\r\n    555-0100',
  ])
  expect(blocks).toHaveLength(7)
  expect(text()).toMatch(/[^\r\n]\r\n$/)
})

test('the list of steps as text says what is done and by whom, who is doing what, and what was noted', () => {
  const marks = [
    mark('1', 'done'),
    mark('2', 'note', { note: 'Ask for Mr. Lee.', ...byAnna }),
    mark('3', 'doing', { step_key: 'contacts:tell', ...byAnna }),
    mark('4', 'done', { step_key: 'contacts:1' }),
  ]
  const words = text({ marks })
  expect(words).toContain(
    '[x] Ask for copies\r\n    Done by Tom Ellis, Nov 23, 2026, 10:12\u00a0AM\r\n    Ask for about ten.',
  )
  expect(words).toContain('555-0100\r\n    Note: Ask for Mr. Lee. (you, Nov 23, 2026, 10:12\u00a0AM)')
  expect(words).toContain('[ ] Tell the people\r\n    You are doing this.\r\n    - Ruth')
  expect(words).toContain('555-0114\r\n      Told by Tom Ellis, Nov 23, 2026, 10:12\u00a0AM\r\n    - Peter')
})

test('the list of steps as text has the steps that people added, and the parts that could not be read', () => {
  const added = mark('1', 'added', { step_key: 'added:1', title: 'Bring the cake', note: 'The good one' })
  const words = text({ marks: [added], missing: ['Contacts'] })
  expect(words).toContain(
    '\r\n\r\nWe couldn’t read the part Contacts, so its steps are missing here.\r\n\r\nIN THE FIRST HOURS',
  )
  expect(words).toContain('ADDED BY YOU AND THE OTHERS\r\n\r\n[ ] Bring the cake\r\n    The good one\r\n\r\n')
})

test('the list of steps as text counts no mark from before the owner stopped a release', () => {
  const stoppedAt = new Date(at.getTime() + 1000).toISOString()
  expect(text({ marks: [mark('1', 'done')], stoppedAt })).toContain('[ ] Ask for copies')
})

test('a mark is told with who made it and when, and the reader is "you"', () => {
  expect(byWhom(mark('1', 'done'), 'anna')).toBe('Tom Ellis, Nov 23, 2026, 10:12\u00a0AM')
  expect(byWhom(mark('1', 'done'), 'tom')).toBe('you, Nov 23, 2026, 10:12\u00a0AM')
})

test('who is doing a step is told in one sentence, each person once, and those noted by name', () => {
  const tom = mark('1', 'doing')
  expect(doingWords({ doing: [] }, 'anna', 'doing this')).toBeNull()
  expect(doingWords({ doing: [tom, tom] }, 'anna', 'doing this')).toBe('Tom Ellis is doing this.')
  expect(doingWords({ doing: [tom] }, 'tom', 'calling')).toBe('You are calling.')
  expect(doingWords({ doing: [mark('2', 'doing', byAnna), tom] }, 'anna', 'doing this')).toBe(
    'You and Tom Ellis are doing this.',
  )
  expect(doingWords({ doing: [mark('3', 'doing', { note: 'aunt May' })] }, 'tom', 'calling')).toBe(
    'Aunt May is calling.',
  )
})

test('the last thing that was done with a person to tell is told, and nothing where no one did anything', () => {
  const nothing = { done: null, tried: null, doing: [], notes: [], standing: [] }
  const when = 'Tom Ellis, Nov 23, 2026, 10:12\u00a0AM'
  expect(toldWords(nothing, 'anna')).toBeNull()
  expect(toldWords({ ...nothing, tried: mark('1', 'left_message') }, 'anna')).toBe(
    `A message was left by ${when}`,
  )
  expect(toldWords({ ...nothing, tried: mark('1', 'not_reached') }, 'anna')).toBe(`Not reached by ${when}`)
  expect(
    toldWords({ ...nothing, tried: mark('1', 'not_reached'), doing: [mark('2', 'doing', byAnna)] }, 'anna'),
  ).toBe(`You are calling. Not reached by ${when}`)
  expect(toldWords({ ...nothing, done: mark('2', 'done'), tried: mark('1', 'not_reached') }, 'anna')).toBe(
    `Told by ${when}`,
  )
})
