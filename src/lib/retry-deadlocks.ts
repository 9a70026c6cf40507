/** Two transactions waited for each other, and Postgres undid this one: nothing of it happened, so it may be repeated. */
const undone = ['40001', '40P01']
const tries = 3

/**
 * @param fetch what sends requests to the Data API
 * @returns the same, but a request that Postgres undid is sent again, twice at most
 */
export function retryDeadlocks(fetch: typeof globalThis.fetch): typeof globalThis.fetch {
  return async (input, init) => {
    let response = await fetch(input, init)
    for (let n = 1; n < tries && (await wasUndone(response)); n++) response = await fetch(input, init)
    return response
  }
}

async function wasUndone(response: Response): Promise<boolean> {
  // No other status is worth a second look at the answer.
  if (response.status !== 500) return false
  const answer: unknown = await response
    .clone()
    .json()
    .catch(() => null)
  return isCoded(answer) && undone.includes(answer.code)
}

const isCoded = (answer: unknown): answer is { code: string } =>
  typeof answer === 'object' && answer !== null && 'code' in answer && typeof answer.code === 'string'
