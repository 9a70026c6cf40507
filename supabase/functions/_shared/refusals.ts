/**
 * Every refusal of these functions by its one name, with the HTTP status of the answer. What the database refuses has the
 * database's code (HW…), which the migration that raises it explains; what only a function refuses has a word. Sentences
 * for people are in the app's `src/words/refusals.ts`.
 */
export const refusals = {
  HW001: 404,
  HW004: 409,
  HW005: 409,
  HW006: 403,
  HW020: 429,
  HW021: 429,
  HW050: 409,
  HW051: 409,
  HW052: 409,
  HW053: 409,
  HW054: 429,
  HW055: 429,
  HW056: 429,
  HW057: 409,
  HW058: 429,
  HW059: 429,
  HW060: 409,
  HW061: 409,
  HW064: 404,
  HW066: 429,
  HW067: 409,
  HW070: 429,
  HW071: 400,
  HW073: 409,
  HW074: 409,
  HW080: 403,
  HW092: 409,
  account_not_deleted: 500,
  billing_off: 409,
  body_too_large: 413,
  email_not_changed: 409,
  housekeeping_incomplete: 500,
  internal: 500,
  invalid_body: 400,
  invalid_code: 403,
  invalid_json: 400,
  invalid_signature: 400,
  mail_not_sent: 502,
  method_not_allowed: 405,
  not_set_up: 503,
  not_well: 503,
  not_your_account: 403,
  over_request_rate_limit: 429,
  payments_not_set_up: 503,
  secret_key_required: 401,
  stripe_unavailable: 502,
  unauthorized: 401,
  unknown_plan: 400,
} as const

export type RefusalCode = keyof typeof refusals

/** In how many seconds the same call may succeed. */
export const retryAfter: Partial<Record<RefusalCode, number>> = { HW020: 60, HW054: 60, HW066: 3600 }

/** Whether a code of the database is one with which it refuses a caller of these functions. */
export function isRefusal(code: string): code is RefusalCode {
  return Object.hasOwn(refusals, code)
}
