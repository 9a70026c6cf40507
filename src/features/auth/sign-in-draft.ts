import { useState } from 'react'
import { z } from 'zod'

const KEY = 'heartwood.sign-in'

const draftSchema = z.object({
  step: z.enum(['email', 'code']),
  email: z.string(),
  /** When the last code was asked for, in milliseconds. */
  sentAt: z.number().nullable(),
})
/** How far a sign-in has come. */
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

/** Forgets the sign-in under way, once it is done. */
export function clearSignInDraft(): void {
  sessionStorage.removeItem(KEY)
}

/**
 * The step and the address, kept for as long as this tab lives: on a phone, going to the mail app for the code often
 * makes the browser load the page again.
 */
export function useSignInDraft() {
  const [draft, setDraft] = useState(read)
  const change = (next: SignInDraft) => {
    sessionStorage.setItem(KEY, JSON.stringify(next))
    setDraft(next)
  }
  return [draft, change] as const
}
