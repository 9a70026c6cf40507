import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { StepMark } from '@/data/memorial/step-marks'
import { addedSteps, marking, reopening, stateOf, stepStates, undoing } from '@/reading/steps/step-state'

const mark = (id: string, what: StepMark['mark'], more: Partial<StepMark> = {}): StepMark => ({
  id,
  step_key: 'general:1',
  mark: what,
  undoes: null,
  title: 'A step',
  note: null,
  actor_id: 'anna',
  actor_name: 'Anna',
  made_at: '2026-11-23T10:00:00Z',
  ...more,
})
const undo = (id: string, undoes: string) => mark(id, 'undo', { undoes })
const stateAfter = (...marks: StepMark[]) => stateOf(stepStates(marks), 'general:1')

test('a step no one marked is open', () => {
  expect(stateAfter()).toMatchObject({ done: null, doing: [], tried: null, notes: [], standing: [] })
})

test('two people who take on a step at once are both shown', () => {
  expect(stateAfter(mark('1', 'doing'), mark('2', 'doing', { actor_name: 'Tom' })).doing).toHaveLength(2)
})

test('taking back "done" leaves who was doing it', () => {
  const state = stateAfter(mark('1', 'doing'), mark('2', 'done'), undo('3', '2'))
  expect(state.done).toBeNull()
  expect(state.doing.map(({ id }) => id)).toEqual(['1'])
})

test('taking back an older "done" that arrives late leaves the newer one of another person', () => {
  expect(stateAfter(mark('1', 'done'), mark('2', 'done'), undo('3', '1')).done?.id).toBe('2')
})

test('notes stay beside whatever else happens to the step', () => {
  const note = mark('1', 'note', { note: 'Ask for Mr. Lee.' })
  expect(stateAfter(note, mark('2', 'done'), undo('3', '2')).notes).toEqual([note])
  expect(stateAfter(note, undo('2', '1')).notes).toEqual([])
})

test('the last try to reach a person counts', () => {
  expect(stateAfter(mark('1', 'not_reached'), mark('2', 'left_message')).tried?.mark).toBe('left_message')
})

test('what was marked before the owner stopped a release counts no longer; notes and added steps stay', () => {
  const marks = [mark('1', 'done'), mark('2', 'note', { note: 'Hm.' }), mark('3', 'added')]
  const state = stateOf(stepStates(marks, '2026-11-23T11:00:00Z'), 'general:1')
  expect([state.done, state.notes.length]).toEqual([null, 1])
  expect(addedSteps(marks)).toHaveLength(1)
  const after = mark('4', 'done', { made_at: '2026-11-23T12:00:00Z' })
  expect(stateOf(stepStates([...marks, after], '2026-11-23T11:00:00Z'), 'general:1').done?.id).toBe('4')
})

test('a step that was added is on the list until it is taken back', () => {
  const added = mark('1', 'added', { title: 'Bring the cake', note: 'The good one' })
  expect(addedSteps([added])).toMatchObject([{ title: 'Bring the cake', words: ['The good one'] }])
  expect(addedSteps([added, undo('2', '1')])).toEqual([])
})

test('whether a step is done does not depend on the order in which marks arrive', () => {
  const some = fc.uniqueArray(
    fc.record({
      id: fc.nat(20).map(String),
      mark: fc.constantFrom('done' as const, 'doing' as const, 'undo' as const),
      of: fc.nat(20).map(String),
    }),
    { selector: ({ id }) => id, minLength: 1 },
  )
  fc.assert(
    fc.property(some, fc.infiniteStream(fc.nat()), (given, order) => {
      const marks = given.map(({ id, mark: what, of }) => (what === 'undo' ? undo(id, of) : mark(id, what)))
      const shuffled = marks
        .map((one) => ({ one, at: order.next().value ?? 0 }))
        .sort((a, b) => a.at - b.at)
        .map(({ one }) => one)
      const [a, b] = [stateAfter(...marks), stateAfter(...shuffled)]
      expect(b.done === null).toBe(a.done === null)
      expect(b.doing.map(({ id }) => id).sort()).toEqual(a.doing.map(({ id }) => id).sort())
    }),
  )
})

test('that a step was added is not among the marks that say where it stands', () => {
  const marks = [mark('1', 'added'), mark('2', 'doing'), mark('3', 'not_reached')]
  const state = stateAfter(...marks)
  expect(state.standing.map(({ id }) => id)).toEqual(['2', '3'])
  expect(state.tried?.id).toBe('3')
})

test('a mark names its step, and carries a note only where there is one', () => {
  const step = { key: 'general:1', title: 'A step' }
  expect(marking(step, 'done')).toStrictEqual({ step_key: 'general:1', mark: 'done', title: 'A step' })
  expect(marking(step, 'note', 'Ask for Mr. Lee.')).toEqual({
    step_key: 'general:1',
    mark: 'note',
    title: 'A step',
    note: 'Ask for Mr. Lee.',
  })
})

test('reopening a step takes back every "done", whoever said so, and nothing else', () => {
  const step = { key: 'general:1', title: 'A step' }
  const state = stateAfter(mark('1', 'doing'), mark('2', 'done'), mark('3', 'done', { actor_id: 'tom' }))
  expect(reopening(step, state)).toEqual([
    { step_key: 'general:1', mark: 'undo', title: 'A step', undoes: '2' },
    { step_key: 'general:1', mark: 'undo', title: 'A step', undoes: '3' },
  ])
  expect(undoing(step, state.standing).map(({ undoes }) => undoes)).toEqual(['1', '2', '3'])
})

test('a step that was added without a note has no words, and one that was not added is not on the list', () => {
  const marks = [mark('1', 'added'), mark('2', 'done'), mark('3', 'note')]
  expect(addedSteps(marks)).toEqual([{ key: 'general:1', title: 'A step', words: [], mark: marks[0] }])
})
