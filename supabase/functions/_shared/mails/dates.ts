/**
 * Words a day in UTC, as the reader's time zone is not known.
 * @returns for example "November 21, 2026"
 */
export function utcDay(time: Date): string {
  return time.toLocaleDateString('en-US', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' })
}

/** Where most readers live. An email doesn't know where its reader is; the pages it links to have the exact time there. */
const zoneOfReaders = 'America/New_York'

/**
 * Words the day of a moment within the next weeks, for a reader who plans by days.
 * @returns for example "Monday, November 30"
 */
export function weekday(time: Date): string {
  return time.toLocaleDateString('en-US', {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    timeZone: zoneOfReaders,
  })
}
