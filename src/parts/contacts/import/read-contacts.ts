import Papa from 'papaparse'
import { CodedError } from '@/lib/errors'
import { withoutGuards } from '@/lib/files/csv'
import { foldText } from '@/lib/search'
import { readVCards } from './vcard'

/** A person as a file names them: nothing is checked yet. */
export interface FoundContact {
  name: string
  email: string
  phone: string
  relation: string
  invitee: boolean
}

/** The largest file of contacts in bytes. A phone's export may hold pictures. */
const CONTACTS_FILE_LIMIT = 50 * 1024 * 1024

/**
 * Reads the people in a file: vCards (.vcf), as phones export them, or a table (.csv) as Google, Outlook and Heartwood do.
 * @throws `contacts_file_too_large`, `not_contacts` when no person is found in it, or `file_unreadable`
 */
export async function readContacts(file: File): Promise<FoundContact[]> {
  if (file.size > CONTACTS_FILE_LIMIT) throw new CodedError('contacts_file_too_large')
  const bytes = await file.arrayBuffer().catch(() => {
    throw new CodedError('file_unreadable')
  })
  const text = decoded(bytes)
  const people = /^[ \t]*BEGIN:VCARD/im.test(text) ? fromVCards(text) : fromTable(text)
  const found = people.filter(({ name, email, phone }) => name || email || phone)
  if (found.length === 0) throw new CodedError('not_contacts')
  return found
}

function decoded(bytes: ArrayBuffer): string {
  const [first, second] = new Uint8Array(bytes, 0, Math.min(2, bytes.byteLength))
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    // Outlook on Windows writes the letters of Western Europe in this way.
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

function fromVCards(text: string): FoundContact[] {
  return readVCards(text).map(({ name, emails: [email = ''], phones: [phone = ''] }) => ({
    name: name || email || phone,
    email,
    phone,
    relation: '',
    invitee: false,
  }))
}

/**
 * What each column may be called, in order of preference: our own export, Google, Outlook, Apple; then the same in German
 * and French. Without capitals and accents: see normalized.
 */
const columns = {
  name: ['name', 'full name', 'display name', 'anzeigename', 'nom complet', 'nom affiche'],
  prefix: ['name prefix', 'title', 'prefix'],
  given: ['first name', 'given name', 'vorname', 'prenom'],
  middle: ['middle name', 'additional name', 'weitere vornamen', 'deuxieme prenom'],
  family: ['last name', 'family name', 'surname', 'nachname', 'familienname', 'nom', 'nom de famille'],
  suffix: ['name suffix', 'suffix', 'suffixe'],
  organization: ['organization name', 'organization 1 - name', 'company', 'firma', 'societe', 'entreprise'],
  email: [
    'email',
    'email 1 - value',
    'email address',
    'email 1 address',
    'email 2 - value',
    'email 2 address',
    'email-adresse',
    'email 2: adresse',
    'adresse email',
    'adresse de messagerie',
    'adresse electronique',
    'courriel',
    'adresse de messagerie 2',
  ],
  phone: [
    'phone',
    'mobile phone',
    'mobile',
    'cell phone',
    'phone number',
    'phone 1 - value',
    'primary phone',
    'home phone',
    'business phone',
    'phone 2 - value',
    'mobiltelefon',
    'handy',
    'telefon (mobil)',
    'telefon',
    'telefonnummer',
    'telefon (privat)',
    'telefon privat',
    'telefon (geschaftlich)',
    'telefon geschaftlich',
    'tel. mobile',
    'telephone mobile',
    'portable',
    'telephone',
    'numero de telephone',
    'telephone (domicile)',
    'telephone (bureau)',
  ],
  relation: ['relation', 'relationship', 'relation 1 - value', 'beziehung', 'lien'],
  invitee: ['invitee'],
} as const

/** "E-mail 1 - Value" and "Email 1 - Value" are the same column, and so are "Prénom" and "prenom". */
const normalized = (heading: string) =>
  foldText(heading)
    .trim()
    .replaceAll('e-mail', 'email')
    .replace(/[_\s]+/g, ' ')

function fromTable(text: string): FoundContact[] {
  const { data } = Papa.parse<string[]>(text, { skipEmptyLines: 'greedy' })
  const [headings = [], ...rows] = data
  const known = headings.map(normalized)
  // "Vorname;Name" has the family name in the second.
  const hasGiven = known.includes('vorname') || known.includes('prenom')
  const isSplit = hasGiven && !columns.family.some((name) => known.includes(name))
  const reader = (names: readonly string[]) => {
    const places = names.map((name) => known.indexOf(name)).filter((place) => place >= 0)
    return (row: string[]) => places.map((place) => cellText(row[place] ?? '')).find(Boolean) ?? ''
  }
  const read = {
    name: isSplit ? () => '' : reader(columns.name),
    email: reader(columns.email),
    phone: reader(columns.phone),
    relation: reader(columns.relation),
    invitee: reader(columns.invitee),
    organization: reader(columns.organization),
  }
  const family = isSplit ? ['name'] : columns.family
  const parts = [columns.prefix, columns.given, columns.middle, family, columns.suffix].map(reader)
  return rows.map((row) => {
    const email = read.email(row)
    const phone = read.phone(row)
    const written = parts
      .map((part) => part(row))
      .filter(Boolean)
      .join(' ')
    return {
      name: read.name(row) || written || read.organization(row) || email || phone,
      email,
      phone,
      relation: read.relation(row),
      invitee: read.invitee(row).toLowerCase() === 'yes',
    }
  })
}

/** Google joins several values of one column with ":::". */
function cellText(cell: string): string {
  const [first = ''] = cell.split(' ::: ')
  return withoutGuards(first).replace(/\s+/g, ' ').trim()
}
