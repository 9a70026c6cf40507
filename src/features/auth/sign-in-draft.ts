import { useState } from 'react'
import { z } from 'zod'

const KEY = 'heartwood.sign-in'

const draftSchema = z.object({
  step: z.enum(['email', 'code']),
  email: z.string(),
  /** When the last code was requested, in milliseconds. */
  sentAt: z.number().nullable(),
})
/** The progress of a sign-in. */
export type SignInDraft = z.output<typeof draftSchema>

const nothing: SignInDraft = { step: 'email', email: '', sentAt: null }

function read(): SignInDraft {
  const stored = sessionStorage.getItem(KEY)
  if (stored === null) return nothing
  try {
    return draftSchema.safeParse(JSON.parse(stored)).data ?? nothing
  } catch {
    return nothing
  }
}

/** Deletes the draft once sign-in is complete. */
export function clearSignInDraft(): void {
  sessionStorage.removeItem(KEY)
}

/**
 * The step and the address, kept until this tab is closed: on a phone, switching to the mail app for the code often
 * makes the browser reload the page.
 */
export function useSignInDraft() {
  const [draft, setDraft] = useState(read)
  const change = (next: SignInDraft) => {
    sessionStorage.setItem(KEY, JSON.stringify(next))
    setDraft(next)
  }
  return [draft, change] as const
}
