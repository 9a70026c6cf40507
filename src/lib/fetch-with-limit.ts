/** How long the Data API may take to answer, in milliseconds. */
const LIMIT = 30_000

/** No answer came in time. */
class AnswerTimeoutError extends Error {
  override name = 'TimeoutError'
}

/**
 * `fetch`, but a request to the Data API is aborted after 30 seconds, because a connection that stalls without breaking
 * would block a form forever. File transfers have no limit, because their size is unknown.
 * @throws what fetch throws; an error named TimeoutError when no answer came in time
 */
export async function fetchWithLimit(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const url = input instanceof Request ? input.url : input.toString()
  // Older browsers do not support timeouts.
  if (!url.includes('/rest/v1/') || !('timeout' in AbortSignal)) return fetch(input, init)
  const limit = AbortSignal.timeout(LIMIT)
  try {
    return await fetch(input, { ...init, signal: joined(limit, init?.signal) })
  } catch (error) {
    throw limit.aborted && !init?.signal?.aborted ? new AnswerTimeoutError() : error
  }
}

function joined(limit: AbortSignal, caller: AbortSignal | null | undefined): AbortSignal {
  if (!caller) return limit
  // Browsers from before 2024 cannot combine two signals. A request that its caller can abort, always a read, then has
  // no timeout.
  return 'any' in AbortSignal ? AbortSignal.any([caller, limit]) : caller
}
