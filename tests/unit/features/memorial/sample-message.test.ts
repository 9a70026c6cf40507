// @vitest-environment node
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

test('the sample message says in its header how long it is: without that, Firefox cannot jump in it', () => {
  const file = readFileSync(new URL('../../../../src/features/memorial/sample/message.mp4', import.meta.url))
  // The header of the movie (ISO/IEC 14496-12, 8.2.2): version and flags, two dates, units in a second, units.
  const header = file.indexOf('mvhd') + 4
  expect(file[header]).toBe(0)
  const seconds = file.readUInt32BE(header + 16) / file.readUInt32BE(header + 12)
  expect(seconds).toBeCloseTo(6, 0)
  expect(file.includes('moof')).toBe(false)
})
