/**
 * Words a day in UTC, as the reader's time zone is not known.
 * @returns for example "November 21, 2026"
 */
export function utcDay(time: Date): string {
  return time.toLocaleDateString('en-US', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' })
}

/**
 * Words a day that is near, in UTC, for readers to whom a clock of another zone says nothing.
 * @returns for example "Monday, November 30"
 */
export function utcWeekday(time: Date): string {
  return time.toLocaleDateString('en-US', { weekday: 'long', month: 'long', day: 'numeric', timeZone: 'UTC' })
}

/**
 * Words a point in time in UTC, as the reader's time zone is not known.
 * @returns for example "November 21, 2026 at 12:40 AM UTC"
 */
export function utcDate(time: Date): string {
  const clock = time.toLocaleTimeString('en-US', { hour: 'numeric', minute: '2-digit', timeZone: 'UTC' })
  // Some versions put a narrow space before AM and PM, and a mail sent again must have the same words.
  return `${utcDay(time)} at ${clock.replace('\u202f', ' ')} UTC`
}
