import { useState } from 'react'
import { keepInTab } from '@/browser/tab-storage'

/**
 * The progress of something that needs a code from a mail, kept until this tab is closed: on a phone, switching to the
 * mail app often makes the browser reload the page.
 * @param read reads the draft from before a reload; null when there is none
 * @returns the draft, and a function that replaces it, or deletes it when given null
 */
export function useTabDraft<Draft>(key: string, read: () => Draft | null) {
  const [draft, setDraft] = useState(read)
  const change = (next: Draft | null) => {
    keepInTab(key, next)
    setDraft(next)
  }
  return [draft, change] as const
}
