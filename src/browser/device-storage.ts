/**
 * Reads what was stored on this device; null when there is nothing, or nothing that is accepted.
 * @param accepted throws at what is not, as a schema does
 */
export function readFromDevice<Value>(
  key: string,
  accepted: { parse: (stored: unknown) => Value },
): Value | null {
  try {
    return accepted.parse(JSON.parse(localStorage.getItem(key) ?? 'null'))
  } catch {
    return null
  }
}

/**
 * Stores a value on this device; null deletes it.
 * @returns whether it is stored: the browser's storage may be full or blocked
 */
export function keepOnDevice(key: string, value: unknown): boolean {
  try {
    if (value === null) localStorage.removeItem(key)
    else localStorage.setItem(key, JSON.stringify(value))
    return true
  } catch {
    return false
  }
}

/** The names of copies of what others entrusted to this person; they leave the device with the session. */
export const COPIES = 'heartwood.copy.'

/** Removes the copies of what others entrusted to the person who used this device. */
export function forgetCopies(): void {
  try {
    for (const key of Object.keys(localStorage)) if (key.startsWith(COPIES)) localStorage.removeItem(key)
  } catch {
    // Where the storage is blocked, nothing was stored.
  }
}
