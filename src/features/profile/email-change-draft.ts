import * as z from 'zod/mini'
import { readFromTab, useTabDraft } from '@/browser/tab-storage'
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
  sentAt: z.nullable(z.number()),
  problem: z.nullable(z.string()),
})
/** The progress of a change of address. */
export type EmailChangeDraft = z.output<typeof draftSchema>

/** The change in progress, as useTabDraft keeps it. Another person's, and one that took too long, is left out. */
export function useEmailChangeDraft({ id }: SessionUser) {
  return useTabDraft(KEY, () => {
    const draft = readFromTab(KEY, (stored) => draftSchema.parse(stored))
    return draft && draft.userId === id && Date.now() - draft.startedAt < LASTS ? draft : null
  })
}
