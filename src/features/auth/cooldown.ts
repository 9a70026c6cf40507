import { useEffect, useReducer } from 'react'

/** How long Auth waits before it sends another code to the same address. */
export const RESEND_COOLDOWN = 60_000

/**
 * Whether another code may be asked for yet. Draws again when the time has come.
 * @param sentAt when the last code was asked for, in milliseconds; null for never
 * @param now the clock
 */
export function useCooldown(sentAt: number | null, now: () => number = Date.now): boolean {
  const [, look] = useReducer((count: number) => count + 1, 0)
  // A clock that was set back in between must not lengthen the wait.
  const left = sentAt === null ? 0 : Math.min(sentAt + RESEND_COOLDOWN - now(), RESEND_COOLDOWN)
  const waiting = left > 0
  useEffect(() => {
    if (!waiting) return
    const timer = setTimeout(look, left)
    // Timers stand still while a phone sleeps or another app is in front.
    document.addEventListener('visibilitychange', look)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', look)
    }
  }, [waiting, left])
  return waiting
}
