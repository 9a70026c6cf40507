import { secretKey } from '../settings.ts'

/**
 * Calls the function `housekeeping` at an interval, as pg_cron does on hosted. A failed call is ignored, because the next
 * one processes everything that is still due.
 * @returns stops the timer
 */
export function startHousekeeping(apiUrl: string, everySeconds: number): () => Promise<void> {
  let calling = false
  const call = async () => {
    if (calling) return
    calling = true
    await fetch(`${apiUrl}/functions/v1/housekeeping`, { method: 'POST', headers: { apikey: secretKey } })
      .then((response) => response.arrayBuffer())
      .catch(() => undefined)
    calling = false
  }
  const timer = setInterval(call, everySeconds * 1000)
  return async () => clearInterval(timer)
}
