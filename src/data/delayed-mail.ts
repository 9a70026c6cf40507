import * as z from 'zod/mini'
import type { ToastWords } from '@/lib/toasts'

/** What a function that sends an email answers: whether it leaves a few minutes later, as the mail provider is busy. */
export const delaySchema = z.object({ isDelayed: z._default(z.boolean(), false) })

/** The words for an email that leaves a few minutes later. */
export function delayedMail(title: string): ToastWords {
  return {
    title,
    description: "We're sending a lot of email right now, so it may take a few minutes to arrive.",
  }
}
