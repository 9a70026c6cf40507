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

/**
 * The beginning of the names of what a person wrote here and has not saved yet. It outlives the session, and leaves the
 * device when the person chooses to sign out.
 */
export const draftsOf = (userId: string) => `heartwood.unsaved.${userId}.`

/** The names of what was written on this device and is not saved. @param place their beginning: see draftsOf */
export function draftsOnDevice(place: string): string[] {
  try {
    return Object.keys(localStorage).filter((key) => key.startsWith(place))
  } catch {
    return []
  }
}

/** Removes what this person wrote on this device and has not saved. */
export function forgetDrafts(userId: string): void {
  for (const key of draftsOnDevice(draftsOf(userId))) keepOnDevice(key, null)
}

/** Removes the copies of what others entrusted to the person who used this device. */
export function forgetCopies(): void {
  try {
    for (const key of Object.keys(localStorage)) if (key.startsWith(COPIES)) localStorage.removeItem(key)
  } catch {
    // Where the storage is blocked, nothing was stored.
  }
}

/**
 * Asks the browser not to delete what this app stores here when room is short, or when the app was not used for a while, as
 * Safari does after 7 days. Some browsers ask the person; some decide by themselves.
 * @returns whether the browser promises it
 */
export async function askToPersist(): Promise<boolean> {
  try {
    return (await navigator.storage?.persist?.()) === true
  } catch {
    return false
  }
}

/** Whether the browser has promised not to delete what this app stores here. */
export async function isPersisted(): Promise<boolean> {
  try {
    return (await navigator.storage?.persisted?.()) === true
  } catch {
    return false
  }
}

/**
 * Keeps the app's own files in this browser, so that it opens without a connection: see public/offline.js. Holds nothing
 * of a plan.
 */
export async function keepAppOffline(): Promise<void> {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  try {
    await navigator.serviceWorker.register('/offline.js')
    const { active } = await navigator.serviceWorker.ready
    // What was loaded before the worker was there, it has not seen.
    active?.postMessage(performance.getEntriesByType('resource').map(({ name }) => name))
  } catch {
    // The app works without it as long as there is a connection.
  }
}
