import { useState } from 'react'
import { z } from 'zod'
import type { SessionUser } from '@/data/session/session'

const KEY = 'heartwood.email-change'
/** As long as the first code and then the proof of the current address are valid, in milliseconds. */
const LASTS = 40 * 60_000

const draftSchema = z.object({
  userId: z.string(),
  /** The account's address when the change was started. */
  oldEmail: z.string(),
  newEmail: z.string(),
  step: z.enum(['verify-old', 'verify-new']),
  startedAt: z.number(),
  /** When the last code of this step was requested, in milliseconds; null if none could be sent (see `problem`). */
  sentAt: z.number().nullable(),
  problem: z.string().nullable(),
})
/** The progress of a change of address. */
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
 * The change in progress, kept until this tab is closed: on a phone, switching to the mail app for the code often makes
 * the browser reload the page. Null when there is none.
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
