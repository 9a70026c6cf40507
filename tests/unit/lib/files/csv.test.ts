import { describe, expect, test } from 'vitest'
import { toCsv } from '@/lib/files/csv'
import { readCsv } from '../../read-csv'

const line = (...cells: (string | null)[]) => toCsv([cells]).slice(1)

describe('a table as CSV', () => {
  test('begins with a byte order mark, and ends each line as spreadsheets expect', () => {
    expect(
      toCsv([
        ['Name', 'Email'],
        ['李小龍', null],
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
    [`'=1`, `"''=1"`],
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
    ['', '""'],
    [null, ''],
  ])('%j stays what it is', (value, cell) => {
    expect(line(value)).toBe(`${cell}\r\n`)
  })
})

describe('what was written is read back as it was', () => {
  test.each([
    '=1+1',
    "'=1+1",
    "''=1",
    `'"=1`,
    "'\t=1",
    '\t=1',
    ';\t=1',
    ";'\t'=1",
    "a;'=1;''=1;=1",
    "'",
    "''",
    "'a",
    "O'Neill; -1",
    '\r\n=1',
    "'\nx",
    '"',
    '""',
    ' ',
    'two\r\nlines,"quoted"',
    '\ufeff=1',
    '李小龍 👩‍👩‍👧 עברית',
  ])('%j', (value) => {
    expect(readCsv(toCsv([[value, 'next']]))).toEqual([[value, 'next']])
  })

  test('nothing is told apart from an empty text', () => {
    const rows = [
      ['a', 'b', 'c'],
      [null, '', null],
    ]
    expect(readCsv(toCsv(rows))).toEqual(rows)
  })

  test('every text of up to five of the signs that matter', () => {
    const signs = ["'", '=', ';', '\t', '\n', ' ', '"', ',', 'a']
    const texts = ['']
    for (let begin = 0, length = 1; length <= 5; length += 1) {
      const end = texts.length
      for (; begin < end; begin += 1) for (const sign of signs) texts.push(`${texts[begin]}${sign}`)
    }
    const wrong = texts.filter((text) => readCsv(toCsv([[text]]))[0]?.[0] !== text)
    expect(wrong).toEqual([])
    // And no cell, however it is split, begins a formula.
    const open = texts.filter((text) =>
      /(^|[;\t\r\n])[\s"]*=/.test(readCsv(toCsv([[text]]), { undo: false })[0]?.[0] ?? ''),
    )
    expect(open).toEqual([])
  })
})
