import { formatDate } from '@/lib/dates'
import { paths } from '@/lib/paths'
import type { LetterFacts, Step } from '@/parts/kit/step'

/** A line to be filled in by hand. */
export const BLANK = '____________________'

/** What every letter about a plan says. A value of null is left blank. */
export interface LetterGiven {
  /** Who died. */
  who: string | null
  /** The days of their birth and death, as yyyy-MM-dd. */
  bornOn: string | null
  diedOn: string | null
  /** Who writes. */
  writer: string | null
  /** "executor" */
  role: string
}

/** A letter, by its parts; each text may contain blanks. */
export interface Letter {
  sender: readonly string[]
  recipient: readonly string[]
  date: string
  subject: string
  references: readonly { term: string; value: string }[]
  body: readonly string[]
  enclosed: readonly string[]
  closing: readonly string[]
}

/** Writes the letter that tells an insurer, a bank or another institution of a death. */
export function writeLetter(
  facts: LetterFacts,
  { who, bornOn, diedOn, writer, role }: LetterGiven,
  today = new Date(),
): Letter {
  const name = who ?? BLANK
  const day = (value: string | null) => formatDate(value, BLANK)
  return {
    sender: [writer ?? BLANK, `Address: ${BLANK}`, `Phone: ${BLANK}`],
    recipient: [facts.to, `Address: ${BLANK}`],
    date: formatDate(today.toISOString()),
    subject: `Death of ${name}: ${facts.about}`,
    references: [
      ...facts.references.map(({ term, value }) => ({ term, value: value ?? BLANK })),
      { term: 'Date of birth', value: day(bornOn) },
      { term: 'Date of death', value: day(diedOn) },
    ],
    body: [
      'To whom it may concern,',
      `I’m writing to tell you that ${name} has died. ${name} named me as ${role}.`,
      ...facts.asks,
      'Please write to me at the address above, and tell me if you need anything else.',
    ],
    enclosed: ['A certified copy of the death certificate', ...facts.encloses],
    closing: ['Sincerely,', `Signature: ${BLANK}`, writer ?? BLANK],
  }
}

/** The letter as plain text, to be copied into an email or a form. */
export function letterText(letter: Letter): string {
  const { sender, recipient, date, subject, references, body, enclosed, closing } = letter
  return [
    sender.join('\n'),
    recipient.join('\n'),
    date,
    [subject, ...references.map(({ term, value }) => `${term}: ${value}`)].join('\n'),
    ...body,
    ['Enclosed:', ...enclosed.map((what) => `- ${what}`)].join('\n'),
    closing.join('\n\n'),
  ].join('\n\n')
}

/** Where the letter is that a step needs; undefined for a step without one. */
export const letterLink = (ownerId: string, { key, letter }: Pick<Step, 'key' | 'letter'>) =>
  letter && {
    to: paths.memorialLetter(ownerId, key),
    label: 'Write the letter',
    name: `Write the letter to ${letter.to}`,
  }
