import { supabase } from '@/data/client'
import { leave, setReturnTarget } from './session'

/**
 * Ends the session in this browser, even if the server cannot be reached, and clears what this tab stored for the
 * person (unsaved texts, the page to return to).
 * @param returnTo a page to open for the next person who signs in; sign-in is then shown at once
 */
export async function signOut(returnTo?: string): Promise<void> {
  await leave(returnTo === undefined ? true : 'to sign in', () => supabase.auth.signOut({ scope: 'local' }))
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
