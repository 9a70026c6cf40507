import type { AuthChangeEvent, Session } from '@supabase/supabase-js'
import { useSyncExternalStore } from 'react'
import { forgetCopies } from '@/browser/device-storage'
import { keepWords } from '@/browser/kept-words'
import { hasStoredSession, isSessionKey, storedUser } from '@/browser/stored-session'
import { keepInTab } from '@/browser/tab-storage'
import { RETURN_TARGET, readReturnTarget } from './return-target'

/*
 * Who is signed in. The client, which tells it, is a third of what sign-in would have to load, and a person without a
 * session needs it only for the first code: it loads at once for those who have one (data/client.ts, session/auth.ts).
 */

/**
 * Whether a person is signed in, and who. "loading" lasts only until the client has read the session that the browser
 * stores. byChoice: the person signed out here; the session did not end by itself. 'to sign in': to come back with
 * another address.
 */
export type SessionState =
  | { status: 'loading' }
  | { status: 'signed-out'; byChoice: Leaving }
  | { status: 'signed-in'; user: SessionUser }

/** The signed-in person; the address is in lower case. */
export interface SessionUser {
  id: string
  email: string
}

/** Not false while the person is signing out in this tab. */
export type Leaving = boolean | 'to sign in'

const signedOut: SessionState = { status: 'signed-out', byChoice: false }

let state: SessionState = hasStoredSession() ? { status: 'loading' } : signedOut
/** The user whose session ended by itself while this page was open; null when none did. */
let endedUserId: string | null = null
let leaving: Leaving = false
const listeners = new Set<() => void>()

function toState(session: Session | null): SessionState {
  if (!session)
    return state.status === 'signed-out' && state.byChoice === leaving
      ? state
      : { status: 'signed-out', byChoice: leaving }
  const user = { id: session.user.id, email: session.user.email?.toLowerCase() ?? '' }
  // The same person keeps the same object, so that a refreshed token does not render the whole app again.
  const same = state.status === 'signed-in' && state.user.id === user.id && state.user.email === user.email
  return same ? state : { status: 'signed-in', user }
}

function become(next: SessionState): void {
  state = next
  for (const listener of listeners) listener()
}

/** Takes over the session that the client has now, and why; only the client calls it. */
export function sessionChanged(event: AuthChangeEvent, session: Session | null): void {
  if (!session && state.status === 'signed-in') {
    endedUserId = state.user.id
    // The forms are still on the screen: they are told before the screens, which then go.
    if (leaving === false) keepWords(state.user.id)
  }
  // Without a connection a session cannot be renewed, which is not its end: who reopens the page stays who they are, and
  // sees what this device kept for them. With the connection comes the answer whether the session goes on.
  const user = event === 'INITIAL_SESSION' && !session && !navigator.onLine ? storedUser() : null
  if (event === 'SIGNED_OUT' || storedUser() === null) forgetCopies()
  become(user ? { status: 'signed-in', user } : toState(session))
}

/** Loads the client, which then tells who is signed in. */
function askClient(): void {
  // Without its code no one is known to be signed in. Sign-in asks for it again.
  import('@/data/client').catch(() => become(signedOut))
}

if (state.status === 'loading') askClient()
// A sign-in in another tab, while this one has no client yet.
window.addEventListener('storage', ({ key, newValue }) => {
  if (newValue !== null && isSessionKey(key ?? '') && state.status === 'signed-out') askClient()
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

/** Ends the session with `signOut`, so that it counts as the person's choice, and no page is kept for its user. */
export async function leave(how: Leaving, signOut: () => Promise<unknown>): Promise<void> {
  leaving = how
  try {
    await signOut()
  } finally {
    leaving = false
  }
  sessionStorage.clear()
  endedUserId = null
}

/**
 * Remembers the page that a signed-out person wanted to open. takeReturnTarget ignores anything but a path of this app.
 * @param personal false for a page that reveals nothing about the person whose session may have ended here
 */
export function setReturnTarget(path: string, { personal = true } = {}): void {
  keepInTab(RETURN_TARGET, { path, userId: personal ? endedUserId : null })
}

/** Whether a session ended by itself in this tab, and the person has not signed in again yet. */
export function hasSessionEnded(): boolean {
  return readReturnTarget()?.userId != null
}

/**
 * Takes the page to return to after sign-in; a second call returns null.
 * @param userId the person who signed in; a page on which another person's session ended is withheld
 * @returns null when there is none
 */
export function takeReturnTarget(userId: string): string | null {
  const target = readReturnTarget()
  keepInTab(RETURN_TARGET, null)
  return target && (target.userId === null || target.userId === userId) ? target.path : null
}
