/**
 * Whether a person is signed in on this device, as far as the browser's storage shows: the client keeps its session
 * there under this name. For words and links of the public pages, which do not load the client.
 */
export function hasStoredSession(): boolean {
  try {
    return Object.keys(window.localStorage).some((key) => /^sb-.+-auth-token$/.test(key))
  } catch {
    // Storage can be switched off.
    return false
  }
}
