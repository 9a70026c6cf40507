import type { ToastWords } from '@/browser/toasts'
import { formatDateTime } from '@/lib/dates'
import { propertyOf } from '@/lib/errors'

/** When an email leaves that was not sent at once: an ISO timestamp; null: in a few minutes, as the mail provider is busy. */
export interface Delay {
  sendsAt: string | null
}

/**
 * When the email leaves.
 * @param answer of a function that sends an email
 * @returns null when it was sent
 */
export function delayOf(answer: unknown): Delay | null {
  if (propertyOf(answer, 'isDelayed') !== true) return null
  const sendsAt = propertyOf(answer, 'sendsAt')
  return { sendsAt: typeof sendsAt === 'string' ? sendsAt : null }
}

/** The words for an email that leaves later. */
export function delayedMail(title: string, { sendsAt }: Delay): ToastWords {
  return {
    title,
    description: sendsAt
      ? `That address has had a lot of invitations lately, so we’ll send yours on ${formatDateTime(sendsAt)}. Until then, they’ll find it by signing in with that address.`
      : 'We’re sending a lot of email right now, so it may take a few minutes to arrive.',
    stays: sendsAt !== null,
  }
}
