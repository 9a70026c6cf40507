/** How long an answer of the Data API may take, in milliseconds. */
const LIMIT = 30_000

/** No answer came in time. */
class AnswerTimeoutError extends Error {
  override name = 'TimeoutError'
  /** Tells the client library not to wait as long again, three times more. */
  code = 'ABORT_ERR'
}

/**
 * `fetch`, but a request to the Data API (rows; never files, whose size nobody knows) is given up after 30 seconds: a
 * connection that stalls without breaking would hold a form for ever.
 * @throws what fetch throws; an error named TimeoutError when no answer came in time
 */
export async function fetchWithLimit(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const url = input instanceof Request ? input.url : input.toString()
  // Old browsers know no such limit.
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
  // Browsers from before 2024 cannot join two: what its caller can call back, all of them reads, goes by that alone.
  return 'any' in AbortSignal ? AbortSignal.any([caller, limit]) : caller
}
