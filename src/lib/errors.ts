import { whenTouched } from '@/browser/first-touch'
import { supportEmail } from './env'

const noAnswer = "We couldn't reach the server. Check your connection and try again."

/**
 * Sentences by code: SQLSTATEs of Postgres and of our own functions (HW…), codes of PostgREST, Auth and Storage, and
 * the codes that our Edge Functions answer with. A server's own message is never shown. Here are those that every page
 * can need, also without a connection, and those that a page shows before it is touched or writes into a report. The
 * others follow a press, and are in rare-errors.ts.
 */
const sentences: Record<string, string> = {
  network: `${noAnswer} What you typed is still here.`,
  missing_code:
    "A part of this page couldn't be loaded. Check your connection and try again. If that doesn't help, refresh the page.",
  unknown: 'Something went wrong on our side. Please try again in a moment.',
  '42501': "You don't have permission to do that.",
  '57014': 'The server took too long to answer. Please try again.',
  PGRST116:
    "We couldn't save that: it may have been deleted, or it can't be changed right now. Refresh the page and try again.",
  PGRST301: 'Your session has ended. Please sign in again.',
  PGRST303: 'Your session has ended. Please sign in again.',
  session_not_found: 'Your session has ended. Please sign in again.',
  over_request_rate_limit: 'Too many attempts. Please wait a few minutes and try again.',
  changed_elsewhere: 'This was changed in another window or on another device. Nothing was overwritten.',
  deleted_elsewhere: 'This was deleted in another window or on another device.',
  plan_closed: "You can't change your plan right now. Refresh the page to see why.",
  waiting_period_fixed:
    "A death certificate was submitted for you. You can't change the waiting period until that's settled.",
  HW006: "You don't have permission to do that.",
  too_many_links: 'Too many broken links were opened from this network. Please try again in an hour.',
  death_under_review:
    "A death certificate was submitted for you. Stop that first, with the button “I'm alive: stop this” at the top of the page. Until then, nothing can be deleted, so no one else can delete a plan in your name.",
  stopped_lately:
    'A death certificate submitted for you was stopped less than 7 days ago. Until 7 days have passed, nothing can be deleted, so no one else can delete a plan in your name. You can still sign in, change your plan and export it.',
  death_verified:
    "A death certificate for you was approved, so the email address of this account can't be changed. If you're alive, choose “I'm alive: stop this” at the top of the page first.",
  storage_403: "We can't accept this file right now. Please refresh the page to see why.",
  storage_404: 'The file is no longer there, or you can no longer open it. Please refresh the page.',
  download_broken: 'The connection kept dropping before the download finished.',
  download_gone: 'The file is no longer stored.',
  download_wrong_size: 'The file we got is longer than the one that was stored.',
  disk_full:
    "There isn't enough room on this device. Make room or choose another place for the file, and try again.",
  unauthorized: 'Your session has ended. Please sign in again.',
}

/** The codes with which a person may need our help. */
const helpable = new Set(['HW007', 'HW008', 'account_not_deleted'])

/** An error of our own, named by its code: see the sentences. */
export class CodedError extends Error {
  override name = 'CodedError'
  code: string

  constructor(code: string) {
    super(code)
    this.code = code
  }
}

function property(value: unknown, name: string): unknown {
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
  const name = property(error, 'name')
  if (name === 'AuthRetryableFetchError' || name === 'FunctionsFetchError' || name === 'TimeoutError')
    return true
  const message = property(error, 'message')
  return typeof message === 'string' && /failed to fetch|fetch failed|networkerror|load failed/i.test(message)
}

/**
 * The code of anything thrown by the data layer.
 * @returns "missing_code" when a part of the app did not come, "network" when no answer came, the error's own code where it has one, otherwise "unknown".
 */
export function errorCode(error: unknown): string {
  if (isMissingCode(error)) return 'missing_code'
  if (isNetworkError(error)) return 'network'
  if (property(error, 'name') === 'StorageApiError') return `storage_${property(error, 'statusCode')}`
  // The client library's own name for it, without a code.
  if (property(error, 'name') === 'AuthSessionMissingError') return 'session_not_found'
  const code = property(error, 'code')
  return typeof code === 'string' && code !== '' ? code : 'unknown'
}

/**
 * Whether an answer was lost at once. After half a minute without one nothing is tried again: the person has waited long
 * enough to be told.
 */
export function isLostAnswer(error: Error): boolean {
  return error.name !== 'TimeoutError' && errorCode(error) === 'network'
}

let rare: typeof import('./rare-errors') | null = null
const listeners = new Set<() => void>()

/** Loads the sentences that are not part of every page. If they do not come, the next error asks for them again. */
async function loadRare(): Promise<void> {
  if (rare) return
  try {
    rare = await import('./rare-errors')
    for (const listener of listeners) listener()
  } catch {
    // Until then their errors have the general sentence.
  }
}

// An error of theirs is the answer to a press.
whenTouched(() => void loadRare())

/** For useErrorSentence (ui/hooks), which draws again when all sentences are there. */
export const hasAllSentences = () => rare !== null

/** For useErrorSentence: calls back when all sentences are there. @returns a function that stops that */
export function onAllSentences(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/**
 * The sentence of an error (see errorSentence) for what is said once and not drawn again, such as a toast. Waits for its
 * code where it is not there yet. Never rejects.
 */
export async function errorSentenceOnce(error: unknown): Promise<string> {
  if (!(errorCode(error) in sentences)) await loadRare()
  return errorSentence(error)
}

/**
 * A sentence for the person: what happened and what to do. Never throws, never shows a server's message. A component that
 * may be drawn before the page was touched uses useErrorSentence.
 */
export function errorSentence(error: unknown): string {
  const code = errorCode(error)
  const limit = Number(property(error, 'details') || Number.NaN)
  if (!(code in sentences)) void loadRare()
  const withLimit = Number.isNaN(limit) ? undefined : rare?.sentencesWithLimit[code]
  const sentence =
    withLimit?.(limit) ?? sentences[code] ?? rare?.rareSentences[code] ?? sentences.unknown ?? ''
  const email = helpable.has(code) ? supportEmail() : null
  if (email === null) return sentence
  // Where no support answers, the person is not sent there.
  if (code === 'account_not_deleted') return `Unable to delete account. Please contact support: ${email}`
  return `${sentence} You can email us at ${email}.`
}

/** The same where nothing was typed: something was to be shown or opened. */
export function errorSentenceOfReading(error: unknown): string {
  return errorCode(error) === 'network' ? noAnswer : errorSentence(error)
}
