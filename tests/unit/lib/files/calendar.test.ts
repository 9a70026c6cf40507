import { expect, it } from 'vitest'
import { toCalendar } from '@/lib/files/calendar'

const date = {
  id: 'guest-1',
  title: 'Service for Edith Marlow',
  version: 3,
  changedAt: new Date('2026-11-22T08:00:00.5Z'),
  startsAt: new Date('2026-12-05T19:00:00Z'),
  length: 120,
  isCancelled: false,
  location: 'St. Brannoc',
  description: '',
}
const now = new Date('2026-11-23T09:30:15.250Z')
const bytes = (text: string) => new TextEncoder().encode(text).length
const unfolded = (file: string) => file.replaceAll('\r\n ', '')

it('a calendar file has the parts that calendars need, each on a line that ends with CR and LF', () => {
  expect(toCalendar(date, now)).toBe(
    [
      'BEGIN:VCALENDAR',
      'VERSION:2.0',
      'PRODID:-//Heartwood//Service//EN',
      'METHOD:PUBLISH',
      'BEGIN:VEVENT',
      'UID:guest-1@heartwood',
      'DTSTAMP:20261123T093015Z',
      'LAST-MODIFIED:20261122T080000Z',
      'SEQUENCE:3',
      'STATUS:CONFIRMED',
      'DTSTART:20261205T190000Z',
      'DTEND:20261205T210000Z',
      'SUMMARY:Service for Edith Marlow',
      'LOCATION:St. Brannoc',
      'DESCRIPTION:',
      'END:VEVENT',
      'END:VCALENDAR',
      '',
    ].join('\r\n'),
  )
})

it('a calendar file escapes what separates values, and a text begins no property of its own', () => {
  const description =
    'Bring a song; or two, please.\r\nATTACH:https://evil.example\nEND:VEVENT\u2028Bye\\\u0007'
  const file = toCalendar({ ...date, description }, now)
  expect(unfolded(file)).toContain(
    'DESCRIPTION:Bring a song\\; or two\\, please.\\nATTACH:https://evil.example\\nEND:VEVENT\\nBye\\\\\r\n',
  )
  expect(file.match(/^END:VEVENT/gm)).toHaveLength(1)
})

it.each(['x'.repeat(300), 'ä'.repeat(200), '👩‍👧'.repeat(60), 'a, b; '.repeat(50)])(
  'a calendar file has no line over 75 bytes, and cuts no character: %s',
  (title) => {
    const file = toCalendar({ ...date, title }, now)
    for (const line of file.split('\r\n')) expect(bytes(line)).toBeLessThanOrEqual(75)
    expect(unfolded(file)).toContain(`SUMMARY:${title.replaceAll(/[,;]/g, '\\$&')}\r\n`)
    expect(file).not.toContain('\ufffd')
  },
)

it('a calendar file opens an address, written so that it ends no line and begins no property', () => {
  const file = toCalendar({ ...date, url: 'https://example.com/live,1;2\r\nATTACH:x' }, now)
  expect(unfolded(file)).toContain('\r\nURL:https://example.com/live,1;2ATTACH:x\r\nEND:VEVENT')
  expect(toCalendar(date, now)).not.toContain('URL')
})

it('a calendar file says that a date is called off, as a later version of the same', () => {
  const file = toCalendar({ ...date, version: 4, isCancelled: true }, now)
  expect(file).toContain('UID:guest-1@heartwood\r\n')
  expect(file).toContain('SEQUENCE:4\r\n')
  expect(file).toContain('STATUS:CANCELLED\r\n')
})
