import { foldText } from '@/lib/search'
import { characterCount } from '@/lib/text'
import { notAnEmail } from '@/parts/kit/incoming'
import { type Contact, type ContactInput, contactLimits, contactSchema } from '../data'
import type { FoundContact } from './read-contacts'

/** A person of the file who can be added. */
export interface ImportRow {
  /** The id of the row that will be added: a second try after a lost answer must add no one twice. */
  id: string
  contact: ContactInput & { invitee: boolean }
  /** Who it seems to be already: a contact, or someone further up in the file. */
  sameAs: 'contact' | 'file' | null
  /** What of the file is left out, in words. */
  leftOut: string[]
}

/** What an import would do. */
export interface ImportPlan {
  rows: ImportRow[]
  /** The people who cannot be added, with the reason in words. */
  refused: { id: string; name: string; why: string }[]
}

const noName = 'No name'

/**
 * Decides for each person in a file whether they can be added, and whether they are there already: someone with the same
 * email, or with the same name and nothing that tells the two apart. Writes nothing.
 */
export function planImport(found: readonly FoundContact[], existing: readonly Contact[]): ImportPlan {
  const plan: ImportPlan = { rows: [], refused: [] }
  const contacts = new Known(existing)
  const file = new Known([])
  for (const person of found) {
    const id = crypto.randomUUID()
    const leftOut: string[] = []
    const kept = { ...person }
    if (kept.email && !contactSchema.shape.email.safeParse(kept.email).success) {
      const why = notAnEmail(kept.email)
      // Where a file gives nothing else, the address stands for the name, too.
      if (person.name === person.email && !person.phone && !person.relation) {
        plan.refused.push({ id, name: noName, why })
        continue
      }
      leftOut.push(`Email skipped: ${why}`)
      kept.email = ''
    }
    if (characterCount(kept.phone) > contactLimits.phone) {
      leftOut.push(`Phone skipped: “${kept.phone}” is too long for a phone number.`)
      kept.phone = ''
    }
    if (characterCount(kept.relation) > contactLimits.relation) {
      leftOut.push(`Relation skipped: “${kept.relation}” is too long.`)
      kept.relation = ''
    }
    const checked = contactSchema.safeParse(kept)
    if (!checked.success) {
      const why = checked.error.issues[0]?.message ?? ''
      plan.refused.push({ id, name: person.name || noName, why })
      continue
    }
    const contact = { ...checked.data, invitee: person.invitee }
    const sameAs = contacts.has(contact) ? 'contact' : file.has(contact) ? 'file' : null
    file.add(contact)
    plan.rows.push({ id, contact, sameAs, leftOut })
  }
  return plan
}

type Person = Pick<Contact, 'name' | 'email' | 'phone'>

/** People, to be found by email and by name. */
class Known {
  private readonly emails = new Set<string>()
  private readonly names = new Map<string, Person[]>()

  constructor(people: readonly Person[]) {
    for (const person of people) this.add(person)
  }

  add(person: Person) {
    if (person.email) this.emails.add(person.email)
    const name = foldText(person.name)
    this.names.set(name, [...(this.names.get(name) ?? []), person])
  }

  has(person: Person): boolean {
    if (person.email && this.emails.has(person.email)) return true
    return (this.names.get(foldText(person.name)) ?? []).some((other) => maybeSame(person, other))
  }
}

/** Two people of one name are two only if an email or a phone number tells them apart and none is the same. */
function maybeSame(one: Person, other: Person): boolean {
  const phones = [digits(one.phone), digits(other.phone)]
  if (phones[0] && phones[0] === phones[1]) return true
  const differ = (a: string | null, b: string | null) =>
    a !== null && b !== null && a !== '' && b !== '' && a !== b
  return !differ(one.email, other.email) && !differ(phones[0] ?? null, phones[1] ?? null)
}

/** The last nine digits, so that +49 170 1234567 and 0170 1234567 are one number. */
const digits = (phone: string | null) => phone?.replace(/\D/g, '').slice(-9) ?? ''
