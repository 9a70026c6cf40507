import { expect, test } from 'vitest'
import { count, formatDuration } from '@/lib/text'

test.each([
  [count(1, 'policy', 'policies'), '1 policy'],
  [count(2, 'policy', 'policies'), '2 policies'],
  [count(0, 'file'), '0 files'],
  [count(1200, 'file'), '1,200 files'],
])('count says %s', (words, expected) => expect(words).toBe(expected))

test.each([
  [0, '0:00'],
  [42.9, '0:42'],
  [725, '12:05'],
  [3725, '1:02:05'],
])('a video of %d seconds is shown as %s', (seconds, words) => {
  expect(formatDuration(seconds)).toBe(words)
})
