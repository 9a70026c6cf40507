/** A failure that the developer can fix: its message says what happened and what to do. */
export class StackError extends Error {
  override name = 'StackError'
}

/**
 * @returns the message of an error, or any other thrown value as text
 */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
