import { describe, expect, test } from 'vitest'
import { requiredLine } from '@/lib/validation'

const name = requiredLine('Enter a name.', 20)
const problem = (text: string) => name.safeParse(text).error?.issues[0]?.message

describe('lines', () => {
  test.each([
    ['a plain name', 'Margaret Ellis'],
    ['Persian with a zero-width joiner', 'علی‌رضا'],
    ['an emoji made of several characters', '👩‍👧'],
    ['a wide space between Japanese names', '山田　花子'],
    ['right-to-left letters', 'שרה'],
  ])('a required line of text accepts %s', (_case, text) => {
    expect(problem(text)).toBeUndefined()
  })

  test.each([
    ['an empty text', ''],
    ['only spaces', ' 　'],
    ['zero-width characters', '\u200b\u200c\u200d\u2060'],
    ['a braille blank', '\u2800'],
    ['Hangul fillers', '\u3164\u115f\u1160\uffa0'],
    ['a soft hyphen and a byte order mark', '\u00ad\ufeff'],
  ])('a required line of text refuses a text without visible characters: %s', (_case, text) => {
    expect(problem(text)).toBe('Enter a name.')
  })

  test.each(['Anna\u202eEllis', '\u2066Anna\u2069', 'Anna\u202a', 'Anna\nEllis', 'Anna\u0007'])(
    'refuses control and text-direction characters: %j',
    (text) => {
      expect(problem(text)).toBe('Please remove the special characters.')
    },
  )

  test('a required line of text is trimmed and limited in length', () => {
    expect(name.parse('  Anna ')).toBe('Anna')
    expect(problem('x'.repeat(21))).toBe('Please keep this to 20 characters.')
    // As many characters as the database counts, although a JavaScript string of them is twice as long.
    expect(problem('😀'.repeat(20))).toBeUndefined()
    expect(problem('😀'.repeat(21))).toBe('Please keep this to 20 characters.')
  })
})
