/**
 * Sentences by code: SQLSTATEs of Postgres and of our own functions (HW…), codes of PostgREST, Auth and Storage, and
 * the codes that our Edge Functions answer with. A server's own message is never shown.
 */
const sentences: Record<string, string> = {
  network: 'We could not reach the server. Check your connection and try again.',
  unknown: 'Something went wrong on our side. Please try again in a moment.',
  '23505': 'That already exists.',
  '23514': 'One of the values is not accepted. Please check what you entered.',
  '42501': 'You do not have permission to do that.',
  PGRST301: 'Your session has ended. Please sign in again.',
  HW001: 'This invitation is no longer available.',
  HW002: 'A certificate cannot be accepted at this stage.',
  HW003: 'The uploaded file was not found. Please upload it again.',
  HW004: 'There is nothing to stop.',
  HW005: 'This plan can no longer be changed.',
  HW006: 'You do not have permission to do that.',
  HW010: 'You cannot designate yourself.',
  HW020: 'An invitation was sent less than a minute ago. Please wait a moment and try again.',
  HW021: 'Too many invitations were sent today. Please try again tomorrow.',
  HW030: 'Only a certificate that awaits review can be decided.',
}

function property(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
}

/** Tells whether no answer came at all: no connection, or the server is away. */
export function isNetworkError(error: unknown): boolean {
  const name = property(error, 'name')
  if (name === 'AuthRetryableFetchError' || name === 'FunctionsFetchError') return true
  const message = property(error, 'message')
  return typeof message === 'string' && /failed to fetch|fetch failed|networkerror|load failed/i.test(message)
}

/**
 * The code of anything thrown by the data layer.
 * @returns "network" when no answer came, the error's own code where it has one, otherwise "unknown".
 */
export function errorCode(error: unknown): string {
  if (isNetworkError(error)) return 'network'
  const code = property(error, 'code')
  return typeof code === 'string' && code !== '' ? code : 'unknown'
}

/** A sentence for the person: what happened and what to do. Never throws, never shows a server's message. */
export function errorSentence(error: unknown): string {
  return sentences[errorCode(error)] ?? sentences.unknown ?? ''
}
