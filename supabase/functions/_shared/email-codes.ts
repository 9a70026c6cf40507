import { createHmac, randomInt } from 'node:crypto'
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
  return String(randomInt(1_000_000)).padStart(6, '0')
}

/**
 * Hashes a code for storage. Trying all million codes against a hash takes the key.
 * @returns hexadecimal digits
 */
export function hashCode(key: string, { userId, purpose, email }: CodeUse, code: string): string {
  return createHmac('sha256', key)
    .update(JSON.stringify([userId, purpose, email, code]))
    .digest('hex')
}

/**
 * Tries a code. A code takes five tries, and is used up once it was right.
 * @param keys one of them has made the code
 * @returns whether it was right; false for every reason alike: wrong, expired, used, another person's or purpose's
 */
export function verifyEmailCode(
  rpc: Rpc,
  keys: readonly string[],
  use: CodeUse,
  code: string,
): Promise<boolean> {
  const { userId: p_user_id, purpose: p_purpose, email: p_email } = use
  const args = { p_user_id, p_purpose, p_email, p_hmacs: keys.map((key) => hashCode(key, use, code)) }
  return rpc('verify_email_code', args, z.boolean())
}
