interface When {
  held_on: string
  held_at: string
}

/** What whenWords says in pieces: "Saturday, ", "December 5, 2026", " at 2:00 PM". */
export function whenPieces({ held_on, held_at }: When): [day: string, date: string, time: string] {
  // Read as UTC and worded in UTC, so that the clock is not turned.
  const moment = new Date(`${held_on}T${held_at}Z`)
  const words = (options: Intl.DateTimeFormatOptions) =>
    moment.toLocaleString('en-US', { ...options, timeZone: 'UTC' }).replace(/\s(?=[AP]M$|\d{1,2},)/, '\u00a0')
  return [
    `${words({ weekday: 'long' })}, `,
    words({ dateStyle: 'long' }),
    ` at ${words({ timeStyle: 'short' })}`,
  ]
}

/** "Saturday, December 5, 2026 at 2:00 PM", not broken before 5 and PM: as the clock where the service is held says. */
export function whenWords(service: When): string {
  return whenPieces(service).join('')
}
