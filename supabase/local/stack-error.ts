/** A failure the person at the keyboard can act on: its message says what happened and what to do, in plain words. */
export class StackError extends Error {
  override name = 'StackError'
}

/**
 * The text of anything thrown.
 * @returns its message, or the thing as text
 */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
