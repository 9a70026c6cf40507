const KEY = 'heartwood.browser'

/**
 * What the last sign-in in this browser gave to it. With it, wrong codes that others type for the address do not count
 * here. Stays after signing out, tells nothing about the person and opens nothing.
 */
export function readBrowserToken(): string | undefined {
  try {
    return localStorage.getItem(KEY) ?? undefined
  } catch {
    // A browser without storage is a new one each time.
    return undefined
  }
}

/** Keeps it for the next sign-in. */
export function keepBrowserToken(token: string): void {
  try {
    localStorage.setItem(KEY, token)
  } catch {
    // See above.
  }
}
