import { z } from 'zod'

export const roleSchema = z.enum(['beneficiary', 'trustee', 'executor'])
export type Role = z.infer<typeof roleSchema>

interface RoleWords {
  /** With its article. */
  a: string
  /** As on the screens. */
  short: string
  /** What it comes to, once the plan is open. */
  plain: string
}

export const roleWords: Record<Role, RoleWords> = {
  beneficiary: {
    a: 'a beneficiary',
    short: 'Can view memorial plans and shared memories',
    plain:
      'Once the plan is open to you, you can read the wishes for the funeral and the music, documents and contacts in it, and see the messages left for you.',
  },
  trustee: {
    a: 'a trustee',
    short: 'Helps manage plans and sensitive information',
    plain:
      'Once the plan is open to you, you can read it, and you also see the financial accounts and life insurance in it, so that you can help to put things in order.',
  },
  executor: {
    a: 'an executor',
    short: 'Full access to manage everything',
    plain:
      'Once the plan is open to you, you can read all of it, financial accounts and life insurance included, so that you can carry it out.',
  },
}

/** The words on the button by which an owner ends a release. */
export const stopButton = '"I\'m alive: stop this"'

/**
 * Takes out what could break a line or turn the reading direction of the words around it.
 * @returns the text on one line
 */
export function oneLine(text: string): string {
  return text
    .replace(/[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '')
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim()
}

/**
 * A name somebody typed, fit to stand in a mail. Mail programs make links of whatever looks like an address, so what
 * makes one is taken apart: our mail must not carry a stranger's link.
 * @returns the name, or the fallback when nothing is left of it
 */
export function cleanName(name: string | null | undefined, fallback: string): string {
  return oneLine((name ?? '').replace(/[:/\\@]+/g, ' ').replace(/\.(?=[\p{L}\p{N}-]{2})/gu, '. ')) || fallback
}

/**
 * A day for readers whose time zone is not known.
 * @returns for example "21 November 2026"
 */
export function utcDay(time: Date): string {
  return new Intl.DateTimeFormat('en-GB', {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  }).format(time)
}

/**
 * A point in time for readers whose time zone is not known.
 * @returns for example "21 November 2026 at 00:40 UTC"
 */
export function utcDate(time: Date): string {
  return `${utcDay(time)} at ${time.toISOString().slice(11, 16)} UTC`
}
