import { describe, expect, test } from 'vitest'
import { phoneCell, toCsv } from '@/lib/files/csv'
import { readCsv } from '../../read-csv'

const line = (...cells: (string | null)[]) => toCsv([cells]).slice(1)

describe('writing', () => {
  test('a table written as CSV begins with a byte order mark and ends each line with CRLF', () => {
    expect(
      toCsv([
        ['Name', 'Email'],
        ['李小龍', null],
      ]),
    ).toBe('\ufeffName,Email\r\n李小龍,\r\n')
  })

  test.each([
    ['=1+1', `"'=1+1"`],
    ['+1-555-0100', `"'+1-555-0100"`],
    ['+1+1 555', `"'+1+1 555"`],
    ['+1 -555', `"'+1 -555"`],
    ['+1-(555)', `"'+1-(555)"`],
    ['+1 2/3', `"'+1 2/3"`],
    ['+1.5', `"'+1.5"`],
    ["+1-cmd|' /C calc'!A0", `"'+1-cmd|' /C calc'!A0"`],
    ["+1 555|cmd'", `"'+1 555|cmd'"`],
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
  ])('a table written as CSV guards %j with an apostrophe, so that it is no formula', (value, cell) => {
    expect(line(value)).toBe(`${cell}\r\n`)
  })

  test.each([
    ['Anna - Maria', 'Anna - Maria'],
    ['+15550301000', '+15550301000'],
    ['+1 (555) 030-1000', '+1 (555) 030-1000'],
    ['+49 30/555 01 00', '+49 30/555 01 00'],
    ['a@b.example', 'a@b.example'],
    ['Ellis, Anna', '"Ellis, Anna"'],
    ['the "tall" one', '"the ""tall"" one"'],
    ["O'Neill", `"O'Neill"`],
    ['two\nlines', '"two\nlines"'],
    ['a;b', '"a;b"'],
    ['', '""'],
    [null, ''],
  ])('a table written as CSV adds no apostrophe to %j', (value, cell) => {
    expect(line(value)).toBe(`${cell}\r\n`)
  })
})

describe('phone numbers', () => {
  test.each([
    ['+1-555-0100', '+1 555 0100'],
    ['+1 555-010', '+1 555-010'],
    ['+1-(555)-0100', '+1 (555) 0100'],
    ['+1 -555', '+1 555'],
    ['+49-30/555 01 00', '+49-30/555 01 00'],
    ['+1 2/3', '+1 2 3'],
    ['+1.555', '+1 555'],
    ['+15550301000', '+15550301000'],
    ['555-0100', '555-0100'],
    ['(555) 030-1000', '(555) 030-1000'],
  ])('a phone number in a table of contacts has no apostrophe, and nothing to compute: %j', (phone, cell) => {
    expect(line(phoneCell(phone))).toBe(`${cell}\r\n`)
    // The digits are those that were typed.
    expect(cell.replace(/\D/g, '')).toBe(phone.replace(/\D/g, ''))
  })

  test.each([
    "+1-cmd|' /C calc'!A0",
    "+cmd|' /C calc'!A0",
    '-cmd',
    '=1+1',
    '@SUM(A1)',
    '+1+1',
    '+1-A1',
    '+1-555-0100 ext. 5',
    '+1-5;=1',
    '+1-5\t=1',
    '-1-555',
    '+1*2',
  ])('what is no phone number is guarded in the column of phones as anywhere: %j', (value) => {
    expect(phoneCell(value)).toBe(value)
    expect(line(phoneCell(value))).toBe(`"'${value.replace(/([;\t])/, "$1'")}"\r\n`)
  })

  test('the phone of a contact without one stays empty', () => {
    expect(phoneCell(null)).toBeNull()
  })
})

describe('reading', () => {
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
  ])('a CSV file that is read back keeps the text %j', (value) => {
    expect(readCsv(toCsv([[value, 'next']]))).toEqual([[value, 'next']])
  })

  test('a CSV file that is read back tells null from an empty text', () => {
    const rows = [
      ['a', 'b', 'c'],
      [null, '', null],
    ]
    expect(readCsv(toCsv(rows))).toEqual(rows)
  })

  test('a CSV file that is read back keeps every text of up to five special characters, and holds no cell that starts a formula', () => {
    const signs = ["'", '=', ';', '\t', '\n', ' ', '"', ',', 'a']
    const texts = ['']
    for (let begin = 0, length = 1; length <= 5; length += 1) {
      const end = texts.length
      for (; begin < end; begin += 1) for (const sign of signs) texts.push(`${texts[begin]}${sign}`)
    }
    const wrong = texts.filter((text) => readCsv(toCsv([[text]]))[0]?.[0] !== text)
    expect(wrong).toEqual([])
    // A spreadsheet may also split cells at semicolons, tabs or line ends: no piece may start a formula.
    const open = texts.filter((text) =>
      /(^|[;\t\r\n])[\s"]*=/.test(readCsv(toCsv([[text]]), { undo: false })[0]?.[0] ?? ''),
    )
    expect(open).toEqual([])
  })
})
