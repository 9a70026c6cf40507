import { errorCode, errorSentence } from '@/lib/errors'

/** Failures that say nothing about the code itself. */
const elsewhere = new Set(['network', 'over_request_rate_limit', 'unexpected_failure', 'request_timeout'])

/** What to say when a code was not accepted: wrong, expired, used and another person's are told apart by nobody. */
export function verifyProblem(error: unknown): string {
  return elsewhere.has(errorCode(error)) ? errorSentence(error) : 'Invalid or expired code'
}

/** What to say when no code could be sent. */
export function sendProblem(error: unknown): string {
  return errorCode(error) === 'email_address_invalid' ? 'Enter a valid email' : errorSentence(error)
}

/** Whether a code was sent so recently that Auth sends no other. */
export function isTooSoon(error: unknown): boolean {
  return errorCode(error) === 'over_email_send_rate_limit'
}
