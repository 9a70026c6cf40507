/**
 * Words a day in UTC, as the reader's time zone is not known.
 * @returns for example "21 November 2026"
 */
export function utcDay(time: Date): string {
  return time.toLocaleDateString('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' })
}

/**
 * Words a point in time in UTC, as the reader's time zone is not known.
 * @returns for example "21 November 2026 at 00:40 UTC"
 */
export function utcDate(time: Date): string {
  return `${utcDay(time)} at ${time.toISOString().slice(11, 16)} UTC`
}
