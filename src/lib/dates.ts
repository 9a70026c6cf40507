// Not the browser's own formats: the first one that a page makes takes tens of milliseconds on a phone, while the page draws.
function dateOf(moment: Date): string {
  // In every language of a browser: "Sat Nov 07 2026".
  const [, month, day, year] = moment.toDateString().split(' ')
  return `${month} ${Number(day)}, ${year}`
}

function timeOf(moment: Date): string {
  // "21:05:40 GMT-0500".
  const [hours, minutes] = moment.toTimeString().split(':')
  // Not broken before "PM", in a title least of all.
  return `${Number(hours) % 12 || 12}:${minutes}\u00a0${Number(hours) < 12 ? 'AM' : 'PM'}`
}

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
  return moment ? dateOf(moment) : missing
}

/** "Nov 21, 2026, 9:05 AM", not broken before AM, in the reader's time zone; `missing` when there is no date. */
export function formatDateTime(value: string | null | undefined, missing = ''): string {
  const moment = parseTimestamp(value)
  return moment ? `${dateOf(moment)}, ${timeOf(moment)}` : missing
}

/** "9:05 AM", not broken, in the reader's time zone; `missing` when there is no time. */
export function formatTime(value: string | null | undefined, missing = ''): string {
  const moment = parseTimestamp(value)
  return moment ? timeOf(moment) : missing
}

/** "2026-11-21" in the reader's time zone, for file names. */
export function formatDay(moment: Date): string {
  // Swedish dates are ISO dates.
  return moment.toLocaleDateString('sv-SE')
}
