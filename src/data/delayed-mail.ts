import type { ToastWords } from '@/lib/toasts'

/**
 * Whether the email leaves a few minutes later, as the mail provider is busy.
 * @param answer of a function that sends an email
 */
export function isDelayed(answer: unknown): boolean {
  return typeof answer === 'object' && answer !== null && Reflect.get(answer, 'isDelayed') === true
}

/** The words for an email that leaves a few minutes later. */
export function delayedMail(title: string): ToastWords {
  return {
    title,
    description: "We're sending a lot of email right now, so it may take a few minutes to arrive.",
  }
}
