import { useSyncExternalStore } from 'react'
import { hasStoredSession } from '@/browser/stored-session'

/**
 * Whether this browser keeps a session, for public pages, which do not load it. Known only in the browser: the markup made
 * by the build is the same for everyone.
 */
export function useIsSignedIn(): boolean {
  return useSyncExternalStore(onStorage, hasStoredSession, () => false)
}

function onStorage(changed: () => void): () => void {
  window.addEventListener('storage', changed)
  return () => window.removeEventListener('storage', changed)
}
