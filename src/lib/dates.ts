import { format, isValid, parseISO } from 'date-fns'

/**
 * Reads a timestamp of the database. Both forms that the Data API sends are understood: "2026-11-21T00:40:04+00:00"
 * and "2026-11-21 00:40:04+00". A bare date ("2026-11-21") is that day in the reader's time zone.
 * @returns null for null, undefined, '' and text that is no date.
 */
export function parseTimestamp(value: string | null | undefined): Date | null {
  if (!value) return null
  const date = parseISO(value)
  return isValid(date) ? date : null
}

/** "Nov 21, 2026" in the reader's time zone; `missing` when there is no date. */
export function formatDate(value: string | null | undefined, missing = ''): string {
  const date = parseTimestamp(value)
  return date ? format(date, 'PP') : missing
}

/** "Nov 21, 2026, 9:05 AM" in the reader's time zone; `missing` when there is no date. */
export function formatDateTime(value: string | null | undefined, missing = ''): string {
  const date = parseTimestamp(value)
  return date ? format(date, 'PPp') : missing
}

/** "9:05 AM" in the reader's time zone; `missing` when there is no time. */
export function formatTime(value: string | null | undefined, missing = ''): string {
  const date = parseTimestamp(value)
  return date ? format(date, 'p') : missing
}

/** "2026-11-21" in the reader's time zone, for file names. */
export function formatDay(date: Date): string {
  return format(date, 'yyyy-MM-dd')
}
