interface When {
  held_on: string
  held_at: string
}

/** What whenWords says, in pieces: Saturday; December; 5, 2026; 2:00 PM. */
export function whenPieces({ held_on, held_at }: When) {
  // Read as UTC and worded in UTC, so that the clock is not turned.
  const moment = new Date(`${held_on}T${held_at}Z`)
  const words = (options: Intl.DateTimeFormatOptions) =>
    moment.toLocaleString('en-US', { ...options, timeZone: 'UTC' })
  return {
    weekday: words({ weekday: 'long' }),
    month: words({ month: 'long' }),
    dayAndYear: `${moment.getUTCDate()}, ${moment.getUTCFullYear()}`,
    time: words({ timeStyle: 'short' }).replace(/\s/, '\u00a0'),
  }
}

/** "Saturday, December 5, 2026 at 2:00 PM", not broken before 5 and PM: as the clock where the service is held says. */
export function whenWords(service: When): string {
  const { weekday, month, dayAndYear, time } = whenPieces(service)
  return `${weekday}, ${month}\u00a0${dayAndYear} at ${time}`
}
