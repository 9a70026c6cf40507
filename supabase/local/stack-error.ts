/** A failure that the developer can fix: its message says what happened and what to do. */
export class StackError extends Error {
  override name = 'StackError'
}

/**
 * @returns the message of an error or of what is thrown like one (PGlite throws objects), or any other value as text
 */
export function messageOf(error: unknown): string {
  if (typeof error !== 'object' || error === null) return String(error)
  return 'message' in error && error.message ? String(error.message) : JSON.stringify(error)
}
