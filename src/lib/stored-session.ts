/** Whether the client keeps its session in the browser's storage under this name. */
export function isSessionKey(key: string): boolean {
  return /^sb-.+-auth-token$/.test(key)
}

/**
 * Whether a person is signed in on this device, as far as the browser's storage shows. For words and links of the public
 * pages, which do not load the client, and to know whether sign-in needs it at once.
 */
export function hasStoredSession(): boolean {
  try {
    return Object.keys(window.localStorage).some(isSessionKey)
  } catch {
    // Storage can be switched off.
    return false
  }
}
