/** How long to wait after each failure in a row, in milliseconds; the last value repeats. */
const PAUSES = [1000, 2000, 5000, 10_000, 20_000, 30_000]

/**
 * Waits between the attempts of an upload or a download: longer after each failure in a row, and as long as the browser
 * is offline. When the connection is back, the next attempt starts at once.
 * @param signal aborts a wait, which then throws the signal's reason
 * @param most how many failures in a row are allowed
 */
export function makeRetries(signal: AbortSignal, most = Number.POSITIVE_INFINITY) {
  let failures = 0
  let goOn = () => {}
  return {
    isOver: () => failures >= most,
    wait: async () => {
      const milliseconds = PAUSES[Math.min(failures, PAUSES.length - 1)]
      failures += 1
      await new Promise<void>((resolve, reject) => {
        const settle = (finish: () => void) => {
          clearTimeout(timer)
          window.removeEventListener('online', goOn)
          signal.removeEventListener('abort', abort)
          finish()
        }
        goOn = () => settle(resolve)
        const abort = () => settle(() => reject(signal.reason))
        const timer = setTimeout(() => navigator.onLine && goOn(), milliseconds)
        window.addEventListener('online', goOn)
        signal.addEventListener('abort', abort)
        if (signal.aborted) abort()
      })
    },
    /** Data was transferred: the next waits are short again. */
    moved: () => {
      failures = 0
    },
    /** Ends the current wait. */
    goOn: () => goOn(),
  }
}
