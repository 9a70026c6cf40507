import type { Enums } from '@/lib/database.types'
import { formatDate } from '@/lib/dates'
import { paperNames } from '.'
import type { HealthNotes, HealthPaper, PaperKind } from './data'

/** What each paper does, for an owner who may not know the word. */
export const paperExplanations: Record<PaperKind, string> = {
  health_proxy: 'Names the person who decides for you when you can’t.',
  advance_directive: 'Says which treatment you want and which you refuse.',
  polst:
    'A form that your doctor signed with you. Ambulance crews need the signed original, where they can see it.',
  release: 'Lets doctors talk to the people it names.',
}

/** @param text anything, such as from an address */
export const isPaperKind = (text: string): text is PaperKind => Object.hasOwn(paperNames, text)

/** The kinds of papers, in the order in which a hospital asks for them. */
export const paperKinds: readonly PaperKind[] = Object.keys(paperNames).filter(isPaperKind)

/** These papers in that order. */
export const inOrderOfNeed = (papers: readonly HealthPaper[]): HealthPaper[] =>
  paperKinds.flatMap((kind) => papers.find((paper) => paper.kind === kind) ?? [])

export const donorWords: Record<Enums<'donor_decision'>, string> = {
  yes: 'Yes',
  no: 'No',
  undecided: 'Undecided: the family may decide',
}

/** A line of the notes: its name, its text, and a number to call. */
export interface NoteLine {
  term: string
  value: string | null
  phone?: string | null
  /** What it is called among what is missing. */
  inLine: string
}

const withName = (name: string | null, phone: string | null) => name ?? (phone && 'Name not written down')

/**
 * The notes in the order in which an emergency room asks.
 * @param who the owner, as named inside a sentence: "Margaret Ellis"
 */
export function noteLines(notes: HealthNotes, who: string): NoteLine[] {
  const { proxy_name, proxy_phone, second_proxy_name, second_proxy_phone, doctor_name, doctor_phone } = notes
  return [
    { term: 'Blood thinner', value: notes.blood_thinner, inLine: 'blood thinners' },
    { term: 'Allergies', value: notes.allergies, inLine: 'allergies' },
    { term: 'Medicines', value: notes.medicines, inLine: 'medicines' },
    { term: 'Implants and devices', value: notes.implants, inLine: 'implants and devices' },
    { term: 'Conditions', value: notes.conditions, inLine: 'conditions' },
    {
      term: `Decides for ${who}`,
      value: withName(proxy_name, proxy_phone),
      phone: proxy_phone,
      inLine: 'who decides',
    },
    {
      term: 'Decides instead',
      value: withName(second_proxy_name, second_proxy_phone),
      phone: second_proxy_phone,
      inLine: 'who decides instead',
    },
    { term: 'Doctor', value: withName(doctor_name, doctor_phone), phone: doctor_phone, inLine: 'a doctor' },
    { term: `How to talk with ${who}`, value: notes.communication, inLine: 'language and hearing' },
    { term: 'Organ donation', value: notes.donor && donorWords[notes.donor], inLine: 'organ donation' },
    { term: 'What to know', value: notes.care_note, inLine: 'anything else' },
  ]
}

/** How old the notes are: medicines change. @param by who looked through them, where readers are told */
export function lookedThrough({ updated_at }: Pick<HealthNotes, 'updated_at'>, by?: string): string {
  return `Looked through${by ? ` by ${by}` : ''} on ${formatDate(updated_at)}; medicines may have changed.`
}
