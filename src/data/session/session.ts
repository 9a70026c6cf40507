import type { Session } from '@supabase/supabase-js'
import { useSyncExternalStore } from 'react'
import * as z from 'zod/mini'
import { supabase } from '@/data/client'
import { invokeFunction } from '@/data/functions'
import { isAppPath } from '@/lib/app-path'
import { CodedError, errorCode } from '@/lib/errors'
import { keepInTab, readFromTab } from '@/lib/tab-storage'
import { keepBrowserToken, readBrowserToken } from './browser-token'

/**
 * Whether a person is signed in, and who. "loading" lasts only until the browser's storage has been read. byChoice: the
 * person signed out here; the session did not end by itself. 'to sign in': to come back with another address.
 */
export type SessionState =
  | { status: 'loading' }
  | { status: 'signed-out'; byChoice: boolean | 'to sign in' }
  | { status: 'signed-in'; user: SessionUser }

/** The signed-in person; the address is in lower case. */
export interface SessionUser {
  id: string
  email: string
}

let state: SessionState = { status: 'loading' }
/** The user whose session ended by itself while this page was open; null when none did. */
let endedUserId: string | null = null
/** Not false while the person is signing out in this tab. */
let leaving: boolean | 'to sign in' = false
const listeners = new Set<() => void>()

function toState(session: Session | null): SessionState {
  if (!session) return { status: 'signed-out', byChoice: leaving }
  const user = { id: session.user.id, email: session.user.email?.toLowerCase() ?? '' }
  // The same person keeps the same object, so that a refreshed token does not render the whole app again.
  const same = state.status === 'signed-in' && state.user.id === user.id && state.user.email === user.email
  return same ? state : { status: 'signed-in', user }
}

supabase.auth.onAuthStateChange((_event, session) => {
  if (!session && state.status === 'signed-in') endedUserId = state.user.id
  state = toState(session)
  for (const listener of listeners) listener()
})

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The current session state; updates also when the session ends in another tab. */
export function useSession(): SessionState {
  return useSyncExternalStore(subscribe, () => state)
}

/**
 * The signed-in person, for screens behind the session guard.
 * @throws Error when no one is signed in
 */
export function useUser(): SessionUser {
  const session = useSession()
  if (session.status !== 'signed-in') throw new Error('This screen is for signed-in people')
  return session.user
}

/**
 * Sends a 6-digit sign-in code to an address. The answer never reveals whether the address has an account.
 * @param captchaToken proves that a person asks, where Auth requires it
 * @throws AuthError `over_email_send_rate_limit` within 60 seconds of the last code, `captcha_failed` when the token was
 *   not accepted; CodedError `sign_in_mails_used_up` when the project has sent all that it may in an hour
 */
export async function requestCode(email: string, captchaToken?: string): Promise<void> {
  const { error } = await supabase.auth.signInWithOtp({
    email,
    options: { shouldCreateUser: true, ...(captchaToken === undefined ? {} : { captchaToken }) },
  })
  if (!error) return
  // Auth has one code for two limits, and only its message tells them apart: that of the person names the seconds.
  const isOfProject =
    errorCode(error) === 'over_email_send_rate_limit' && /rate limit exceeded/i.test(error.message)
  throw isOfProject ? new CodedError('sign_in_mails_used_up') : error
}

const signedInSchema = z.object({ refreshToken: z.string(), browser: z.string() })

/**
 * Signs in with the code from the mail. A function tries the code, because Auth does not count wrong codes by address.
 * @throws CodedError `invalid_code` when the code is wrong, used or older than 10 minutes, `code_used_up` after five tries,
 *   `sign_in_paused` after many wrong codes for this address
 */
export async function verifyCode(email: string, code: string): Promise<void> {
  const answer = await invokeFunction('sign-in', { email, code, browser: readBrowserToken() })
  const { refreshToken, browser } = signedInSchema.parse(answer)
  keepBrowserToken(browser)
  const { error } = await supabase.auth.refreshSession({ refresh_token: refreshToken })
  if (error) throw error
}

/**
 * Ends the session in this browser, even if the server cannot be reached, and clears what this tab stored for the
 * person (unsaved texts, the page to return to).
 * @param returnTo a page to open for the next person who signs in; sign-in is then shown at once
 */
export async function signOut(returnTo?: string): Promise<void> {
  leaving = returnTo === undefined ? true : 'to sign in'
  try {
    await supabase.auth.signOut({ scope: 'local' })
  } finally {
    leaving = false
  }
  sessionStorage.clear()
  endedUserId = null
  if (returnTo !== undefined) setReturnTarget(returnTo, { personal: false })
}

/**
 * Ends every session of the signed-in person on all devices, including this one. No session can be refreshed after
 * that; an open page on another device stops working within the hour, when its access token expires.
 * @throws AuthError when the server did not end them (AuthSessionMissingError: this session had already ended); the
 * person then stays signed in here
 */
export async function signOutEverywhere(): Promise<void> {
  const { data, error: noSession } = await supabase.auth.getSession()
  if (noSession) throw noSession
  // auth.signOut reports success even if the server refuses. A person locking out a thief must learn that it failed.
  const { error } = await supabase.auth.admin.signOut(data.session?.access_token ?? '', 'global')
  if (error) throw error
  await signOut()
}

const RETURN_TARGET = 'heartwood.return-target'
/** The page to return to, and the user whose session ended on it; null when it was opened without a session. */
const returnTargetSchema = z.object({
  path: z.string().check(z.refine(isAppPath)),
  userId: z.nullable(z.string()),
})

/**
 * Remembers the page that a signed-out person wanted to open. takeReturnTarget ignores anything but a path of this app.
 * @param personal false for a page that reveals nothing about the person whose session may have ended here
 */
export function setReturnTarget(path: string, { personal = true } = {}): void {
  keepInTab(RETURN_TARGET, { path, userId: personal ? endedUserId : null })
}

/** Whether a session ended by itself in this tab, and the person has not signed in again yet. */
export function hasSessionEnded(): boolean {
  return readFromTab(RETURN_TARGET, returnTargetSchema)?.userId != null
}

/**
 * Takes the page to return to after sign-in; a second call returns null.
 * @param userId the person who signed in; a page on which another person's session ended is withheld
 * @returns null when there is none
 */
export function takeReturnTarget(userId: string): string | null {
  const target = readFromTab(RETURN_TARGET, returnTargetSchema)
  keepInTab(RETURN_TARGET, null)
  return target && (target.userId === null || target.userId === userId) ? target.path : null
}
