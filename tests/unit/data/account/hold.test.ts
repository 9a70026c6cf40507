import { expect, test } from 'vitest'
import { isHoldOn } from '@/data/account/profiles'

const now = new Date('2026-11-21T12:00:00Z')

test.each([
  ['is on before it is lifted', true, null, true],
  ['is off after it is lifted without an end', false, null, false],
  ['is off until the lift ends', false, '2026-11-21T12:00:01+00:00', false],
  ['is on again at the moment the lift ends', false, '2026-11-21T12:00:00+00:00', true],
  ['is on long after the lift ended', false, '2026-10-01 00:00:00+00', true],
])('a visibility hold %s', (_when, visibility_hold, hold_lifted_until, on) => {
  expect(isHoldOn({ visibility_hold, hold_lifted_until }, now)).toBe(on)
})
