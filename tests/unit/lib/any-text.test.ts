// What holds for every text that a person may type, choose or be sent: random texts, with the characters that hurt.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isAppPath } from '@/lib/app-path'
import { formatDate, formatDateTime, formatTime, parseTimestamp } from '@/lib/dates'
import { archiveName, archivePaths } from '@/lib/files/archive-names'
import { toCsv } from '@/lib/files/csv'
import { cleanFileName, fileNameOf, storedName } from '@/lib/files/stored-names'
import { readCsv } from '../read-csv'

const seed = 20_261_121

/** Texts of these pieces, or of any characters at all. */
const textsOf = (...pieces: string[]) =>
  fc.oneof(
    fc.string({ unit: fc.constantFrom(...pieces), maxLength: 20 }),
    fc.string({ unit: 'binary', maxLength: 200 }),
    fc.string({ unit: 'grapheme', maxLength: 200 }),
  )

describe('CSV', () => {
  const values = textsOf(
    '=',
    '+',
    '-',
    '@',
    '＝',
    "'",
    '"',
    ';',
    ',',
    '\t',
    '\r',
    '\n',
    ' ',
    '1',
    'a',
    '\ufeff',
  )
  const tables = fc.array(fc.array(fc.option(values), { minLength: 1, maxLength: 5 }), { maxLength: 5 })

  test('a table written as CSV is read back as it was, whatever its cells hold', () => {
    const property = fc.property(tables, (rows) => {
      expect(readCsv(toCsv(rows))).toEqual(rows)
    })
    fc.assert(property, { numRuns: 1000, seed })
  })

  test('a table written as CSV has no cell that a spreadsheet runs, wherever it splits the cells', () => {
    const property = fc.property(values, (value) => {
      const [[cell] = []] = readCsv(toCsv([[value]]), { undo: false })
      for (const part of (cell ?? '').split(/[;\t\r\n]/)) expect(part).not.toMatch(/^[\s"]*[=+\-@＝＋－＠]/)
    })
    fc.assert(property, { numRuns: 1000, seed })
  })
})

describe('file names', () => {
  const names = textsOf(
    '.',
    '..',
    '/',
    '\\',
    ' ',
    'é',
    '😀',
    '\u202e',
    '\0',
    'con',
    'CON',
    '.pdf',
    '-',
    '_',
    'a',
    ':',
  )

  test('a file name is reduced to what Storage takes, in the folder it is meant for', () => {
    const property = fc.property(names, (name) => {
      const cleaned = cleanFileName(name)
      expect(cleaned).toMatch(/^[A-Za-z0-9-][A-Za-z0-9._-]{0,99}$/)
      expect(cleanFileName(cleaned)).toBe(cleaned)
      expect(fileNameOf(`owner/estate/1790000000000-${cleaned}`)).toBe(cleaned)
      const stored = storedName(name)
      expect(stored).toMatch(/^[A-Za-z0-9-][A-Za-z0-9._-]{0,239}$/)
      expect(fileNameOf(stored)).not.toMatch(/[\u202a-\u202e\u2066-\u2069]/)
    })
    fc.assert(property, { numRuns: 1000, seed })
  })

  test('in an archive is one that every system takes', () => {
    const property = fc.property(names, (name) => {
      const made = archiveName(name)
      expect(made).toMatch(/^[^.\s<>:"/\\|?*\p{Cc}\u202a-\u202e][^<>:"/\\|?*\p{Cc}\u202a-\u202e]*$/u)
      expect(made).not.toMatch(/[\s.]$|^(con|prn|aux|nul)(\.|$)/i)
      expect(new TextEncoder().encode(made).length).toBeLessThanOrEqual(121)
      expect(archiveName(made)).toBe(made)
    })
    fc.assert(property, { numRuns: 500, seed })
  })

  test('in an archive is given once, even where capitals do not count', () => {
    const property = fc.property(fc.array(names, { maxLength: 8 }), (all) => {
      const pathOf = archivePaths()
      const paths = all.map((name) =>
        pathOf('Videos', archiveName(name), '.mp4').normalize('NFKC').toLowerCase(),
      )
      expect(new Set(paths).size).toBe(paths.length)
    })
    fc.assert(property, { numRuns: 300, seed })
  })
})

describe('dates', () => {
  test('a date of the database is read to the millisecond, in both of its forms', () => {
    const dates = fc.date({ min: new Date('0001-01-02'), max: new Date('9999-12-30'), noInvalidDate: true })
    const property = fc.property(dates, (date) => {
      const iso = date.toISOString()
      expect(parseTimestamp(iso)).toEqual(date)
      expect(parseTimestamp(iso.replace('T', ' ').replace('Z', '+00'))).toEqual(date)
      expect(formatDate(iso)).toMatch(/^[A-Z][a-z]{2} \d{1,2}, \d{1,4}$/)
    })
    fc.assert(property, { numRuns: 1000, seed })
  })

  test('a text that is no date shows nothing, and is no error', () => {
    const texts = textsOf('2026', '-', '02', '30', 'T', ' ', ':', '+', 'Z', '99', '.', 'infinity', 'W', '0')
    const property = fc.property(texts, (text) => {
      const date = parseTimestamp(text)
      expect(date === null || Number.isFinite(date.getTime())).toBe(true)
      for (const format of [formatDate, formatDateTime, formatTime]) {
        expect(format(text, 'none') === 'none').toBe(date === null)
      }
    })
    fc.assert(property, { numRuns: 1000, seed })
  })
})

test('a path to go to after sign-in never leaves the app', () => {
  const paths = textsOf(
    '/',
    '\\',
    '//',
    'dashboard',
    'evil.example',
    '.',
    '..',
    '%2e',
    '@',
    ':',
    '?',
    '#',
    '\t',
    'https:',
  )
  const property = fc.property(paths, (path) => {
    if (!isAppPath(path)) return
    const { origin, pathname } = new URL(path, 'https://app.example')
    expect(origin).toBe('https://app.example')
    expect(path.startsWith(pathname)).toBe(true)
  })
  fc.assert(property, { numRuns: 1000, seed })
})
