/**
 * Whether this browser stores a session, which may have ended in the meantime. Does not use the client, so that public
 * pages load the client only when there is a session.
 */
export function holdsSession(): boolean {
  try {
    return Object.keys(localStorage).some((key) => /^sb-.+-auth-token$/.test(key))
  } catch {
    // A browser without storage has no session.
    return false
  }
}
