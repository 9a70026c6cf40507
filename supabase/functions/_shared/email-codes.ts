import { z } from 'zod'
import { DatabaseError, type Rpc } from './clients.ts'
import { HttpError } from './http.ts'

/** What a code is asked for. One made for the one is never right for the other. */
export const codePurposeSchema = z.enum(['email-change-old', 'email-change-new', 'account-deletion'])
export type CodePurpose = z.infer<typeof codePurposeSchema>

/** An address, trimmed and in lower case, as the database keeps it. */
export const emailSchema = z.string().trim().toLowerCase().max(254).pipe(z.email())

export const codeSchema = z.string().regex(/^\d{6}$/, '6 digits')

/** Whose code it is, what for, and where it is sent: it proves nothing else. */
export interface CodeUse {
  userId: string
  purpose: CodePurpose
  email: string
}

/** @returns six random digits, each as likely as any other */
export function makeCode(): string {
  // Numbers past the last whole million would make some codes likelier.
  const end = Math.floor(2 ** 32 / 1_000_000) * 1_000_000
  const draw = () => crypto.getRandomValues(new Uint32Array(1))[0] ?? end
  let number = draw()
  while (number >= end) number = draw()
  return String(number % 1_000_000).padStart(6, '0')
}

/**
 * What is kept of a code: without the key nobody can try all the million codes on it.
 * @returns hexadecimal digits
 */
export async function hashCode(
  key: string,
  { userId, purpose, email }: CodeUse,
  code: string,
): Promise<string> {
  const bytes = (text: string) => new TextEncoder().encode(text)
  const hmac = { name: 'HMAC', hash: 'SHA-256' }
  const imported = await crypto.subtle.importKey('raw', bytes(key), hmac, false, ['sign'])
  const signed = await crypto.subtle.sign(
    hmac,
    imported,
    bytes(JSON.stringify([userId, purpose, email, code])),
  )
  return [...new Uint8Array(signed)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

/**
 * Tries a code. Every try counts, five are had; a code that was right is used up.
 * @returns whether it was right. Wrong, expired, used up, another person's, another purpose's are all alike
 */
export async function verifyEmailCode(rpc: Rpc, key: string, use: CodeUse, code: string): Promise<boolean> {
  const p_hmac = await hashCode(key, use, code)
  return rpc(
    'verify_email_code',
    { p_user_id: use.userId, p_purpose: use.purpose, p_email: use.email, p_hmac },
    z.boolean(),
  )
}

/** What the database says no by when addresses are proved and changed, or an account is deleted, as answers of a function. */
const refusals: Record<string, () => HttpError> = {
  HW050: () => new HttpError(409, 'not_current_email', 'This is not the address of the account.'),
  HW051: () => new HttpError(409, 'same_email', 'This is the address of the account already.'),
  HW052: () => new HttpError(409, 'current_email_not_verified', 'Verify the current address first.'),
  HW053: () => new HttpError(409, 'email_change_not_verified', 'Verify both addresses first.'),
  HW054: () =>
    new HttpError(429, 'code_cooldown', 'A code was sent less than a minute ago.', {
      headers: { 'retry-after': '60' },
    }),
  HW055: () => new HttpError(429, 'code_hourly_cap', 'Too many codes were sent within an hour.'),
  HW056: () => new HttpError(429, 'code_address_cap', 'Too many codes were sent to this address.'),
  HW060: () =>
    new HttpError(409, 'death_under_review', 'A death is under review or verified: stop that first.'),
  HW061: () =>
    new HttpError(409, 'stopped_lately', 'A review or a release was stopped less than 7 days ago.'),
}

/** Throws what the database said as an answer of the function; what it does not know as it is. */
export function throwRefusal(error: unknown): never {
  throw (error instanceof DatabaseError && refusals[error.code]?.()) || error
}
