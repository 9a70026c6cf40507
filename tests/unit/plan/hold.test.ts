import { expect, test } from 'vitest'
import { isHoldOn } from '@/plan/hold'

const now = new Date('2026-11-21T12:00:00Z')

test.each([
  ['is on until it is lifted', true, null, true],
  ['is off once it is lifted', false, null, false],
  ['is off for the days it was lifted for', false, '2026-11-21T12:00:01+00:00', false],
  ['is back on the moment they are over', false, '2026-11-21T12:00:00+00:00', true],
  ['is back on long after they are over', false, '2026-10-01 00:00:00+00', true],
])('a hold %s', (_when, visibility_hold, hold_lifted_until, on) => {
  expect(isHoldOn({ visibility_hold, hold_lifted_until }, now)).toBe(on)
})
