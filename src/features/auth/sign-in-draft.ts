import { keepInTab, readFromTab } from '@/browser/tab-storage'
import { useTabDraft } from '@/ui/hooks/use-tab-draft'

const KEY = 'heartwood.sign-in'

interface SignInDraft {
  email: string
  /** When the last code was requested, in milliseconds; null while the address is being corrected. */
  sentAt: number | null
}

function parseDraft(value: unknown): SignInDraft | null {
  if (typeof value !== 'object' || value === null || !('email' in value) || !('sentAt' in value)) return null
  const { email, sentAt } = value
  return typeof email === 'string' && (sentAt === null || typeof sentAt === 'number')
    ? { email, sentAt }
    : null
}

/** Deletes the draft once sign-in is complete. */
export function clearSignInDraft(): void {
  keepInTab(KEY, null)
}

/** The address of a sign-in and its last code, as useTabDraft keeps them; null before the first code. */
export function useSignInDraft() {
  return useTabDraft(KEY, () => readFromTab(KEY, parseDraft))
}
