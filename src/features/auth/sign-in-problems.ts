import { errorCode, errorSentence } from '@/lib/errors'

/** Failures that say nothing about the code itself. */
const elsewhere = new Set(['network', 'over_request_rate_limit', 'unexpected_failure', 'request_timeout'])

/**
 * The message for a code that was not accepted. It never tells whether the code was wrong, expired, used or another's.
 */
export function verifyProblem(error: unknown): string {
  return elsewhere.has(errorCode(error)) ? errorSentence(error) : 'Invalid or expired code'
}
