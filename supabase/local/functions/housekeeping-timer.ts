import { secretKey } from '../settings.ts'

/**
 * Calls the function `housekeeping` again and again, as pg_cron does on hosted. A failing call is tried again the
 * next time: the outbox forgets nothing.
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
