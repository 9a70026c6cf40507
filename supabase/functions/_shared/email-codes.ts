import { z } from 'zod'
import type { Rpc } from './database.ts'

/** What a code is for. A code made for one purpose is wrong for every other. */
export const codePurposeSchema = z.enum(['email-change-old', 'email-change-new', 'account-deletion'])
export type CodePurpose = z.infer<typeof codePurposeSchema>

/** An address, trimmed and in lower case, as the database stores it. */
export const emailSchema = z.string().trim().toLowerCase().max(254).pipe(z.email())

export const codeSchema = z.string().regex(/^\d{6}$/, '6 digits')

/** The person, purpose and address that a code is bound to. */
interface CodeUse {
  userId: string
  purpose: CodePurpose
  email: string
}

/** @returns six random digits; every code is equally likely */
export function makeCode(): string {
  // Numbers past the last whole million are drawn again, as they would make some codes more likely.
  const end = Math.floor(2 ** 32 / 1_000_000) * 1_000_000
  const draw = () => crypto.getRandomValues(new Uint32Array(1))[0] ?? end
  let number = draw()
  while (number >= end) number = draw()
  return String(number % 1_000_000).padStart(6, '0')
}

/**
 * Hashes a code for storage. Trying all million codes against a hash takes the key.
 * @returns hexadecimal digits
 */
export async function hashCode(key: string, use: CodeUse, code: string): Promise<string> {
  const { userId, purpose, email } = use
  const bytes = (text: string) => new TextEncoder().encode(text)
  const hmac = { name: 'HMAC', hash: 'SHA-256' }
  const imported = await crypto.subtle.importKey('raw', bytes(key), hmac, false, ['sign'])
  const message = JSON.stringify([userId, purpose, email, code])
  const signed = await crypto.subtle.sign(hmac, imported, bytes(message))
  return [...new Uint8Array(signed)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

/**
 * Tries a code. A code takes five tries, and is used up once it was right.
 * @returns whether it was right; false for every reason alike: wrong, expired, used, another person's or purpose's
 */
export async function verifyEmailCode(rpc: Rpc, key: string, use: CodeUse, code: string): Promise<boolean> {
  const p_hmac = await hashCode(key, use, code)
  return rpc(
    'verify_email_code',
    { p_user_id: use.userId, p_purpose: use.purpose, p_email: use.email, p_hmac },
    z.boolean(),
  )
}
