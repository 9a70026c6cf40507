/**
 * Writes a failure to the log of the functions, as one line of JSON.
 * @param path the function that failed
 * @param fields what is known; never a message from a database or provider, which may quote a person's data
 */
export function logFailure(path: string, fields: object): void {
  console.error(JSON.stringify({ path, ...fields }))
}

/** Names the kind of an error, without its message, which may quote a person's data. */
export function nameOf(error: unknown): string {
  return error instanceof Error ? error.name : 'unknown'
}
