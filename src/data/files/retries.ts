/** How long to wait after each failure in a row, in milliseconds; the last one repeats. */
const PAUSES = [1000, 2000, 5000, 10_000, 20_000, 30_000]

/**
 * The waits between the tries of an upload or a download: longer after each failure, and for as long as there is no
 * connection at all. Once that is back, the next try begins at once.
 * @param signal ends a wait, which throws its reason then
 * @param most how many failures in a row are taken
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
    /** Something came through: the next waits are short again. */
    moved: () => {
      failures = 0
    },
    /** Ends a wait now. */
    goOn: () => goOn(),
  }
}
