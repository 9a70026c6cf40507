import { describe, expect, test } from 'vitest'
import { archiveName, archivePaths } from '@/lib/files/archive-names'

const bytes = (text: string) => new TextEncoder().encode(text).length

describe('a file name in the export archive', () => {
  test.each([
    ['Last will', 'Last will'],
    ['遗嘱 李小龍', '遗嘱 李小龍'],
    ['وصية جدي', 'وصية جدي'],
    ['צוואה', 'צוואה'],
    ['For the family 👩‍👩‍👧', 'For the family 👩‍👩‍👧'],
    ['नमस्ते', 'नमस्ते'],
    ['e\u0301te\u0301', 'été'],
    ['../../etc/passwd', 'etc passwd'],
    ['a/b\\c:d*e?f"g<h>i|j', 'a b c d e f g h i j'],
    ['two\r\nlines\tand\u0000more', 'two lines and more'],
    ['  .hidden. ', 'hidden'],
    ['ends with dots...', 'ends with dots'],
    ['CON', 'CON_'],
    ['nul.txt', 'nul_.txt'],
    ['COM¹', 'COM¹_'],
    ['Console', 'Console'],
    ['photo\u202Egpj.exe', 'photo gpj.exe'],
    ['zero\u200bwidth', 'zero width'],
    ['', 'file'],
    ['...', 'file'],
    ['///', 'file'],
  ])('for %j is %j', (text, name) => {
    expect(archiveName(text)).toBe(name)
  })

  test.each(['a', '李', '👩‍👩‍👧', 'é', 'क्षि'])(
    'is cut between characters when it is a long row of %s',
    (sign) => {
      const name = archiveName(sign.repeat(300))
      expect(bytes(name)).toBeLessThanOrEqual(120)
      expect(bytes(name)).toBeGreaterThan(120 - bytes(sign))
      expect(name).toBe(sign.repeat(name.length / sign.length))
    },
  )
})

test('paths in the export archive differ, even ignoring case or Unicode form', () => {
  const path = archivePaths()
  expect(path('Videos', 'Hello', '.webm')).toBe('Videos/Hello.webm')
  expect(path('Videos', 'HELLO', '.webm')).toBe('Videos/HELLO (2).webm')
  expect(path('Videos', 'hello', '.mp4')).toBe('Videos/hello.mp4')
  expect(path('Wills', 'Hello', '.webm')).toBe('Wills/Hello.webm')
  expect(path('Videos', 'Hello (2)', '.webm')).toBe('Videos/Hello (2) (2).webm')
  expect(path('Videos', 'ﬁle', '')).toBe('Videos/ﬁle')
  expect(path('Videos', 'file', '')).toBe('Videos/file (2)')
})
