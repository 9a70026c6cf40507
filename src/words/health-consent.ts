/**
 * The day of the words that an owner agrees to before anything about their health is kept, as yyyy-MM-dd. A later day asks
 * every owner again, so it changes with what they agree to; the page may say the same more clearly on a later day.
 */
export const HEALTH_WORDED_ON = '2026-11-28'

/** When an owner has to wait before they take that consent back. The database says the same: `withdraw_health_consent`. */
export const whenTakingBackWaits =
  'While a death certificate is being checked or has been approved, or your first hours are open or asked for, stop or close that first. In a browser that’s new to your account, it waits a day.'
