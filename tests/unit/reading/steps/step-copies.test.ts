import { expect, test } from 'vitest'
import { forgetCopies } from '@/browser/device-storage'
import { forgetStepCopy, keepStepCopy, readStepCopy } from '@/reading/steps/step-copies'

const savedAt = '2026-11-09T12:00:00Z'
const list = {
  savedAt,
  letters: { who: 'Margaret Ellis', bornOn: null, diedOn: '2026-11-01', writer: null, role: 'executor' },
  stoppedAt: null,
  withFinances: false,
  openParts: ['funeral'],
  steps: [{ key: 'funeral.home', when: 'hours', rank: 1, title: 'Call Lakeside Funeral Home', words: [] }],
  marks: [],
}
const days = (count: number) => Date.parse(savedAt) + count * 86_400_000

test('the copy of a list of steps opens for 14 days, and then leaves the device', () => {
  keepStepCopy('tom', 'margaret', list)
  expect(readStepCopy('tom', 'margaret', days(14))).toEqual(list)
  expect(readStepCopy('tom', 'margaret', days(14) + 1)).toBeNull()
  expect(localStorage).toHaveLength(0)
})

test('the copy of a list of steps opens only for the person and the plan it was kept for', () => {
  keepStepCopy('tom', 'margaret', list)
  expect(readStepCopy('anna', 'margaret', days(1))).toBeNull()
  expect(readStepCopy('tom', 'walter', days(1))).toBeNull()
})

test.each([
  ['the plan is closed to the person', () => forgetStepCopy('tom', 'margaret')],
  ['the session ends', forgetCopies],
])('the copy of a list of steps is gone when %s', (_, end) => {
  keepStepCopy('tom', 'margaret', list)
  end()
  expect(readStepCopy('tom', 'margaret', days(1))).toBeNull()
})

test('a copy that an earlier release wrote differently is not shown', () => {
  keepStepCopy('tom', 'margaret', { ...list, steps: [{ key: 'funeral.home' }] })
  expect(readStepCopy('tom', 'margaret', days(1))).toBeNull()
})
