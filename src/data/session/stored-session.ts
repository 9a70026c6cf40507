/**
 * Whether this browser keeps somebody's session, told without the client's code: public pages load that only then. The
 * session may have ended meanwhile.
 */
export function holdsSession(): boolean {
  try {
    return Object.keys(localStorage).some((key) => /^sb-.+-auth-token$/.test(key))
  } catch {
    // A browser that keeps nothing keeps no session.
    return false
  }
}
