import { expect, test } from 'vitest'
import { formatDate, formatDateTime, formatDay, formatTime, parseTimestamp } from '@/lib/dates'

const moment = Date.UTC(2026, 10, 21, 0, 40, 4)

test.each([
  '2026-11-21T00:40:04+00:00',
  '2026-11-21 00:40:04+00',
  '2026-11-21 03:10:04+02:30',
  '2026-11-20T19:40:04.000-05',
  '2026-11-21T00:40:04.000Z',
])('the database’s %s is read as that moment', (text) => {
  expect(parseTimestamp(text)?.getTime()).toBe(moment)
})

test('a bare date is that day where the reader is', () => {
  expect(parseTimestamp('2026-11-21')).toEqual(new Date(2026, 10, 21))
  expect(formatDate('2026-11-21')).toBe('Nov 21, 2026')
})

test.each([
  null,
  undefined,
  '',
  'infinity',
  '2026-13-01',
  '2026-02-30',
  '2026',
  '2026-11-21 late',
  '21/11/2026',
  'on 2026-11-21',
])('%j is no date', (text) => {
  expect(parseTimestamp(text)).toBeNull()
})

test('a moment without an offset is read as one where the reader is', () => {
  expect(parseTimestamp('2026-11-21T09:05')).toEqual(new Date(2026, 10, 21, 9, 5))
})

test('a moment is written where the reader is, with a space before AM that no line is broken at', () => {
  const here = new Date(2026, 10, 21, 9, 5)
  const text = here.toISOString()
  expect(formatDate(text)).toBe('Nov 21, 2026')
  expect(formatTime(text)).toBe('9:05\u00a0AM')
  expect(formatDateTime(text)).toBe('Nov 21, 2026, 9:05\u00a0AM')
  expect(formatDay(here)).toBe('2026-11-21')
})

test.each(Array.from({ length: 12 }, (_, month) => [month]))(
  'a moment in month %d is written as Americans write it, at midnight and noon too',
  (month) => {
    for (const [day, hour, minute] of [
      [1, 0, 0],
      [9, 11, 59],
      [10, 12, 5],
      [28, 23, 30],
    ] as const) {
      const here = new Date(2026, month, day, hour, minute)
      const text = here.toISOString()
      expect(formatDate(text)).toBe(here.toLocaleDateString('en-US', { dateStyle: 'medium' }))
      expect(formatTime(text)).toBe(
        here.toLocaleTimeString('en-US', { timeStyle: 'short' }).replace(/\s(?=[AP]M$)/, '\u00a0'),
      )
      expect(formatDay(here)).toBe(here.toLocaleDateString('sv-SE'))
    }
  },
)

test('a date that is missing is written as nothing, or as the words for it', () => {
  for (const format of [formatDate, formatTime, formatDateTime])
    expect([format(null), format(null, 'Not known')]).toEqual(['', 'Not known'])
})
