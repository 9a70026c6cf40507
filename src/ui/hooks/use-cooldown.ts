import { errorCode } from '@/lib/errors'
import { useIsPast } from './use-is-past'

/** How long until another code can be sent to the same address, in milliseconds. */
export const RESEND_COOLDOWN = 60_000

/** Whether an error means that a code was sent too recently to send another. */
export function isTooSoon(error: unknown): boolean {
  const code = errorCode(error)
  return code === 'over_email_send_rate_limit' || code === 'HW054'
}

/**
 * Whether the wait for another code is still on. Renders again when it is over.
 * @param sentAt when the last code was requested, in milliseconds; null for never
 */
export function useCooldown(sentAt: number | null): boolean {
  const isOver = useIsPast(sentAt === null ? null : sentAt + RESEND_COOLDOWN)
  return sentAt !== null && !isOver
}
