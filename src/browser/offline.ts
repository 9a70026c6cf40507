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
