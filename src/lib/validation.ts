import { z } from 'zod'

/** The longest address there is (RFC 5321). */
const EMAIL_LIMIT = 254

/** An e-mail address, trimmed and in lower case, as the database keeps it. */
export const emailSchema = z
  .string()
  .trim()
  .toLowerCase()
  .max(EMAIL_LIMIT, `Keep the e-mail address under ${EMAIL_LIMIT} characters.`)
  .pipe(z.email('Enter a valid email'))

/** Exactly six digits. */
export const codeSchema = z.string().regex(/^\d{6}$/, 'The code from your email should be 6 digits.')

function tooLong(limit: number) {
  return `Please keep this to ${limit.toLocaleString('en-US')} characters.`
}

/**
 * One line that must be filled in; trimmed, without line breaks or other control characters.
 * @param missing what to say when it is empty
 * @param limit in characters, the same as in the table's check
 */
export function requiredLine(missing: string, limit: number) {
  return z
    .string()
    .trim()
    .min(1, missing)
    .max(limit, tooLong(limit))
    .regex(/^\P{Cc}*$/u, 'Please remove the special characters.')
}

/** A text that may stay empty, which is saved as null. @param limit in characters, the same as in the table's check */
export function optionalText(limit: number) {
  return z
    .string()
    .trim()
    .max(limit, tooLong(limit))
    .transform((text) => (text === '' ? null : text))
}

/** One of an enum's values, or '' for "not decided", which is saved as null. */
export function optionalChoice<const T extends readonly [string, ...string[]]>(values: T) {
  return z.union([z.enum(values), z.literal('')]).transform((choice) => (choice === '' ? null : choice))
}
