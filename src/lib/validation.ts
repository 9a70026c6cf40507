import * as z from 'zod/mini'
import { formatNumber } from '@/lib/text'
import { characterCount } from './text'

/** The longest valid e-mail address (RFC 5321). */
const EMAIL_LIMIT = 254

/** An e-mail address, trimmed and in lower case, as the database keeps it. */
export const emailSchema = z.pipe(
  z
    .string()
    .check(
      z.trim(),
      z.toLowerCase(),
      z.maxLength(EMAIL_LIMIT, `Keep the email address under ${EMAIL_LIMIT} characters.`),
    ),
  z.email('Enter a valid email'),
)

/** A form that asks for an email address. */
export const emailForm = z.object({ email: emailSchema })

/** A form that asks for a code from an email: exactly six digits. */
export const codeForm = z.object({
  code: z.string().check(z.regex(/^\d{6}$/, 'The code from your email should be 6 digits.')),
})

/** Refuses a text that is longer than the table's check allows. */
function atMost(limit: number) {
  return z.refine<string>(
    (text) => characterCount(text) <= limit,
    `Please keep this to ${formatNumber(limit)} characters.`,
  )
}

const TURNS_TEXT = '\\u202A-\\u202E\\u2066-\\u2069'
/** Spaces and invisible characters. They are allowed inside a line, because some scripts need them. */
const UNSEEN = '\\s\\u00AD\\u115F\\u1160\\u200B-\\u200F\\u2060-\\u2064\\u2800\\u3164\\uFEFF\\uFFA0'
const plainLine = new RegExp(`^[^\\p{Cc}${TURNS_TEXT}]*$`, 'u')
const somethingSeen = new RegExp(`[^${UNSEEN}]`, 'u')

/**
 * One required line; trimmed, without line breaks, other control characters or characters that reverse the text
 * direction, and with at least one visible character. The database checks the same.
 * @param missing the message when it is empty
 * @param limit in characters, the same as in the table's check
 */
export function requiredLine(missing: string, limit: number) {
  return z
    .string()
    .check(
      z.trim(),
      z.regex(somethingSeen, missing),
      atMost(limit),
      z.regex(plainLine, 'Please remove the special characters.'),
    )
}

/** A person's own name. The table's checks allow the same. */
export const fullNameSchema = z.object({ full_name: requiredLine('Enter your full name.', 120) })

/** A text of several lines that has to say something; trimmed. @param missing the message when it is empty */
export function requiredText(missing: string, limit: number) {
  return z.string().check(z.trim(), z.regex(somethingSeen, missing), atMost(limit))
}

/** A text that may stay empty, which is saved as null. @param limit in characters, the same as in the table's check */
export function optionalText(limit: number) {
  return z.pipe(
    z.string().check(z.trim(), atMost(limit)),
    z.transform((text) => (text === '' ? null : text)),
  )
}

/**
 * A day that may stay empty, which is saved as null.
 * @param earliest, latest the days that are accepted, as yyyy-MM-dd
 * @param problem the message for any other day
 */
export function optionalDay(earliest: string, latest: string, problem: string) {
  return z.pipe(
    z
      .union([z.literal(''), z.iso.date(problem)])
      .check(z.refine((day) => day === '' || (day >= earliest && day <= latest), problem)),
    z.transform((day) => (day === '' ? null : day)),
  )
}

/** One of an enum's values, or '' for "not decided", which is saved as null. */
export function optionalChoice<const T extends readonly [string, ...string[]]>(values: T) {
  return z.pipe(
    z.union([z.enum(values), z.literal('')]),
    z.transform((choice) => (choice === '' ? null : choice)),
  )
}

/** A number chosen from a list. */
export const numberChoice = z.pipe(z.string(), z.transform(Number))
