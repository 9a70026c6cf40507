import { isAtOrBelow, paths } from '@/lib/paths'
import { storedUser } from './stored-session'
import { keepInTab, readFromTab } from './tab-storage'

/*
 * What was typed in forms when the session ended by itself. It is kept in the tab until the same person is back at the same
 * address after signing in. Who chooses to sign out leaves nothing behind: see data/session.
 */

/** The fields that were changed, by their names. */
type Words = Record<string, string>

const KEY = 'heartwood.words.'

// Parsed by hand, because zod would make sign-in larger.
function parsed(stored: unknown): Words | null {
  if (typeof stored !== 'object' || stored === null) return null
  const texts = Object.entries(stored).flatMap(([field, text]): [string, string][] =>
    typeof text === 'string' ? [[field, text]] : [],
  )
  return Object.fromEntries(texts)
}

/** The forms on the screen: each gives what was typed in it, or null where nothing was. */
const forms = new Set<{ name: string; typed: () => Words | null }>()

/** Where a person was: a form's words come back only there. */
const here = (userId: string, name: string) =>
  `${KEY}${userId}.${window.location.pathname}${window.location.search}.${name}`

/** Whether what is typed on a page may be kept on a device: nothing of Health & Care is. */
export const isKeptAt = (address: string) => !isAtOrBelow(paths.health, address)

/**
 * Puts a form among those whose words are kept.
 * @param name tells the forms of one page apart
 * @returns a function that takes it out again
 */
export function keepWordsOf(name: string, typed: () => Words | null): () => void {
  const form = { name, typed }
  forms.add(form)
  return () => {
    forms.delete(form)
  }
}

/** Keeps what is typed on the screen, for the person whose session has just ended by itself. */
export function keepWords(userId: string): void {
  if (!isKeptAt(window.location.pathname)) return
  for (const { name, typed } of forms) keepInTab(here(userId, name), typed())
}

/** What was typed in a form before the session ended; null where nothing was kept. */
export function wordsKept(name: string): Words | null {
  const userId = storedUser()?.id
  return userId === undefined ? null : readFromTab(here(userId, name), parsed)
}

/** Forgets what was kept of a form, once the form holds it. */
export function forgetWords(name: string): void {
  const userId = storedUser()?.id
  if (userId !== undefined) keepInTab(here(userId, name), null)
}
