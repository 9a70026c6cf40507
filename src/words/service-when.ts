/** "Saturday, December 5, 2026 at 2:00 PM", not broken before 5 and PM: as the clock where the service is held says. */
export function whenWords({ held_on, held_at }: { held_on: string; held_at: string }): string {
  // Read as UTC and worded in UTC, so that the clock is not turned.
  const moment = new Date(`${held_on}T${held_at}Z`)
  const words = (options: Intl.DateTimeFormatOptions) =>
    moment.toLocaleString('en-US', { ...options, timeZone: 'UTC' }).replace(/\s(?=[AP]M$|\d{1,2},)/, '\u00a0')
  return `${words({ dateStyle: 'full' })} at ${words({ timeStyle: 'short' })}`
}
