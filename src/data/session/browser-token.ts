const KEY = 'heartwood.browser'

/**
 * What the first sign-in in this browser gave to it, for every account. With it, wrong codes that others type for the
 * address do not count here, and the browser is not a new one. Stays after signing out, tells nothing about the person and
 * opens nothing.
 */
export function readBrowserToken(): string | undefined {
  try {
    return localStorage.getItem(KEY) ?? undefined
  } catch {
    // A browser without storage is a new one each time.
    return undefined
  }
}

/** Keeps it for the next sign-in, of whichever account. */
export function keepBrowserToken(token: string): void {
  try {
    localStorage.setItem(KEY, token)
  } catch {
    // See above.
  }
}
