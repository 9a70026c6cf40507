import { useState } from 'react'

/**
 * Reads what was stored until this tab is closed.
 * @param parse takes what was stored, and returns null or throws when it is not what is expected
 * @returns null when there is nothing, or nothing that is expected
 */
export function readFromTab<Value>(key: string, parse: (stored: unknown) => Value | null): Value | null {
  try {
    return parse(JSON.parse(sessionStorage.getItem(key) ?? 'null'))
  } catch {
    return null
  }
}

/** Stores a value until this tab is closed; null deletes it. A failure is ignored, so that it interrupts no one. */
export function keepInTab(key: string, value: unknown): void {
  try {
    if (value === null) sessionStorage.removeItem(key)
    else sessionStorage.setItem(key, JSON.stringify(value))
  } catch {
    // The browser's storage is full or blocked; what was to be stored is still on the screen.
  }
}

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
