/** The day of the words that an owner agrees to before anything about their health is kept, as yyyy-MM-dd. */
export const HEALTH_WORDED_ON = '2026-11-28'
