import { expect, test } from 'vitest'
import { count } from '@/lib/count'

test.each([
  [count(1, 'policy', 'policies'), '1 policy'],
  [count(2, 'policy', 'policies'), '2 policies'],
  [count(0, 'file'), '0 files'],
  [count(1200, 'file'), '1,200 files'],
])('count says %s', (words, expected) => expect(words).toBe(expected))
