// @vitest-environment node
import { describe, expect, it } from 'vitest'
import { cleanName } from '../../../supabase/functions/_shared/mails/names.ts'

const cleaned = (name: string) => cleanName(name, 'Someone')
const named = (text: string) => [...text].map((c) => [`U+${c.codePointAt(0)?.toString(16)}`, c] as const)

describe('names', () => {
  it.each([
    ['www.evil.com', 'www. evil. com'],
    ['Ann Archer evil.com', 'Ann Archer evil. com'],
    ['https://evil.com/x', 'https evil. com x'],
    ['ann@evil.com', 'ann evil. com'],
    ['evil․com', 'evil. com'],
    ['evil.\u200dcom', 'evil. \u200dcom'],
    ['ｗｗｗ．ｅｖｉｌ．ｃｏｍ', 'ｗｗｗ. ｅｖｉｌ. ｃｏｍ'],
  ])('a name in a mail carries no address: %s', (typed, shown) => {
    expect(cleaned(typed)).toBe(shown)
  })

  it.each(named('.\u2024\u3002\ua4f8\ufe12\ufe52\uff0e\uff61'))(
    'is taken apart at a dot, or what looks like one: %s',
    (_, dot) => {
      expect(cleaned(`evil${dot}com`)).toBe('evil. com')
      expect(cleaned(`www${dot}evil${dot}com`)).toBe('www. evil. com')
    },
  )

  it.each(
    named(
      ':/\\@\u2044\u2215\u2216\u2236\u2571\u29f5\u29f8\u29f9\u2f03\ua789\ufe13\ufe55\ufe68\ufe6b\uff0f\uff1a\uff20\uff3c',
    ),
  )('a name in a mail loses a slash, colon or at sign, or what looks like one: %s', (_, separator) => {
    expect(cleaned(`ann${separator}${separator}evil`)).toBe('ann evil')
  })

  it.each(named('\u00ad\u200b\u2060\ufeff\u061c\u200e\u202a\u202e\u2066'))(
    'has no address that an invisible character kept apart: %s',
    (_, unseen) => {
      expect(cleaned(`evil.${unseen}com`)).toBe('evil. com')
      expect(cleaned(`evil${unseen}.c${unseen}om`)).toBe('evil. com')
    },
  )

  it.each([
    'Seán O’Brien',
    'J. R. R. Söhne Jr.',
    'علی‌رضا',
    '👩‍👧 Ædith',
    '山田　花子'.replace('　', ' '),
    'Martin Luther King, Jr.',
    "D'Arcy & Sons",
  ])('a name in a mail is shown as it was typed: %s', (name) => {
    expect(cleaned(name)).toBe(name)
  })

  it.each(['', ' ', '\u202e', '\u200b', '//', '＠：'])(
    'is replaced when nothing is left of it: %j',
    (name) => {
      expect(cleaned(name)).toBe('Someone')
    },
  )
})
