import { errorCode, errorSentence } from '@/lib/errors'

/** Failures that say nothing about the code itself. */
const elsewhere = new Set(['network', 'over_request_rate_limit', 'unexpected_failure', 'request_timeout'])

/** What to say when a code was not accepted: wrong, expired, used and another person's are told apart by nobody. */
export function verifyProblem(error: unknown): string {
  return elsewhere.has(errorCode(error)) ? errorSentence(error) : 'Invalid or expired code'
}
