/** A date for a calendar. Texts may have any length, and line breaks. */
export interface CalendarDate {
  /** The same for every version of the date, so that a later file replaces it. */
  id: string
  /** Grows with each change, and when the last one was: a calendar keeps what it has for the same or a smaller number. */
  version: number
  changedAt: Date
  title: string
  startsAt: Date
  /** In minutes. */
  length: number
  location: string
  description: string
  /** An address that the calendar may open: anyone who sees the date sees it. */
  url?: string | undefined
  isCancelled: boolean
}

/** The longest line, in bytes (RFC 5545, 3.1). */
const LINE = 75

/**
 * Writes a date as an iCalendar file (RFC 5545), which the calendars of phones and computers open.
 * @param now when the file is made
 */
export function toCalendar(date: CalendarDate, now: Date): string {
  const { id, version, changedAt, title, startsAt, length, location, description, url, isCancelled } = date
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Heartwood//Service//EN',
    'METHOD:PUBLISH',
    'BEGIN:VEVENT',
    `UID:${escaped(id)}@heartwood`,
    `DTSTAMP:${inUtc(now)}`,
    `LAST-MODIFIED:${inUtc(changedAt)}`,
    `SEQUENCE:${version}`,
    `STATUS:${isCancelled ? 'CANCELLED' : 'CONFIRMED'}`,
    `DTSTART:${inUtc(startsAt)}`,
    `DTEND:${inUtc(new Date(startsAt.getTime() + length * 60_000))}`,
    `SUMMARY:${escaped(title)}`,
    `LOCATION:${escaped(location)}`,
    `DESCRIPTION:${escaped(description)}`,
    // An address is no text: nothing in it is escaped, and the parser of URL lets no line break through.
    ...(url ? [`URL:${new URL(url).href}`] : []),
    'END:VEVENT',
    'END:VCALENDAR',
  ]
  return lines.map((line) => `${folded(line)}\r\n`).join('')
}

/** "20261205T190000Z" */
function inUtc(moment: Date): string {
  return moment.toISOString().replace(/[-:]|\.\d+/g, '')
}

/** Commas and semicolons separate values, and a line break would begin another property. */
function escaped(text: string): string {
  return text
    .replace(/[\\;,]/g, '\\$&')
    .replace(/\r\n|[\r\n\u2028\u2029]/g, '\\n')
    .replace(/\p{Cc}/gu, '')
}

/** Breaks a long line; a line that begins with a space goes on with the one before. No character is cut in two. */
function folded(line: string): string {
  const encoder = new TextEncoder()
  let used = 0
  let result = ''
  for (const character of line) {
    const size = encoder.encode(character).length
    if (used + size > LINE) {
      result += '\r\n '
      used = 1
    }
    result += character
    used += size
  }
  return result
}
