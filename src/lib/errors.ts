/** An error of our own, named by its code: see words/refusals.ts. */
export class CodedError extends Error {
  override name = 'CodedError'
  code: string

  constructor(code: string) {
    super(code)
    this.code = code
  }
}

/** A property of anything; undefined where there is none. (`in` would tell its type only for a name that is fixed.) */
export function propertyOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
}

/** Whether a part of the app could not be loaded: the connection was lost, or a newer version was deployed. */
export function isMissingCode(error: unknown): boolean {
  return (
    error instanceof Error &&
    /dynamically imported module|importing a module script|unable to preload css/i.test(error.message)
  )
}

/** Tells whether no answer came at all: no connection, or the server is away. */
export function isNetworkError(error: unknown): boolean {
  if (isMissingCode(error)) return true
  const name = propertyOf(error, 'name')
  if (name === 'AuthRetryableFetchError' || name === 'FunctionsFetchError' || name === 'TimeoutError')
    return true
  const message = propertyOf(error, 'message')
  return typeof message === 'string' && /failed to fetch|fetch failed|networkerror|load failed/i.test(message)
}

/**
 * The code of anything thrown by the data layer.
 * @returns "missing_code" when a part of the app did not come, "network" when no answer came, the error's own code where it has one, otherwise "unknown".
 */
export function errorCode(error: unknown): string {
  if (isMissingCode(error)) return 'missing_code'
  if (isNetworkError(error)) return 'network'
  if (propertyOf(error, 'name') === 'StorageApiError') return `storage_${propertyOf(error, 'statusCode')}`
  // The client library's own name for it, without a code.
  if (propertyOf(error, 'name') === 'AuthSessionMissingError') return 'session_not_found'
  const code = propertyOf(error, 'code')
  return typeof code === 'string' && code !== '' ? code : 'unknown'
}

/** Whether PostgREST couldn't ask its database (PGRST000 to 003): https://docs.postgrest.org/en/v13/references/errors.html */
export const isDatabaseAway = (error: unknown) => errorCode(error).startsWith('PGRST00')

/** Whether the session isn't accepted: PostgREST (PGRST300 to 303), Storage, a function or Auth doesn't know who asks. */
export const hasSessionEnded = (error: unknown) =>
  /^(unauthorized$|session_not_found$|PGRST30)/.test(errorCode(error))

/**
 * Whether an answer was lost at once. After half a minute without one nothing is tried again: the person has waited long
 * enough to be told.
 */
export function isLostAnswer(error: Error): boolean {
  return error.name !== 'TimeoutError' && errorCode(error) === 'network'
}
