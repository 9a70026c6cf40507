import { describe, expect, test } from 'vitest'
import {
  codeForm,
  emailSchema,
  numberChoice,
  optionalChoice,
  optionalDay,
  optionalText,
  requiredLine,
} from '@/lib/validation'

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

describe('an email address', () => {
  test('an email address is trimmed and in small letters, as the database keeps it', () => {
    expect(emailSchema.parse(' Anna@Example.COM ')).toBe('anna@example.com')
  })

  test.each([
    ['anna', 'Enter a valid email'],
    [`${'a'.repeat(250)}@x.example`, 'Keep the email address under 254 characters.'],
  ])('an email address that is not valid, or too long, is refused: %s', (text, message) => {
    expect(emailSchema.safeParse(text).error?.issues[0]?.message).toBe(message)
  })
})

test.each(['12345', '1234567', '12345a', ' 123456', '１２３４５６'])(
  'a code has exactly six digits, not %j',
  (text) => {
    expect(codeForm.safeParse({ code: text }).success).toBe(false)
    expect(codeForm.parse({ code: '012345' })).toEqual({ code: '012345' })
  },
)

test('a text that may stay empty is trimmed, saved as null when it is, and limited', () => {
  const note = optionalText(5)
  expect(['', '   ', ' note '].map((text) => note.parse(text))).toEqual([null, null, 'note'])
  expect(note.safeParse('12345').success).toBe(true)
  expect(note.safeParse('123456').error?.issues[0]?.message).toBe('Please keep this to 5 characters.')
})

test('a day that may stay empty is saved as null when it is, and lies within its limits', () => {
  const day = optionalDay('1900-01-01', '2026-11-24', 'Enter a day until today.')
  expect(['', '1900-01-01', '2026-11-24'].map((text) => day.parse(text))).toEqual([
    null,
    '1900-01-01',
    '2026-11-24',
  ])
  for (const text of ['1899-12-31', '2026-11-25', '2026-02-30', 'today'])
    expect(day.safeParse(text).error?.issues[0]?.message, text).toBe('Enter a day until today.')
})

test('a choice that may stay open is saved as null when it is, and is one of its values', () => {
  const choice = optionalChoice(['burial', 'cremation'])
  expect(['', 'burial', 'cremation'].map((text) => choice.parse(text))).toEqual([null, 'burial', 'cremation'])
  expect(choice.safeParse('other').success).toBe(false)
})

test('a number chosen from a list is saved as a number', () => {
  expect(numberChoice.parse('30')).toBe(30)
})
