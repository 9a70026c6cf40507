// The browser's own formats: date-fns would bring its words into every page.
const date = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium' })
const time = new Intl.DateTimeFormat('en-US', { timeStyle: 'short' })
// Swedish dates are ISO dates.
const day = new Intl.DateTimeFormat('sv-SE')

/** Some browsers put a narrow space before AM and PM, which searching the page for typed words does not find. */
const timeOf = (moment: Date) => time.format(moment).replace('\u202f', ' ')

/** The day; the time and its offset, which a bare date lacks. */
const WRITTEN = /^(\d{4}-\d\d-\d\d)([T ]([\d:.]+)(Z|[+-][\d:]+)?)?$/

/**
 * Reads a timestamp of the database. Both forms that the Data API sends are understood: "2026-11-21T00:40:04+00:00"
 * and "2026-11-21 00:40:04+00". A bare date ("2026-11-21") is that day in the reader's time zone.
 * @returns null for null, undefined, '' and text that is no date.
 */
export function parseTimestamp(value: string | null | undefined): Date | null {
  const [, onDay, , at = '00:00', zone = ''] = WRITTEN.exec(value ?? '') ?? []
  if (!onDay) return null
  // JavaScript wants a "T", and the minutes of the offset.
  const moment = new Date(`${onDay}T${at}${zone.length === 3 ? `${zone}:00` : zone}`)
  // JavaScript reads February 30 as March 2.
  const isThere = zone !== '' || moment.getDate() === Number(onDay.slice(-2))
  return isThere && !Number.isNaN(moment.getTime()) ? moment : null
}

/** "Nov 21, 2026" in the reader's time zone; `missing` when there is no date. */
export function formatDate(value: string | null | undefined, missing = ''): string {
  const moment = parseTimestamp(value)
  return moment ? date.format(moment) : missing
}

/** "Nov 21, 2026, 9:05 AM" in the reader's time zone; `missing` when there is no date. */
export function formatDateTime(value: string | null | undefined, missing = ''): string {
  const moment = parseTimestamp(value)
  return moment ? `${date.format(moment)}, ${timeOf(moment)}` : missing
}

/** "9:05 AM" in the reader's time zone; `missing` when there is no time. */
export function formatTime(value: string | null | undefined, missing = ''): string {
  const moment = parseTimestamp(value)
  return moment ? timeOf(moment) : missing
}

/** "2026-11-21" in the reader's time zone, for file names. */
export function formatDay(moment: Date): string {
  return day.format(moment)
}
