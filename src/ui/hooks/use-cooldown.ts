import { useEffect, useReducer } from 'react'
import { errorCode } from '@/lib/errors'

/** How long until another code can be sent to the same address, in milliseconds. */
export const RESEND_COOLDOWN = 60_000

/** Whether an error means that a code was sent too recently to send another. */
export function isTooSoon(error: unknown): boolean {
  const code = errorCode(error)
  return code === 'over_email_send_rate_limit' || code === 'code_cooldown'
}

/**
 * Whether another code may be requested yet. Renders again when the wait is over.
 * @param sentAt when the last code was requested, in milliseconds; null for never
 * @param now the clock
 */
export function useCooldown(sentAt: number | null, now: () => number = Date.now): boolean {
  const [, look] = useReducer((count: number) => count + 1, 0)
  // If the clock was set back meanwhile, the wait must not get longer.
  const left = sentAt === null ? 0 : Math.min(sentAt + RESEND_COOLDOWN - now(), RESEND_COOLDOWN)
  const waiting = left > 0
  useEffect(() => {
    if (!waiting) return
    const timer = setTimeout(look, left)
    // Timers pause while a phone sleeps or another app is in front.
    document.addEventListener('visibilitychange', look)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', look)
    }
  }, [waiting, left])
  return waiting
}
