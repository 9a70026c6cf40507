import type { Session } from '@supabase/supabase-js'
import { useSyncExternalStore } from 'react'
import { z } from 'zod'
import { supabase } from '@/data/client'
import { isAppPath } from '@/lib/app-path'
import { paths } from '@/lib/paths'

/**
 * Whether somebody is signed in, and who. "loading" only until the browser's store has been read. byChoice: the person
 * signed out here, rather than that their session ended.
 */
export type SessionState =
  | { status: 'loading' }
  | { status: 'signed-out'; byChoice: boolean }
  | { status: 'signed-in'; user: SessionUser }

/** The signed-in person; the address is in lower case. */
export interface SessionUser {
  id: string
  email: string
}

let state: SessionState = { status: 'loading' }
/** Whose session ended by itself while this page was open; null when nobody's did. */
let endedUserId: string | null = null
/** Whether the person is signing out here at this moment. */
let leaving = false
const listeners = new Set<() => void>()

function toState(session: Session | null): SessionState {
  if (!session) return { status: 'signed-out', byChoice: leaving }
  const user = { id: session.user.id, email: session.user.email?.toLowerCase() ?? '' }
  // The same person keeps the same object, or every refreshed token would draw the app anew.
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

/** The session, kept current: also when it ends in another tab. */
export function useSession(): SessionState {
  return useSyncExternalStore(subscribe, () => state)
}

/**
 * The signed-in person, for screens behind the session guard.
 * @throws Error when nobody is signed in
 */
export function useUser(): SessionUser {
  const session = useSession()
  if (session.status !== 'signed-in') throw new Error('This screen is for signed-in people')
  return session.user
}

/**
 * Mails a 6-digit code to an address, whether or not it has an account yet: the answer never tells.
 * @throws AuthError `over_email_send_rate_limit` within 60 seconds of the last code
 */
export async function requestCode(email: string): Promise<void> {
  const { error } = await supabase.auth.signInWithOtp({ email, options: { shouldCreateUser: true } })
  if (error) throw error
}

/**
 * Signs in with the code from the mail.
 * @throws AuthError `otp_expired` when the code is wrong, used or older than 10 minutes
 */
export async function verifyCode(email: string, code: string): Promise<void> {
  const { data, error } = await supabase.auth.verifyOtp({ email, token: code, type: 'email' })
  if (error) throw error
  if (!data.user) throw new Error('No user after a verified code')
}

/**
 * Ends the session in this browser, also when the server cannot be reached. What this tab kept of the person (texts
 * not saved, the page they wanted) goes with it.
 */
export async function signOut(): Promise<void> {
  leaving = true
  try {
    await supabase.auth.signOut({ scope: 'local' })
  } finally {
    leaving = false
  }
  sessionStorage.clear()
  endedUserId = null
}

/**
 * Ends every session of the signed-in person, on all devices, this one included. No session can be renewed after it;
 * what another device has open stops answering within the hour, when its access token runs out.
 * @throws AuthError when the server did not end them (AuthSessionMissingError: this one had ended before); the person is
 * still signed in here then
 */
export async function signOutEverywhere(): Promise<void> {
  const { data, error: noSession } = await supabase.auth.getSession()
  if (noSession) throw noSession
  // auth.signOut would call it done when the server refused: somebody who was locked out by a thief must not read so.
  const { error } = await supabase.auth.admin.signOut(data.session?.access_token ?? '', 'global')
  if (error) throw error
  await signOut()
}

const RETURN_TARGET = 'heartwood.return-target'
/** The page, and whose session ended on it; null when it was opened without one. */
const returnTargetSchema = z.object({ path: z.string().refine(isAppPath), userId: z.string().nullable() })

/**
 * Remembers the page that a signed-out person wanted. Anything but a path of this app is ignored later.
 * @param personal false for a page that tells nothing of the person whose session may have ended here
 */
export function setReturnTarget(path: string, { personal = true } = {}): void {
  sessionStorage.setItem(RETURN_TARGET, JSON.stringify({ path, userId: personal ? endedUserId : null }))
}

/**
 * The page to go back to after sign-in, once.
 * @param userId who has signed in: a page on which somebody else's session ended is not for them
 * @returns null when there is none
 */
export function takeReturnTarget(userId: string): string | null {
  const text = sessionStorage.getItem(RETURN_TARGET)
  sessionStorage.removeItem(RETURN_TARGET)
  const { data: target } = returnTargetSchema.safeParse(readJson(text))
  if (!target || (target.userId !== null && target.userId !== userId)) return null
  return target.path
}

function readJson(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null')
  } catch {
    return null
  }
}

/**
 * Where a person goes after sign-in when they wanted nothing in particular: somebody who was invited and has no plan
 * of their own to the invitations, everybody else to the dashboard. Falls back to the dashboard when it cannot be told.
 */
export async function findHome(user: SessionUser): Promise<string> {
  const [invitations, membership] = await Promise.all([
    supabase
      .from('designations')
      .select('id', { count: 'exact', head: true })
      .neq('owner_id', user.id)
      .is('revoked_at', null),
    // A membership, a trial included, begins with the first line of a plan.
    supabase.from('subscriptions').select('user_id', { count: 'exact', head: true }).eq('user_id', user.id),
  ])
  return (invitations.count ?? 0) > 0 && membership.count === 0 ? paths.invites() : paths.dashboard
}
