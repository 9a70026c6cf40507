/** Whether the client keeps its session in the browser's storage under this name. */
export function isSessionKey(key: string): boolean {
  return /^sb-.+-auth-token$/.test(key)
}

const sessionKeys = () => Object.keys(window.localStorage).filter(isSessionKey)

/**
 * Whether a person is signed in on this device, as far as the browser's storage shows. For words and links of the public
 * pages, which do not load the client, and to know whether sign-in needs it at once.
 */
export function hasStoredSession(): boolean {
  try {
    return sessionKeys().length > 0
  } catch {
    // Storage can be switched off.
    return false
  }
}

/** The person whose session this device keeps, as it was when it was last renewed; null when there is none. */
export function storedUser(): { id: string; email: string } | null {
  try {
    const { user }: { user: Record<'id' | 'email', unknown> } = JSON.parse(
      window.localStorage.getItem(sessionKeys()[0] ?? '') ?? 'null',
    )
    const { id, email } = user
    return typeof id === 'string' && typeof email === 'string' ? { id, email: email.toLowerCase() } : null
  } catch {
    return null
  }
}
