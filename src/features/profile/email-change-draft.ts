import { useState } from 'react'
import { z } from 'zod'
import type { SessionUser } from '@/data/session/session'

const KEY = 'heartwood.email-change'
/** As long as the proof of the current address holds, and its code before it. */
const LASTS = 40 * 60_000

const draftSchema = z.object({
  userId: z.string(),
  /** The address of the account when the change was begun. */
  oldEmail: z.string(),
  newEmail: z.string(),
  step: z.enum(['verify-old', 'verify-new']),
  startedAt: z.number(),
  /** When the last code of this step was asked for, in milliseconds; null when none could be sent, for this reason. */
  sentAt: z.number().nullable(),
  problem: z.string().nullable(),
})
/** How far a change of address has come. */
export type EmailChangeDraft = z.output<typeof draftSchema>

function read(userId: string): EmailChangeDraft | null {
  try {
    const { data } = draftSchema.safeParse(JSON.parse(sessionStorage.getItem(KEY) ?? 'null'))
    return data && data.userId === userId && Date.now() - data.startedAt < LASTS ? data : null
  } catch {
    return null
  }
}

/**
 * The change under way, kept for as long as this tab lives: on a phone, going to the mail app for the code often makes
 * the browser load the page again. Null when there is none.
 */
export function useEmailChangeDraft(user: SessionUser) {
  const [draft, setDraft] = useState(() => read(user.id))
  const change = (next: EmailChangeDraft | null) => {
    if (next) sessionStorage.setItem(KEY, JSON.stringify(next))
    else sessionStorage.removeItem(KEY)
    setDraft(next)
  }
  return [draft, change] as const
}
