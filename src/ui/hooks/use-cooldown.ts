import { useEffect, useReducer } from 'react'
import { errorCode } from '@/lib/errors'

/** How long it takes until another code is sent to the same address. */
export const RESEND_COOLDOWN = 60_000

/** Whether a code was sent so recently that no other is sent. */
export function isTooSoon(error: unknown): boolean {
  const code = errorCode(error)
  return code === 'over_email_send_rate_limit' || code === 'code_cooldown'
}

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
