import { describe, expect, test } from 'vitest'
import { toCsv } from '@/lib/csv'

const line = (...cells: string[]) => toCsv([cells]).slice(1)

describe('a table as CSV', () => {
  test('begins with a byte order mark, and ends each line as spreadsheets expect', () => {
    expect(
      toCsv([
        ['Name', 'Email'],
        ['李小龍', ''],
      ]),
    ).toBe('\ufeffName,Email\r\n李小龍,\r\n')
  })

  test.each([
    ['=1+1', `"'=1+1"`],
    ['+1 555', `"'+1 555"`],
    ['-2', `"'-2"`],
    ['@SUM(A1)', `"'@SUM(A1)"`],
    ['\tx', `"'\tx"`],
    ['\rx', `"'\rx"`],
    ['\nx', `"'\nx"`],
    ['  =1+1', `"'  =1+1"`],
    ['＝1', `"'＝1"`],
    ['friend;=1+1', `"friend;'=1+1"`],
    ['a; +1;\t-2', `"a;' +1;'\t'-2"`],
    ['a\t@SUM(A1)', `"a\t'@SUM(A1)"`],
    ['two\n=1', `"two\n'=1"`],
    ['a;"=1', `"a;'""=1"`],
    ['=1;=2', `"'=1;'=2"`],
  ])('%j is never a formula', (value, cell) => {
    expect(line(value)).toBe(`${cell}\r\n`)
  })

  test.each([
    ['Anna - Maria', 'Anna - Maria'],
    ['a@b.example', 'a@b.example'],
    ['Ellis, Anna', '"Ellis, Anna"'],
    ['the "tall" one', '"the ""tall"" one"'],
    ["O'Neill", `"O'Neill"`],
    ['two\nlines', '"two\nlines"'],
    ['a;b', '"a;b"'],
    ['', ''],
  ])('%j stays what it is', (value, cell) => {
    expect(line(value)).toBe(`${cell}\r\n`)
  })
})
