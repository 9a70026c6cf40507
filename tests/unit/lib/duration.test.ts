import { expect, test } from 'vitest'
import { formatDuration } from '@/lib/duration'

test.each([
  [0, '0:00'],
  [42.9, '0:42'],
  [725, '12:05'],
  [3725, '1:02:05'],
])('a video of %d seconds is shown as %s', (seconds, words) => {
  expect(formatDuration(seconds)).toBe(words)
})
