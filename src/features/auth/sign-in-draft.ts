import * as z from 'zod/mini'
import { keepInTab, readFromTab } from '@/lib/tab-storage'
import { useTabDraft } from '@/ui/hooks/use-tab-draft'

const KEY = 'heartwood.sign-in'

const draftSchema = z.object({
  email: z.string(),
  /** When the last code was requested, in milliseconds; null while the address is being corrected. */
  sentAt: z.nullable(z.number()),
})

/** Deletes the draft once sign-in is complete. */
export function clearSignInDraft(): void {
  keepInTab(KEY, null)
}

/** The address of a sign-in and its last code, as useTabDraft keeps them; null before the first code. */
export function useSignInDraft() {
  return useTabDraft(KEY, () => readFromTab(KEY, draftSchema))
}
