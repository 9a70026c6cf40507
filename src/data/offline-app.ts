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
